"""Retrieved passages as texts that have units, and where a range of one stands in its file."""

from desktop_rag.core.page_breaks import RunOn
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.evidence.units import Passage
from desktop_rag.readers.formats import is_in_blocks, is_verbatim


def passage_of(source: Source) -> Passage:
    """Return a source as a text that has units."""
    return Passage(source.text, is_verbatim(source.file), source.runs_on, source.runs_from, is_in_blocks(source.file))


def citation_of(
    source: Source, span: tuple[int, int], answer: tuple[int, int], score: float, quote: str | None = None
) -> Citation:
    """Return the citation of a range of a source by a range of an answer.

    It begins on the page where its first sentence does, and knows what stands on the next one. ``quote`` is how its
    words are written where that is not as in the file.
    """
    passage, (start, end) = passage_of(source), span
    page, place, rest = source.page, (source.start + start, source.start + end), None
    if passage.runs_on and start < passage.runs_on.at <= end:
        rest = passage.runs_on
    if passage.runs_from and start <= passage.runs_from.at < end:
        above = passage.runs_from
        rest = RunOn(above.end - above.start, passage.text[above.at : end], page, source.start + above.at, place[1])
        page, place = above.page, (above.start, above.end)
    return Citation(
        marker=source.rank,
        answer_start=answer[0],
        answer_end=answer[1],
        file=source.file,
        page=page,
        start=place[0],
        end=place[1],
        quote=passage.told(start, end) if quote is None else quote,
        score=round(score, 4),
        node_id=source.node_id,
        runs_on=rest,
    )
