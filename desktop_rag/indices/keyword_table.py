"""Keyword tables: each node's keywords lead back to it. They differ in who finds those of a text or question."""

import enum
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, Unpack

from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.building import BuildOptions, BuiltIndex, NodewiseBuilder, available, require_built, required
from desktop_rag.indices.keywords import (
    frequent_words,
    keywords_of_reply,
    rake_extract_keywords,
    simple_extract_keywords,
    telling_phrases,
)
from desktop_rag.indices.record import IndexStruct
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import KEYWORD_EXTRACT_PROMPT, QUERY_KEYWORD_EXTRACT_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.response_synthesizers.prompt_helper import available_tokens, truncated
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage import data_structs
from desktop_rag.storage.sqlite.index_kinds.keyword_table import KeywordTableStore
from desktop_rag.storage.sqlite.index_kinds.slots import BuiltNodes
from desktop_rag.storage.storage_context import StorageContext

ExtractKeywords = Callable[[str], Collection[str]]
_TEMPLATE = "keyword_extract_template"
_COMMON = 0.5  # of all nodes
_LARGE = 100  # nodes; in fewer a word may be everywhere by accident
MAX_KEYWORDS = 10
_QUERY_TEMPLATE = "query_keyword_extract_template"
_FOUND_BY = ("keywords",)


class KeywordTableRetrieverMode(enum.StrEnum):
    """The ways to find the keywords of a question: by the model, or by one of the two rules."""

    DEFAULT = "default"
    SIMPLE = "simple"
    RAKE = "rake"


@data_structs.KeywordTable.register
class KeywordTableStruct(IndexStruct):
    """The content of a keyword table, read on demand."""

    def _read(self) -> Mapping[str, Sequence[str]]:
        return KeywordTableStore(self._record.storage.connection, self._record.entry.kind, self._record.slot).table()

    @property
    def table(self) -> Mapping[str, frozenset[str]]:
        """The node ids of every keyword."""
        return MappingProxyType({keyword: frozenset(ids) for keyword, ids in self._read().items()})

    @property
    def keywords(self) -> frozenset[str]:
        """Every keyword."""
        return frozenset(self._read())

    @property
    def node_ids(self) -> frozenset[str]:
        """The ids of the nodes that have keywords."""
        return frozenset(node_id for ids in self._read().values() for node_id in ids)


class BaseKeywordTableIndex(BuiltIndex, PromptMixin):
    """Maps keywords to nodes; ``max_keywords_per_chunk`` of each node.

    ``keyword_extract_template`` is for a model; where a rule finds the keywords it changes nothing, nor does
    ``embed_model``.
    """

    default_mode = KeywordTableRetrieverMode.DEFAULT
    struct = KeywordTableStruct

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,  # noqa: ARG002 - what every index takes
        keyword_extract_template: BasePromptTemplate | None = None,
        max_keywords_per_chunk: int = MAX_KEYWORDS,
        **options: Unpack[BuildOptions],
    ) -> None:
        self._declare_prompts({_TEMPLATE: KEYWORD_EXTRACT_PROMPT}, {_TEMPLATE: keyword_extract_template})
        self._llm = llm
        self.max_keywords_per_chunk = max_keywords_per_chunk
        super().__init__(nodes, **options)

    @property
    def table(self) -> dict[str, list[str]]:
        """The node ids of every keyword."""
        return self._store.table()

    def as_retriever(
        self,
        retriever_mode: KeywordTableRetrieverMode | str | None = None,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,  # noqa: ARG002 - what every index takes
        **options: Any,  # noqa: ANN401 - those of the retriever
    ) -> BaseRetriever:
        """Return a retriever; the mode is the index's own, and ``simple`` where that would need a missing model."""
        model = available(llm or self._llm)
        mode = KeywordTableRetrieverMode(retriever_mode or self.default_mode)
        if retriever_mode is None and model is None and mode is KeywordTableRetrieverMode.DEFAULT:
            mode = KeywordTableRetrieverMode.SIMPLE
        if mode is KeywordTableRetrieverMode.DEFAULT:
            return KeywordTableGPTRetriever(self, model, **options)
        if mode is KeywordTableRetrieverMode.RAKE:
            return KeywordTableRAKERetriever(self, **options)
        return KeywordTableSimpleRetriever(self, **options)

    @property
    def _store(self) -> KeywordTableStore:
        """The rows of this kind."""
        return KeywordTableStore(self.storage_context.connection, self.kind, self.slot)

    @property
    def _builder(self) -> NodewiseBuilder[Collection[str]]:
        return NodewiseBuilder(
            self.storage_context,
            self.kind,
            self._extractor,
            self._store.add,
            slot=self.slot,
            use_async=self._use_async,
        )

    @abstractmethod
    def _extractor(self) -> ExtractKeywords:
        """Return the function that finds the keywords of a text."""

    def _common(self) -> dict[str, Any]:
        """Return the words that a large library has everywhere, as what finds keywords takes them."""
        common = self._store.common_words(_COMMON, _LARGE)
        return {"common": common} if common else {}


class KeywordTableIndex(BaseKeywordTableIndex):
    """The model finds the keywords; where its reply has none, the text's most frequent words stand in."""

    kind = "keyword_table"

    def _extractor(self) -> ExtractKeywords:
        llm, template, most = required(self._llm), self._prompt(_TEMPLATE), self.max_keywords_per_chunk
        values = {"max_keywords": str(most)}

        def extract(text: str) -> list[str]:
            (shown,) = truncated([text], available_tokens(llm, template, **values), llm.tokenizer)
            reply = llm.predict(template, text=shown, **values)
            return keywords_of_reply(reply, most) or frequent_words(text, most)

        return extract


class SimpleKeywordTableIndex(BaseKeywordTableIndex):
    """The most frequent words that carry meaning are the keywords, in any language; no model.

    Words that half of a large library has come last, in whatever language.
    """

    kind = "simple_keyword_table"
    default_mode = KeywordTableRetrieverMode.SIMPLE

    def _extractor(self) -> ExtractKeywords:
        return partial(simple_extract_keywords, max_keywords=self.max_keywords_per_chunk, **self._common())


class RAKEKeywordTableIndex(BaseKeywordTableIndex):
    """Phrases between small words and marks are the keywords, with their words, in any language; no model.

    Words that half of a large library has come last, in whatever language.
    """

    kind = "rake_keyword_table"
    default_mode = KeywordTableRetrieverMode.RAKE

    def _extractor(self) -> ExtractKeywords:
        return partial(rake_extract_keywords, max_keywords=self.max_keywords_per_chunk, **self._common())


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
        self._declare_prompts(
            {_QUERY_TEMPLATE: QUERY_KEYWORD_EXTRACT_PROMPT}, {_QUERY_TEMPLATE: query_keyword_extract_template}
        )
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
        template = self._prompt(_QUERY_TEMPLATE)
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
