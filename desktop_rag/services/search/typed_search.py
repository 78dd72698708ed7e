"""The search of the window and the command line: a typed query with its phrases, exclusions and conditions."""

from collections.abc import Sequence
from itertools import islice

from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.node_parser.page_breaks import searched_texts
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.query_syntax import ParsedQuery, parse_query
from desktop_rag.retrievers.words_only_fallback import WordsOnlyFallback
from desktop_rag.storage.filters import NodeFilter, TermQuery
from desktop_rag.text.analyzer import certain_terms

_MOST_CANDIDATES = 5000  # passages with all words of the phrases, best first, whose texts are looked at
_DEEPER = 4
_DEEPEST = 5000


def search_library(
    index: VectorStoreIndex, query: str, top_k: int, mode: str, fallback: WordsOnlyFallback | None = None
) -> list[NodeWithScore]:
    """Return the ``top_k`` best passages for a query as people type it; see ``query_syntax``.

    Conditions hold exactly for every passage returned, in every mode. Without any words it is the first passages of
    the files that fit. With ``fallback``, mode "hybrid" searches by words only when the model cannot be asked.
    """
    parsed = parse_query(query)
    if parsed.is_plain:
        return index.as_retriever(top_k, mode, fallback).retrieve(query)
    return _Search(index, parsed, top_k, mode, fallback).run()


class _Search:
    """One query."""

    def __init__(
        self, index: VectorStoreIndex, parsed: ParsedQuery, top_k: int, mode: str, fallback: WordsOnlyFallback | None
    ) -> None:
        self._index = index
        self._storage = index.storage_context
        self._parsed = parsed
        self._top_k = top_k
        self._mode = mode
        self._fallback = fallback

    def run(self) -> list[NodeWithScore]:
        """Return the best passages that meet every phrase, exclusion and condition."""
        if not self._parsed.text:
            return self._in_order()
        node_ids = self._with_phrases()
        depth = self._top_k
        while True:
            found = self._retriever(depth, node_ids).retrieve(self._parsed.text)
            accepted = [one for one in found if self._accepts(one.node)]
            if len(accepted) >= self._top_k or len(found) < depth or depth >= _DEEPEST:
                return accepted[: self._top_k]
            depth *= _DEEPER

    def _retriever(self, depth: int, node_ids: Sequence[str] | None) -> BaseRetriever:
        """Return a retriever that is narrowed down."""
        return self._index.as_retriever(
            depth, self._mode, self._fallback, filters=self._parsed.filters, node_ids=node_ids
        )

    def _accepts(self, node: TextNode) -> bool:
        """Whether a passage's own words meet the query."""
        return self._parsed.accepts(*searched_texts(node))

    def _with_phrases(self) -> list[str] | None:
        """Return the ids of the passages with the phrases: those that have all the words are looked at."""
        groups = [group for phrase in self._parsed.phrases for group in certain_terms(phrase)]
        if not groups:
            return None
        wanted = TermQuery(any_of=tuple(dict.fromkeys(groups)))
        hits = self._storage.keywords.matching(wanted, _MOST_CANDIDATES, NodeFilter(self._parsed.filters))
        nodes = self._storage.nodes.nodes_by_key([key for key, _ in hits])
        return [node.node_id for node in nodes.values() if self._accepts(node)]

    def _in_order(self) -> list[NodeWithScore]:
        """Return the first passages that meet the query, there being nothing to rank them by."""
        if self._parsed.filters is None:
            return []
        passing = self._storage.nodes.find(NodeFilter(self._parsed.filters))
        found = (NodeWithScore(node, 0.0, ()) for node in passing if self._accepts(node))
        return list(islice(found, self._top_k))
