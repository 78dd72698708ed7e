"""Keyword tables: each node's keywords lead back to it. They differ in who finds the keywords."""

import enum
from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Any

from desktop_rag.core.schema import TextNode
from desktop_rag.indices.building import NodewiseIndex, content, required
from desktop_rag.indices.fitting import fitted, room
from desktop_rag.indices.keyword_table_retrievers import (
    MAX_KEYWORDS,
    KeywordTableGPTRetriever,
    KeywordTableRAKERetriever,
    KeywordTableSimpleRetriever,
)
from desktop_rag.indices.keywords import (
    extract_keywords_given_response,
    rake_extract_keywords,
    simple_extract_keywords,
)
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import KEYWORD_EXTRACT_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.sqlite.index_kinds.keyword_table import KeywordTableStore

_COMMON = 0.5  # of all nodes
_LARGE = 100  # nodes; in fewer a word may be everywhere by accident


class KeywordTableRetrieverMode(enum.StrEnum):
    """Who finds the keywords of a question: the model, or one of the two rules."""

    DEFAULT = "default"
    SIMPLE = "simple"
    RAKE = "rake"


class BaseKeywordTableIndex(NodewiseIndex[list[str]]):
    """Maps keywords to nodes; ``max_keywords_per_chunk`` of each node."""

    default_mode = KeywordTableRetrieverMode.DEFAULT

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        llm: LLM | None = None,
        max_keywords_per_chunk: int = MAX_KEYWORDS,
        **options: Any,  # noqa: ANN401 - those of NodewiseIndex
    ) -> None:
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
        **options: Any,  # noqa: ANN401 - those of the retriever
    ) -> BaseRetriever:
        """Return a retriever; the mode is the index's own, and ``simple`` where that would need a missing model."""
        model = llm or self._llm
        mode = KeywordTableRetrieverMode(retriever_mode or self.default_mode)
        if retriever_mode is None and model is None and mode is KeywordTableRetrieverMode.DEFAULT:
            mode = KeywordTableRetrieverMode.SIMPLE
        if mode is KeywordTableRetrieverMode.DEFAULT:
            return KeywordTableGPTRetriever(self, required(model), **options)
        if mode is KeywordTableRetrieverMode.RAKE:
            return KeywordTableRAKERetriever(self, **options)
        return KeywordTableSimpleRetriever(self, **options)

    @property
    def _store(self) -> KeywordTableStore:
        """The rows of this kind."""
        return KeywordTableStore(self.storage_context.connection, self.kind)

    def _extract(self, node: TextNode) -> list[str]:
        return self._extract_keywords(content(node))

    def _keep(self, rowid: int, made: list[str]) -> None:
        self._store.add(rowid, made)

    @abstractmethod
    def _extract_keywords(self, text: str) -> list[str]:
        """Return the keywords of a text."""


class KeywordTableIndex(BaseKeywordTableIndex, PromptMixin):
    """The model finds the keywords; where its reply has none, the text's most frequent words stand in."""

    kind = "keyword_table"

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        keyword_extract_template: BasePromptTemplate | None = None,
        **options: Any,  # noqa: ANN401 - those of the base
    ) -> None:
        self._declare_prompts(
            {"keyword_extract_template": KEYWORD_EXTRACT_PROMPT},
            {"keyword_extract_template": keyword_extract_template},
        )
        super().__init__(nodes, **options)

    def _prepare(self) -> None:
        required(self._llm)

    def _extract_keywords(self, text: str) -> list[str]:
        llm, template = required(self._llm), self._prompt("keyword_extract_template")
        values = {"max_keywords": str(self.max_keywords_per_chunk)}
        (shown,) = fitted([text], room(llm.metadata, template, **values))
        reply = llm.predict(template, text=shown, **values)
        found = extract_keywords_given_response(reply, self.max_keywords_per_chunk)
        return found or simple_extract_keywords(text, self.max_keywords_per_chunk)


class _RuleKeywordTableIndex(BaseKeywordTableIndex):
    """Keywords by rule. Words that half of a large library has come last, in whatever language."""

    _common: Collection[str] = ()

    def _prepare(self) -> None:
        self._common = self._store.common_words(_COMMON, _LARGE)


class SimpleKeywordTableIndex(_RuleKeywordTableIndex):
    """The most frequent words that carry meaning are the keywords, in any language; no model."""

    kind = "simple_keyword_table"
    default_mode = KeywordTableRetrieverMode.SIMPLE

    def _extract_keywords(self, text: str) -> list[str]:
        return simple_extract_keywords(text, self.max_keywords_per_chunk, self._common)


class RAKEKeywordTableIndex(_RuleKeywordTableIndex):
    """Phrases between small words and marks are the keywords, with their words, in any language; no model."""

    kind = "rake_keyword_table"
    default_mode = KeywordTableRetrieverMode.RAKE

    def _extract_keywords(self, text: str) -> list[str]:
        return rake_extract_keywords(text, self.max_keywords_per_chunk, self._common)
