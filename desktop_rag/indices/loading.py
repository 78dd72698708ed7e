"""Indices out of the storage that holds them, or by their kind over a library that is there already."""

from desktop_rag.core.errors import BugError
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.building import BuiltIndex
from desktop_rag.indices.keyword_table import KeywordTableIndex, RAKEKeywordTableIndex, SimpleKeywordTableIndex
from desktop_rag.indices.knowledge_graph import KnowledgeGraphIndex
from desktop_rag.indices.summary import SummaryIndex
from desktop_rag.indices.tree import TreeIndex
from desktop_rag.llms.base import LLM, model_missing
from desktop_rag.storage.sqlite.index_kinds.slots import BuiltNodes
from desktop_rag.storage.storage_context import StorageContext

INDEX_KINDS = (
    "summary",
    "tree",
    "keyword_table",
    "simple_keyword_table",
    "rake_keyword_table",
    "knowledge_graph",
)


def open_index(kind: str, storage: StorageContext, llm: LLM | None, embed_model: BaseEmbedding | None) -> BuiltIndex:
    """Return an index of a kind over everything a library holds; nothing is built by this.

    ``keyword_table`` without a model is ``simple_keyword_table``, unless a model built one before. A tree and a
    knowledge graph can be opened without a model, and searched in the ways that need none.

    Raises:
        BugError: there is no such kind.

    """
    if kind == "summary":
        return SummaryIndex(storage_context=storage, llm=llm, embed_model=embed_model)
    if kind == "tree":
        return TreeIndex(storage_context=storage, llm=llm, embed_model=embed_model, use_async=True)
    if kind == "keyword_table" and (llm is not None or BuiltNodes(storage.connection, kind).any_done()):
        return KeywordTableIndex(storage_context=storage, llm=llm, use_async=True)
    if kind in {"keyword_table", "simple_keyword_table"}:
        return SimpleKeywordTableIndex(storage_context=storage)
    if kind == "rake_keyword_table":
        return RAKEKeywordTableIndex(storage_context=storage)
    if kind == "knowledge_graph":
        return KnowledgeGraphIndex(storage_context=storage, llm=llm, embed_model=embed_model, use_async=True)
    raise BugError(f"unknown kind of index {kind!r}")


def needs_model(kind: str) -> bool:
    """Return True if building an index of a kind needs a language model."""
    return kind in {"tree", "knowledge_graph"}


def require_model(kind: str, llm: LLM | None) -> None:
    """Raise ``UserError`` when a kind cannot be built without a model and there is none."""
    if llm is None and needs_model(kind):
        raise model_missing(UserText("Building this index"))
