"""Make numbers of what people type into cells, a column at a time: a column is numbers entirely or not at all."""

import re
from collections.abc import Sequence

from desktop_rag.storage.sqlite.tables.database import Cell

_MISSING = frozenset(["", "-", "–", "—", "n/a", "na", "null", "none", "nan", "#n/a", "k.a.", "s/o"])
_INTEGER = re.compile(r"[+-]?(?:0|[1-9]\d{0,14})")
_POINT = re.compile(r"[+-]?(?:\d{1,3}(?:[, '\u00a0\u202f]\d{3})+|\d+)?(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_COMMA = re.compile(r"[+-]?(?:\d{1,3}(?:[. '\u00a0\u202f]\d{3})+|\d+)?(?:,\d+)?")
_GROUPS = re.compile(r"[, '\u00a0\u202f]")
_GROUPS_OF_COMMA = re.compile(r"[. '\u00a0\u202f]")
_UNIT = re.compile(r"^[$€£¥]\s*|\s*[€$£¥%]$")


def column_values(cells: Sequence[object], *, decimal_comma: bool) -> tuple[str, list[Cell]]:
    """Return the type of a column (INTEGER, REAL or TEXT) and its values; what says "nothing" becomes NULL.

    Money and percentages lose their sign, numbers their grouping. Numbers with leading zeros are names (postcodes).
    """
    present = [cell for cell in cells if not _is_missing(cell)]
    readers = (_integer, _number, _number_with_comma) if decimal_comma else (_integer, _number)
    for kind, read in zip(("INTEGER", "REAL", "REAL"), readers, strict=False):
        if present and all(read(cell) is not None for cell in present):
            return kind, [None if _is_missing(cell) else read(cell) for cell in cells]
    return "TEXT", [_text(cell) for cell in cells]


def _is_missing(cell: object) -> bool:
    """Whether a cell says that there is nothing."""
    return cell is None or (isinstance(cell, str) and cell.strip().lower() in _MISSING)


def _text(cell: object) -> str | None:
    """Return what stands in a cell."""
    text = "" if cell is None else str(cell).strip()
    return text or None


def _integer(cell: object) -> int | None:
    """Return a whole number."""
    if isinstance(cell, int):
        return cell
    return int(cell) if isinstance(cell, str) and _INTEGER.fullmatch(cell.strip()) else None


def _number(cell: object) -> float | None:
    """Return a number with a decimal point."""
    if isinstance(cell, int | float):
        return float(cell)
    text = _UNIT.sub("", str(cell).strip())
    if not _POINT.fullmatch(text) or not any(map(str.isdigit, text)) or _is_name(text):
        return None
    return float(_GROUPS.sub("", text))


def _number_with_comma(cell: object) -> float | None:
    if isinstance(cell, int | float):
        return float(cell)
    text = _UNIT.sub("", str(cell).strip())
    if not _COMMA.fullmatch(text) or not any(map(str.isdigit, text)) or _is_name(text):
        return None
    return float(_GROUPS_OF_COMMA.sub("", text).replace(",", "."))


def _is_name(text: str) -> bool:
    """Whether a number is a name: a postcode, a telephone number."""
    return len(text) > 1 and text[0] == "0" and text[1].isdigit()
