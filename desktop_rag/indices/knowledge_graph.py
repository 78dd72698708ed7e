"""KnowledgeGraphIndex: the facts of the texts, each with the passages that support it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Unpack

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.base import IndexOptions
from desktop_rag.indices.building import (
    BuildOptions,
    BuiltIndex,
    NodewiseBuilder,
    OnProgress,
    available,
    required,
    required_embedding,
)
from desktop_rag.indices.knowledge_graph_retriever import KGRetrieverMode, KGTableRetriever, space_name
from desktop_rag.indices.record import IndexStruct
from desktop_rag.indices.triplets import (
    MAX_OBJECT_LENGTH,
    is_supported,
    parse_triplets,
    triplet_keys,
)
from desktop_rag.indices.truncation import available_tokens, truncated
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import KG_TRIPLET_EXTRACT_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage import data_structs
from desktop_rag.storage.sqlite.index_kinds.graph import GraphStore, Triplet
from desktop_rag.storage.sqlite.index_kinds.keyword_table import KeywordTableStore
from desktop_rag.storage.storage_context import StorageContext

ExtractTriplets = Callable[[str], Sequence[Triplet]]
_EMBED_BATCH = 128

_TEMPLATE = "kg_triplet_extract_template"


class GraphStruct(IndexStruct):
    """The content of an index of facts, read on demand."""

    def _read(self) -> Mapping[str, Sequence[str]]:
        return nodes_by_name(self._record.storage, self._record.entry.kind, self._record.slot)

    @property
    def table(self) -> Mapping[str, frozenset[str]]:
        """The ids of the nodes by the names they are found by: subjects and objects of their facts, or their own."""
        return MappingProxyType({name: frozenset(ids) for name, ids in self._read().items()})

    @property
    def node_ids(self) -> frozenset[str]:
        """The ids of the nodes that are found by a name."""
        return frozenset(node_id for ids in self._read().values() for node_id in ids)

    def search_node_by_keyword(self, keyword: str) -> list[str]:
        """Return the ids of the nodes of a name."""
        return list(self._read().get(keyword, ()))


@data_structs.KG.register
class KnowledgeGraphStruct(GraphStruct):
    """The content of a knowledge graph."""


class ExtractionOptions(IndexOptions, total=False):
    """The options of every index of facts besides its models: the prompt for facts."""

    kg_triplet_extract_template: BasePromptTemplate | None
    max_object_length: int


class FactIndex(BuiltIndex, PromptMixin):
    """The model writes the facts of each node as (subject, relation, object); names are compared without case.

    A fact is kept while any node supports it. What a text has no word of is not taken for its fact.
    ``include_embeddings`` lets facts be found by meaning too.
    """

    struct = GraphStruct
    index_struct: GraphStruct

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        kg_triplet_extract_template: BasePromptTemplate | None = None,
        max_triplets_per_chunk: int = 10,
        include_embeddings: bool = False,
        max_object_length: int = MAX_OBJECT_LENGTH,
        kg_triplet_extract_fn: ExtractTriplets | None = None,
        **options: Unpack[BuildOptions],
    ) -> None:
        self._llm = llm
        self._embed_model = required_embedding(embed_model) if include_embeddings else embed_model
        self.max_triplets_per_chunk = max_triplets_per_chunk
        self.include_embeddings = include_embeddings
        self._max_object_length = max_object_length
        self._extract_fn = kg_triplet_extract_fn
        self._declare_prompts({_TEMPLATE: KG_TRIPLET_EXTRACT_PROMPT}, {_TEMPLATE: kg_triplet_extract_template})
        super().__init__(nodes, **options)

    @property
    def graph_store(self) -> GraphStore:
        """The facts as they are stored."""
        return GraphStore(self.storage_context.connection, self.slot)

    def as_retriever(
        self,
        retriever_mode: KGRetrieverMode | str | None = None,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        **options: Any,  # noqa: ANN401 - those of the retriever
    ) -> BaseRetriever:
        """Return a retriever: ``keyword``, ``embedding`` or ``hybrid``; hybrid is usual once facts have vectors."""
        model = embed_model or self._embed_model
        return KGTableRetriever(self, available(llm or self._llm), model, retriever_mode=retriever_mode, **options)

    @property
    def _builder(self) -> "GraphBuilder":
        build = partial(GraphBuilder, self.storage_context, self.kind, lambda: self._extract_triplets)
        return build(
            slot=self.slot,
            use_async=self._use_async,
            embeds=self.include_embeddings,
            embed_model=self._embed_model,
        )

    def _extract_triplets(self, text: str) -> Sequence[Triplet]:
        """Return the facts of a text: those of the index's own function, or those the model writes.

        Raises:
            UserError: there is neither a function nor a model.

        """
        if self._extract_fn is not None:
            return self._extract_fn(text)[: self.max_triplets_per_chunk]
        llm, template = required(self._llm), self._prompt(_TEMPLATE)
        return llm_triplets(llm, template, self.max_triplets_per_chunk, self._max_object_length, text)


class KnowledgeGraphIndex(FactIndex):
    """An index of facts (see ``FactIndex``) that takes some by hand as well: those stay."""

    kind = "knowledge_graph"
    struct = KnowledgeGraphStruct


class GraphBuilder(NodewiseBuilder[Sequence[Triplet]]):
    """Writes the facts of each node into the graph, and gives them vectors when it ``embeds``."""

    def __init__(
        self,
        storage: StorageContext,
        kind: str,
        make_extractor: Callable[[], ExtractTriplets],
        *,
        slot: int,
        use_async: bool,
        embeds: bool,
        embed_model: BaseEmbedding | None,
    ) -> None:
        super().__init__(storage, kind, make_extractor, self._add, slot=slot, use_async=use_async)
        self._slot = slot
        self._graph = GraphStore(storage.connection, slot)
        self._embeds = embeds
        self._embed_model = embed_model

    def build(self, on_progress: OnProgress | None = None) -> None:
        """Read the nodes that wait; see ``NodewiseBuilder``."""
        waiting = self.pending()
        super().build(on_progress)
        if waiting and self._embeds:
            embed_facts(self._storage, self._embed_model, self._slot)

    def _add(self, rowid: int, triplets: Sequence[Triplet]) -> None:
        for triplet in triplets:
            self._graph.add(triplet, triplet_keys(triplet), rowid)


def nodes_by_name(storage: StorageContext, kind: str, slot: int) -> dict[str, list[str]]:
    """Return the ids of nodes by the names in the facts they support, and by those they were given."""
    found = GraphStore(storage.connection, slot).nodes_by_name()
    for name, node_ids in KeywordTableStore(storage.connection, kind, slot).table().items():
        found[name] = list(dict.fromkeys([*found.get(name, ()), *node_ids]))
    return found


def llm_triplets(llm: LLM, template: BasePromptTemplate, most: int, max_length: int, text: str) -> list[Triplet]:
    """Have the model write down the facts of a text; those it has no word of are left out."""
    values = {"max_knowledge_triplets": str(most)}
    (shown,) = truncated([text], available_tokens(llm, template, **values), llm.tokenizer)
    reply = llm.predict(template, text=shown, **values)
    return [found for found in parse_triplets(reply, max_length) if is_supported(found, text)][:most]


def embed_facts(storage: StorageContext, embed_model: BaseEmbedding | None, slot: int) -> None:
    """Give every fact of a graph that has no vector one."""
    model, graph = required_embedding(embed_model), GraphStore(storage.connection, slot)
    space = space_name(model)
    while facts := graph.without_embedding(space, _EMBED_BATCH):
        current_token().raise_if_cancelled()
        vectors = model.get_text_embedding_batch([" ".join(fact.triplet) for fact in facts])
        with storage.transaction():
            graph.embed(space, [fact.id for fact in facts], vectors)
