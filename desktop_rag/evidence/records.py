"""Records in plain texts: lines, cards and objects that stand for themselves and never go on in the next one.

Cutting and quoting both use these functions, so that a passage is cut between records, and a quotation is the record
that was asked for without its neighbours.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Span = tuple[int, int]
LONGEST_RECORD = 1_200
"""Characters of a record that is kept whole; a longer one is taken apart into what it holds."""
# This and _WIDE were set by hand on the lists, logs and running texts of tests/evidence/test_records.py.
_MOST = 0.8  # of the lines of a block have one shape: the others are headings or notes between them
_WIDE = 0.75  # of the longest line: a line that short was not cut to a width
_SENTENCE_ENDS = (".", "!", "?", "。", "！", "？")
_DEEPEST = 40  # brackets within brackets
_LINE = re.compile(r"[^\n]+")
_STAMP = re.compile(
    r"[\[(<]?(?:\d{1,4}[-./年]\d{1,2}[-./月]\d{1,4}日?|\d{1,2}:\d\d|\d{1,2}\.? ?[^\W\d_]{3,9}\.? \d{2,4}"
    r"|[^\W\d_]{3} [ \d]\d \d\d:\d\d|\d{9,13}\b)"
)
_BEGINS_WITH_NUMBER = re.compile(r"\A[\[(#]?\d[\d.,:/-]*[\])]?[\s,;.)]")
_LABEL = re.compile(r"\A[ \t]*[^\s:：=][^:：=\n]{0,40}?[ \t]*(?:[:：](?=\s|[^\x00-\u02ff])|=)[ \t]*\S")
_KEY = re.compile(r"[ \t]*-?[ \t]*([^\s:：=-][^:：=\n]{0,40}?)[ \t]*(?:[:：](?=\s|\Z|[^\x00-\u02ff])|=)")
_GAP = re.compile(r"\S(?:\t| {2,}|\u3000{2,}| ?(?:\. ?){4,}|…{2,}|·{4,})[^\s.…·]")
_ENDS_WITH_FIGURE = re.compile(
    r"\S[ \u3000][^\w\s]{0,3}[ ]?\d[\d.,'’ ]*[ ]?(?:[^\W\d_]{0,4}|[%°€$£¥‰元円][^\W\d_]{0,2})[^\w\s]{0,2}\Z"
)
_HEADED = re.compile(r"#{1,6}[ \t]+\S")
_BULLET = re.compile(r"[-*+•·▪‣○●][ \t]+\S")
_COMMA_FIELD = 30  # characters of a field between commas, on average: longer ones are clauses
_OPENING = {"{": "}", "[": "]"}
_JSON = re.compile(r'\s*(?:[}\]],?\s*)*(?:\{\s*["}]|\[\s*[\[{"\d\]-]|"(?:[^"\\\n]|\\.)*+"\s*:\s*[\[{])')
"""How JSON begins, or a part of it: with an object, an array, or a member that is one."""
_STRINGS_AND_BRACKETS = re.compile(r'"(?:[^"\\\n]|\\.)*+"|[{}\[\],]')


def record_spans(text: str, start: int, end: int) -> list[Span] | None:
    """Return the records of a block of lines without a blank one between them; None if it is running text."""
    lines = list(_lines(text, start, end)) if text.find("\n", start, end) >= 0 else []
    if len(lines) < 2:
        return None
    words = [text[one:other] for one, other in lines]
    if _is_stamped(words):
        return _begun_by(lines, [_STAMP.match(line) is not None for line in words])
    return lines if _stand_alone(words) else None


def data_spans(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Return the records of data, logs and source code: of every text whose lines are kept as they are.

    A record is an object of JSON with its name, an entry of a log with the lines below it that have no time of their
    own, a card of lines with labels, an entry of YAML with what is indented below it, or else a line.
    """
    end = len(text) if end is None else end
    if _JSON.match(text, start, end):
        found = list(_objects(text, start, end))
        if found:
            return found
    spans: list[Span] = []
    blocks = list(_blocks(text, start, end))
    cards = _are_cards(text, blocks)
    for one, other in blocks:
        lines = list(_lines(text, one, other))
        words = [text[first:last] for first, last in lines]
        if cards and other - one <= LONGEST_RECORD:
            spans.append((one, other))
        elif _is_stamped(words):
            spans += _begun_by(lines, [_STAMP.match(line) is not None for line in words])
        else:
            spans += _indented(text, lines)
    return spans


def card_spans(text: str) -> list[Span]:
    """Return the blocks of a text that are cards: several of them, each of lines with the same labels."""
    if section := _labelled_section(text):
        return [section]
    blocks = list(_blocks(text, 0, len(text)))
    labelled = [block for block in blocks if _may_have_keys(text, block) and len(_keys(text, block)) > 1]
    return [one for one in labelled if one[1] - one[0] <= LONGEST_RECORD] if _are_cards(text, labelled) else []


def block_spans(text: str) -> list[Span]:
    """Return the blocks between blank lines, of a text in which each is an entry; those that are not too long."""
    return [one for one in _blocks(text, 0, len(text)) if one[1] - one[0] <= LONGEST_RECORD]


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the lines of a range that are not blank, without white space around them."""
    for match in _LINE.finditer(text, start, end):
        line = match.group()
        left = len(line) - len(line.lstrip())
        if left < len(line):
            yield match.start() + left, match.start() + len(line.rstrip())


def _blocks(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield runs of lines between blank ones, without white space around them."""
    first = last = -1
    position = start
    for line in text[start:end].split("\n"):
        if line.strip():
            last = position + len(line.rstrip())
            first = first if first >= 0 else position + len(line) - len(line.lstrip())
        elif first >= 0:
            yield first, last
            first = -1
        position += len(line) + 1
    if first >= 0:
        yield first, last


def _is_stamped(lines: Sequence[str]) -> bool:
    """Return True if lines are entries of a log or a chat: the first begins with a time, and so do others."""
    stamped = [_STAMP.match(line) is not None for line in lines]
    return len(lines) > 1 and stamped[0] and sum(stamped) > 1


def _begun_by(lines: Sequence[Span], begins: Sequence[bool]) -> list[Span]:
    """Return records that go from each line that begins one to the line before the next."""
    spans: list[Span] = []
    for line, is_first in zip(lines, begins, strict=True):
        if is_first or not spans:
            spans.append(line)
        else:
            spans[-1] = (spans[-1][0], line[1])
    return spans


def _stand_alone(lines: Sequence[str]) -> bool:
    """Return True if each line of a block says something for itself, as in lists, price lists, logs and timetables."""
    count = len(lines)
    if any(map(_runs_on, lines, lines[1:])):
        return False
    if count > 2 and _commas_alike(lines):
        return True
    for shape in (_LABEL, _GAP, _ENDS_WITH_FIGURE, _BEGINS_WITH_NUMBER):
        if sum(shape.search(line) is not None for line in lines) >= _MOST * count:
            return count > 2 or shape in (_LABEL, _GAP)
    for sign in (";", "|", "\t", " – ", " - "):
        if sum(line.count(sign) == lines[-1].count(sign) > 0 for line in lines) >= _MOST * count and count > 2:
            return True
    if 2 * sum(line.endswith(_SENTENCE_ENDS) for line in lines) > count:
        return False  # sentences, each on its line: they are told apart by their ends
    longest = max(map(len, lines))
    return count > 2 and all(
        len(line) + 1 + len(below.split(maxsplit=1)[0]) <= _WIDE * longest
        for line, below in pairwise(lines)
        if len(line) < longest
    )


def _runs_on(line: str, below: str) -> bool:
    """Return True if a line ends within a clause and continues in the next one with a small letter."""
    return (line.endswith((",", "-", "、", "，")) or line[-1:].isalpha()) and below[:1].islower()


def _commas_alike(lines: Sequence[str]) -> bool:
    """Return True if lines have as many fields between commas, which are short."""
    counts = [line.count(",") for line in lines]
    usual = max(set(counts), key=counts.count)
    alike = sum(count == usual for count in counts) >= _MOST * len(lines)
    fields = sum(count + 1 for count in counts)
    return usual > 1 and alike and sum(map(len, lines)) <= _COMMA_FIELD * fields


def _may_have_keys(text: str, block: Span) -> bool:
    """Return True if a block has more than one sign that may end a label: of running text most have not."""
    return sum(text.count(sign, *block) for sign in ":：=") > 1


def _keys(text: str, block: Span) -> list[str]:
    """Return the labels of the lines of a block, () unless most of its lines have one."""
    lines = [text[one:other] for one, other in _lines(text, *block)]
    found = [match[1].casefold() for line in lines if (match := _KEY.match(line))]
    return found if len(found) >= _MOST * len(lines) else []


def _labelled_section(text: str) -> Span | None:
    """Return a text that is one card with its name as a heading: lines with labels, and a list, as recipes have.

    A passage begins with the heading that it stands below, so there is no other card beside it to tell that it is one.
    """
    if _HEADED.match(text) is None or len(text) > LONGEST_RECORD:
        return None
    lines = [text[one:other] for one, other in _lines(text, 0, len(text))]
    items = sum(_BULLET.match(line) is not None for line in lines[1:])
    labelled = sum(_BULLET.match(line) is None and _LABEL.match(line) is not None for line in lines[1:])
    is_card = items > 0 and labelled > 1 and items + labelled == len(lines) - 1
    return (0, len(text.rstrip())) if is_card else None


def _are_cards(text: str, blocks: Sequence[Span]) -> bool:
    """Return True if blocks are cards: at least two, most of them with labels that another one has as well."""
    keys = [frozenset(_keys(text, block)) for block in blocks]
    alike = [len(one & other) >= 2 for one, other in pairwise(keys)]
    return len(blocks) > 1 and bool(alike) and sum(alike) >= len(alike) / 2


def _indented(text: str, lines: Sequence[Span]) -> list[Span]:
    """Return lines each with those indented below it, split again where they are too long."""
    if not lines:
        return []
    depths = [one - (text.rfind("\n", 0, one) + 1) for one, _ in lines]
    least = min(depths)
    begins = [depth == least for depth in depths]
    spans: list[Span] = []
    first = 0
    for place in range(1, len(lines) + 1):
        if place < len(lines) and not begins[place]:
            continue
        span = lines[first][0], lines[place - 1][1]
        is_long = span[1] - span[0] > LONGEST_RECORD or _entries(text, lines[first + 1 : place]) > 1
        if place - first > 1 and is_long and begins[first]:
            spans.append(lines[first])
            spans += _indented(text, lines[first + 1 : place])
        else:
            spans.append(span)
        first = place
    return spans


def _entries(text: str, lines: Sequence[Span]) -> int:
    """Return the number of list entries in the lines below another."""
    return sum(text.startswith("- ", one) for one, _ in lines)


@dataclass(slots=True)
class _Container:
    """An object or array of JSON while it is read: its start, with its name, and its parts."""

    sign: str
    start: int
    end: int = -1
    parts: list["_Container"] = field(default_factory=list)


def _objects(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the records of JSON, or of a part of it that begins or ends in the middle.

    A record is an element of an array, or a member of an object with its name, that is no longer than
    ``LONGEST_RECORD``; what is longer is taken apart, and what stands beside such parts is a record of its own.
    """
    root = _Container("", start, end)
    stack = [root]
    begin = start
    for match in _STRINGS_AND_BRACKETS.finditer(text, start, end):
        sign, at = match.group(), match.start()
        if sign[0] == '"':
            continue
        if sign in _OPENING:
            if len(stack) < _DEEPEST:
                held = _Container(sign, begin + len(text[begin:at]) - len(text[begin:at].lstrip()))
                stack[-1].parts.append(held)
                stack.append(held)
        elif sign in "}]" and len(stack) > 1 and sign == _OPENING[stack[-1].sign]:
            stack.pop().end = match.end()
        begin = match.end()
    for one in stack[1:]:
        one.end = end
    yield from _records_in(text, root)


def _records_in(text: str, container: _Container) -> Iterator[Span]:
    """Yield the records in a container, in order, and the lines beside them."""
    position = container.start
    has_siblings = len(container.parts) > 1 or container.sign == "["
    for part in container.parts:
        yield from _beside(text, position, part.start)
        is_list = part.sign == "[" and bool(part.parts)
        is_record = (has_siblings and not is_list) or not _holds_several(part)
        if is_record and part.end - part.start <= LONGEST_RECORD:
            yield part.start, part.end
        else:
            yield from _records_in(text, part)
        position = part.end
    yield from _beside(text, position, container.end)


def _holds_several(container: _Container) -> bool:
    return len(container.parts) > 1 or any(map(_holds_several, container.parts))


def _beside(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the lines beside the containers of a container, unless they are signs only."""
    for one, other in _lines(text, start, end):
        if any(map(str.isalnum, text[one:other])):
            yield one, other
