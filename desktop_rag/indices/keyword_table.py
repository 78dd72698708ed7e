"""Keyword tables: each node's keywords lead back to it. They differ in who finds the keywords."""

import enum
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Unpack

from desktop_rag.core.schema import TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.building import BuildOptions, BuiltIndex, NodewiseBuilder, available, required
from desktop_rag.indices.keyword_table_retrievers import (
    MAX_KEYWORDS,
    KeywordTableGPTRetriever,
    KeywordTableRAKERetriever,
    KeywordTableSimpleRetriever,
)
from desktop_rag.indices.keywords import (
    frequent_words,
    keywords_of_reply,
    rake_extract_keywords,
    simple_extract_keywords,
)
from desktop_rag.indices.record import IndexStruct
from desktop_rag.indices.truncation import available_tokens, truncated
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import KEYWORD_EXTRACT_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage import data_structs
from desktop_rag.storage.sqlite.index_kinds.keyword_table import KeywordTableStore

ExtractKeywords = Callable[[str], Collection[str]]
_TEMPLATE = "keyword_extract_template"
_COMMON = 0.5  # of all nodes
_LARGE = 100  # nodes; in fewer a word may be everywhere by accident


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
