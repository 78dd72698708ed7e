"""Find the running text of a page between heads, feet, page numbers and footnotes.

Only stored texts are looked at, so this holds for pages of every format, also for those that were recognised. Lines
count as heads or feet by what other pages near them say at the same place, and footnotes by the marks above them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from desktop_rag.core.user_text import UserText
from desktop_rag.readers.section_headings import LEVEL, heading_text

Range = tuple[int, int]

_EDGE = 5  # lines at the top or bottom of a page that may be heads or feet
NEAR = (
    4  # pages before and after that tell: heads of left and of right pages alternate, and pages with pictures have none
)
_LONGEST = 120  # characters of a head
_SENTENCES = 3  # pages that must say the same whole sentence
_STEPS = 3  # pages whose heads count on, each with its own words
_NOTES = 0.6  # of a page's text that footnotes may take
_WORD = re.compile(r"[^\W\d_]")
_BLANKS = re.compile(r"[\s|]+")
_DIGITS = re.compile(r"\d{1,18}")  # longer ones in pieces: they count no pages
_AT_SIDE = re.compile(r"(?P<left>\d{1,4})(?=[\s|·•–—-]).*|.*[\s|·•–—-](?P<right>\d{1,4})")
_NUMBER = re.compile(
    r"(?:(?:page|seite|página|pagina|p\.|s\.|pg\.?|-|–|—|\[|\(|第|·)\s*)?"
    r"(?:(?P<digits>\d{1,4})|(?P<roman>[ivxlc]{1,7}))"
    r"(?:\s*(?:/|of|von|de|di|sur|aus)\s*\d{1,4})?(?:\s*(?:-|–|—|\]|\)|页|頁|ページ|·))?",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_END = re.compile(r"[.!?。！？…:]['\"”’」』)）\]]*$")
_COMPLETE = re.compile(r"[.!?。！？…:：;；|]['\"”’」』)）\]]*$")  # a sentence, a row, what leads over to a list
_FEWEST_WORDS = 5  # of a line that breaks off: fewer are a title
_FEWEST_LETTERS = 10  # the same in Chinese and Japanese
_UNSPACED = "\u3000"
_RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_NOTE = re.compile(
    rf"(?:(?P<raised>[{_RAISED_DIGITS}]{{1,3}})|\[(?P<square>\d{{1,3}})\]|\(?(?P<plain>\d{{1,3}})\)?|(?P<sign>[*†‡§¶]{{1,3}}))"
    r"\s*(?=[^\W_]|[“\"„'(])"
)
_ONLY_MARK = re.compile(rf"[{_RAISED_DIGITS}]{{1,3}}|\d{{1,3}}|[*†‡§¶]{{1,3}}")
_BEHIND_WORD = r"(?<=[^\W\d]{2}|.[\s.,;:!?。、”\"')\]»])(?<![kcdm]m)(?<!ft|in|yd|mi)"  # not an exponent, not a unit
_LEAST_LINE_NUMBERS = 3
_SECTION_MARK = f"{'#' * LEVEL} "
_SECTION = re.compile(rf"^{_SECTION_MARK}(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RunningText:
    """Character ranges of a page's text, each in order; ``body`` continues from the last page to the next one."""

    body: Range
    heads: tuple[Range, ...] = ()
    feet: tuple[Range, ...] = ()
    notes: tuple[Range, ...] = ()


class PageLines:
    """The lines of a page that are not blank, each as a range, without the sections that a reader added."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ranges = list(_lines(text))

    @cached_property
    def top(self) -> list["_Line"]:
        """The first lines, from the top."""
        return [_line(self.text, *one) for one in self.ranges[:_EDGE]]

    @cached_property
    def bottom(self) -> list["_Line"]:
        """The last lines, from the bottom."""
        return [_line(self.text, *one) for one in self.ranges[: -_EDGE - 1 : -1]]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line in small letters, and without its figures; flags for the end of a sentence, and for standing alone."""

    text: str
    alike: str
    ends_sentence: bool
    alone: bool


def running_texts(pages: Sequence[str]) -> list[RunningText]:
    """Return the range of the running text on each page of one document, from the pages' texts in order.

    The ranges leave blank lines out. Sections that readers add below a page (comments, links) are in none of them. A
    page without running text has an empty ``body``.
    """
    return running_texts_from(list(map(PageLines, pages)))


def running_texts_from(pages: Sequence[PageLines], first: int = 0, before: int = 0) -> list[RunningText]:
    """Return the running text of the pages from ``first`` on; see ``running_texts``.

    There are ``before`` other pages of the document before all of these, farther than ``NEAR`` from the first.
    """
    tops, bottoms = _Edges([page.top for page in pages], before), _Edges([page.bottom for page in pages], before)
    edges = {place: _between(tops, bottoms, place, len(pages[place].ranges)) for place in range(first, len(pages))}
    texts = []
    for place, (heads, last) in edges.items():
        page = pages[place].ranges
        notes = _first_note(pages[place].text, page[heads:last]) + heads
        if notes == last and place + 1 < len(pages):
            following = pages[place + 1].ranges[slice(*edges[place + 1])]
            notes = _first_uncalled(pages[place].text, page[heads:last], pages[place + 1].text, following) + heads
        texts.append(
            RunningText(
                body=(page[heads][0], page[notes - 1][1]) if heads < notes else _nothing(page, heads),
                heads=tuple(page[:heads]),
                feet=tuple(page[last:]),
                notes=tuple(page[notes:last]),
            )
        )
    return texts


@dataclass(frozen=True, slots=True)
class _Edges:
    """The lines at one edge of pages, the outermost first; there are ``before`` other pages before them."""

    pages: Sequence[Sequence[_Line]]
    before: int

    def near(self, place: int) -> Iterator[tuple[int, Sequence[_Line]]]:
        """Yield the edges of the pages before and after one, each with how many pages later it is."""
        for step in range(-NEAR, NEAR + 1):
            if step and 0 <= place + step < len(self.pages):
                yield step, self.pages[place + step]


def _between(tops: _Edges, bottoms: _Edges, place: int, count: int) -> Range:
    """Return the range of lines between the heads and feet of a page of ``count`` lines."""
    heads = _count_running(tops, place)
    return heads, max(heads, count - _count_running(bottoms, place))


def _nothing(page: Sequence[Range], heads: int) -> Range:
    end = page[heads - 1][1] if heads else 0
    return end, end


def _lines(text: str) -> Iterator[Range]:
    """Yield the lines of a page that are not blank, without the sections that a reader added."""
    start = 0
    for raw in text[: _own_end(text)].split("\n"):
        stripped = raw.strip()
        if stripped:
            first = start + raw.index(stripped)
            yield first, first + len(stripped)
        start += len(raw) + 1


def _own_end(text: str) -> int:
    """Return the start of the sections that a reader added below a page."""
    if _SECTION_MARK not in text:  # a tenth of the time of looking at the beginning of each line
        return len(text)
    section = next((match for match in _SECTION.finditer(text) if isinstance(heading_text(match[1]), UserText)), None)
    return section.start() if section else len(text)


def _line(text: str, first: int, last: int) -> _Line:
    """Return the properties of a line at the edge of a page."""
    stripped = text[first:last]
    start = text.rfind("\n", 0, first) + 1
    low = _BLANKS.sub(" ", stripped).strip().casefold()
    alone = text[max(0, start - 2) : start] in {"", "\n\n"} and text[last : last + 2].strip(" ") in {"", "\n\n"}
    return _Line(low, _DIGITS.sub("", low).strip(" -–—|·"), bool(_END.search(stripped)), alone)


def _count_running(edges: _Edges, place: int) -> int:
    """Return the number of lines at the edge of a page, the outermost first, that are heads or feet."""
    count = 0
    for line in edges.pages[place]:
        if not (_is_line_numbers(line) or _is_page_number(edges, place, line) or _is_repeated(edges, place, line)):
            break
        count += 1
    return count


def _is_line_numbers(line: _Line) -> bool:
    """Return True if a line has nothing but the numbers that stood beside the lines of the page."""
    numbers = line.text.split()
    return (
        len(numbers) >= _LEAST_LINE_NUMBERS
        and all(number.isdecimal() and len(number) < 10 for number in numbers)
        and _ascend(numbers)
    )


def _ascend(numbers: Sequence[str]) -> bool:
    values = [int(number) for number in numbers]
    step = values[1] - values[0]
    return 0 < step <= _EDGE and values == list(range(values[0], values[0] + step * len(values), step))


def _is_page_number(edges: _Edges, place: int, line: _Line) -> bool:
    """Return True if a line is its page's number: counting with the pages, or that of the page in the file."""
    value = _page_number(line)
    if not value:
        return False
    if value == edges.before + place + 1 and edges.before + len(edges.pages) > 1:
        return True
    return any(
        _page_number(other) == value + step for step, lines in edges.near(place) for other in lines if other.alone
    )


def _page_number(line: _Line) -> int:
    """Return the number that is all that a line says, 0 for others."""
    match = _NUMBER.fullmatch(line.text)
    if match is None:
        return 0
    if match["digits"]:
        return int(match["digits"])
    values = [_ROMAN[letter] for letter in match["roman"].casefold()]
    following = [*values[1:], 0]
    return sum(-one if one < after else one for one, after in zip(values, following, strict=True))


def _is_repeated(edges: _Edges, place: int, line: _Line) -> bool:
    """Return True if a line is also on pages near, perhaps with another number, or counts with them."""
    if len(line.text) > _LONGEST:
        return False
    if _WORD.search(line.alike):
        same = 1 + sum(any(_same_head(line, other, step) for other in lines) for step, lines in edges.near(place))
        if same >= (_SENTENCES if line.ends_sentence else 2):
            return True
    return line.alone and not line.ends_sentence and _counts_on(edges, place, line)


def _same_head(line: _Line, other: _Line, step: int) -> bool:
    """Return True if a line of a page says the same as one ``step`` pages later, but for the number of the page."""
    if line.text == other.text:
        return True
    if line.alike != other.alike:
        return False
    mine, yours = (_DIGITS.findall(one.text) for one in (line, other))
    return len(mine) == len(yours) and all(int(b) - int(a) in {0, step} for a, b in zip(mine, yours, strict=True))


def _counts_on(edges: _Edges, place: int, line: _Line) -> bool:
    """Return True if a line begins or ends with a number that counts on over enough pages near it."""
    value = _side(line)
    if not value or not _WORD.search(line.text):
        return False
    steps = sum(
        any(_side(other) == value + step and other.alone for other in lines) for step, lines in edges.near(place)
    )
    return steps + 1 >= _STEPS


def _side(line: _Line) -> int:
    """Return the number at the left or right end of a line, 0 if there is none."""
    match = _AT_SIDE.fullmatch(line.text)
    return int(match["left"] or match["right"]) if match else 0


def _first_note(text: str, lines: Sequence[Range]) -> int:
    """Return the first of a page's lines that is of a footnote; their number when there are none.

    The lines from there on begin with marks that go up, or go on with a note; the text above has the first mark.
    """
    if not lines:
        return 0
    whole = lines[-1][1] - lines[0][0]
    found, following = len(lines), ""
    for place in range(len(lines) - 1, 0, -1):
        line = lines[place]
        if lines[-1][1] - line[0] > _NOTES * whole:
            break
        match = _note_at(text, lines, place)
        if match is None or (following and not _follows(following, _mark(match))):
            continue
        if _is_called(text[lines[0][0] : lines[place - 1][1]], match):
            found, following = place, _mark(match)
    return found


def _first_uncalled(text: str, lines: Sequence[Range], next_text: str, following: Sequence[Range]) -> int:
    """Return the first line of footnotes whose marks the text above lacks; their number where there are none.

    That text breaks off, and the next page goes on with it: so what stands between does not belong to it.
    """
    if not following or not _may_go_on(next_text, following[0]):
        return len(lines)
    found, mark = len(lines), ""
    for place in range(len(lines) - 1, 0, -1):
        line, above = lines[place], lines[place - 1]
        if lines[-1][1] - line[0] > _NOTES * (lines[-1][1] - lines[0][0]):
            break
        match = _note_at(text, lines, place)
        if match is None or text[match.end()].islower() or (mark and not _follows(mark, _mark(match))):
            continue
        mark = _mark(match)
        is_apart = "\n\n" in text[above[1] : line[0]].replace(" ", "")
        if is_apart and _END.search(text[slice(*lines[-1])]) and _breaks_off(text[slice(*above)]):
            found = place
    return found


def _note_at(text: str, lines: Sequence[Range], place: int) -> re.Match[str] | None:
    """Return the match of a footnote's start in a line, or None; its mark may stand alone above its words."""
    start, end = lines[place]
    if _ONLY_MARK.fullmatch(text, start, end) and place + 1 < len(lines):
        end = lines[place + 1][1]
    return _NOTE.match(text, start, end)


def _may_go_on(text: str, line: Range) -> bool:
    """Return True if a line may continue a sentence: by a small letter, or caseless and no title."""
    first = text[line[0]]
    if first < _UNSPACED or not first.isalpha():
        return first.islower()
    told = _line(text, *line)
    return first.islower() or told.ends_sentence or not told.alone


def _breaks_off(line: str) -> bool:
    """Return True if a line is as long as those of a paragraph and does not end a sentence."""
    letters = sum(letter >= _UNSPACED for letter in line)
    return not _COMPLETE.search(line) and (len(line.split()) >= _FEWEST_WORDS or letters >= _FEWEST_LETTERS)


def _mark(match: re.Match[str]) -> str:
    mark = match["raised"] or match["square"] or match["plain"] or match["sign"]
    return mark.translate(str.maketrans(_RAISED_DIGITS, "0123456789"))


def _follows(mark: str, before: str) -> bool:
    """Return True if a mark may come behind another one."""
    return int(mark) == int(before) + 1 if mark.isdecimal() and before.isdecimal() else mark != before


def _is_called(text: str, note: re.Match[str]) -> bool:
    """Return True if a text refers to a note by its mark, raised or as the note has it."""
    mark = _mark(note)
    if note["sign"]:
        return mark in text and re.search(rf"(?<=\S){re.escape(mark)}(?![*†‡§¶])", text) is not None
    if note["square"]:
        return f"[{mark}]" in text
    raised = "".join(_RAISED_DIGITS[int(digit)] for digit in mark)
    return raised in text and re.search(rf"{_BEHIND_WORD}{raised}(?![{_RAISED_DIGITS}])", text) is not None
