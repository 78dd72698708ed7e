"""Formulas of sheets as text: those that share one, moved to their own cell, and the addresses that they link to."""

import re

_REFERENCE = re.compile(
    r"(\"[^\"]*\"|'[^']*'!)"  # texts and names of sheets stay as they are
    r"|(?<![\w.$])(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![\w.(])"
    r"|(?<![\w.$])(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\w.(])"
    r"|(?<![\w.$])(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\w.])"
)
_FUTURE = re.compile(r"_xl(?:fn|ws|udf)\.(?:_xl(?:fn|ws|udf)\.)*", re.IGNORECASE)
_LINK = re.compile(r"\s*HYPERLINK\(\s*\"([^\"]+)\"(?:\s*[,;]\s*\"([^\"]*)\"\s*\)\s*$)?", re.IGNORECASE)
_ROWS, _COLUMNS = 1_048_576, 16_384  # Excel's


def shown_formula(text: str) -> str:
    """Return a formula as people see it, ``=A2+B2``, without the marks of functions that came later."""
    return f"={_FUTURE.sub('', text).lstrip('=')}"


def link_of(formula: str) -> tuple[str, str] | None:
    """Return the text, as far as the formula has it, and the address of a ``HYPERLINK("…")``, None for any other."""
    found = _LINK.match(formula)
    return (found[2] or "", found[1]) if found is not None else None


def moved(formula: str, rows: int, columns: int) -> str:
    """Return a formula moved by ``rows`` down and ``columns`` to the right."""

    def at(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        if match[3]:
            return f"{match[2]}{_column(match[2], match[3], columns)}{match[4]}{_row(match[4], match[5], rows)}"
        if match[7]:
            first, last = _column(match[6], match[7], columns), _column(match[8], match[9], columns)
            return f"{match[6]}{first}:{match[8]}{last}"
        return f"{match[10]}{_row(match[10], match[11], rows)}:{match[12]}{_row(match[12], match[13], rows)}"

    return _REFERENCE.sub(at, formula)


def column_number(letters: str) -> int:
    """Return the number of a column, from 1, by its letters."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _row(fixed: str, number: str, further: int) -> str:
    return number if fixed else str((int(number) - 1 + further) % _ROWS + 1)


def _column(fixed: str, letters: str, further: int) -> str:
    if fixed:
        return letters
    number = (column_number(letters) - 1 + further) % _COLUMNS + 1
    text = ""
    while number:
        number, place = divmod(number - 1, 26)
        text = chr(ord("A") + place) + text
    return text
