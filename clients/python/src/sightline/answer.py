"""What the command answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .tables import Rows, as_frame

#: The table that an answer is about.
MAIN = {
    "fit": "parameters",
    "value": "protocols",
    "identify": "alternatives",
    "calibrate": "protocols",
    "plan": "curve",
    "design": "choices",
    "retrospect": "templates",
    "predict": "predictions",
    "reproduce": "numbers",
}


class Answer(Mapping):
    """A result: a mapping with everything that the command's JSON has, and its tables.

    ``answer["protocols"]["two"]["value"]`` is a number of the result; ``answer.table("protocols")`` is a data frame with
    one row a protocol (a list of dicts without pandas); ``answer.tables`` names all there are.
    """

    def __init__(self, document: dict[str, Any], tables: dict[str, Rows]):
        self.document = document
        main = MAIN.get(document.get("command", ""))
        self._tables = dict(sorted(tables.items(), key=lambda table: (table[0] != main, table[0])))

    @property
    def tables(self) -> list[str]:
        """Names of the tables, the one that the answer is about first."""
        return list(self._tables)

    def rows(self, name: str | None = None) -> Rows:
        """A table as a list of dicts, the first unless a name is given."""
        return self._tables[self._named(name)]

    def table(self, name: str | None = None) -> Any:
        """A table as a pandas data frame, or as ``rows`` where pandas is not installed."""
        rows = self.rows(name)
        return as_frame(rows, list(rows[0]) if rows else [])

    @property
    def warnings(self) -> list[Any]:
        return self.document.get("warnings", [])

    def _named(self, name: str | None) -> str:
        if name is None:
            if not self._tables:
                raise KeyError("this answer has no tables")
            return next(iter(self._tables))
        if name not in self._tables:
            raise KeyError(f"this answer has no table {name!r}; it has {', '.join(self._tables) or 'none'}")
        return name

    def __getitem__(self, field: str) -> Any:
        return self.document[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self.document)

    def __len__(self) -> int:
        return len(self.document)

    def __repr__(self) -> str:
        return f"<sightline {self.document.get('command')}: {', '.join(self._tables) or 'no tables'}>"
