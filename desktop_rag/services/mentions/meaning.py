"""Sentences that are about something, whatever their words: ranked by how surely, with a cut.

The nearest passages by words and meaning are read sentence by sentence by the judge, until many in a row have nothing
near the cut. So the method is told beside the count: a cut, not all there is.
"""

import time
from collections.abc import Iterator, Sequence

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.mentions import FileGap, MeaningHit, MeaningHits, MeaningQuery
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evidence.units import Passage, unit_spans
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.readers.formats import is_in_blocks, is_verbatim
from desktop_rag.rerankers.judge import Judges, title_above
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.services.documents_in_scope import documents_in
from desktop_rag.services.sources import cited_as
from desktop_rag.storage.records import doc_id_of
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext

CUT = -1.0  # log odds: that above which a cell of a review table is stated, tuned there (``services.review.quoted``)
_NEAR = 2.0  # so far below the cut a passage still is near it
_NOTHING_NEAR = 24  # passages in a row, after which no further ones are read
_MOST = 400  # passages that are read
_TOGETHER = 8  # passages between two looks at whether the person has stopped it
_LONGEST = 1_200  # characters of a unit that the judge reads
_MOST_HITS = 1_000


def hits(
    storage: StorageContext, query: MeaningQuery, embed_model: BaseEmbedding, judge: Judges, vectors: VectorCache
) -> MeaningHits:
    """Return the sentences of a library that are about something.

    Raises:
        UserError: nothing was asked for, or the search model cannot be asked.
        CancelledError: stopped.

    """
    started = time.monotonic()
    if not query.words.strip():
        raise UserError("There is nothing to look for.", "Type what the passages are to be about.")
    parsed = parse_query(query.within)
    documents = documents_in(storage, parsed)
    scope = [doc_id_of(file) for file, _ in documents.readable] if query.within.strip() else None
    index = VectorStoreIndex(storage_context=storage, embed_model=embed_model, cache=vectors)
    nodes = [] if scope == [] else index.as_retriever(_MOST, "hybrid", doc_ids=scope).retrieve(query.words)
    found: list[MeaningHit] = []
    read, without = 0, 0
    for start in range(0, len(nodes), _TOGETHER):
        current_token().raise_if_cancelled()
        some = nodes[start : start + _TOGETHER]
        for judged in _judged(query.words, some, judge):
            read += 1
            without = 0 if any(one.score >= CUT - _NEAR for one in judged) else without + 1
            found += judged
        if without >= _NOTHING_NEAR:
            break
    best: dict[tuple[str, int, int], MeaningHit] = {}
    for one in sorted(found, key=lambda one: -one.score):  # passages overlap
        best.setdefault((one.source.file, one.source.page, one.source.start), one)
    unread = tuple(FileGap(one.file, one.reason) for one in documents.unread)
    kept = tuple(best.values())[:_MOST_HITS]
    passages = storage.documents.totals().nodes if scope is None else 0
    return MeaningHits(query, kept, CUT, read, passages, len(documents.readable), unread, time.monotonic() - started)


def _judged(question: str, nodes: Sequence[NodeWithScore], judge: Judges) -> Iterator[list[MeaningHit]]:
    """Yield the units of each passage with how surely they are about a question."""
    places = [list(_units(found)) for found in nodes]
    pairs = [
        (question, [title_above(source.file, source.heading), source.text[:_LONGEST]])
        for sources in places
        for source in sources
    ]
    odds = iter(judge.answers(pairs).tolist() if pairs else ())
    for sources in places:
        yield [MeaningHit(source, float(next(odds))) for source in sources]


def _units(found: NodeWithScore) -> Iterator[Source]:
    """Yield the sentences, rows and records of a passage as sources."""
    node = found.node
    file = str(node.metadata.get("file_path") or "")
    number = node.metadata.get("page_number")
    page = number if isinstance(number, int) and number > 0 else 1
    label, begin = str(node.metadata.get("page_label") or ""), node.start_char_idx or 0
    told = passage_of(node)
    for unit in unit_spans(Passage(node.text, is_verbatim(file), None, None, is_in_blocks(file))):
        text = told.told(unit.start, unit.end)
        if text.strip():
            yield Source(
                1, 0.0, file, page, label, begin + unit.start, begin + unit.end, text, node.node_id, ("meaning",), "",
                cited_as=cited_as(node.metadata),
            )  # fmt: skip
