"""What an observation protocol is worth, by the ``sightline`` command.

A study goes in as a path, a ``dict`` or YAML text; an :class:`Answer` comes out: the result as the command's JSON has it,
and its tidy tables, as data frames where pandas is installed.

>>> import sightline
>>> answer = sightline.value({
...     "sightline": 1,
...     "time": {"horizon": 8, "points": 64, "unit": "h"},
...     "latent": {"kernel": {"ou": {"tau": 2}}},
...     "target": "mean",
...     "protocols": {"today": {"at": [4], "noise": 0.1}, "two": {"at": [2, 6], "noise": 0.1}},
... })
>>> round(answer["protocols"]["two"]["value"], 2)
0.67
"""

from .answer import Answer
from .errors import (
    Cancelled,
    CommandMissing,
    Fault,
    InvalidInput,
    Problem,
    SightlineError,
    Undecided,
    WrongUsage,
)
from .questions import calibrate, design, fit, identify, plan, predict, reproduce, retrospect, run, schema, value, version

__all__ = [
    "Answer",
    "Cancelled",
    "CommandMissing",
    "Fault",
    "InvalidInput",
    "Problem",
    "SightlineError",
    "Undecided",
    "WrongUsage",
    "calibrate",
    "design",
    "fit",
    "identify",
    "plan",
    "predict",
    "reproduce",
    "retrospect",
    "run",
    "schema",
    "value",
    "version",
]
