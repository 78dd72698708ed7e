"""Marks of web pages that the converter to Markdown does not know: what they divide would run together."""

import re

_SECTIONS = re.compile(
    r"<(/?)(?:section|article|aside|nav|main|header|footer|figure|figcaption|address|details|summary|fieldset|legend|"
    r"center|form|caption|hgroup|dialog|menu|search|optgroup)(?=[\s>/])",
    re.IGNORECASE,
)
_DIVIDING = re.compile(
    r"<(?=/?(?:div|p|br|h[1-6]|li|t[dhr]|dd|dt|button|option|select|label|textarea|output|img|input)[\s>/])"
    r"|(?<=</a>)<(?=a\s)",
    re.IGNORECASE,
)
_CELL = re.compile(r"<t[dh](?=[\s>])[^<]*(?:<(?!/?t[dhr][\s>]|/?table[\s>])[^<]*)*", re.IGNORECASE)
_BREAK = re.compile(r"</?(?:br|p|div)(?=[\s>/])[^<>]*>", re.IGNORECASE)
_LONGEST_CELL = 1_000  # characters; longer ones hold more than a value


def set_apart(source: str) -> str:
    """Return a web page whose sections are blocks, and whose cells, buttons and links do not run together."""
    return _DIVIDING.sub(" <", _SECTIONS.sub(r"<\1div", source))


def keep_rows(source: str) -> str:
    """Return a web page without breaks in the cells of its tables: a row of a Markdown table is one line."""
    return _CELL.sub(_in_one_line, source)


def _in_one_line(cell: re.Match[str]) -> str:
    """Return a cell without breaks."""
    return _BREAK.sub(" ", cell.group()) if len(cell.group()) <= _LONGEST_CELL else cell.group()
