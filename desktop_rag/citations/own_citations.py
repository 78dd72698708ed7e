"""The sources that a text names by itself: “[3]” with a list of references, “(Miller 2021, p. 7)”, notes, links.

They are taken out of its sentences, which are judged without them, and each is told by the words that say which file it
is: the item of the list, the text of the note, the address, or the name and year.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from desktop_rag.citations.markers import FILE, PAGE, Edit, Hint, code_ranges, marker_edits

_HEADING = re.compile(
    r"^[ \t]{0,3}(?:#{1,6}[ \t]*)?(?:\d{1,2}(?:\.\d{1,2})?[.)]?[ \t]*)?[*_]{0,2}"
    r"(?:references|bibliography|works cited|literature(?: cited)?|sources|end ?notes|footnotes|notes"
    r"|literatur(?:verzeichnis|hinweise)?|quellen(?:verzeichnis|angaben)?|bibliogra(?:ph|f)ie|fußnoten|anmerkungen"
    r"|références|bibliografía|referencias|fuentes|参考文献|引用文献|文献|出典|注|脚注|参考资料|资料来源|来源|注释)"
    r"[*_]{0,2}[ \t]*[:：]?[*_]{0,2}[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_NEXT_HEADING = re.compile(r"^#{1,6}[ \t]", re.MULTILINE)
_LABEL = re.compile(
    r"[ \t]*(?:[-*•][ \t]+)?(?:\[(?P<bracket>\^?[\w-]{1,12})\]:?|(?P<plain>\d{1,3})[.):]|\((?P<round>\d{1,3})\)"
    r"|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))[ \t]*"
)
_RAISED_NOTE = re.compile(r"^[ \t]*(?P<label>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})[ \t]*(?P<text>\S[^\n]*)", re.MULTILINE)
_RAISED_MARK = re.compile(r"(?<=\S)(?<!\bm)(?<!\b[kcdm]m) ?(?P<label>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})(?=[\s.,;:!?)。，、；：]|\Z)")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_NOTE = re.compile(
    r"^[ \t]{0,3}\[\^(?P<label>[\w-]{1,12})\]:[ \t]*(?P<text>[^\n]*(?:\n(?: {2,}|\t)[^\n]+)*)", re.MULTILINE
)
_NOTE_MARK = re.compile(r"\[\^(?P<label>[\w-]{1,12})\](?!:)")
_NOTE_INSIDE = re.compile(r"\[\* (?P<text>[^\[\]\n]{1,600})\]")  # where readers put the footnotes of Word files
_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?"
_LIKE_REFERENCE = re.compile(rf"(?<!\d){_YEAR}(?!\d)|{FILE}(?!\w)|https?://|www\.|\bdoi\b", re.IGNORECASE)
_PAGES = rf"(?:(?:{PAGE}|:)\s*)?\d{{1,4}}(?:\s?[-–]\s?\d{{1,4}})?\s*(?:ページ|頁|页)?|第\s?\d{{1,4}}\s?(?:ページ|頁|页)"
_UPPER = r"[^\W\d_a-zß-öø-ÿ]"
_NAME = rf"(?:(?:van|von|de|del|der|den|la|le|di|da)\s){{0,3}}{_UPPER}[^\W\d_]{{0,30}}(?:[-'’]\w{{1,30}}){{0,2}}"
_AND = r"(?:\s*,\s*|\s*,?\s*(?:and|und|et|y|&|と|和|与)\s*|\s*[・·]\s*|\s)"
_NAMES = rf"{_NAME}(?:{_AND}{_NAME}){{0,5}}(?:,?\s*(?:et\s+al\.?|u\.\s?a\.|ら|等|他))?"
_LEAD = r"(?:(?:see(?:\s+also)?|cf\.?|e\.g\.,?|siehe(?:\s+auch)?|vgl\.|voir|véase|参见|参照|见)\s*)?"
_ROUND = re.compile(r"[(（](?P<inside>[^()（）\n]{4,160})[)）]")
_DATED = re.compile(
    rf"\s*{_LEAD}(?P<names>{_NAMES})\s*[,，、]?\s*(?P<year>{_YEAR})年?(?:\s*[,;:，、：]\s*(?P<pages>{_PAGES}))?\s*\Z"
)
_TOLD = re.compile(
    rf"(?P<names>{_NAMES})\s?(?P<mark>[(（](?P<year>{_YEAR})年?(?:\s*[,;:，：]\s*(?P<pages>{_PAGES}))?[)）])"
)
_WORD = re.compile(rf"{_UPPER}[^\W\d_]+")
# before a year they make a date
_OF_DATES = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug"
    " sep sept oct nov dec januar februar märz mai juni juli oktober dezember spring summer autumn winter since until"
    " from in seit bis ab im before after".split()
)
_LINK = re.compile(r"(?<!!)\[(?P<words>[^\[\]\n]{1,300})\]\((?P<address>[^()\s]{1,500})(?:\s+\"[^\"\n]*\")?\)")
_NUMBER = re.compile(r"\d{1,4}")
_AT_PAGE = re.compile(rf"(?:\b{PAGE}\s*|[#?&]page=|第\s?)(?P<page>\d{{1,4}})", re.IGNORECASE)
_FILE = re.compile(rf"{FILE}(?!\w)", re.IGNORECASE)
_LONGEST_NAMES = 600  # characters of an item of a list that are read


@dataclass(frozen=True, slots=True)
class OwnCitation:
    """A source that a text names: ``written`` as it stands there; ``names`` tells which it is.

    ``page`` is the page that it gives, "" for none. What only looks like one, “(Berlin 2021)”, is not ``is_certain``:
    it is one where there is such a source.
    """

    written: str
    names: str
    page: str = ""
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class CitedText:
    """A text without the sources that it names: ``clean`` holds its sentences, ``apparatus`` are lists and notes.

    The numbers of ``hints`` are places in ``citations``; ranges of ``apparatus`` are those of the text as it was.
    """

    clean: str
    citations: tuple[OwnCitation, ...]
    hints: tuple[Hint, ...]
    apparatus: tuple[tuple[int, int], ...]
    _edits: tuple[Edit, ...]
    _begins: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in the text as it was of one in ``clean``; of the words of a link that of the link."""
        return self._place(start), self._place(end - 1, is_last=True) + 1 if end > start else self._place(end)

    def _place(self, position: int, *, is_last: bool = False) -> int:
        number = bisect_right(self._begins, position) - 1
        if number < 0:
            return position
        edit = self._edits[number]
        behind = position - self._begins[number] - len(edit.text)
        if behind < 0:
            return edit.end - 1 if is_last else edit.start
        return edit.end + behind


def cited_text(text: str, is_source: Callable[[OwnCitation], bool]) -> CitedText:
    """Return a text apart from its own citations; ``is_source`` says of an uncertain one whether it is one."""
    apparatus = _Apparatus.of(text)
    pieces, edits, begins, position, length = list[str](), list[Edit](), list[int](), 0, 0
    citations, hints = list[OwnCitation](), list[Hint]()
    for mark in sorted(_marks(text, apparatus), key=lambda one: one.edit.start):
        edit = mark.edit
        named = [one for one in mark.citations if one.is_certain or is_source(one)]
        if edit.start < position or not (named or mark.is_taken_out):
            continue
        pieces += [text[position : edit.start], edit.text]
        begins.append(length + edit.start - position)
        length, position = begins[-1] + len(edit.text), edit.end
        edits.append(edit)
        hints += [Hint(length, len(citations) + place) for place in range(len(named))]
        citations += named
    clean = "".join([*pieces, text[position:]])
    return CitedText(clean, tuple(citations), tuple(hints), apparatus.ranges, tuple(edits), tuple(begins))


def reference_lists(text: str) -> tuple[tuple[tuple[int, int], ...], Mapping[str, str]]:
    """Return where the lists of references and the notes of a text stand, and what each label in them stands for."""
    apparatus = _Apparatus.of(text)
    return apparatus.ranges, apparatus.items


@dataclass(frozen=True, slots=True)
class _Mark:
    """What is taken out of a text, and the sources that it names.

    One that is not ``is_taken_out`` in any case stays where none of them is a source.
    """

    edit: Edit
    citations: tuple[OwnCitation, ...] = ()
    is_taken_out: bool = True


@dataclass(frozen=True, slots=True)
class _Apparatus:
    """The lists of references and the notes of a text, and what each label stands for."""

    ranges: tuple[tuple[int, int], ...] = ()
    items: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> "_Apparatus":
        """Return those of a text."""
        ranges: list[tuple[int, int]] = []
        items: dict[str, str] = {}
        for heading in _HEADING.finditer(text):
            following = _NEXT_HEADING.search(text, heading.end())
            end = following.start() if following else len(text)
            known = list(_items(text[heading.end() : end]))
            for label, words in known:
                items.setdefault(label, words)
            ranges += [(heading.start(), end)] if known else []
        for note in _NOTE.finditer(text):
            items.setdefault(f"^{note['label']}", " ".join(note["text"].split())[:_LONGEST_NAMES])
            ranges.append(note.span())
        marks = {mark["label"] for mark in _RAISED_MARK.finditer(text)}
        for note in _RAISED_NOTE.finditer(text):
            if note["label"] in marks:
                items.setdefault(note["label"], " ".join(note["text"].split())[:_LONGEST_NAMES])
                ranges.append(note.span())
        return cls(tuple(_merged(ranges)), items)

    def dated(self, names: str, year: str) -> str:
        """Return the item that has a year and most of some names, "" for none."""
        words = frozenset(_WORD.findall(names))
        dated = [item for item in self.items.values() if year in item]
        best = max(dated, key=lambda item: sum(word in item for word in words), default="")
        return best if any(word in best for word in words) else ""


def _items(text: str) -> Iterator[tuple[str, str]]:
    """Yield the items of a list of references with their labels, "#1" for one without; none where it is no such list.

    Where items have labels, one goes on in the lines without.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    labels = [_LABEL.match(line) for line in lines]
    items: list[list[str]] = []
    for line, label in zip(lines, labels, strict=True):
        if label is not None or not any(labels):
            items.append([_label_of(label) or f"#{len(items) + 1}", line[label.end() :] if label else line])
        elif items:
            items[-1].append(line)
    joined = [(label, " ".join(" ".join(words).split())[:_LONGEST_NAMES]) for label, *words in items]
    if 2 * sum(bool(_LIKE_REFERENCE.search(words)) for _, words in joined) >= len(joined):
        yield from joined


def _label_of(match: re.Match[str] | None) -> str:
    found = next((one for one in match.groupdict().values() if one), "") if match else ""
    return found.translate(_RAISED)


def _marks(text: str, apparatus: _Apparatus) -> Iterator[_Mark]:
    """Yield the marks of a text by kind, the plainest kind first: of two at one place the first counts."""
    yield from (_Mark(Edit(start, end)) for start, end in apparatus.ranges)
    code = code_ranges(text)
    for mark in (*_of_notes(text, apparatus), *_of_links(text), *_of_years(text, apparatus)):
        if not any(start <= mark.edit.start < end for start, end in code):
            yield mark
    for edit in marker_edits(text):
        if any(start < edit.end and edit.start < end for start, end in apparatus.ranges):
            continue
        written = text[edit.start : edit.end].strip()
        named = [
            OwnCitation(f"[{number}]", names, _page_in(written) or _page_in(names))
            for number in edit.numbers
            if (names := apparatus.items.get(str(number), ""))
        ]
        if not edit.numbers and "\n" not in written and (file := _FILE.search(written)):
            named = [OwnCitation(written, file.group().strip(" :"), _page_in(written))]
        yield _Mark(edit, tuple(named))


def _of_notes(text: str, apparatus: _Apparatus) -> Iterator[_Mark]:
    """Yield the marks of notes, and notes behind a word; one that is no reference may be a remark."""
    for mark in _NOTE_MARK.finditer(text):
        names = apparatus.items.get(f"^{mark['label']}") or apparatus.items.get(mark["label"], "")
        yield _Mark(_widened(text, mark), _noted(mark.group(), names) if names else ())
    for mark in _RAISED_MARK.finditer(text):
        if names := apparatus.items.get(mark["label"], ""):
            yield _Mark(_widened(text, mark), _noted(mark["label"], names))
    for note in _NOTE_INSIDE.finditer(text):
        names = " ".join(note["text"].split())
        yield _Mark(_widened(text, note), _noted(f"[{names}]", names))


def _noted(written: str, names: str) -> tuple[OwnCitation, ...]:
    return (OwnCitation(written, names, _page_in(names), bool(_LIKE_REFERENCE.search(names))),)


def _of_links(text: str) -> Iterator[_Mark]:
    """Yield links: their words stay, unless these are a number."""
    for link in _LINK.finditer(text):
        is_number = bool(_NUMBER.fullmatch(link["words"].strip("^ ")))
        edit = _widened(text, link) if is_number else Edit(*link.span(), text=link["words"])
        yield _Mark(edit, (OwnCitation(link.group(), link["address"], _page_in(link["address"]), is_certain=False),))


def _of_years(text: str, apparatus: _Apparatus) -> Iterator[_Mark]:
    """Yield names with years: “(Miller 2021, p. 7; Cole 2019)”, and the year of “Miller (2021)”."""
    for mark in _ROUND.finditer(text):
        each = [_DATED.match(part) for part in re.split(r"[;；]", mark["inside"])]
        named = [_dated(f"({one.group().strip()})", one, apparatus) for one in each if one]
        if len(named) == len(each) and all(one.names for one in named):
            yield _Mark(_widened(text, mark), tuple(named), is_taken_out=False)
    for told in _TOLD.finditer(text):
        named_by = _dated(told.group(), told, apparatus)
        if named_by.names:
            yield _Mark(_widened(text, told, "mark"), (named_by,), is_taken_out=False)


def _dated(written: str, match: re.Match[str], apparatus: _Apparatus) -> OwnCitation:
    """Return the source that a name and a year tell; the item of the list of references that has both."""
    names, year, pages = match["names"], match["year"], match["pages"] or ""
    item = apparatus.dated(names, year)
    is_date = any(word.casefold().strip(".") in _OF_DATES for word in names.split()) and len(names.split()) == 1
    page = _NUMBER.search(pages)
    told = item or ("" if is_date else f"{names} {year}")
    is_certain = bool(item) or bool(_AT_PAGE.search(pages))
    return OwnCitation(written, told, page.group() if page else "", is_certain)


def _page_in(words: str) -> str:
    """Return the page that words give (“p. 7”), "" for none."""
    match = _AT_PAGE.search(words)
    return match["page"] if match else ""


def _widened(text: str, match: re.Match[str], group: str | int = 0) -> Edit:
    """Return the edit that takes a mark out, with the blanks before it."""
    start, end = match.span(group)
    while start and text[start - 1] in " \t":
        start -= 1
    return Edit(start, end)


def _merged(ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield ranges in order, those that overlap put together."""
    current: tuple[int, int] | None = None
    for start, end in sorted(ranges):
        if current is not None and start <= current[1]:
            current = current[0], max(end, current[1])
            continue
        if current is not None:
            yield current
        current = start, end
    if current is not None:
        yield current
