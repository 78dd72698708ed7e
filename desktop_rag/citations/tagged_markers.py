"""An answer's Markdown ready to be parsed: stand-ins, which it leaves alone, for citations and marks of support."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote, unquote

from desktop_rag.core.results.answers import CheckedSentence, Citation, Source, Verdict

# Stand-ins are pairs of characters for private use, which no Markdown parser touches: what kind it is, and its number.
TAG = "\ue000"  # a citation; the number is its place in the list of ``TaggedMarker``
MARK_OPEN, MARK_CLOSE = "\ue001", "\ue002"  # around a mark of support; the number is its place in the list of marks
FIRST_NUMBER = 0xE100  # the character of number 0
WIDTH = 2  # characters of a stand-in
_MOST_CITATIONS = 0xF8FF - FIRST_NUMBER  # the last character for private use is U+F8FF
_MOST_MARKS = 0x700  # further ones are not drawn: nobody reads 1,792 marks in one answer
TAGGED = re.compile(f"{TAG}(.)")
_TAGGED_IN_ADDRESS = re.compile(f"{quote(TAG)}(?:%[0-9A-F]{{2}}){{3}}")  # Markdown writes addresses in ASCII
_PRIVATE = re.compile("[\ue000-\uf8ff]")

# "word [2]": the blanks before a citation, and its number
_MARKER = re.compile(r"(?<![ \t])([ \t]*+)\[(\d{1,3})\]")
# "| a | b | [1] [2]": a row of a table, and the citations behind it
_ROW_END = re.compile(r"(?m)^([ \t]*+\|.*?)(?<![ \t])[ \t]*+\|((?:[ \t]*\[\d{1,3}\])+)[ \t]*$")
# "  - ", "> ", "3. ": nothing, or what begins a list or a quotation
_LINE_START = re.compile(r"\s*(?:[-*+>#|]+|\d+[.)])?\s*")
_FORMULA_SIGNS = ("$$", "\\[", "\\]", "\\(", "\\)")
# "**“[1]": stays outside a mark; with a stand-in before it, it would be no Markdown, or no citation behind its space
_LEAD = re.compile(r"(?:[\s|*_~>#\-+\"“„«「(]|\[(?:\d{1,3}\])?)*")
_TRAIL = re.compile(r"(?<![\s|*_~])[\s|*_~]++\Z")
_NUMBER = re.compile(r"[ \t]*\d{1,9}[.)][ \t]")  # " 3. " of a list, at the beginning of a line
_LINE = re.compile(r"[^\n]+")
_CELL = re.compile(r"(?:[^|\\\n]|\\.)+")  # of a row; "\|" does not end it
# addresses and code: "see [x](https://…)", "https://…" alone, "`code`"
_ADDRESS = re.compile(r"\]\([^)\n]{0,4000}\)|https?://[^\s)]+|`[^`\n]+`")


class TextRange(Protocol):
    """A range of the answer's text."""

    @property
    def start(self) -> int:
        """The start of the range."""

    @property
    def end(self) -> int:
        """The end of the range."""


@dataclass(frozen=True, slots=True)
class SupportMark:
    """A range of the answer's text that has no support, why, and the verdict on its sentence."""

    start: int
    end: int
    reason: str
    verdict: Verdict


def marks_of(text: str, sentences: Sequence[CheckedSentence]) -> tuple[SupportMark, ...]:
    """Return the ranges to be marked, in order; in rows of tables one for each cell."""
    found = list(_marks(text, sentences))
    return tuple(found[:_MOST_MARKS])


def with_stand_ins(text: str, offset: int, marks: Sequence[TextRange]) -> str:
    """Return a part of the answer, which begins at ``offset``, with stand-ins for the marks that lie in it."""
    pieces: list[str] = []
    position = 0
    for number, mark in enumerate(marks):
        start, end = (_outside_formula_sign(text, place - offset) for place in (mark.start, mark.end))
        if start < position or end > len(text):
            continue
        which = chr(FIRST_NUMBER + number)
        pieces += [text[position:start], MARK_OPEN, which, text[start:end], MARK_CLOSE, which]
        position = end
    return "".join([*pieces, text[position:]])


def _outside_formula_sign(text: str, place: int) -> int:
    """Return a place that is not within a sign of two characters around a formula."""
    return place + 1 if place > 0 and text[place - 1 : place + 1] in _FORMULA_SIGNS else place


def addresses_of(text: str) -> list[tuple[int, int]]:
    """Return the ranges of addresses and code, into which no stand-in may be put."""
    return [match.span() for match in _ADDRESS.finditer(text)]


def visible_parts(text: str, start: int, end: int, addresses: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a range without the Markdown at their ends: its lines, of a table its cells."""
    start, end = (_outside(position, addresses) for position in (start, end))
    for line in _LINE.finditer(text, start, end):
        is_row = text[text.rfind("\n", 0, line.start()) + 1 : line.end()].lstrip().startswith("|")
        for part in _CELL.finditer(text, *line.span()) if is_row else (line,):
            first, last = _visible(text, *part.span())
            if first < last:
                yield first, last


def _marks(text: str, sentences: Sequence[CheckedSentence]) -> Iterator[SupportMark]:
    addresses = addresses_of(text)
    for sentence in sentences:
        for span in sentence.unsupported:
            for start, end in visible_parts(text, *span, addresses):
                yield SupportMark(start, end, " ".join(sentence.reasons), sentence.verdict)


def _visible(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range without formatting marks at both ends."""
    if number := _NUMBER.match(text, start, end):
        start = number.end() if not text[text.rfind("\n", 0, start) + 1 : start].strip() else start
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    return start, start + len(_TRAIL.sub("", text[start:end]))


def _outside(position: int, addresses: Sequence[tuple[int, int]]) -> int:
    """Return the position, or the end of the address or code that it lies in."""
    return next((end for start, end in addresses if start < position < end), position)


@dataclass(frozen=True, slots=True)
class TaggedMarker:
    """A citation ``[number]`` that was taken out of the text; ``citation`` is the index of the nearest, -1 for none."""

    number: int
    citation: int
    original: str


def tagged_markdown(
    text: str,
    sources: Sequence[Source],
    citations: Sequence[Citation],
    offset: int = 0,
    marks: Sequence[TextRange] = (),
) -> tuple[str, list[TaggedMarker]]:
    """Return a part of an answer, which begins at ``offset``, with stand-ins, and the citations they stand for."""
    cleaned = with_stand_ins(_PRIVATE.sub("\ufffd", text), offset, marks)
    ranks = {source.rank for source in sources}
    quoted = _word_for_word(text, citations, offset)
    return _tag_markers(_ROW_END.sub(r"\1\2 |", cleaned), ranks, citations, offset, quoted)


def marker_of(character: str, markers: Sequence[TaggedMarker]) -> TaggedMarker:
    """Return the citation that the character behind a tag stands for."""
    return markers[ord(character) - FIRST_NUMBER]


def untagged(text: str, markers: Sequence[TaggedMarker]) -> str:
    """Put the citations back where they are no citations: in code, in addresses."""
    return TAGGED.sub(lambda match: marker_of(match[1], markers).original, text)


def untagged_address(address: str, markers: Sequence[TaggedMarker]) -> str:
    """Put the citations back where they are part of a link's address."""
    return _TAGGED_IN_ADDRESS.sub(lambda match: quote(untagged(unquote(match[0]), markers)), address)


def _word_for_word(text: str, citations: Sequence[Citation], offset: int) -> dict[range, str]:
    """Return the ranges of the answer in the words of a file: a ``[5]`` there is one of its own footnotes."""
    found = {}
    for citation in citations:
        start, end = max(citation.answer_start, offset), min(citation.answer_end, offset + len(text))
        words = text[max(0, start - offset) : max(0, end - offset)]
        if words and _normalised(words) in _normalised(citation.quote):
            found[range(start, end)] = words
    return found


def _normalised(text: str) -> str:
    """Return a text with one blank between words; cells of tables are words."""
    return " ".join(text.replace("|", " ").split())


def _tag_markers(
    text: str, ranks: set[int], citations: Sequence[Citation], offset: int, quoted: Mapping[range, str]
) -> tuple[str, list[TaggedMarker]]:
    """Replace ``[k]`` and the space before it by a stand-in, but not in quotations; return the markers replaced."""
    found: list[TaggedMarker] = []

    def replace(match: re.Match[str]) -> str:
        number = int(match[2])
        if number not in ranks or len(found) >= _MOST_CITATIONS:
            return match[0]
        position = _place_in_answer(text, match.start(), offset)
        # a citation behind a row of a table was moved into it: its words do not have it
        if any(position + len(match[1]) in places and f"[{match[2]}]" in words for places, words in quoted.items()):
            return match[0]
        # the space goes with the marker, but not one that makes a list item or indents code
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        space = match[1] if _LINE_START.fullmatch(before) else ""
        found.append(TaggedMarker(number, _nearest(number, position, citations), match[0][len(space) :]))
        return f"{space}{TAG}{chr(FIRST_NUMBER + len(found) - 1)}"

    return _MARKER.sub(replace, text), found


def _place_in_answer(text: str, place: int, offset: int) -> int:
    """Return where in the answer a place of a part with stand-ins for marks is: without the stand-ins before it."""
    return offset + place - WIDTH * sum(text.count(sign, 0, place) for sign in (MARK_OPEN, MARK_CLOSE))


def _nearest(number: int, position: int, citations: Sequence[Citation]) -> int:
    """Return the index of the citation of a passage that is nearest to a place of the answer, -1 without any."""
    nearest, distance = -1, 0
    for index, citation in enumerate(citations):
        if citation.marker != number:
            continue
        away = max(citation.answer_start - position, position - citation.answer_end, 0)
        if nearest < 0 or away < distance:
            nearest, distance = index, away
    return nearest
