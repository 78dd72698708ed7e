"""Retrievers of keyword tables: they differ in how they find the keywords of a question."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.indices.building import require_built, required
from desktop_rag.indices.keywords import frequent_words, keywords_of_reply, telling_phrases
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import QUERY_KEYWORD_EXTRACT_PROMPT
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.sqlite.index_kinds.built_nodes import BuiltNodes
from desktop_rag.storage.sqlite.index_kinds.keyword_table import KeywordTableStore
from desktop_rag.storage.storage_context import StorageContext

MAX_KEYWORDS = 10
_TEMPLATE = "query_keyword_extract_template"
_FOUND_BY = ("keywords",)


class KeywordTable(Protocol):
    """The parts of a keyword table index that the retrievers need."""

    kind: ClassVar[str]

    @property
    def storage_context(self) -> StorageContext:
        """The open library."""

    @property
    def slot(self) -> int:
        """The slot of the index's nodes."""


class BaseKeywordTableRetriever(BaseRetriever):
    """Returns the nodes that share most keywords with the question; there are no scores.

    When none of its keywords is known, the question's own words are tried. ``query_keyword_extract_template`` is for a
    model. ``similarity_top_k``, which an engine over several kinds of indices hands to all of them, changes nothing.
    """

    def __init__(
        self,
        index: KeywordTable,
        max_keywords_per_query: int = MAX_KEYWORDS,
        num_chunks_per_query: int = 10,
        object_map: Mapping[str, object] | None = None,
        *,
        query_keyword_extract_template: BasePromptTemplate | None = None,
        similarity_top_k: int | None = None,  # noqa: ARG002 - LlamaIndex's
    ) -> None:
        self._declare_prompts({_TEMPLATE: QUERY_KEYWORD_EXTRACT_PROMPT}, {_TEMPLATE: query_keyword_extract_template})
        self._index = index
        self._storage = index.storage_context
        self._store = KeywordTableStore(index.storage_context.connection, index.kind, index.slot)
        self.max_keywords_per_query = max_keywords_per_query
        self.num_chunks_per_query = num_chunks_per_query
        self.object_map = object_map or {}

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        built = BuiltNodes(self._storage.connection, self._index.kind, self._index.slot).any_done()
        require_built(self._storage, self._index.kind, built=built, slot=self._index.slot)
        found = self._store.query(self._get_keywords(query_bundle.query_str), self.num_chunks_per_query)
        if not found:
            words = frequent_words(query_bundle.query_str, self.max_keywords_per_query)
            found = self._store.query(words, self.num_chunks_per_query)
        rowids = [rowid for rowid, _ in found]
        nodes = self._storage.nodes.nodes_by_key(rowids)
        return [NodeWithScore(nodes[rowid], None, _FOUND_BY) for rowid in rowids if rowid in nodes]

    @abstractmethod
    def _get_keywords(self, query_str: str) -> Sequence[str]:
        """Return the keywords of a question."""


class KeywordTableGPTRetriever(BaseKeywordTableRetriever):
    """Asks the model for the keywords; a reply without any is replaced by the question's own words."""

    def __init__(
        self,
        index: KeywordTable,
        llm: LLM | None = None,
        query_keyword_extract_template: BasePromptTemplate | None = None,
        max_keywords_per_query: int = MAX_KEYWORDS,
        num_chunks_per_query: int = 10,
        object_map: Mapping[str, object] | None = None,
        *,
        similarity_top_k: int | None = None,
    ) -> None:
        super().__init__(
            index,
            max_keywords_per_query,
            num_chunks_per_query,
            object_map,
            query_keyword_extract_template=query_keyword_extract_template,
            similarity_top_k=similarity_top_k,
        )
        self._llm = required(llm)

    def _get_keywords(self, query_str: str) -> Sequence[str]:
        template = self._prompt(_TEMPLATE)
        return keywords_of_question(self._llm, template, query_str, self.max_keywords_per_query)


class KeywordTableSimpleRetriever(BaseKeywordTableRetriever):
    """Takes the question's words that carry meaning."""

    def _get_keywords(self, query_str: str) -> Sequence[str]:
        return frequent_words(query_str, self.max_keywords_per_query)


class KeywordTableRAKERetriever(BaseKeywordTableRetriever):
    """Takes the question's phrases, and their words."""

    def _get_keywords(self, query_str: str) -> Sequence[str]:
        return telling_phrases(query_str, self.max_keywords_per_query)


def keywords_of_question(llm: LLM, template: BasePromptTemplate, question: str, max_keywords: int) -> list[str]:
    """Return the keywords a model finds in a question; those of its own words when it finds none."""
    reply = llm.predict(template, question=question, max_keywords=str(max_keywords))
    return keywords_of_reply(reply, max_keywords) or frequent_words(question, max_keywords)
