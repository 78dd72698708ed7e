"""Parse conditions on metadata as people write them; ``desktop_rag.storage.filters`` evaluates them."""

import re

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters

_NUMBER = re.compile(r"[+-]?(\d+|\d*\.\d+)")
_LINE = re.compile(
    r"""\s*(?P<key>"[^"]+"|[^\s=!<>~"]+)\s*
    (?:(?P<sign>==|!=|<=|>=|!~|=|<|>|~)|\s(?P<word>not\s+in|nin|in|under|contains|any|all|is\s+not\s+empty|is\s+empty)(?=\s|$))
    \s*(?P<value>.*?)\s*$""",
    re.VERBOSE | re.IGNORECASE,
)
_ITEM = re.compile(r'\s*(?:"([^"]*)"|([^,]*))\s*(?:,|$)')
_WRITTEN = {
    "=": FilterOperator.EQ,
    "~": FilterOperator.TEXT_MATCH_INSENSITIVE,
    "not in": FilterOperator.NIN,
    "is empty": FilterOperator.IS_EMPTY,
    "is not empty": FilterOperator.IS_EMPTY,
    "!~": FilterOperator.TEXT_MATCH_INSENSITIVE,
    "under": FilterOperator.TEXT_MATCH_INSENSITIVE,
}
_NEGATED = frozenset({"!~", "is not empty"})
_LISTS = (FilterOperator.IN, FilterOperator.NIN, FilterOperator.ANY, FilterOperator.ALL)
_EXAMPLE = "Write it like file_name=report.pdf, page_number<=10, author~smith or year in 2023,2024."


def parse_filters(text: str) -> MetadataFilters:
    """Read conditions as people write them, one on each line; all of them must hold.

    ``key=value`` (also ``!= < <= > >=``), ``key~part of a text``, ``key in a, b``, ``key not in a, b``,
    ``key contains x``, ``key any a, b``, ``key all a, b``, ``key is empty``, ``key is not empty``,
    ``file_path under a, b`` (these files, and all below these folders). Quotes keep commas and spaces. A number is
    compared with numbers and with texts that look the same, a quoted one with texts only.

    Raises:
        UserError: a line cannot be read.

    """
    lines = [line.strip() for line in text.splitlines()]
    return MetadataFilters([_parse_line(line) for line in lines if line])


def _parse_line(line: str) -> MetadataFilter | MetadataFilters:
    """Read one condition."""
    match = _LINE.match(line)
    if match is None:
        raise UserError(UserText("“{line}” is not a condition.", line=line), _EXAMPLE)
    key, sign, value = match["key"].strip('"'), match["sign"] or " ".join(match["word"].lower().split()), match["value"]
    if sign == "under" and value:
        return _under(key, value)
    negated = sign in _NEGATED
    how = _WRITTEN.get(sign) or FilterOperator(sign)
    if not value and how is not FilterOperator.IS_EMPTY:
        raise UserError(UserText("“{line}” says nothing to compare with.", line=line), _EXAMPLE)
    one = _condition(key, how, value)
    return MetadataFilters([one], FilterCondition.NOT) if negated else one


def _condition(key: str, how: FilterOperator, value: str) -> MetadataFilter | MetadataFilters:
    """Return the condition for a written value."""
    if how is FilterOperator.IS_EMPTY:
        return MetadataFilter(key, None, how)
    if how in _LISTS:
        return MetadataFilter(key, [one for item in _items(value) for one in _readings(item)], how)
    if how is FilterOperator.TEXT_MATCH_INSENSITIVE:
        return MetadataFilter(key, _text(value), how)
    ways = [MetadataFilter(key, reading, how) for reading in _readings(value)]
    if len(ways) == 1:
        return ways[0]
    return MetadataFilters(ways, FilterCondition.AND if how is FilterOperator.NE else FilterCondition.OR)


def _under(key: str, value: str) -> MetadataFilters:
    """Return the condition that a path is one of those written, or lies below one of them."""
    ways = []
    for path in map(_text, _items(value)):
        slash = "\\" if "\\" in path and "/" not in path else "/"
        below = f"{path.rstrip(slash)}{slash}"
        ways.append(MetadataFilter(key, path, FilterOperator.EQ))
        ways.append(MetadataFilter(key, below, FilterOperator.TEXT_MATCH_INSENSITIVE))
    return MetadataFilters(ways, FilterCondition.OR)


def _items(value: str) -> list[str]:
    """Split at commas outside of quotes; quotes stay."""
    found = [match.group().strip().removesuffix(",").strip() for match in _ITEM.finditer(value)]
    return [item for item in found if item]


def _readings(item: str) -> list[str | int | float]:
    """Return the possible values of a written one: a number is also a text."""
    text = _text(item)
    if item != text or not _NUMBER.fullmatch(item):
        return [text]
    return [float(item) if "." in item else int(item), text]


def _text(value: str) -> str:
    """Return a value without its quotes."""
    return value[1:-1] if len(value) >= 2 and value[0] == value[-1] == '"' else value
