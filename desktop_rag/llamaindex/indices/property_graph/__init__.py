"""PropertyGraphIndex: the knowledge graph behind LlamaIndex's newer names, asked by synonyms and by meaning at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.building import available, required, required_embedding
from desktop_rag.indices.keyword_table import MAX_KEYWORDS
from desktop_rag.indices.keywords import frequent_words, keywords_of_reply
from desktop_rag.indices.knowledge_graph import (
    FACTS_KEY,
    REL_TEXT_LIMIT,
    ExtractionOptions,
    ExtractTriplets,
    FactIndex,
    FactOptions,
    GraphStruct,
    KGRetrieverMode,
    KGTableRetriever,
    KnowledgeGraph,
)
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.utils import default_parse_triplets_fn as default_parse_triplets_fn
from desktop_rag.llamaindex.prompts.further_prompts import SYNONYM_EXPAND_PROMPT
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage import data_structs
from desktop_rag.storage.sqlite.index_kinds.graph import Fact, Triplet


class LLMSynonymRetriever(KGTableRetriever):
    """Follows facts from the names and synonyms the model finds for the question's subjects."""

    def __init__(
        self,
        index: KnowledgeGraph,
        llm: LLM | None = None,
        synonym_prompt: BasePromptTemplate | None = None,
        max_keywords: int = MAX_KEYWORDS,
        path_depth: int = 1,
        limit: int = REL_TEXT_LIMIT,
        **options: Unpack[FactOptions],
    ) -> None:
        super().__init__(
            index,
            required(llm),
            max_keywords_per_query=max_keywords,
            graph_store_query_depth=path_depth,
            max_knowledge_sequence=limit,
            **options,
        )
        self._declare_prompts({"synonym_prompt": SYNONYM_EXPAND_PROMPT}, {"synonym_prompt": synonym_prompt})

    def _subjects(self, question: str) -> list[str]:
        """Return the keys of the entities that synonyms name, or the question's own words."""
        limit = str(self.max_keywords_per_query)
        reply = required(self._llm).predict(self._prompt("synonym_prompt"), query_str=question, max_keywords=limit)
        found = self._entities(keywords_of_reply(reply, self.max_keywords_per_query))
        return found or self._entities(frequent_words(question, self.max_keywords_per_query))


class VectorContextRetriever(KGTableRetriever):
    """Takes the facts nearest to the question, and those around them."""

    def __init__(
        self,
        index: KnowledgeGraph,
        embed_model: BaseEmbedding | None = None,
        similarity_top_k: int = 4,
        path_depth: int = 1,
        limit: int = REL_TEXT_LIMIT,
        **options: Unpack[FactOptions],
    ) -> None:
        super().__init__(
            index,
            None,
            required_embedding(embed_model),
            retriever_mode=KGRetrieverMode.EMBEDDING,
            similarity_top_k=similarity_top_k,
            graph_store_query_depth=path_depth,
            max_knowledge_sequence=limit,
            **options,
        )

    def _facts(self, query: QueryBundle) -> list[tuple[Fact, float]]:
        nearest = self._by_meaning(query)
        found = {fact.id: (fact, weight) for fact, weight in nearest}
        entities = [key for fact, _ in nearest for key in (fact.subject_key, fact.object_key)]
        least = min((weight for _, weight in nearest), default=0.0)
        for fact, weight in self._by_subjects(list(dict.fromkeys(entities))):
            found.setdefault(fact.id, (fact, max(least, 0.0) * weight / 2))
        return list(found.values())[: self.max_knowledge_sequence]


class PGRetriever(BaseRetriever):
    """Asks several retrievers of a graph, at once with ``use_async``; passages have their best score and all facts."""

    def __init__(
        self,
        sub_retrievers: Sequence[BaseRetriever],
        *,
        use_async: bool = True,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        self.sub_retrievers = sub_retrievers
        self._workers = DEFAULT_WORKERS if use_async else 1
        self.object_map = object_map or {}

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        def ask(retriever: BaseRetriever) -> list[NodeWithScore]:
            return retriever.retrieve(query_bundle)

        merged: dict[str, NodeWithScore] = {}
        for results in run_parallel(ask, self.sub_retrievers, max_workers=self._workers):
            for found in results:
                known = merged.get(found.node.node_id)
                merged[found.node.node_id] = found if known is None else _joined(known, found)
        return sorted(merged.values(), key=_descending)


@data_structs.IndexLPG.register
class PropertyGraphStruct(GraphStruct):
    """What a property graph holds."""


class PropertyGraphIndex(BaseIndex, FactIndex):
    """An index of the facts of its storage, which it takes from ``kg_extractors``, or from the model."""

    kind = "property_graph"
    struct = PropertyGraphStruct

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        kg_extractors: Sequence[ExtractTriplets] | None = None,
        embed_kg_nodes: bool = True,
        max_paths_per_chunk: int = 10,
        use_async: bool = True,
        **options: Unpack[ExtractionOptions],
    ) -> None:
        super().__init__(
            nodes,
            llm=llm,
            embed_model=embed_model,
            use_async=use_async,
            max_triplets_per_chunk=max_paths_per_chunk,
            include_embeddings=embed_kg_nodes,
            kg_triplet_extract_fn=partial(_all_triplets, kg_extractors) if kg_extractors else None,
            **options,
        )

    def as_retriever(
        self,
        retriever_mode: KGRetrieverMode | str | None = None,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        *,
        sub_retrievers: Sequence[BaseRetriever] | None = None,
        **options: Any,  # noqa: ANN401 - those of the retrievers
    ) -> BaseRetriever:
        """Return a retriever: by synonyms where there is a model, by meaning where facts have vectors, or both."""
        if retriever_mode is not None:
            return super().as_retriever(retriever_mode, llm, embed_model, **options)
        usual = _usual_retrievers(self, available(llm or self._llm), embed_model or self._embed_model, options)
        return PGRetriever(sub_retrievers or list(usual) or [super().as_retriever(**options)])


def _usual_retrievers(
    index: KnowledgeGraph, llm: LLM | None, embed_model: BaseEmbedding | None, options: dict[str, Any]
) -> Iterator[BaseRetriever]:
    """Yield what finds facts with the models there are."""
    if llm is not None:
        yield LLMSynonymRetriever(index, llm, **options)
    if embed_model is not None:
        yield VectorContextRetriever(index, embed_model, **options)


def _all_triplets(extractors: Sequence[ExtractTriplets], text: str) -> list[Triplet]:
    return [triplet for extract in extractors for triplet in extract(text)]


def _joined(one: NodeWithScore, other: NodeWithScore) -> NodeWithScore:
    """Return a passage that two retrievers found."""
    facts = [fact for found in (one, other) for fact in str(found.node.metadata.get(FACTS_KEY, "")).split("; ") if fact]
    if facts:
        one.node.metadata[FACTS_KEY] = "; ".join(dict.fromkeys(facts))
    return replace(one, score=max(one.get_score(), other.get_score()))


def _descending(found: NodeWithScore) -> float:
    """Sort by score, best first."""
    return -found.get_score()
