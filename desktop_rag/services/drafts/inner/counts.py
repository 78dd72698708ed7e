"""Numbers of things that a text announces, and lists of more or fewer of them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from desktop_rag.core.results.text_checks import InnerFinding, InnerKind
from desktop_rag.core.user_text import UserText
from desktop_rag.services.drafts.inner.numerals import HAN, WORD, number_of

_MOST = 20
_NUMBER = rf"(?:{WORD}|\d{{1,2}})"
_ADJECTIVES = r"(?:[^\W\d_][\w-]*\s+){0,2}"
_NOUNS = (
    r"(?:reasons?|points?|steps?|conditions?|options?|parts?|questions?|factors?|requirements?|goals?|aims?|objectives?"
    r"|measures?|aspects?|advantages?|disadvantages?|benefits?|problems?|issues?|risks?|rules?|principles?|topics?|areas?"
    r"|categories|category|phases?|stages?|elements?|components?|documents?|items?|changes|recommendations?|proposals?"
    r"|examples?|types?|kinds?|ways?|tasks?|criteria|criterion|findings?|results?|conclusions?|arguments?|assumptions?"
    r"|gründen?|punkten?|schritten?|bedingungen?|optionen?|teilen?|fragen?|faktoren?|anforderungen?|zielen?|maßnahmen?"
    r"|aspekten?|vorteilen?|nachteilen?|problemen?|risiken|regeln?|grundsätzen?|themen|bereichen?|kategorien?|phasen?"
    r"|elementen?|bestandteilen?|unterlagen|dokumenten?|änderungen?|empfehlungen?|vorschlägen?|vorschläge|beispielen?"
    r"|arten?|wegen?|aufgaben?|kriterien|ergebnissen?|ergebnisse|argumenten?|annahmen?|voraussetzungen?|stufen?)"
)
_FOLLOWING = r"(?:following|folgende[nrms]?|nachfolgende[nrms]?|nachstehende[nrms]?)"
_UNIT = (
    r"(?!\s*(?:%|percent|prozent|euros?|dollars?|pounds?|years?|months?|weeks?|days?|hours?|minutes?|jahren?|jahre|monaten?"
    r"|monate|wochen?|tagen?|tage|stunden?|minuten?|uhr|pm|am|pages?|seiten?|million|milliard|billion|meter|people"
    r"|personen)\b|[.,:]\d|\s*[€$£%])"
)
_ANNOUNCED = re.compile(
    rf"\b(?:{_FOLLOWING}\s+(?P<a>{_NUMBER})\b{_UNIT}|(?P<b>{_NUMBER})\s+{_FOLLOWING}\b|(?P<c>{_NUMBER})\s+{_ADJECTIVES}{_NOUNS}\b)",
    re.IGNORECASE,
)
_HAN_NUMBER = rf"(?:[0-9０-９]{{1,2}}|[{HAN}]{{1,3}})"
_HAN_ANNOUNCED = re.compile(
    rf"(?:(?:以下|次|下記|左記)の?(?P<a>{_HAN_NUMBER})(?:つ|点|項目|種類|件|個|段階|ヶ条|か条|箇条)"
    rf"|(?:以下|如下|下列|下述)(?:的)?(?P<b>{_HAN_NUMBER})(?:个|項|项|点|點|條|条|种|類|类|步|方面|部分)"
    rf"|(?P<c>{_HAN_NUMBER})(?:つの?|個の?)(?:主な|大きな)?(?:理由|点|条件|方法|原則|課題|段階|要素|目的|目標|選択肢|論点|要件|利点|欠点|原因|項目)"
    rf"|(?P<d>{_HAN_NUMBER})(?:个|項|项|条|種|种|大)(?:主要|重要|基本)?(?:原因|理由|方面|条件|步骤|问题|目标|要求|原则|部分|方案|优点|缺点|措施|建议|因素|特点|阶段))"
)
_APPROXIMATE = re.compile(
    r"\b(?:at least|at most|up to|more than|about|over|nearly|first|last|next|other|these|those|mindestens|höchstens"
    r"|bis zu|mehr als|etwa|rund"
    r"|ersten|letzten|diese[nrms]?|alle[nr]?|one of(?: the)?|eine[nrms]? der)\s+(?:the\s+|der\s+|die\s+|den\s+)?\Z"
    r"|(?:少なくとも|約|およそ|至少|大约|约|最初の|前)\Z",
    re.IGNORECASE,
)
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:[-*•·‣–]|\d{1,2}[.)．]|[（(]?(?:[a-z]|\d{1,2}|[ivx]{1,4})[)）]|[①-⑳])[ \t\u3000]*\S"
)
_HAN_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:[（(]?[一二三四五六七八九十]{1,2}[)）、.．]|第[一二三四五六七八九十][,，、])"
)
_HEADING = re.compile(r"#{1,6}\s")
_COLON = re.compile(r"[:：]\s*[*_]*\Z")
_SENTENCE_END = re.compile(r"[.!?。！？](?=\s|\Z|[^\x00-\x7f])")
_INLINE_MARK = re.compile(r"[（(](?P<number>\d{1,2})[)）]|(?P<circle>[①-⑳])")
_CLAUSE = re.compile(r"\b(?:which|that|who|whose|where|because|if|welche[nrms]?|dass|weil|wenn|deren|dessen)\b")
_AND = re.compile(r",?\s+(?:and|or|und|oder|sowie|as well as)\s+|(?:以及|及び|および|和|与|ならびに)")
_COMMA = re.compile(r"[,;，；、]\s*")
_LONGEST_ITEM, _LONGEST_HAN_ITEM = 5, 14  # words, characters: what is longer may have commas of its own
_LOOK_AHEAD = 3  # blocks in which a list may go on


class _Line(NamedTuple):
    text: str
    start: int

    @property
    def item(self) -> re.Match[str] | None:
        return _ITEM.match(self.text) or _HAN_ITEM.match(self.text)


def counts_that_do_not_fit(text: str) -> Iterator[InnerFinding]:
    """Yield the numbers of things that are announced right before a list of another number of things."""
    lines, place = list[_Line](), 0
    for words in text.split("\n"):
        lines.append(_Line(words, place))
        place += len(words) + 1
    for number, line in enumerate(lines):
        if line.text.strip() and "|" not in line.text and not _HEADING.match(line.text):
            found = _before_list(lines, number) or _in_line(line)
            if found is not None:
                yield found


def _before_list(lines: list[_Line], number: int) -> InnerFinding | None:
    """Return what is wrong with a line that announces the list below it."""
    line = lines[number]
    below = next((place for place in range(number + 1, len(lines)) if lines[place].text.strip()), None)
    if below is None or below > number + 2 or lines[below].item is None or line.item is not None:
        return None
    ends = list(_SENTENCE_END.finditer(line.text.rstrip()[:-1]))
    begin = ends[-1].end() if ends else 0
    sentence = line.text[begin:]
    is_open = _COLON.search(sentence.rstrip()) is not None
    announced = _announced(sentence, needs_following=not is_open)
    if announced is None:
        return None
    said, start, end = announced
    items, is_certain = _items(lines, below)
    if not is_certain or len(items) < 2 or said == len(items):
        return None
    first, last = lines[items[0]], lines[items[-1]]
    span = (first.start, last.start + len(last.text.rstrip()))
    return _finding(line.start + begin + start, line.start + begin + end, said, len(items), span)


def _finding(start: int, end: int, said: int, counted: int, other: tuple[int, int]) -> InnerFinding:
    reason = UserText("The text announces {said}, and {counted} follow.", said=said, counted=counted)
    return InnerFinding(InnerKind.COUNT, start, end, reason, other)


def _announced(sentence: str, *, needs_following: bool) -> tuple[int, int, int] | None:
    """Return the number of things that a sentence announces and its range; None for none, or for several."""
    found = [*_ANNOUNCED.finditer(sentence), *_HAN_ANNOUNCED.finditer(sentence)]
    if len(found) != 1:
        return None
    (match,) = found
    is_following = any(match.groupdict().get(name) for name in "ab")
    group = next(name for name in "abcd" if match.groupdict().get(name))
    said = number_of(match[group])
    if said is None or not 2 <= said <= _MOST or (needs_following and not is_following):
        return None
    if _APPROXIMATE.search(sentence[: match.start()]):
        return None
    return said, *match.span()


def _items(lines: list[_Line], first: int) -> tuple[list[int], bool]:
    """Return the lines in which the items of a list begin, and whether it is certain where it ends."""
    indent = _indent(lines[first])
    items, at = [first], first + 1
    while at < len(lines):
        line = lines[at]
        if not line.text.strip():
            at += 1
            continue
        if line.item is not None:
            if _indent(line) < indent:
                break
            if _indent(line) == indent:
                items.append(at)
        elif not line.text.startswith((" ", "\t")) and not lines[at - 1].text.strip():
            break
        at += 1
    blocks = 0
    for line in lines[at:]:
        if _HEADING.match(line.text) or blocks > _LOOK_AHEAD:
            break
        if line.item is not None:
            return items, False
        blocks += bool(line.text.strip())
    return items, True


def _indent(line: _Line) -> int:
    item = line.item
    return len(item["indent"].expandtabs(4)) if item is not None else 0


def _in_line(line: _Line) -> InnerFinding | None:
    """Return what is wrong with a sentence that announces a number of things and names them: “three: a, b and c”."""
    for colon in re.finditer(r"[:：]\s?", line.text):
        ends = list(_SENTENCE_END.finditer(line.text, 0, colon.start()))
        begin = ends[-1].end() if ends else 0
        announced = _announced(line.text[begin : colon.start()], needs_following=False)
        stop = _SENTENCE_END.search(line.text, colon.end())
        end = stop.start() if stop else len(line.text)
        if announced is None:
            continue
        said, start, last = announced
        counted = _counted(line.text[colon.end() : end], line.text[colon.end() :])
        if counted and counted != said:
            span = (line.start + colon.end(), line.start + end)
            return _finding(line.start + begin + start, line.start + begin + last, said, counted, span)
    return None


def _counted(named: str, rest: str) -> int:
    """Return how many things a sentence names, 0 where that is unclear."""
    marks = [match["number"] or str(ord(match["circle"]) - 0x245F) for match in _INLINE_MARK.finditer(rest)]
    if marks:
        return len(marks) if marks == [str(number) for number in range(1, len(marks) + 1)] and len(marks) > 1 else 0
    pieces = _AND.split(named)
    is_han = re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", named) is not None
    if len(pieces) > 2 or (len(pieces) < 2 and not (is_han and "、" in named)):
        return 0
    items = [item.strip() for piece in pieces for item in _COMMA.split(piece)]
    are_clauses = all(map(_CLAUSE.match, items))
    if not all(items) or len(items) < 2 or (_CLAUSE.search(named) and not are_clauses):
        return 0
    is_short = all(len(item) <= _LONGEST_HAN_ITEM if is_han else len(item.split()) <= _LONGEST_ITEM for item in items)
    return len(items) if is_short else 0
