"""Name the file above each quotation, wherever an answer made of quotations is shown.

The line is no part of the answer's text: nothing checks it, models are not shown it, and each place that shows an
answer words it in the person's language. Answers of earlier versions have it, too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from desktop_rag.core.results.answers import Answer, Citation, Source

_BETWEEN_BLOCKS = "\n\n"
_BETWEEN_PLACES = "; "


@dataclass(frozen=True, slots=True)
class QuotedPlace:
    """A line above the quotation at ``start`` of the answer's text: its files and pages."""

    start: int
    words: str


def quoted_places(answer: Answer, word: Callable[[Source], str]) -> tuple[QuotedPlace, ...]:
    """Return the lines above the quotations of an answer, in order; () for one that a model wrote.

    ``word`` says the place of a source. Neighbours of one place have one line, and what several files say names each.
    """
    sources = {source.rank: source for source in answer.sources}
    found: list[QuotedPlace] = []
    start = 0
    cited = answer.citations if answer.extractive else ()
    for (begin, stop), citations in groupby(cited, lambda one: (one.answer_start, one.answer_end)):
        known = [(sources[one.marker], one) for one in citations if one.marker in sources]
        if known and start <= begin:
            words = _BETWEEN_PLACES.join(dict.fromkeys(word(cited_source(*one)) for one in known))
            if not found or found[-1].words != words:
                found.append(QuotedPlace(start, words))
        # rows of a table stand in one block, and what names the table is a block above it
        end = answer.text.find(_BETWEEN_BLOCKS, stop)
        start = end + len(_BETWEEN_BLOCKS) if end >= 0 else len(answer.text)
    return tuple(found)


def cited_source(source: Source, citation: Citation) -> Source:
    """Return a source with the page on which the cited words begin: its first sentence may begin on the one before."""
    return source if citation.page == source.page else replace(source, page=citation.page, page_label="")


def parts_at(places: Sequence[QuotedPlace], start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield the parts of a range of the answer's text: where each begins and ends, and the line above it or ""."""
    begins = [(place.start, place.words) for place in places if start <= place.start < end]
    if not begins or begins[0][0] > start:
        begins.insert(0, (start, ""))
    ends = [*(first for first, _ in begins[1:]), end]
    yield from ((first, last, words) for (first, words), last in zip(begins, ends, strict=True))
