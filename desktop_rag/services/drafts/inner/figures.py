"""Figures that a text tells twice, and differently."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from desktop_rag.core.results.text_checks import InnerFinding, InnerKind
from desktop_rag.core.user_text import UserText
from desktop_rag.services.contradictions.statements import Stated, differing, statements
from desktop_rag.services.contradictions.values import DATE, PARTY
from desktop_rag.services.drafts.inner.tables import tables_of
from desktop_rag.services.register.documents import Page

_MOST_ALIKE = 3  # statements of one wording; more of them are entries of a list


def figures_told_twice(text: str) -> Iterator[InnerFinding]:
    """Yield the figures of statements that say the same as an earlier one, but for this figure."""
    rows = [(table.head[0].start, table.rows[-1][-1].end) for table in tables_of(text) if table.head and table.rows]
    alike: dict[int, list[Stated]] = defaultdict(list)
    for one in statements([Page(1, "", text)]):
        in_table = any(start <= one.start < end for start, end in rows)
        if one.values and not in_table and not one.is_periodic and not one.is_generic and not one.is_change:
            alike[one.key].append(one)
    told = set[tuple[int, int]]()
    for every in alike.values():
        for first, second, place in _disagreeing(every):
            start, end = second.places[place]
            if (start, end) not in told:
                told.add((start, end))
                begin, stop = first.places[place]
                reason = UserText("Earlier, the text says {figure}.", figure=" ".join(text[begin:stop].split()))
                yield InnerFinding(InnerKind.FIGURE, start, end, reason, (begin, stop))


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
