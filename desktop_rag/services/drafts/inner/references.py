"""References to sections, tables, figures and sources that a text does not have."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from desktop_rag.citations.checks.quotations import quoted_ranges
from desktop_rag.citations.markers import code_ranges
from desktop_rag.citations.own_citations import reference_lists
from desktop_rag.core.results.text_checks import InnerFinding, InnerKind
from desktop_rag.core.user_text import UserText
from desktop_rag.services.drafts.inner.numerals import HAN, label_of

_NUMBER = r"\d{1,3}(?:\.\d{1,3}){0,4}(?:-\d{1,3}(?!\d|[.-]\d))?(?![\w%]|[.,]\d)"  # “3-1” may be a range
_MORE = rf"(?:[ \u00a0]?(?:,|and|or|to|und|oder|bis|&|[-–—])[ \u00a0]?{_NUMBER})*"
_HAN_NUMBER = rf"(?:[0-9０-９]{{1,3}}(?:[.．][0-9０-９]{{1,3}})*|[{HAN}]{{1,4}})"
_MANY = re.compile(rf"{_NUMBER}|(?:bis|to|[-–—])")
SECTION, TABLE, FIGURE = "section", "table", "figure"
_NAMES = {
    SECTION: r"sections?|sect?\.|chapters?|clauses?|abschnitte?[sn]?|kapiteln?|ziffern?|klauseln?",
    TABLE: r"tables?|tab\.|tabellen?",
    FIGURE: r"figures?|figs?\.|abbildung(?:en)?|abb\.",
}
_HAN_NAMES = {TABLE: "表", FIGURE: "図|图|圖"}
_MENTION = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(rf"(?P<{kind}>{names})" for kind, names in _NAMES.items())
    + rf")(?:[ \t\u00a0]{{1,2}}|[ \t]?\n)(?P<numbers>{_NUMBER}{_MORE})",
    re.IGNORECASE,
)
_HAN_MENTION = re.compile(
    rf"第\s?(?P<number>{_HAN_NUMBER})\s?(?P<unit>[章節节条條])(?:第\s?\d+)?"
    rf"|(?<![\u4e00-\u9fff々])(?P<name>表|図|图|圖)\s?(?P<label>{_HAN_NUMBER})"
    rf"|(?<=[はがをにのと如见見照和与及或,，、。（(「])(?P<other>表|図|图|圖)\s?(?P<digits>{_HAN_NUMBER})"
)
# A caption or heading begins its line; “Table 3 shows” does not name one, “Table 3 Sales” and “Table 3: sales” do
_LEAD = r"^[ \t>]*(?:#{1,6}[ \t]+|[-*•][ \t]+|\|[ \t]*)?(?:\*\*|__|[*_<])?"
_LABELLED = re.compile(
    _LEAD
    + "(?:"
    + "|".join(rf"(?P<{kind}>{names})" for kind, names in _NAMES.items())
    + rf")[ \t\u00a0]+(?P<number>{_NUMBER})\.?(?:\*\*|__|[*_>])?(?P<behind>[ \t]*[:.|–—(-]|[ \t]+[^a-zäöüß\s]|[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"^#{1,6}[ \t].*$", re.MULTILINE)
_LOWER = re.compile(r"[ \t]+[a-zäöüß]")
_HAN_LABELLED = re.compile(
    _LEAD + rf"(?:第\s?(?P<number>{_HAN_NUMBER})\s?[章節节条條]"
    r"(?=[ \t\u3000:：.．、（(【]|\*\*|$|(?<=[章節节])[^をはがにのでと、。])"
    + rf"|(?P<name>表|図|图|圖)\s?(?P<label>{_HAN_NUMBER})(?=[ \t\u3000:：.．、|（(]|\*\*|$))",
    re.MULTILINE,
)
_NUMBERED = re.compile(
    rf"{_LEAD}(?:§\s?|article\s+|artikel\s+|art\.\s?)?(?P<number>\d{{1,3}}(?:\.\d{{1,3}}){{0,4}})"
    r"[.)．、]?(?:\*\*|__)?[ \t\u3000]+\S",
    re.IGNORECASE | re.MULTILINE,
)
_HAN_NUMBERED = re.compile(rf"{_LEAD}(?:（?(?P<number>[{HAN}]{{1,3}})）?[、.．])", re.MULTILINE)
# What is said of another document
_ELSEWHERE_BEHIND = re.compile(
    r"\s*\(?(?:of|in|from|to|under|des|der|dieses|von|vom|aus|im|zum|zur)\b(?! (?:this|diese[srnm]?)\b)"
    r"|\s+[A-ZÄÖÜ]{2,}\b|\s+[A-ZÄÖÜ]\w*(?:G|O|GB|V)\b|\s*(?:Abs|Satz|Nr|S\.|Act\b|Code\b)",
)
_ELSEWHERE_BEFORE = re.compile(
    r"(?:['’]s?|\b(?:their|his|her|its|ihre[rnm]?|seine[rnm]?|deren|dessen|the(?:ir)? (?:act|code|law|lease|report))"
    r"|(?<!\d)(?:1[5-9]|20)\d\d[a-z]?\)?[,:;]?(?: see| siehe)?)\s*\Z",
    re.IGNORECASE,
)
_HAN_BEFORE = re.compile(
    r"(?:\A|[\s。、，,；;：:（(「『!！?？]|は|が|を|に|で|と|も|は本|また|および|及び|または|又は|上記|下記|前記|以下の|次の|本稿の|本章の"
    r"|本契約|本規約|本书|本文|本合同|本协议|参见|参照|见|如|在|按照|根据|依据|依照|由|与|和|及|或|详见|请见)\Z"
)
_HAN_BEHIND = re.compile(r"\s?(?:の法|『|《)")
_INNER_WORDS = re.compile(
    r"(?:\b(?:see(?: also)?|cf\.|compare|siehe(?: auch)?|s\.|vgl\.|vergleiche)\s+(?:the |den |das |die )?\Z)",
    re.IGNORECASE,
)
_INNER_BEHIND = re.compile(r"\s*(?:above|below|oben|unten)\b", re.IGNORECASE)
_MARK = re.compile(r"(?<=[\w.,;:!?)”\"’。、，]) ?\[(?P<numbers>\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\](?![(:A-Za-z0-9_])")
_INTERVAL = re.compile(r"\b(?:of|in|range|between|interval|within|von|in|Bereich|Intervall)\s?\Z|[∈=<>]\s?\Z")
_NOTE_MARK = re.compile(r"\[\^(?P<label>[\w-]{1,12})\](?!:)")
_NOTE = re.compile(r"^[ \t]{0,3}\[\^(?P<label>[\w-]{1,12})\]:", re.MULTILINE)
_LINK = re.compile(r"^[ \t]{0,3}\[(?P<label>\d{1,3})\]:", re.MULTILINE)
_NEAR = 40  # characters before a reference that tell whose section it is
_FEWEST_MARKS = 2  # different ones, of sources in a text without a list of them
_FEWEST_SECTIONS = 2
_MOST_MISSING = 3  # sections that a short text may have lost


class _Barred:
    """Ranges of a text that say nothing of it: code, lists of sources, quotations."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(ranges):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def has(self, place: int) -> bool:
        number = bisect_right(self._starts, place) - 1
        return number >= 0 and place < self._ends[number]


class _Mention(NamedTuple):
    kind: str
    label: str
    start: int
    end: int


def references_to_nothing(text: str) -> Iterator[InnerFinding]:
    """Yield references to sections, tables and figures, and to sources and notes, that are not in a text."""
    lists, items = reference_lists(text)
    barred = _Barred([*code_ranges(text), *lists, *quoted_ranges(text)])

    known, captions = _labels(text)
    told = set[tuple[str, str]]()
    for one in sorted(_mentions(text), key=lambda mention: mention.start):
        if barred.has(one.start) or one.start in captions or _is_known(one.label, known[one.kind]):
            continue
        if one.kind == SECTION and not (_is_near(one.label, known[SECTION]) or _is_inner(text, one)):
            continue
        if (one.kind, one.label) not in told:
            told.add((one.kind, one.label))
            yield _missing(text, one.start, one.end)
    if not any(label.startswith("#") for label in items):  # of a list without labels nobody knows which is which
        for start, end in _marks(text, frozenset(items), barred):
            yield _missing(text, start, end)


def _missing(text: str, start: int, end: int) -> InnerFinding:
    reference = " ".join(text[start:end].split())
    reason = UserText("There is no “{reference}” in this text.", reference=reference)
    return InnerFinding(InnerKind.REFERENCE, start, end, reason)


def _labels(text: str) -> tuple[dict[str, set[str]], set[int]]:
    """Return the numbers of the sections, tables and figures of a text, and where their captions begin."""
    known: dict[str, set[str]] = {SECTION: set(), TABLE: set(), FIGURE: set()}
    captions = set[int]()
    for match in _LABELLED.finditer(text):
        kind = next(kind for kind in _NAMES if match[kind])
        if not _LOWER.match(text, match.end("number")):
            known[kind].add(label_of(match["number"]))
            captions.add(match.start(kind))
    for match in _HAN_LABELLED.finditer(text):
        if match["number"]:
            known[SECTION].add(label_of(match["number"]))
            captions.add(text.index("第", match.start()))
        else:
            kind = TABLE if match["name"] == "表" else FIGURE
            known[kind].add(label_of(match["label"]))
            captions.add(match.start("name"))
    for pattern in (_NUMBERED, _HAN_NUMBERED):
        known[SECTION] |= {label_of(match["number"]) for match in pattern.finditer(text)}
    # where one part has a number, the section that it is a part of is there as well
    known[SECTION] |= {label.rsplit(".", count)[0] for label in known[SECTION] for count in range(1, 5)}
    return known, captions


def _mentions(text: str) -> Iterator[_Mention]:
    """Yield what a text says of its own sections, tables and figures."""
    headings = _Barred([match.span() for match in _HEADING.finditer(text)])
    for match in _MENTION.finditer(text):
        if headings.has(match.start()):
            continue
        before = text[max(0, match.start() - _NEAR) : match.start()]
        if _ELSEWHERE_BEFORE.search(before) or _ELSEWHERE_BEHIND.match(text, match.end()):
            continue
        kind = next(kind for kind in _NAMES if match[kind])
        for place, label in enumerate(_numbers(match["numbers"])):
            start = match.start() if not place else match.start("numbers") + match["numbers"].index(label)
            end = match.start("numbers") + match["numbers"].index(label) + len(label)
            yield _Mention(kind, label, start, end)
    for match in _HAN_MENTION.finditer(text):
        before = text[max(0, match.start() - _NEAR) : match.start()].rpartition("\n")[2]
        if not _HAN_BEFORE.search(before) or _HAN_BEHIND.match(text, match.end()):
            continue
        if match["number"]:
            yield _Mention(SECTION, label_of(match["number"]), *match.span())
        else:
            name, label = match["name"] or match["other"], match["label"] or match["digits"]
            yield _Mention(TABLE if name == "表" else FIGURE, label_of(label), *match.span())


def _numbers(written: str) -> list[str]:
    """Return the numbers of “3, 4 and 6”; of “2 to 4” both ends."""
    return [found for found in _MANY.findall(written) if found[0].isdigit()]


def _is_known(label: str, known: set[str]) -> bool:
    """Return True if there is a part of a number, or both ends of a range: “2-4”."""
    return label in known or ("-" in label and all(end in known for end in label.split("-")))


def _is_near(label: str, sections: set[str]) -> bool:
    """Return True if a text with these sections might have one of a number: section 523 is one of a law."""
    first = {int(one.partition(".")[0]) for one in sections if one.partition(".")[0].isdecimal()}
    last = 0
    while {last + 1, last + 2} & first:  # numbers that go on from one: others stand in lists and addresses
        last += 1
    return len(sections) >= _FEWEST_SECTIONS and int(label.partition(".")[0]) <= _MOST_MISSING + 2 * last


def _is_inner(text: str, one: _Mention) -> bool:
    """Return True if a reference says that it means this text, which has no numbered sections."""
    before = text[max(0, one.start - _NEAR) : one.start]
    return bool(_INNER_WORDS.search(before) and _INNER_BEHIND.match(text, one.end))


def _marks(text: str, items: frozenset[str], barred: _Barred) -> Iterator[tuple[int, int]]:
    """Yield where marks of sources and notes stand that are in no list, once each; without any list the first one."""
    noted = {match["label"] for match in _NOTE.finditer(text)}
    told = set[str]()
    for mark in _NOTE_MARK.finditer(text):
        if mark["label"] not in noted and mark["label"] not in told and not barred.has(mark.start()):
            told.add(mark["label"])
            yield mark.span()
    listed = items | {match["label"] for match in _LINK.finditer(text)}
    marks = [
        (mark, numbers)
        for mark in _MARK.finditer(text)
        if "0" not in (numbers := re.findall(r"\d+", mark["numbers"]))
        and not _INTERVAL.search(text[max(0, mark.start() - _NEAR) : mark.start() + 1])
        and not barred.has(mark.end() - 1)
    ]
    numbered = {item for item in listed if item.isdecimal()}
    if not numbered:  # at the end of sentences alone: “such as [1] and [2]” are no sources
        ends = re.compile(r"[.。]")
        marks = [one for one in marks if ends.match(text, one[0].end()) or ends.match(text, one[0].start() - 1)]
        if len({number for _, numbers in marks for number in numbers}) < _FEWEST_MARKS:
            return
    for mark, numbers in marks:
        missing = [number for number in numbers if number not in listed and number not in told]
        if missing:
            told.update(missing)
            yield text.index("[", mark.start()), mark.end()
            if not numbered:
                return
