"""Everything that keeps a question from being answered, one class for each exit code of the command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional


class SightlineError(Exception):
    """There is no answer."""


class CommandMissing(SightlineError):
    """The ``sightline`` command is not on this machine."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a study or its data, and what would be accepted."""

    why: str
    accepted: str
    value: Any
    #: The field of the study, such as ``latent.kernel.ou.tau``.
    path: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        where = "  ".join(part for part in (place, self.path) if part)
        return f"{where}\n  found     {self.value!r}\n  why       {self.why}\n  accepted  {self.accepted}"


class InvalidInput(SightlineError, ValueError):
    """The study or its data cannot be used; ``problems`` has all that is wrong, each with its place (exit 3)."""

    def __init__(self, problems: list[Problem]):
        self.problems = problems
        count = f"{len(problems)} problem" + ("" if len(problems) == 1 else "s")
        super().__init__(f"{count}; nothing was computed\n" + "\n".join(map(str, problems)))


class Undecided(SightlineError):
    """The solver did not reach its tolerance; says how far it got (exit 4). ``answer`` has what is known, if anything."""

    def __init__(self, message: str, answer: Any = None):
        super().__init__(message)
        self.answer = answer


class WrongUsage(SightlineError, TypeError):
    """The command has no such option, or not with such a value (exit 2)."""


class Cancelled(SightlineError):
    """Somebody stopped the command (exit 130)."""


class Fault(SightlineError):
    """A fault of the command itself (exit 1, or an end without an answer)."""
