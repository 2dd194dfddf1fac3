"""The command's CSV tables as rows of plain values, or as data frames."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, Union

Rows = list[dict[str, Any]]

#: Columns that hold names given in the study or its data: a protocol called 1 stays the text '1'.
NAMES = frozenset({"protocol", "alternative", "a", "b", "class", "unit", "name", "template", "target", "with", "clock"})


def read_rows(text: str, table: str) -> Rows:
    """Numbers as numbers, ``true`` and ``false`` as bool, nothing as None; names as they are."""
    reader = csv.reader(io.StringIO(text, newline=""))
    columns = next(reader)
    cells = list(reader)
    readers = [_as_name if _is_name(column, table) else _reader(row[i] for row in cells) for i, column in enumerate(columns)]
    return [{column: read(cell) for column, read, cell in zip(columns, readers, row)} for row in cells]


def _is_name(column: str, table: str) -> bool:
    # The best of a class is a protocol's name; of a kernel, whether it is the best.
    return column in NAMES or (column == "best" and table.endswith("classes"))


def _as_name(cell: str) -> Any:
    return cell if cell != "" else None


def _as_bool(cell: str) -> Any:
    return None if cell == "" else cell == "true"


def _as_number(cell: str) -> Any:
    if cell == "":
        return None
    try:
        return int(cell)
    except ValueError:
        return float(cell)


def _reader(cells: Any) -> Any:
    """One kind for a whole column, so that it does not depend on the row."""
    there = [cell for cell in cells if cell != ""]
    if there and all(cell in ("true", "false") for cell in there):
        return _as_bool
    for kind, read in ((int, _as_number), (float, lambda cell: None if cell == "" else float(cell))):
        try:
            for cell in there:
                kind(cell)
            return read
        except ValueError:
            continue
    return _as_name


def write_csv(table: Any, path: Path) -> None:
    """A data frame, a list of dicts, a dict of columns, or CSV text, as a file for the command."""
    if isinstance(table, str):
        path.write_text(table, encoding="utf-8", newline="")
    elif hasattr(table, "to_csv"):
        # An index that somebody named, or that is not a count of rows, is a column of the table.
        index = table.index
        counted = index.name is None and list(index[:2]) in ([], [0], [0, 1]) and getattr(index, "nlevels", 1) == 1
        table.to_csv(path, index=not counted)
    else:
        rows = _rows_of(table)
        names = list(dict.fromkeys(name for row in rows for name in row))
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(names)
            writer.writerows([["" if row.get(name) is None else row[name] for name in names] for row in rows])


def _rows_of(table: Any) -> Rows:
    if isinstance(table, dict):
        lengths = {len(column) for column in table.values()}
        if len(lengths) > 1:
            raise ValueError(f"the columns of a table have different lengths: {sorted(lengths)}")
        return [dict(zip(table, cells)) for cells in zip(*table.values())]
    rows = list(table)
    if not all(isinstance(row, dict) for row in rows):
        raise TypeError("a table is a data frame, a list of dicts, a dict of columns, or CSV text")
    return rows


def as_frame(rows: Rows, columns: list[str]) -> Union[Rows, Any]:
    """A data frame where pandas is there, rows otherwise."""
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows, columns=columns)
