"""KnowledgeGraphIndex: the facts of the texts, each with the passages that support it."""

from collections.abc import Callable, Sequence
from typing import Any

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.building import NodewiseIndex, content, required, required_embedding
from desktop_rag.indices.fitting import fitted, room
from desktop_rag.indices.knowledge_graph_retriever import KGRetrieverMode, KGTableRetriever, space_name
from desktop_rag.indices.triplets import MAX_OBJECT_LENGTH, is_supported, parse_triplets, triplet_keys
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import KG_TRIPLET_EXTRACT_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.sqlite.index_kinds.graph import GraphStore, Triplet

ExtractTriplets = Callable[[str], Sequence[Triplet]]
_EMBED_BATCH = 128


class KnowledgeGraphIndex(NodewiseIndex[list[Triplet]], PromptMixin):
    """The model writes the facts of each node as (subject, relation, object); names are compared without case.

    A fact is kept while any node supports it; one entered by hand (``upsert_triplet``) stays. What a text has no
    word of is not taken for its fact. ``include_embeddings`` lets facts be found by meaning too.
    """

    kind = "knowledge_graph"

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
        **options: Any,  # noqa: ANN401 - those of NodewiseIndex
    ) -> None:
        self._llm = llm
        self._embed_model = embed_model
        self.max_triplets_per_chunk = max_triplets_per_chunk
        self.include_embeddings = include_embeddings
        self._max_object_length = max_object_length
        self._extract_triplets = kg_triplet_extract_fn or self._llm_extract_triplets
        self._declare_prompts(
            {"kg_triplet_extract_template": KG_TRIPLET_EXTRACT_PROMPT},
            {"kg_triplet_extract_template": kg_triplet_extract_template},
        )
        super().__init__(nodes, **options)

    @property
    def graph_store(self) -> GraphStore:
        """The facts."""
        return GraphStore(self.storage_context.connection)

    def as_retriever(
        self,
        retriever_mode: KGRetrieverMode | str | None = None,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        **options: Any,  # noqa: ANN401 - those of the retriever
    ) -> BaseRetriever:
        """Return a retriever: ``keyword``, ``embedding`` or ``hybrid``; hybrid is usual once facts have vectors."""
        model = embed_model or self._embed_model
        if retriever_mode is None:
            embedded = model is not None and self.graph_store.has_embeddings(space_name(model))
            retriever_mode = KGRetrieverMode.HYBRID if embedded else KGRetrieverMode.KEYWORD
        return KGTableRetriever(self, llm or self._llm, model, retriever_mode=retriever_mode, **options)

    def upsert_triplet(self, triplet: Triplet, *, include_embeddings: bool = False) -> None:
        """Enter a fact by hand; it stays until ``delete_triplet``."""
        with self.storage_context.transaction():
            self.graph_store.add(triplet, triplet_keys(triplet))
        if include_embeddings:
            self._embed_facts()

    def upsert_triplet_and_node(self, triplet: Triplet, node: TextNode, *, include_embeddings: bool = False) -> None:
        """Enter a fact that a node supports; the node is stored when it is new, and no model reads it."""
        with self.storage_context.transaction():
            rowids = self.docstore.add_documents([node], embed=self.embeds)
            self.progress.note(rowids[0], node.id_)
            self.graph_store.add(triplet, triplet_keys(triplet), rowids[0])
        if include_embeddings:
            self._embed_facts()

    def delete_triplet(self, triplet: Triplet) -> None:
        """Forget a fact; an unknown one is passed over."""
        with self.storage_context.transaction():
            self.graph_store.delete(triplet_keys(triplet))

    def triplets(self) -> list[Triplet]:
        """Return every fact, the oldest first."""
        return [fact.triplet for fact in self.graph_store.facts()]

    def any_built(self) -> bool:
        """Whether any node was read, or a fact entered by hand."""
        return super().any_built() or next(self.graph_store.facts(), None) is not None

    def _prepare(self) -> None:
        if self._extract_triplets == self._llm_extract_triplets:
            required(self._llm)

    def _extract(self, node: TextNode) -> list[Triplet]:
        return list(self._extract_triplets(content(node)))[: self.max_triplets_per_chunk]

    def _keep(self, rowid: int, made: list[Triplet]) -> None:
        for triplet in made:
            self.graph_store.add(triplet, triplet_keys(triplet), rowid)

    def _finish(self) -> None:
        if self.include_embeddings:
            self._embed_facts()

    def _llm_extract_triplets(self, text: str) -> list[Triplet]:
        """Have the model write down the facts of a text."""
        llm, template = required(self._llm), self._prompt("kg_triplet_extract_template")
        values = {"max_knowledge_triplets": str(self.max_triplets_per_chunk)}
        (shown,) = fitted([text], room(llm.metadata, template, **values))
        reply = llm.predict(template, text=shown, **values)
        return [found for found in parse_triplets(reply, self._max_object_length) if is_supported(found, text)]

    def _embed_facts(self) -> None:
        """Give every fact without a vector one."""
        model = required_embedding(self._embed_model)
        space = space_name(model)
        while facts := self.graph_store.without_embedding(space, _EMBED_BATCH):
            current_token().raise_if_cancelled()
            vectors = model.get_text_embedding_batch([" ".join(fact.triplet) for fact in facts])
            with self.storage_context.transaction():
                self.graph_store.embed(space, [fact.id for fact in facts], vectors)
