"""References that models write by themselves: found, taken out, and used as hints.

Known are ``[1]``, ``[1, 3]``, ``[1-3]``, ``[^1]``, ``[Source 2]``, ``[cite: 2]``, ``[出典2]``, ``(Source 2)``,
``(page 12)``, ``[report.pdf, p. 3]``, ``【2†L4】``, ``［1］``, ``〔1〕``, superscripts such as ``¹``, links to them
(``[1](#source-1)``, ``[[1]](…)``), what stands around them (``(see [1])``, ``Source: [1]``), and lists of them at the
end. Links to addresses, footnotes of content, code and years are left alone.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

_CODE = re.compile(r"^(```|~~~).*?(?:^\1[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)  # unclosed it goes on to the end
_INLINE_CODE = re.compile(r"`[^`\n]+`")
_MOST_DIGITS = 2  # of a source's number, as in the grammar
_LONGEST_MEASURE = 12
_LONGEST_EMPHASIS = 500
_NEAR = 60  # characters around a marker that may belong to it
_WORDS = (
    "sources?|src|passages?|documents?|docs?|refs?\\.?|references?|cite[ds]?|citations?|excerpts?|contexts?|chunks?"
    "|snippets?|extracts?|results?|nodes?|evidence|web|quellen?|textstellen?|passagen?|auszüge|auszug|belege?|extraits?"
    "|fuentes?|pasajes?|fragmentos?|fontes?|fonti|출처|자료|문서|источники?"
    "|出典|出所|典拠|資料|文献|引用|文書|抜粋|参考文献|来源|來源|资料|文档|文獻|段落|参考|片段"
)
WORD = rf"(?:{_WORDS})"
_DIGITS = r"\d{1,2}"
_TO = r"[-–—~〜～]|to|bis"
_BETWEEN = r"[\s_:：#.№-]*(?:no\.|nr\.|n°)?\s*"
LIST = rf"{_DIGITS}(?:\s*(?:[,;、，；&+]|and|und|et|y|{_TO})\s*(?:{WORD}{_BETWEEN})?[\^#]?{_DIGITS})*"
PAGE = r"(?:pages?|pp?\.|seiten?|s\.|p[áa]ginas?|p[áa]g\.|ページ)"
_PAGES = rf"(?:{PAGE}\s*\d{{1,4}}(?:\s*[-–,]\s*\d{{1,4}})*|第?\d{{1,4}}\s*(?:页|頁|ページ))"
LEAD = r"(?:see(?:\s+also)?|cf\.?|e\.g\.,?|siehe(?:\s+auch)?|vgl\.|voir|ver|véase|参见|参照|見よ|见)"
FILE = r"[^\[\]()（）\n:]{1,80}?\.(?:pdf|docx?|pptx?|xlsx?|md|txt|html?|csv|eml|epub|rtf|od[tsp])"
_TAIL = r"(?:\s*(?:[,;:：，、—–-]|of\b|from\b|in\b|aus\b)[^\[\]\n]{0,80})?"
# a link to an address is content, one to a place that the model invented is none
_LINK = r"(?:\((?!https?:|www\.|mailto:)[^()\s]*\)|(?!\())"
_OPEN, _CLOSE = r"\\?[\[［〔⟦]\s*", r"\s*\\?[\]］〕⟧]"
_RAISED = r"[⁰¹²³⁴⁵⁶⁷⁸⁹]"
MARKER = re.compile(
    rf"\[cite_(?:start|end)\]"
    rf"|\[\[\s*(?P<double>{LIST})\s*\]\](?:\([^()\s]*\))?"
    rf"|{_OPEN}(?P<words>{WORD}{_BETWEEN}(?P<named>{LIST})){_TAIL}{_CLOSE}{_LINK}"
    rf"|{_OPEN}[\^#]?(?P<bracket>{LIST})(?:\s*[,;:]\s*{_PAGES})?{_CLOSE}{_LINK}"
    rf"|【\s*(?:{WORD}\s*[:：]?\s*)?(?P<lenticular>{LIST})(?:[^\d】\n][^】\n]{{0,60}})?】"
    rf"|[(（]\s*(?:{LEAD}\s+)?{WORD}{_BETWEEN}(?P<round>{LIST})"
    rf"(?:\s*[,;:：，、][^()（）\n]{{0,60}})?(?:より|を?参照)?\s*[)）]"
    rf"|[(（\[［]\s*(?:{LEAD}\s+)?{_PAGES}\s*[)）\]］](?!\()"
    rf"|{_OPEN}(?:{WORD}\s*[:：]\s*)?{FILE}(?:\s*[,;:]\s*(?:{_PAGES}|\d{{1,4}}))?{_CLOSE}(?!\()"
    rf"|[(（]\s*(?:{WORD}\s*[:：]\s*{FILE}(?:\s*[,;:]\s*{_PAGES})?|{FILE}\s*[,;:]\s*{_PAGES})\s*[)）]"
    rf"|(?<=[^\W\d_][.!?。,;:”\"）)])(?P<raised>{_RAISED}{{1,2}}(?:[ ⁻˒,]{_RAISED}{{1,2}})*)"
    rf"|(?<=[^\W\d_]{{3}})(?P<raised_word>[¹²³⁴⁵⁶⁷⁸⁹]{_RAISED}?)(?=[.!?。,;:]?(?:\s|$))"
    rf"|(?:(?<=[^\W\d_]{{3}})|(?<=[.!?。,;:”\"）)]))<sup>\s*\[?\s*(?P<sup>{LIST})\s*\]?\s*</sup>"
    rf"|<(?P<tag>cite|ref)>\s*\[?\s*(?P<tagged>{LIST})\s*\]?\s*</(?P=tag)>"
    r"|~?\\cite[pt]?\{(?P<latex>[^{}\n]{0,60})\}",
    re.IGNORECASE,
)
NUMBERED = ("double", "named", "bracket", "lenticular", "round", "raised", "raised_word", "sup", "tagged", "latex")
RANGE = re.compile(rf"(\d+)(?:\s*(?:{_TO})\s*(\d+))?")
BETWEEN_MARKERS = re.compile(r"[ \t]*(?:(?:[,;、，；/&]|and|und|et|y|or|oder|と|和|及び)[ \t]*)?", re.IGNORECASE)
# around markers: what would be left empty when they are taken out
EMPHASIS = re.compile(r"(?<![*_~])(\*{1,3}|_{1,3}|~~)\Z")
BRACKET_BEFORE = re.compile(
    rf"[(（]\s*(?:(?:{LEAD}|{WORD}|from|in)\s*[:：]?\s*|{_PAGES}\s*(?:,|of|in)?\s*)*\Z", re.IGNORECASE
)
BRACKET_AFTER = re.compile(rf"\s*+(?:[,;]?\s*+{_PAGES}\s*+)?[)）]", re.IGNORECASE)
SOURCE_LINE = re.compile(
    rf"(?:\A|(?<=\n)|(?<=[.!?。！？]))[ \t]*(?:[-*–—>•][ \t]*)?[*_]{{0,2}}{WORD}\s*[:：]\s*[*_]{{0,2}}\s*\Z",
    re.IGNORECASE,
)
LINE_ENDS = re.compile(r"[ \t]*+\.?[ \t]*+(?=\n|\Z)")
# no markers: what programs and mathematics write in brackets
IDENTIFIER = re.compile(r"(?<!\w)[A-Za-z_]\w*\Z")
CODE_NAME = re.compile(r"[A-Za-z]\Z|\w*_\w*\Z|[a-z]+[A-Z]\w*\Z|[a-z]+\d\w*\Z")
CODE_GOES_ON = re.compile(r"\s?[-+*/]?=|\.[a-z_]\w*\(")
INTERVAL = re.compile(
    r"\b(?:interval|ranges?|between|intervall|bereich|intervalle|intervalo)\s+(?:of\s+|von\s+|de\s+)?\Z", re.IGNORECASE
)
MEASURE = re.compile(r"(?:met(?:er|re)s?|miles?|feet|foot|inch(?:es)?|yards?|sin|cos|tan|log|exp)\Z", re.IGNORECASE)
# a marker that stands for a word: “according to [1]”, 「[1]によると」
_TOLD = (
    "stated|mentioned|described|noted|shown|reported|explained|seen|given|found|listed|provided|presented|detailed"
    "|discussed|outlined|cited|quoted|defined|summari[sz]ed|documented"
)
_BEGINS = r"(?:\A|[.!?]\s+|\n)"
_BEFORE_NOUN = {
    "source": rf"\b(?:according to|based on|see|per|(?:{_TOLD}) (?:in|by))\s+\Z|{_BEGINS}(?:in|from|per)\s+\Z",
    "Quelle": rf"\b(?:laut|gemäß|siehe)\s+\Z|{_BEGINS}(?:in|nach|aus)\s+\Z",
    "la source": rf"\b(?:selon|d['’]après|voir)\s+\Z|{_BEGINS}dans\s+\Z",
    "la fuente": rf"\b(?:según|véase)\s+\Z|{_BEGINS}en\s+\Z",
    "来源": r"(?:根据|依据|按照|来自)\s*\Z",
}
_AFTER_NOUN = {
    "source": r"\s+(?:also\s+)?(?:states?|says?|notes?|reports?|shows?|mentions?|explains?|describes?|indicates?)\b",
    "Quelle": r"\s+(?:besagt|nennt|zufolge|beschreibt|erwähnt)\b",
    "出典": r"(?:によ(?:ると|れば|り)|では|には|に(?:記載|示)|で(?:述|示))",
    "来源": r"\s*(?:所述|指出|表示|提到|显示)",
}
BEFORE_NOUN = {word: re.compile(pattern, re.IGNORECASE) for word, pattern in _BEFORE_NOUN.items()}
AFTER_NOUN = {word: re.compile(pattern, re.IGNORECASE) for word, pattern in _AFTER_NOUN.items()}
NOUN_BEFORE = re.compile(rf"(?<!\w){WORD}\s+\Z", re.IGNORECASE)  # “source [1]”
SENTENCE_BEGINS = re.compile(r"(?:\A|[.!?。！？]\s*|\n[ \t]*)\Z")
DEFINITION = re.compile(r"^[ \t]*\[(?P<label>\^?\w{1,12})\]:[ \t]*(?P<text>[^\n]*)(?:\n|\Z)", re.MULTILINE)
ADDRESS = re.compile(r"<?(?:https?|mailto|file):|www\.", re.IGNORECASE)
CITATION = re.compile(rf"{FILE}(?!\w)|^{WORD}{_BETWEEN}{_DIGITS}\b|{_PAGES}\W*\Z", re.IGNORECASE)
LIST_HEADING = re.compile(
    r"(?:\A|\n)[ \t]*+(?:#{1,6}[ \t]*+)?[*_]{0,2}(?:sources?(?: used)?|references?|citations?|quellen(?:angaben)?"
    r"|quellenverzeichnis|références|fuentes|referencias|出典|参考文献|参考资料|资料来源|来源)[ \t]*+[:：]?[*_]{0,2}"
    r"[ \t]*+[:：]?[ \t]*+\n",
    re.IGNORECASE,
)
LIST_ITEM = re.compile(
    rf"[ \t]*(?:[-*•]|\d{{1,2}}[.)])?[ \t]*[*_]{{0,2}}"
    rf"(?:\[\^?{_DIGITS}\]|【{_DIGITS}|{WORD}{_BETWEEN}{_DIGITS}\b|{FILE}(?!\w))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Hint:
    """The model named source ``number`` at ``position`` of the text without markers."""

    position: int
    number: int


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of ``start`` to ``end`` of an answer by ``text``, mostly ""; ``numbers``: the sources it named."""

    start: int
    end: int
    numbers: tuple[int, ...] = ()
    text: str = ""


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges of code, in blocks and within lines."""
    return [match.span() for kind in (_CODE, _INLINE_CODE) for match in kind.finditer(text)]


def code_blocks(text: str) -> list[tuple[int, int]]:
    """Return the ranges of code blocks."""
    return [match.span() for match in _CODE.finditer(text)]


def without_markers(answer: str) -> tuple[str, list[Hint]]:
    """Remove the model's markers, but none in code, and return the text and the hints they gave.

    One that stands for a word (“according to [1]”) becomes a word, “source 1”.
    """
    hints: list[Hint] = []
    pieces: list[str] = []
    position = length = 0
    for edit in marker_edits(answer):
        pieces += [answer[position : edit.start], edit.text]
        length += edit.start - position + len(edit.text)
        hints += [Hint(length, number) for number in edit.numbers]
        position = edit.end
    return "".join([*pieces, answer[position:]]), hints


def marker_edits(answer: str) -> list[Edit]:
    """Return the edits of ``without_markers``, in order."""
    code = code_ranges(answer)
    kept, removed = _definitions(answer, code)
    listed = _list_at_end(answer)
    found = [
        Edit(match.start(), match.end(), tuple(_numbers(match)), match["words"] or "")
        for match in MARKER.finditer(answer)
        if not any(start <= match.start() < end for start, end in [*code, *removed, *listed])
        and not _is_content(answer, match, kept)
    ]
    edits = [_with_surroundings(answer, edit) for edit in _joined(answer, found)]
    return sorted([*edits, *(Edit(*span) for span in (removed + listed))], key=lambda edit: edit.start)


def _is_content(text: str, match: re.Match[str], kept: frozenset[str]) -> bool:
    """Return True if a marker's look-alike is content: a power, an array element, a footnote."""
    start, end = match.span()
    if match["raised_word"] or match["sup"]:
        return bool(MEASURE.search(text[max(0, start - _LONGEST_MEASURE) : start]))
    if not match["bracket"]:
        return False
    before = text[max(0, start - _NEAR) : start]
    label = match.group().strip("[] \\")
    if label in kept or INTERVAL.search(before) or 0 in _numbers(match):
        return True
    name = IDENTIFIER.search(before)
    if name is None or not match.group().startswith("["):
        return False
    return bool(CODE_NAME.match(name.group()) or CODE_GOES_ON.match(text, end))


def _numbers(match: re.Match[str]) -> list[int]:
    """Return the sources that a marker names; of a range all of them."""
    named = unicodedata.normalize("NFKC", next((match[group] for group in NUMBERED if match[group]), ""))
    found: list[int] = []
    for first, last in RANGE.findall(named):
        if max(len(first), len(last)) <= _MOST_DIGITS:  # \cite{1-99999999} names no sources
            found += range(int(first), int(last or first) + 1)
    return found


def _joined(text: str, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Put markers together that stand one after the other, with the commas between them."""
    run: Edit | None = None
    for edit in edits:
        if run is not None and BETWEEN_MARKERS.fullmatch(text, run.end, edit.start):
            run = Edit(run.start, edit.end, run.numbers + edit.numbers)
            continue
        if run is not None:
            yield run
        run = edit
    if run is not None:
        yield run


def _with_surroundings(text: str, edit: Edit) -> Edit:
    """Widen an edit by brackets left empty around a marker, or write a word where the marker stands for one."""
    edit = _without_emphasis(text, edit)
    before = text[max(0, edit.start - _NEAR) : edit.start]
    opening, closing = BRACKET_BEFORE.search(before), BRACKET_AFTER.match(text, edit.end)
    if opening and closing:
        edit = _without_emphasis(text, replace(edit, start=edit.start - len(opening.group()), end=closing.end()))
        return _without_blanks(text, edit)
    line, line_end = SOURCE_LINE.search(before), LINE_ENDS.match(text, edit.end)
    if line and line_end:
        return _without_blanks(text, replace(edit, start=edit.start - len(line.group()), end=line_end.end()))
    word = _word_for(text, edit, before)
    return replace(edit, text=word) if word else _without_blanks(text, edit)


def _without_emphasis(text: str, edit: Edit) -> Edit:
    begin = max(0, edit.start - _LONGEST_EMPHASIS)
    line = text[text.rfind("\n", begin, edit.start) + 1 or begin : edit.start]
    mark = EMPHASIS.search(line)
    # after an odd number of them it closes what stands before the marker
    if mark is None or not text.startswith(mark[1], edit.end) or line[: mark.start()].count(mark[1]) % 2:
        return edit
    return replace(edit, start=edit.start - len(mark[1]), end=edit.end + len(mark[1]))


def _without_blanks(text: str, edit: Edit) -> Edit:
    start = edit.start
    while start and text[start - 1] in " \t":
        start -= 1
    return replace(edit, start=start, text="")


def _word_for(text: str, edit: Edit, before: str) -> str:
    """Return the words for a marker that a sentence needs, “source 1”; "" for others."""
    if not edit.numbers:
        return ""
    named = ", ".join(map(str, edit.numbers))
    if NOUN_BEFORE.search(before):
        return named
    begins = SENTENCE_BEGINS.search(before)
    objects = [word for word, pattern in BEFORE_NOUN.items() if pattern.search(before)]
    subjects = [word for word, pattern in AFTER_NOUN.items() if begins and pattern.match(text, edit.end)]
    written = "" if edit.text.lower().startswith("cite") else edit.text
    return next((written or f"{word} {named}" for word in [*objects, *subjects]), "")


def _definitions(text: str, code: Sequence[tuple[int, int]]) -> tuple[frozenset[str], list[tuple[int, int]]]:
    """Return the labels of footnotes and links that are content, and the ranges of those that only name a source."""
    kept: set[str] = set()
    removed: list[tuple[int, int]] = []
    for match in DEFINITION.finditer(text):
        if any(start <= match.start() < end for start, end in code):
            continue
        is_address = bool(ADDRESS.match(match["text"]))
        if not is_address and (CITATION.search(match["text"]) or not match["label"].startswith("^")):
            removed.append(match.span())
        else:
            kept.add(match["label"])
    return frozenset(kept), removed


def _list_at_end(text: str) -> list[tuple[int, int]]:
    """Return the range of a list of sources at the end of an answer, none for anything else that stands there."""
    for heading in LIST_HEADING.finditer(text):
        lines = [line for line in text[heading.end() :].splitlines() if line.strip()]
        if lines and all(LIST_ITEM.match(line) for line in lines):
            return [(heading.start(), len(text))]
    return []
