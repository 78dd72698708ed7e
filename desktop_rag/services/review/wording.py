"""Values of cells as a person reads them: yes and no, and lengths of time, in the language of the interface.

Cells hold them in one form, “yes” and “3 months”, so that they compare and programs know them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from desktop_rag.core.results.review import Cell, ColumnType, ReviewColumn, TableRow
from desktop_rag.core.user_text import Say, UserText

_BETWEEN = " | "  # values of a cell that disagree
_ANSWERS = {"yes": UserText("yes"), "no": UserText("no")}


def said_value(value: str, kind: ColumnType, say: Say) -> str:
    """Return the value of a cell of a type in words; others, and what a person typed, as they are."""
    if kind is ColumnType.YES_NO:
        return _BETWEEN.join(say(_ANSWERS[one]) if one in _ANSWERS else one for one in value.split(_BETWEEN))
    if kind is ColumnType.NUMBER:
        return _BETWEEN.join(say(_length(one) or one) for one in value.split(_BETWEEN))
    return value


def worded(rows: Iterable[TableRow], columns: Sequence[ReviewColumn], say: Say) -> Iterator[TableRow]:
    """Yield rows whose cells have their values in words, and so what was found below a value set by hand."""
    for row in rows:
        cells = zip(row.cells, columns, strict=True)
        yield replace(row, cells=tuple(_worded(cell, column.type, say) for cell, column in cells))


def _worded(cell: Cell, kind: ColumnType, say: Say) -> Cell:
    found = _worded(cell.found, kind, say) if cell.found is not None else None
    return replace(cell, value=said_value(cell.value, kind, say), found=found)


def _length(value: str) -> UserText | None:
    """Return a length of time in words, None for any other value."""
    number, _, unit = value.partition(" ")
    if not number.replace(".", "", 1).isdecimal():
        return None
    said = {
        "seconds": (UserText("{number} second", number=number), UserText("{number} seconds", number=number)),
        "minutes": (UserText("{number} minute", number=number), UserText("{number} minutes", number=number)),
        "hours": (UserText("{number} hour", number=number), UserText("{number} hours", number=number)),
        "days": (UserText("{number} day", number=number), UserText("{number} days", number=number)),
        "weeks": (UserText("{number} week", number=number), UserText("{number} weeks", number=number)),
        "months": (UserText("{number} month", number=number), UserText("{number} months", number=number)),
        "years": (UserText("{number} year", number=number), UserText("{number} years", number=number)),
    }.get(unit)
    return said[number != "1"] if said is not None else None
