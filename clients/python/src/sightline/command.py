"""Finds the command, runs it, and turns its exit codes into answers and errors."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Optional, Union

from .answer import Answer
from .errors import Cancelled, CommandMissing, Fault, InvalidInput, Problem, SightlineError, Undecided, WrongUsage
from .tables import read_rows, write_csv

Study = Union[str, os.PathLike, Mapping[str, Any]]
Progress = Callable[[str], None]

#: Lines of standard error that begin so are progress (SIGHTLINE_PROGRESS=lines).
PROGRESS = "progress\t"


ACCEPTED = "set it to what starts the command, such as 'npx sightline' or 'node /path/to/sightline.js', or unset it"


def command_line() -> list[str]:
    """How the command is called: the environment variable SIGHTLINE, or ``sightline`` on the path."""
    given = os.environ.get("SIGHTLINE")
    if given:
        # Backslashes are part of a path on Windows.
        try:
            words = shlex.split(given, posix=os.name != "nt")
        except ValueError as error:
            raise CommandMissing(f"SIGHTLINE is {given!r}, which is no command ({error}); {ACCEPTED}") from None
        if not words or not shutil.which(words[0].strip('"')):
            raise CommandMissing(f"SIGHTLINE is {given!r}, and there is no such program to be started; {ACCEPTED}")
        return words
    found = shutil.which("sightline")
    if found:
        return [found]
    raise CommandMissing(
        "the sightline command was not found; install it with Node 20.19 or later (npm install --global sightline), "
        "or set SIGHTLINE to what starts it, such as 'npx sightline' or 'node /path/to/sightline.js'"
    )


def ask(
    command: str,
    study: Optional[Study],
    options: Mapping[str, Any],
    *,
    tables: Optional[Mapping[str, Any]] = None,
    folder: Optional[Union[str, os.PathLike]] = None,
    progress: Optional[Progress] = None,
) -> Answer:
    with tempfile.TemporaryDirectory(prefix="sightline-") as scratch:
        place = _Place(study, tables, folder, Path(scratch))
        out = Path(scratch) / "answer-tables"
        argv = [command, *place.argument, "--json", "--tables", str(out), *option_arguments(options)]
        code, printed, said = start(argv, text=place.text, folder=place.folder, progress=progress)
        document = _document(printed)
        # Words under "undecided" stand in place of an answer; that of run lists there what stayed open.
        if code in (0, 4) and document is not None and not isinstance(document.get("undecided"), str):
            answer = Answer(document, {file.stem: read_rows(file.read_text("utf-8"), file.stem) for file in out.glob("*.csv")})
            if code == 0:
                return answer
            raise Undecided(said.strip() or "numerically undecided", answer)
        raise error_of(code, document, said, placed=not isinstance(study, Mapping))


def start(
    argv: list[str],
    *,
    text: Optional[str] = None,
    folder: Optional[Path] = None,
    progress: Optional[Progress] = None,
) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command."""
    if text is not None:
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise ValueError(f"the study has {text[error.start]!r} as character {error.start + 1}; accepted: text that UTF-8 can say") from None
    environment = {**os.environ, **({"SIGHTLINE_PROGRESS": "lines"} if progress else {})}
    process = subprocess.Popen(
        [*command_line(), *argv],
        stdin=subprocess.PIPE if text is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=folder,
        env=environment,
    )
    said: list[str] = []
    failed: list[BaseException] = []

    def listen() -> None:
        for line in process.stderr or ():
            if progress and line.startswith(PROGRESS):
                try:
                    progress(line[len(PROGRESS) :].rstrip("\n"))
                except BaseException as error:  # noqa: BLE001: it is raised where the caller is
                    failed.append(error)
                    process.terminate()
                    break
            else:
                said.append(line)

    def feed() -> None:
        try:
            process.stdin.write(text)
            process.stdin.close()
        except BrokenPipeError:
            # It ended before it had read the study, and says why.
            pass

    helpers = [threading.Thread(target=listen, daemon=True)]
    if text is not None:
        helpers.append(threading.Thread(target=feed, daemon=True))
    for helper in helpers:
        helper.start()
    try:
        printed = process.stdout.read() if process.stdout else ""
        code = process.wait()
    except BaseException:
        # Ctrl-C in a notebook ends the work as well.
        process.terminate()
        process.wait()
        raise
    for helper in helpers:
        helper.join()
    for pipe in (process.stdout, process.stderr):
        if pipe:
            pipe.close()
    if failed:
        raise failed[0]
    return code, printed, "".join(said)


def error_of(code: int, document: Optional[dict[str, Any]], said: str, placed: bool = True) -> SightlineError:
    """``placed``: whether lines of the study mean something; in a dict its fields alone do."""
    message = said.strip()
    if code == 3:
        problems = [_problem(found, placed) for found in (document or {}).get("problems", [])]
        if problems:
            return InvalidInput(problems)
    if code == 4:
        return Undecided((document or {}).get("undecided") or message)
    if code == 2:
        return WrongUsage(message)
    if code in (130, -2, -15):
        return Cancelled(message or "cancelled")
    return Fault(message or f"the command ended with exit code {code} and said nothing")


def option_arguments(options: Mapping[str, Any]) -> list[str]:
    """``draws=500`` is --draws 500, ``no_range=True`` is --no-range; a list is said once for each of its entries."""
    out: list[str] = []
    for name, value in options.items():
        flag = "--" + name.strip("_").replace("_", "-")
        # Numbers, truth values and arrays of numpy.
        value = value.tolist() if hasattr(value, "tolist") else value
        if value is None or value is False:
            continue
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                out.append(flag)
            else:
                out.append(f"{flag}={one}")
    return out


class _Place:
    """Where the study is and where its files are looked for."""

    def __init__(
        self,
        study: Optional[Study],
        tables: Optional[Mapping[str, Any]],
        folder: Optional[Union[str, os.PathLike]],
        scratch: Path,
    ):
        self.text: Optional[str] = None
        self.folder: Optional[Path] = Path(folder) if folder is not None else None
        self.argument: list[str] = []
        if study is None:
            return
        self.argument = ["-"]
        if isinstance(study, Mapping):
            self.text = json.dumps(study, default=_plain)
        elif isinstance(study, str) and "\n" in study:
            self.text = study
        elif not tables:
            if folder is not None:
                raise ValueError("folder is for studies that are no file; a file's own folder holds its data")
            self.argument = [os.path.abspath(os.fspath(study))]
        else:
            path = Path(os.fspath(study))
            self.text = path.read_text("utf-8")
            self.folder = path.parent
        if tables:
            self._write(tables, scratch)

    def _write(self, tables: Mapping[str, Any], scratch: Path) -> None:
        beside = scratch / "study"
        beside.mkdir()
        for name, table in tables.items():
            path = beside / name
            if Path(name).is_absolute() or ".." in Path(name).parts:
                raise ValueError(f"a table's name is that of a file beside the study: {name!r}")
            path.parent.mkdir(parents=True, exist_ok=True)
            write_csv(table, path)
        # Other files of the study stay where they are: they are linked beside the tables.
        if self.folder is not None:
            for file in self.folder.iterdir():
                if not (beside / file.name).exists():
                    (beside / file.name).symlink_to(file.resolve())
        self.folder = beside


def _plain(value: Any) -> Any:
    """Numbers and arrays of numpy."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a study holds numbers, texts, lists and dicts, not {type(value).__name__}: {value!r}")


def _document(printed: str) -> Optional[dict[str, Any]]:
    try:
        found = json.loads(printed)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _problem(found: Mapping[str, Any], placed: bool) -> Problem:
    place = found if placed or found.get("file") != "-" else {}
    return Problem(
        why=found.get("why", ""),
        accepted=found.get("accepted", ""),
        value=found.get("value"),
        path=found.get("path", ""),
        file=place.get("file"),
        line=place.get("line"),
        column=place.get("column"),
    )
