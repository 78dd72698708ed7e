"""Figures that a text states twice, and differently.

Statements are those that disagree between the documents of a library (``services.contradictions``), here within one
text; and clauses that end with the words of a whole earlier sentence: “… that the deposit is £1,950”.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from desktop_rag.citations.markers import code_ranges
from desktop_rag.core.results.text_checks import InnerFinding, InnerKind
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.units import Kind, Passage, unit_spans
from desktop_rag.services.contradictions.statements import Stated, differing, statements
from desktop_rag.services.contradictions.values import DATE, NUMBER, PARTY, Value, agree, slots_in
from desktop_rag.services.contradictions.wording import is_change, is_stated, qualifiers
from desktop_rag.services.drafts.inner.tables import tables_of
from desktop_rag.services.register.amounts import Money, yen_of
from desktop_rag.services.register.documents import Page
from desktop_rag.text.analyzer import is_unspaced, token_spans

_MOST_ALIKE = 3  # statements of one wording; more of them are entries of a list
_FIRST = 3  # characters
_LONGEST = 300  # characters of a sentence
_FEWEST_WORDS, _FEWEST_HAN = 4, 7  # that both sentences have before their figure
_HEADING = re.compile(r"^#{1,6}\s", re.MULTILINE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_COPULAS = frozenset("is are was were amounts amount to ist sind war waren beträgt betragen liegt bei".split())
_LISTED = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s")
_HAN_COPULA = re.compile(r"(?:[はが]|为|是|有|达到?|共)\Z")
_HAN_END = re.compile(r"である|であり|です|となる|となっている|とする")
_NOT_SAME = re.compile(
    r"\b(?:previous(?:ly)?|former(?:ly)?|originally|initially|first|second|another|other|respectively|if|when|unless|would"
    r"|früher|zuvor|ursprünglich|zunächst|anfangs|andere[nrms]?|zweite[nrms]?|jeweils|falls|wenn|würde)\b"
    r"|以前|従来|当初|もう一|別の|場合|それぞれ|原来|此前|以往|另一|分别|如果|若",
    re.IGNORECASE,
)


class _Doubt(NamedTuple):
    """Two places of a text whose values disagree."""

    start: int
    end: int
    earlier: tuple[int, int]


def figures_told_twice(text: str) -> Iterator[InnerFinding]:
    """Yield the figures of statements that say the same as an earlier one, but for this figure.

    Two sections that differ in several are about two things of a kind.
    """
    found: dict[tuple[int, int], _Doubt] = {}
    for doubt in (*_between_statements(text), *_between_clauses(text)):
        found.setdefault((doubt.start, doubt.end), doubt)
    headings = [match.start() for match in _HEADING.finditer(text)]
    sections = {
        doubt: (bisect_right(headings, doubt.earlier[0]), bisect_right(headings, doubt.start))
        for doubt in found.values()
    }
    several = Counter(sections.values())
    for doubt, (one, other) in sections.items():
        if one == other or several[one, other] == 1:
            figure = " ".join(text[slice(*doubt.earlier)].split())
            reason = UserText("Earlier, the text says {figure}.", figure=figure)
            yield InnerFinding(InnerKind.FIGURE, doubt.start, doubt.end, reason, doubt.earlier)


# -- statements of one wording


def _between_statements(text: str) -> Iterator[_Doubt]:
    barred = [(table.head[0].start, table.rows[-1][-1].end) for table in tables_of(text) if table.head and table.rows]
    barred += code_ranges(text)
    alike: dict[int, list[Stated]] = defaultdict(list)
    for one in statements([Page(1, "", text)]):
        is_barred = any(
            start <= place < end for start, end in barred for place in (one.start, *(a for a, _ in one.places))
        )
        # the number of a clause, or the time at which a line of a chat was written
        is_numbered = any(text[a - 1 : a] == "第" or a - one.start < _FIRST for a, _ in one.places)
        if is_numbered or not (one.is_sentence or all(value.unit for value in one.values)):
            continue  # a label of a figure without a unit may be that of many things
        if one.values and not is_barred and not one.is_periodic and not one.is_generic and not one.is_change:
            alike[one.key].append(one)
    for every in alike.values():
        for first, second, place in _disagreeing(every):
            sentences = (text[one.start : one.end] for one in (first, second))
            if not any(map(_NOT_SAME.search, sentences)):
                yield _Doubt(*second.places[place], first.places[place])


def _disagreeing(every: Sequence[Stated]) -> Iterator[tuple[Stated, Stated, int]]:
    """Yield statements of one wording that disagree, with the place of the value among theirs."""
    if not 1 < len(every) <= _MOST_ALIKE:
        return
    for first, second in combinations(every, 2):
        if first.start == second.start or first.since != second.since:
            continue
        place = differing(first, second)
        if place is not None and place >= 0 and first.values[place].kind not in {DATE, PARTY}:
            yield first, second, place


# -- clauses that end as a sentence does


class _Clause(NamedTuple):
    """A sentence with one figure: the words before it, the last first, without copulas; and those behind it."""

    start: int
    end: int
    value: Value
    before: tuple[str, ...]
    behind: tuple[str, ...]
    copulas: frozenset[str]
    qualified: frozenset[str]


def _between_clauses(text: str) -> Iterator[_Doubt]:
    """Yield the figures of clauses whose words end with all those of an earlier or later sentence."""
    clauses = list(_clauses(text))
    by_word: dict[tuple[str, ...], list[_Clause]] = defaultdict(list)
    for one in clauses:
        by_word[one.before[:2]].append(one)
    for every in by_word.values():
        for first, second in combinations(every, 2) if len(every) <= _MOST_ALIKE else ():
            shorter, longer = sorted((first, second), key=lambda one: len(one.before))
            if (
                longer.before[: len(shorter.before)] == shorter.before
                and _is_telling(shorter.before)
                and (first.behind, first.copulas, first.qualified) == (second.behind, second.copulas, second.qualified)
                and first.value.unit == second.value.unit
                and agree(first.value, second.value) is False
            ):
                yield _Doubt(second.start, second.end, (first.start, first.end))


def _clauses(text: str) -> Iterator[_Clause]:
    money = Money(yen_of(text, ""))
    for unit in unit_spans(Passage(text)):
        said = text[unit.start : unit.end]
        if unit.kind is Kind.ROW or len(said) > _LONGEST or not is_stated(said) or _LISTED.match(said):
            continue
        if is_change(said) or _NOT_SAME.search(said) or _YEAR.search(said):
            continue
        slots = slots_in(text, unit.start, unit.end, money)
        if len(slots) != 1 or slots[0].value.kind != NUMBER or not slots[0].value.unit:
            continue
        (slot,) = slots
        before, behind = text[unit.start : slot.start], re.split(r"[,;，；、。.]", text[slot.end : unit.end])[0]
        before, behind = _HAN_COPULA.sub("", before.rstrip()), _HAN_END.sub("", behind)
        first, last = _words(before), _words(behind)
        copulas = frozenset(word for word in (*first[-2:], *last) if word in _COPULAS)
        yield _Clause(
            slot.start,
            slot.end,
            slot.value,
            tuple(word for word in reversed(first) if word not in _COPULAS),
            tuple(word for word in last if word not in _COPULAS),
            copulas,
            frozenset(qualifiers(said)),
        )


def _words(text: str) -> list[str]:
    """Return the words of a text in order, Han and kana sign for sign."""
    found: list[str] = []
    for _, _, token in token_spans(text):
        found += list(token) if is_unspaced(token) else [token.casefold()]
    return found


def _is_telling(words: Sequence[str]) -> bool:
    han = sum(is_unspaced(word) for word in words)
    return han >= _FEWEST_HAN or len(words) - han >= _FEWEST_WORDS
