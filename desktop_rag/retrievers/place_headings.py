"""Chapters, sections, clauses and articles of a text, told by the headings that number them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.retrievers.place_words import UNIT_WORDS, Place, PlaceUnit, number_of

_HEADED = [unit for unit in PlaceUnit if unit.is_heading]
_KEYWORDS = "|".join(rf"(?P<{unit.name}>{UNIT_WORDS[unit]})" for unit in _HEADED)
_LINE = re.compile(
    rf"[ \t]*(?P<mark>#{{1,6}}[ \t]+)?(?:\*\*|__)?(?:(?:{_KEYWORDS})\.?[ \t]*(?:(?:no|nr)\.?[ \t]*)?)?"
    r"(?P<label>\d{1,4}(?:\.\d{1,3})*[a-z]?|[ivxlc]{1,7}|[a-z]+)(?=[\s.:)\]、,—–*_-]|$)"
)
_HAN_LINE = re.compile(
    r"[ \t]*(?P<mark>#{1,6}[ \t]+)?(?:\*\*)?第[ \t]*(?P<label>[0-9〇零一二三四五六七八九十百]+)[ \t]*"
    r"(?:(?P<CHAPTER>章)|(?P<SECTION>[节節款項项])|(?P<ARTICLE>[条條])|(?P<PART>部分?|[编編]))"
)
_HAN_APPENDIX = re.compile(
    r"[ \t]*(?P<mark>#{1,6}[ \t]+)?(?P<APPENDIX>附录|附錄|付録|別紙)[ \t]*(?P<label>\d+|[a-z](?![a-z]))"
)
_MARK = re.compile(r"[ \t]*(#{1,6})[ \t]+\S")
_WIDER = (PlaceUnit.PART, PlaceUnit.CHAPTER, PlaceUnit.APPENDIX)  # each ends what is inside it
_LONGEST_TITLE = 80  # characters of a line that may be a heading without a mark
_CLOSED = (".", ";", ",", "。", "；", "、")


@dataclass(frozen=True, slots=True)
class _Heading:
    """A line that begins a place: its position, its label, its level and its certainty."""

    page: int
    start: int
    unit: PlaceUnit | None
    label: str
    level: int  # of its mark, 0 without one
    strength: int

    @property
    def depth(self) -> int:
        """The number of numbers in its label."""
        return self.label.count(".") + 1 if self.label else 0


@dataclass(frozen=True, slots=True)
class HeadedText:
    """A place below a heading: ``spans`` are (page, start, end) in the texts of the pages, counted from 1."""

    spans: tuple[tuple[int, int, int], ...]
    strength: int


def headed_text(pages: Sequence[str], place: Place) -> HeadedText | None:
    """Return the place that a heading of the pages begins, up to the next such heading; None where there is none."""
    headings = list(_headings(pages))
    wanted = [place.label]
    if place.from_end:
        last = [one for one in headings if one.unit is place.unit]
        wanted = [last[-place.from_end].label] if len(last) >= place.from_end else []
    if place.last:
        first, until = number_of(place.label), number_of(place.last)
        wanted = [str(one) for one in range(first, until + 1)] if first and until and until < first + 50 else wanted
    found = [one for label in wanted if (one := _best(headings, pages, place.unit, label)) is not None]
    if not found:
        return None
    return HeadedText(tuple(span for one in found for span in one.spans), min(one.strength for one in found))


def _best(headings: Sequence[_Heading], pages: Sequence[str], unit: PlaceUnit, label: str) -> HeadedText | None:
    """Return the place with a label: of the surest heading, and of equal ones the longest.

    What stands below a line of a table of contents is short.
    """
    best: HeadedText | None = None
    size = 0
    for place, heading in enumerate(headings):
        strength = _strength(heading, unit)
        if not strength or not _is_same(heading.label, label):
            continue
        end = next((one for one in headings[place + 1 :] if _ends(one, heading)), None)
        spans = tuple(_spans(pages, heading, end))
        length = sum(stop - start for _, start, stop in spans)
        if best is None or (strength, length) > (best.strength, size):
            best, size = HeadedText(spans, strength), length
    return best


def _strength(heading: _Heading, unit: PlaceUnit) -> int:
    """Return the strength of a heading as one of a unit; 0: it is none."""
    if heading.unit is not None:
        return 4 if heading.unit is unit else 0
    if unit in (PlaceUnit.PART, PlaceUnit.APPENDIX) or not heading.label[:1].isdigit():
        return 0
    if unit is PlaceUnit.CHAPTER and (heading.depth > 1 or heading.strength < 2):
        return 0
    return heading.strength


def _is_same(label: str, wanted: str) -> bool:
    if label == wanted:
        return True
    number = number_of(wanted)
    return number is not None and number == number_of(label) and not (len(wanted) == 1 and wanted.isalpha())


def _ends(other: _Heading, heading: _Heading) -> bool:
    """Return True if a heading ends the place of another one."""
    if heading.level and other.level:
        return other.level <= heading.level
    if heading.unit is not None:
        is_wider = other.unit in _WIDER and (heading.unit not in _WIDER or other.unit is PlaceUnit.PART)
        return other.unit is heading.unit or is_wider or (heading.unit in _WIDER and other.unit in _WIDER)
    if other.unit is not None or not other.label[:1].isdigit():
        return other.unit in _WIDER
    return other.depth <= heading.depth and other.strength >= min(heading.strength, 2)


def _spans(pages: Sequence[str], heading: _Heading, end: _Heading | None) -> Iterator[tuple[int, int, int]]:
    last = end.page if end else len(pages)
    for page in range(heading.page, last + 1):
        start = heading.start if page == heading.page else 0
        stop = end.start if end and page == end.page else len(pages[page - 1])
        if stop > start:
            yield page, start, stop


def _headings(pages: Sequence[str]) -> Iterator[_Heading]:
    for page, text in enumerate(pages, 1):
        start = 0
        for line in text.splitlines(keepends=True):
            if (heading := _heading(line.rstrip(), page, start)) is not None:
                yield heading
            start += len(line)


def _heading(line: str, page: int, start: int) -> _Heading | None:
    lowered = line.casefold()
    if not lowered.strip() or lowered.lstrip().startswith("|"):
        return None
    mark = _MARK.match(lowered)
    level = len(mark[1]) if mark else 0
    found = _HAN_LINE.match(lowered) or _HAN_APPENDIX.match(lowered) or _LINE.match(lowered)
    if found is None:
        return _Heading(page, start, None, "", level, 3) if level else None
    groups = found.groupdict()
    unit = next((unit for unit in _HEADED if groups.get(unit.name)), None)
    label = found["label"]
    rest = line[found.end() :].lstrip(" .:)–—-")
    if unit is not None and not level and rest[:1].islower() and line.endswith(_CLOSED):
        return None  # “Clause 2.2 does not apply to deposits.” speaks of the place
    is_number = label[0].isdigit() or number_of(label) is not None
    if not is_number and not (unit is PlaceUnit.APPENDIX and len(label) == 1):
        unit, label = None, ""
    if unit is None and not label[:1].isdigit():
        return _Heading(page, start, None, "", level, 3) if level else None
    is_short = len(line) <= _LONGEST_TITLE and not line.endswith(_CLOSED)
    strength = 3 if level or "." in label else 2 if is_short else 1
    return _Heading(page, start, unit, label, level, 4 if unit else strength)
