"""The other kinds of index, as programs make and ask them, and the older names of all."""

from collections.abc import Sequence
from typing import Any, Unpack

from desktop_rag.core.schema import Document, NodeWithScore, QueryBundle, TextNode
from desktop_rag.indices import keyword_table, knowledge_graph, summary, tree
from desktop_rag.indices.building import BuildOptions, BuiltIndex
from desktop_rag.indices.knowledge_graph import embed_facts
from desktop_rag.indices.record import EmptyStruct
from desktop_rag.indices.summary import (
    NothingToBuild,
    SummaryIndexEmbeddingRetriever,
    SummaryIndexLLMRetriever,
    SummaryIndexRetriever,
)
from desktop_rag.indices.triplets import triplet_keys
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.utils import default_parse_triplets_fn
from desktop_rag.llms.base import LLM
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.sqlite.index_kinds.graph import Triplet
from desktop_rag.storage.sqlite.index_kinds.keyword_table import KeywordTableStore
from desktop_rag.storage.sqlite.index_kinds.slots import BuiltNodes, IndexNodes
from desktop_rag.storage.storage_context import StorageContext


class SummaryIndex(BaseIndex, summary.SummaryIndex):
    """Returns every node, or chooses among all of them."""

    kind = "summary"


class EmptyIndex(BaseIndex, BuiltIndex):
    """An index without passages: the model answers from what it knows."""

    kind = "empty"
    struct = EmptyStruct

    def __init__(self, *, llm: LLM | None = None, **options: Unpack[BuildOptions]) -> None:
        self._llm = llm
        super().__init__(None if options.get("storage_context") else [], **options)

    def as_retriever(self, **_options: Any) -> "EmptyIndexRetriever":  # noqa: ANN401 - none has an effect
        """Return a retriever that finds nothing."""
        return EmptyIndexRetriever(self)

    def as_query_engine(self, llm: LLM | None = None, **options: Any) -> RetrieverQueryEngine:  # noqa: ANN401
        """Return an engine that asks the model alone.

        Raises:
            ValueError: ``response_mode`` is another than ``generation``.

        """
        if options.setdefault("response_mode", ResponseMode.GENERATION) != ResponseMode.GENERATION:
            raise ValueError("EmptyIndex only supports response_mode=generation.")
        return super().as_query_engine(llm or self._llm, **options)

    def insert(self, document: Document) -> None:
        """Refuse the document: nothing can be added."""
        raise NotImplementedError("Cannot insert into an empty index.")

    def insert_nodes(self, nodes: Sequence[TextNode]) -> None:
        """Refuse nodes: nothing can be added."""
        if nodes:
            raise NotImplementedError("Cannot insert into an empty index.")

    @property
    def _builder(self) -> NothingToBuild:
        return NothingToBuild()


class EmptyIndexRetriever(BaseRetriever):
    """Finds nothing."""

    def __init__(self, index: EmptyIndex) -> None:
        self.index = index

    def _retrieve(self, _query_bundle: QueryBundle) -> list[NodeWithScore]:
        return []


class TreeIndex(BaseIndex, tree.TreeIndex):
    """Summaries of summaries."""

    kind = "tree"


class KeywordTableIndex(BaseIndex, keyword_table.KeywordTableIndex):
    """The model names the keywords of each node."""

    kind = "keyword_table"


class SimpleKeywordTableIndex(BaseIndex, keyword_table.SimpleKeywordTableIndex):
    """Frequent words are the keywords of a node."""

    kind = "simple_keyword_table"


class RAKEKeywordTableIndex(BaseIndex, keyword_table.RAKEKeywordTableIndex):
    """Phrases are the keywords of a node."""

    kind = "rake_keyword_table"


class KnowledgeGraphIndex(BaseIndex, knowledge_graph.KnowledgeGraphIndex):
    """An index of facts that takes some by hand as well: those stay."""

    kind = "knowledge_graph"

    def add_node(self, keywords: Sequence[str], node: TextNode) -> None:
        """Store a node that is found by these names, whatever facts it tells; no model reads it."""
        with self.storage_context.transaction():
            names = KeywordTableStore(self.storage_context.connection, self.kind, self.slot)
            names.add(read_by_hand(self.storage_context, self.kind, node, self.slot), keywords)

    def upsert_triplet(self, triplet: Triplet, *, include_embeddings: bool = False) -> None:
        """Enter a fact by hand; it stays until ``delete_triplet``."""
        with self.storage_context.transaction():
            self.graph_store.add(triplet, triplet_keys(triplet))
        if include_embeddings:
            embed_facts(self.storage_context, self._embed_model, self.slot)

    def upsert_triplet_and_node(self, triplet: Triplet, node: TextNode, *, include_embeddings: bool = False) -> None:
        """Enter a fact that a node supports; the node is stored when it is new, and no model reads it."""
        with self.storage_context.transaction():
            rowid = read_by_hand(self.storage_context, self.kind, node, self.slot)
            self.graph_store.add(triplet, triplet_keys(triplet), rowid)
        if include_embeddings:
            embed_facts(self.storage_context, self._embed_model, self.slot)

    def delete_triplet(self, triplet: Triplet) -> None:
        """Forget a fact; an unknown one is passed over."""
        with self.storage_context.transaction():
            self.graph_store.delete(triplet_keys(triplet))

    _parse_triplet_response = staticmethod(default_parse_triplets_fn)  # where LlamaIndex has it


def read_by_hand(storage: StorageContext, kind: str, node: TextNode, slot: int) -> int:
    """Store a node that no model is to read; return its row id."""
    (rowid,) = storage.nodes.add([node])
    IndexNodes(storage.connection, slot).add([rowid])
    BuiltNodes(storage.connection, kind, slot).note(rowid, node.id_)
    return rowid


# LlamaIndex's older names
ListIndex = GPTListIndex = SummaryIndex
GPTEmptyIndex = EmptyIndex
GPTTreeIndex = TreeIndex
GPTKeywordTableIndex = KeywordTableIndex
GPTSimpleKeywordTableIndex = SimpleKeywordTableIndex
GPTRAKEKeywordTableIndex = RAKEKeywordTableIndex
GPTKnowledgeGraphIndex = KnowledgeGraphIndex


ListIndexRetriever = SummaryIndexRetriever


ListIndexEmbeddingRetriever = SummaryIndexEmbeddingRetriever


ListIndexLLMRetriever = SummaryIndexLLMRetriever
"""LlamaIndex's older names."""
