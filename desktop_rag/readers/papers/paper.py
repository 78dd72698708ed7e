"""Tells whether a first page is that of a paper, and who wrote it, what it is called, where it appeared."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from desktop_rag.readers.papers.first_page import FirstPage, Line, blocks_of, joined
from desktop_rag.readers.papers.imprint import imprint_of
from desktop_rag.readers.papers.model import Imprint, Paper, Person, is_eastern, letters_of
from desktop_rag.readers.papers.names import (
    GAP,
    MARK,
    breaks_within_name,
    names_others,
    people_in,
    people_of_metadata,
)

_ENOUGH = 4  # signs of a paper, a plain one counting two
_LONGEST_TITLE = 300  # characters
_MOST_TITLES = 30  # that are looked at
_LOWEST_TITLE = 0.62  # of the height of the page
_MOST_BETWEEN = 5  # lines between the title and the first name: a subtitle, the title in another language, a date
_MOST_LINES = 60  # lines below a title that are looked at
_LARGER = 1.06  # of the size of the text: titles in the same size are bold or in capitals
_SAME_SIZE = 0.04
_MOST_ADDRESSES = 25  # lines in which addresses of authors are looked for
_LEFT_COLUMN, _RIGHT_COLUMN = 0.54, 0.46  # of the width: where one ends and the other begins
_COLUMN_LINES = 12
_HEAD, _FOOT = 0.1, 0.86  # of the height: what stands above and below is small print
_SMALL_PRINT = 0.92  # of the size of the text
_ABSTRACT = re.compile(
    r"^\W{0,2}(?:a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|摘\s*要|内容摘要|内\s*容\s*提\s*要|提\s*要|抄\s*録|要\s*旨|あらまし|초\s*록|аннотация"
    r"|kurzfassung|abstrakt"
    r"|resumen|resumo|riassunto|samenvatting)(?=$|[\W_]|[\u3000-\u9fff])",
    re.IGNORECASE,
)
_SUMMARY = re.compile(
    r"^\W{0,2}(?:summary|zusammenfassung|résumé|概\s*要|要\s*約|요\s*약|sommario|sammanfattning|sammendrag|resumé"
    r"|streszczenie|tiivistelmä|özet)\s*(?:$|[.:：—–-])",
    re.IGNORECASE,
)
_KEYWORDS = re.compile(
    r"^\W{0,2}(?:key\s?words?|index terms|schlüsselw\w+|schlagw\w+|stichw\w+|mots[ -]cl[ée]f?s|palabras clave"
    r"|nyckelord|nøkkelord|nøgleord|emneord|trefwoorden|słowa kluczowe|klíčová slova|avainsanat"
    r"|palavras[ -]chave|parole chiave|关\s*键\s*词|關\s*鍵\s*詞|キーワード|키워드|주제어|ключевые слова|ccs concepts"
    r"|acm reference format|jel)\b",
    re.IGNORECASE,
)
_INTRODUCTION = re.compile(
    r"^(?:(?:\d|I)\s?[.．]?\d?\s*)?(?:introduction|einleitung|einführung|introducción|introdução|introduzione"
    r"|inleiding|引\s*言|绪\s*论"
    r"|前\s*言|はじめに|まえがき|緒\s*言|序\s*論|서\s*론|введение|inledning|innledning|indledning|wprowadzenie|johdanto|giriş)\s*$",
    re.IGNORECASE,
)
_SUBTITLE = re.compile(r"\s*[—–―-]{1,2}\s*\w")
_NO_TITLE = re.compile(
    r"(?:(?:original|full|regular|short|research|review|invited|special|brief|technical|letter|rapid)\s+)*"
    r"(?:articles?|papers?"
    r"|reviews?|letters?|reports?|notes?|communications?|contributions?|issue)|open access|research|reviews?|news"
    r"|letters?"
    r"|sciencedirect|contents lists? available.*|journal homepage.*|available online.*|the following .*|editorial"
    r"|preprint.*"
    r"|under review.*|published as .*|accepted .*|provided proper attribution.*|(?:originalarbeit|übersichtsarbeit"
    r"|forschungs\w+)"
    r"|论\s*文|论著|综述|研究(?:论文|报告|ノート)|原著(?:論文)?|論\s*文|ノート|解説|講座|특집|논문|引用格式.*|arxiv.*|doi.*|https?:.*|www\..*",
    re.IGNORECASE,
)
_JOURNAL_NAME = re.compile(
    r"(?:the\s+)?(?:\w+ )?(?:journal|annals|archives|transactions|proceedings|bulletin|zeitschrift)\s+(?:of|on|for"
    r"|für|der)\b.*"
    r"|.{2,12}(?:学报|學報|杂志|雜誌|論文誌)",
    re.IGNORECASE,
)
_OWN_REFERENCE = re.compile(
    r"(?:acm reference format|to cite this|(?:please |how to )?cite (?:this|as)|^citation\s*:|recommended citation"
    r"|zitiervorschlag"
    r"|zitierweise|pour citer|引用格式|本文引用)",
    re.IGNORECASE,
)
_AFFILIATION = re.compile(
    r"\b(?:universit\w+|institut\w*|department|dept\.?|faculty|fakultät|laborator\w+|college|school of|academy"
    r"|hospital|hochschule"
    r"|research cent(?:er|re)|inria|cnrs)\b|大学|大學|学院|研究所|研究院|研究室|대학교|연구소",
    re.IGNORECASE,
)
_MAIL = re.compile(r"\S@\S+\.\w|\}\s?@|@\w+\.\w")
_AND_ALONE = re.compile(r"and|und|et|y|&", re.IGNORECASE)
COVER = re.compile(
    r"author profiles for this publication|made this article openly available|HAL is a multi-?disciplinary|\bHAL Id\b"
    r"|Downloaded from orbit|JSTOR is a not-for-profit|Stable URL: https?://www\.jstor|Link to publication"
    r"|Citation for published version"
)
"""What says that a page is put before a paper by who keeps it."""
_GROUP = re.compile(
    r"(?:the\s+)?[A-Z][\w&-]*(?: [\w&-]+){0,5} (?:Collaboration|Consortium|Working Group|Study Group|Team)"
)


@dataclass(frozen=True, slots=True)
class _Title:
    """Lines that may be the title, and the people below them."""

    lines: tuple[Line, ...]
    text: str
    people: tuple[Person, ...] = ()
    has_others: bool = False
    between: int = 0  # lines up to the first name


def paper_on(page: FirstPage, title: str = "", author: str = "", known: Imprint | None = None) -> Paper | None:
    """Return the paper whose first page this is, None for other documents.

    ``title`` and ``author`` are what the file says of itself and is no mere default, ``known`` where it says that the
    paper appeared.
    """
    lines = [line for line in page.lines if line.is_upright]
    begin = next((place for place, line in enumerate(lines) if _begins_text(line)), None)
    candidates = list(_titles(page, lines, begin))
    imprint = imprint_of(*_small_print(page, lines, begin, candidates))
    if known is not None:
        imprint = replace(imprint.filled(known), evidence=imprint.evidence + 2 * bool(known.doi and not imprint.doi))
    best = _best(page, candidates, imprint, title)
    if best is None:
        return None
    evidence = imprint.evidence + _signs(page, lines, best, imprint)
    if evidence < _ENOUGH:
        return None
    said = [person for person in people_of_metadata(author) if person.given or person.is_eastern]
    text = "\n".join(line.text for line in lines).casefold()
    named = [person for person in said if person.family.casefold() in text]
    # some programs write the first author only, others all of whom the page shows a few
    people = tuple(named) if len(named) == len(said) > len(best.people) else best.people or tuple(said)
    return Paper(_better(title, best.text, page), people, best.has_others and len(people) == len(best.people), imprint)


def _begins_text(line: Line) -> bool:
    return any(pattern.search(line.text) for pattern in (_ABSTRACT, _SUMMARY, _KEYWORDS, _INTRODUCTION))


def _titles(page: FirstPage, lines: Sequence[Line], begin: int | None) -> Iterator[_Title]:
    """Yield the possible titles: lines of one size above the text."""
    groups: list[list[Line]] = []
    for line in lines[:begin]:
        if page.height and line.box[1] > _LOWEST_TITLE * page.height:
            continue
        group = next((one for one in reversed(groups) if _goes_on(one, line, page)), None)
        if group is not None:
            group.append(line)
        else:
            groups.append([line])
    repeated = Counter(line.text for line in lines[:begin])
    japanese = re.search(r"[\u3040-\u30ff]", page.text) is not None
    likely = [(group, text) for group in groups if _may_be_title(group, text := _title_text(group), page)]
    likely.sort(key=lambda one: -one[0][0].size)
    for place, (group, text) in enumerate(likely[:_MOST_TITLES]):
        people = _People(page, _Title(tuple(group), text), repeated, japanese=japanese)
        yield people.found(lines, begin, may_stand_above=not place)


def _goes_on(group: Sequence[Line], line: Line, page: FirstPage) -> bool:
    last = group[-1]
    gap = line.box[1] - last.box[3]
    overlaps = min(last.box[2], line.box[2]) > max(last.box[0], line.box[0])
    same = abs(line.size - last.size) <= _SAME_SIZE * last.size
    usual = last.size < _LARGER * page.body
    if not page.height:
        return False  # paragraphs are whole
    is_subtitle = _LARGER * page.body <= line.size < last.size and (
        last.text.rstrip().endswith((":", "：")) or _SUBTITLE.match(line.text) is not None
    )
    if is_subtitle and overlaps and gap < last.size:
        return True
    return same and overlaps and -0.7 * last.size < gap < 0.75 * last.size and not (usual and last.font != line.font)


def _title_text(group: Sequence[Line]) -> str:
    text = joined([re.sub(r"\s*[*∗†‡§¶⋆]+\s*$", "", line.marked.rstrip(MARK)) for line in group])
    # a raised letter within it is part of the title: CO₂
    if MARK in text:
        text = joined(
            [re.sub(r"\s*[\d*∗†‡§¶⋆]+$", "", line.text) if line.marked.endswith(MARK) else line.text for line in group]
        )
    return re.sub(r"^Title:\s*", "", text.replace(GAP, " ").strip(" *∗†‡"))[:_LONGEST_TITLE]


def _may_be_title(group: Sequence[Line], text: str, page: FirstPage) -> bool:
    letters = sum(char.isalpha() for char in text)
    long_enough = letters >= 3 if is_eastern(text) else letters >= 5
    if not long_enough or len(text) >= _LONGEST_TITLE or letters < 0.55 * len(text.replace(" ", "")):
        return False
    if (
        _NO_TITLE.fullmatch(text)
        or _MAIL.search(text)
        or (_AFFILIATION.search(text) and len(text) < 60 and page.body > group[0].size)
    ):
        return False
    first = group[0]
    stands_out = first.is_bold or text.isupper() or is_eastern(text)
    return first.size >= _LARGER * page.body or (first.size >= 0.97 * page.body and stands_out)


def _best(page: FirstPage, candidates: Sequence[_Title], imprint: Imprint, said: str) -> _Title | None:
    """Return the likeliest title: what the file itself says, else large type above names."""
    largest = max((title.lines[0].size for title in candidates), default=0) * (1 - _SAME_SIZE)

    def score(title: _Title) -> float:
        first = title.lines[0]
        words = len(title.text.split())
        value = min(first.size / page.body, 2.2) + 0.3 * first.is_bold
        value += max(0.4, 1.2 - 0.2 * title.between) if title.people else 0
        value += 0.5 if words >= 4 or (is_eastern(title.text) and len(title.text) >= 8) else 0
        if first.size < largest:
            value -= 3 if people_in(GAP.join(line.marked for line in title.lines)) else 0
            value -= 1 if _AFFILIATION.search(title.text) else 0
        letters = letters_of(title.text)
        if letters == letters_of(imprint.journal) or (not title.people and _JOURNAL_NAME.fullmatch(title.text)):
            value -= 3
        elif _JOURNAL_NAME.fullmatch(title.text):
            value -= 1
        if (
            said
            and len(letters_of(said)) > 7
            and (letters == letters_of(said) or (len(letters) > 15 and letters in letters_of(said)))
        ):
            value += 3
        return value

    best = max(candidates, key=score, default=None)
    return best if best is not None and score(best) > 1 else None


def _better(said: str, found: str, page: FirstPage) -> str:
    """Return the title as the page has it, or as the file says it where that is the same in better writing."""
    ours, theirs = letters_of(found), letters_of(said)
    is_same = ours == theirs or (len(ours) > 15 and ours in theirs and theirs in letters_of(page.text))
    return said if said and is_same and not said.isupper() else found


def _has_two_columns(page: FirstPage) -> bool:
    """Return True if the text of a page stands in two columns."""
    usual = [line for line in page.lines if line.is_upright and abs(line.size - page.body) < 0.1 * page.body]
    left = sum(line.box[2] < _LEFT_COLUMN * page.width for line in usual)
    right = sum(line.box[0] > _RIGHT_COLUMN * page.width for line in usual)
    return min(left, right) >= _COLUMN_LINES


def _signs(page: FirstPage, lines: Sequence[Line], title: _Title, imprint: Imprint) -> int:
    """Return the number of signs, beside its imprint, for a paper."""
    is_abstract = any(_ABSTRACT.search(line.text) for line in lines)
    is_summary = any(_SUMMARY.search(line.text) for line in lines)
    begin = next((place for place, line in enumerate(lines) if _begins_text(line)), _MOST_ADDRESSES)
    above = [line.text for line in lines[: max(begin, _MOST_ADDRESSES)]]
    others = [
        any(_KEYWORDS.search(line.text) for line in lines),
        any(_INTRODUCTION.search(line.text) for line in lines),
        bool(title.people),
        bool(title.people) and any(map(_AFFILIATION.search, above)),
        bool(title.people) and any(map(_MAIL.search, above)),
        _has_two_columns(page),
    ]
    signs = 3 if is_abstract else int(is_summary)
    # without an author, only what says where it appeared makes a paper
    return signs + sum(others) if title.people or imprint.evidence >= 2 else 0


def _small_print(
    page: FirstPage, lines: Sequence[Line], begin: int | None, candidates: Sequence[_Title]
) -> tuple[list[str], list[str], list[str]]:
    """Return the lines around the text, those that say how to cite the paper, and all others."""
    own = [text for text in blocks_of(lines) if _OWN_REFERENCE.search(text)]
    own = [_behind_title(text, title.text) for text in own for title in candidates if title.people] + own
    kept = list[Line]()
    for place, line in enumerate(lines):
        in_margin = page.height and not _HEAD < line.box[3] / page.height < _FOOT
        above = place < (begin if begin is not None else 12)
        if in_margin or above or line.size < _SMALL_PRINT * page.body:
            kept.append(line)
    turned = [line.text for line in page.lines if not line.is_upright]
    whole = [text for text in blocks_of(kept) if len(text) < 600]
    singles = [line.text for line in kept]
    titles = {title.text for title in candidates if title.people}
    grouped = [*whole, *(title.text for title in candidates if not title.people)]
    texts = [*turned, *singles, *(text for text in grouped if text not in singles)]
    around = {id(line) for line in kept}
    others = [line.text for line in lines if id(line) not in around]
    return [text for text in texts if text not in titles], own, others


def _behind_title(text: str, title: str) -> str:
    """Return the text after the title in a citation of the paper; "" where it does not name the title."""
    found = re.search(r"\s*".join(map(re.escape, title.split())), text, re.IGNORECASE)
    return text[found.end() :].lstrip(" .,?!") if found else ""


class _People:
    """The authors of a titled paper: gathered from the lines below it, or else above it."""

    def __init__(self, page: FirstPage, title: _Title, repeated: Counter[str], *, japanese: bool) -> None:
        self._page = page
        self._title = title
        self._repeated = repeated
        self._japanese = japanese
        self._people: list[Person] = []
        self._first: Line | None = None
        self._last_names: Line | None = None
        self._last_other: Line | None = None  # an affiliation below names
        self._before: Line | None = None  # the line before
        self._is_mail_since = False
        self._between = 0
        self._has_others = False

    def found(self, lines: Sequence[Line], begin: int | None, *, may_stand_above: bool) -> _Title:
        """Return the title with the people below it, or perhaps above it where there are none."""
        middle = max(line.box[1] + line.box[3] for line in self._title.lines)
        own = {id(line) for line in self._title.lines}
        end = begin if begin is not None else len(lines)
        below = [line for line in lines[:end] if id(line) not in own and line.box[1] + line.box[3] > middle]
        below = [line for line in below if not self._is_beside(line, lines)][:_MOST_LINES]
        for line in _with_whole_names(below):
            if not self._take(line):
                break
            self._before = line
        if not self._people and may_stand_above:
            self._look_above(lines, own)
        title = self._title
        return _Title(title.lines, title.text, tuple(self._people), self._has_others, self._between)

    def _is_beside(self, line: Line, lines: Sequence[Line]) -> bool:
        """Return True if a line stands in a column left of the one that the title begins."""
        left = self._title.lines[0].box[0]
        begins = sum(abs(one.box[0] - left) < 3 for one in lines)
        return bool(self._page.height) and begins > 5 and line.box[2] < left

    def _take(self, line: Line) -> bool:
        """Take a line below the title; False where the names have ended."""
        title = self._title.lines[0]
        people = people_in(line.marked, japanese=self._japanese) if self._repeated[line.text] <= 1 else []
        if self._first is None:
            if people and line.size <= title.size * 1.02:
                self._first = line
                self._add(line, people)
                return True
            if match := _GROUP.fullmatch(line.text.strip()):
                self._first = line
                self._people.append(Person(match.group()))
                return True
            self._between += 1
            return self._between <= _MOST_BETWEEN and not _is_prose(line)
        if people and self._is_name_line(line):
            self._add(line, people)
            return True
        if _MAIL.search(line.text) or _AND_ALONE.fullmatch(line.text.strip()):
            self._is_mail_since = True  # what follows may be another person
        if _is_prose(line) or line.size > 1.15 * self._first.size:
            return False
        self._last_other = line
        return True

    def _add(self, line: Line, people: Sequence[Person]) -> None:
        self._last_names = line
        self._people += [person for person in people if person not in self._people]
        self._has_others = self._has_others or names_others(line.text)
        self._is_mail_since = False

    def _is_name_line(self, line: Line) -> bool:
        """Return True if a line that may hold names is like the first that did."""
        first, other = self._first, self._last_other
        if first is None:
            return False
        if is_eastern(line.text) != is_eastern(first.text):
            return False  # the same names once more, in other letters
        if abs(line.size - first.size) > _SAME_SIZE * first.size or line.is_bold != first.is_bold:
            return False
        if line.marked.startswith(MARK) and not first.marked.startswith(MARK):
            return False
        if other is None:
            return True
        if MARK in first.marked:
            return MARK in line.marked
        if self._is_mail_since or other.font != first.font or abs(other.size - first.size) > _SAME_SIZE * first.size:
            return line.font == first.font
        is_apart = self._before is None or line.box[1] - self._before.box[3] > 0.8 * line.size
        return is_apart or (self._last_names is not None and _share_row(line, self._last_names))

    def _look_above(self, lines: Sequence[Line], own: set[int]) -> None:
        top = min(line.box[1] for line in self._title.lines)
        above = [line for line in lines if id(line) not in own and line.box[3] <= top + 1]
        for line in above[-2:]:
            is_near = top - line.box[3] < 4 * self._title.lines[0].size
            is_head = self._page.height and line.box[1] < 0.07 * self._page.height
            people = people_in(line.marked, japanese=self._japanese)
            if (
                people
                and is_near
                and not is_head
                and line.size <= self._title.lines[0].size
                and self._repeated[line.text] == 1
            ):
                self._add(line, people)
                self._between = 1


def _with_whole_names(lines: Sequence[Line]) -> list[Line]:
    """Return lines, two of which one name runs across as one."""
    result: list[Line] = []
    for line in lines:
        last = result[-1] if result else None
        if (
            last is not None
            and (re.search(r"[,;&]|\band\b", last.marked) or MARK in last.marked[:-1])
            and abs(last.size - line.size) <= _SAME_SIZE * last.size
            and last.font == line.font
            and 0 <= line.box[1] - last.box[3] + 0.6 * last.size < 1.4 * last.size
            and people_in(last.marked)
            and not re.search(rf"(?:[,;&{MARK}]|\band)\s*$", last.marked)
            and not line.marked.startswith(MARK)
            and breaks_within_name(last.marked, line.marked)
        ):
            both = (min(last.box[0], line.box[0]), last.box[1], max(last.box[2], line.box[2]), line.box[3])
            text, marked = joined([last.text, line.text]), joined([last.marked, line.marked])
            result[-1] = replace(last, text=text, marked=marked, box=both)
        else:
            result.append(line)
    return result


def _share_row(one: Line, other: Line) -> bool:
    return abs(one.box[1] - other.box[1]) < 0.5 * one.size


def _is_prose(line: Line) -> bool:
    """Return True if a line is running text, not names, addresses or dates."""
    words = line.text.split()
    small = sum(word[0].islower() for word in words)
    if is_eastern(line.text):
        return len(line.text) > 30 and "。" in line.text
    return len(words) >= 9 and small > 0.6 * len(words)
