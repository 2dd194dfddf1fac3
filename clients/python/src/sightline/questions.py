"""One function for each question that the command answers.

``study`` is a path, a dict, or YAML text of several lines. ``tables`` are data that the study names: file names with data
frames, lists of dicts, dicts of columns or CSV text. Of a study that is no file, ``folder`` is where its other files are.
``progress`` is called with a line of text while long work goes on. All other options are those of the command line, with
``_`` for ``-``: ``calibrate(study, draws=500, seed=1)`` is ``sightline calibrate --draws 500 --seed 1``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Optional, Union

from .answer import Answer
from .command import Progress, Study, ask, error_of, option_arguments, start

Tables = Mapping[str, Any]
Folder = Union[str, os.PathLike]


def value(study: Study, *, tables: Optional[Tables] = None, folder: Optional[Folder] = None, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """What each protocol is worth under the study's law."""
    return ask("value", study, options, tables=tables, folder=folder, progress=progress)


def identify(study: Study, *, tables: Optional[Tables] = None, folder: Optional[Folder] = None, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """Whether the benchmark determines the value of protocols not run, and what range is left."""
    return ask("identify", study, options, tables=tables, folder=folder, progress=progress)


def calibrate(study: Study, *, tables: Optional[Tables] = None, folder: Optional[Folder] = None, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """The value of each protocol from densely observed units, with intervals, and which can be told apart."""
    return ask("calibrate", study, options, tables=tables, folder=folder, progress=progress)


def plan(study: Study, *, tables: Optional[Tables] = None, folder: Optional[Folder] = None, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """How many units it takes to tell protocols apart; with ``trial=True``, how large a trial."""
    return ask("plan", study, options, tables=tables, folder=folder, progress=progress)


def design(study: Study, *, tables: Optional[Tables] = None, folder: Optional[Folder] = None, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """The best actions of a catalogue within a budget, with a proof or a bound."""
    return ask("design", study, options, tables=tables, folder=folder, progress=progress)


def retrospect(study: Study, *, tables: Optional[Tables] = None, folder: Optional[Folder] = None, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """What sparse looks would have told about fully annotated records."""
    return ask("retrospect", study, options, tables=tables, folder=folder, progress=progress)


def fit(study: Study, *, tables: Optional[Tables] = None, folder: Optional[Folder] = None, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """The law that fits sparse, irregular readings best."""
    return ask("fit", study, options, tables=tables, folder=folder, progress=progress)


def predict(study: Study, *, tables: Optional[Tables] = None, folder: Optional[Folder] = None, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """The target of new units from their readings, with intervals: ``protocol`` names the protocol, ``readings`` the table."""
    return ask("predict", study, options, tables=tables, folder=folder, progress=progress)


def run(study: Study, *, out: Union[str, os.PathLike], tables: Optional[Tables] = None, folder: Optional[Folder] = None, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """Every analysis that the study allows; the report is written to the folder ``out``."""
    return ask("run", study, {"out": os.path.abspath(os.fspath(out)), **options}, tables=tables, folder=folder, progress=progress)


def reproduce(name: Optional[str] = None, *, progress: Optional[Progress] = None, **options: Any) -> Answer:
    """The published numbers of the paper beside computed ones; ``quick=True`` for minutes instead of hours."""
    code, printed, said = start(["reproduce", *([name] if name else []), "--json", *option_arguments(options)], progress=progress)
    if code != 0:
        raise error_of(code, None, said)
    return Answer(json.loads(printed), {})


def schema(of: Optional[str] = None) -> dict[str, Any]:
    """The JSON Schema of the study file, or of a result: ``schema("value")``."""
    code, printed, said = start(["schema", *([of] if of else [])])
    if code != 0:
        raise error_of(code, None, said)
    return json.loads(printed)


def version() -> str:
    """The version of the command."""
    code, printed, said = start(["--version"])
    if code != 0:
        raise error_of(code, None, said)
    return printed.strip()
