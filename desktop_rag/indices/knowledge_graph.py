"""KnowledgeGraphIndex: the facts of the texts, each with the passages that support it.

Passages are found from the question's subjects along facts to the passages that say so.
"""

import enum
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypedDict, Unpack

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.indices.base import IndexOptions
from desktop_rag.indices.building import (
    BuildOptions,
    BuiltIndex,
    NodewiseBuilder,
    OnProgress,
    available,
    require_built,
    required,
    required_embedding,
)
from desktop_rag.indices.keyword_table import MAX_KEYWORDS, keywords_of_question
from desktop_rag.indices.keywords import frequent_words, keyword_key
from desktop_rag.indices.record import IndexStruct
from desktop_rag.indices.triplets import (
    MAX_OBJECT_LENGTH,
    is_supported,
    parse_triplets,
    triplet_keys,
)
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import KG_TRIPLET_EXTRACT_PROMPT, QUERY_KEYWORD_EXTRACT_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.response_synthesizers.prompt_helper import available_tokens, truncated
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage import data_structs
from desktop_rag.storage.sqlite.index_kinds.graph import Fact, GraphStore, Triplet
from desktop_rag.storage.sqlite.index_kinds.keyword_table import KeywordTableStore
from desktop_rag.storage.sqlite.index_kinds.slots import BuiltNodes
from desktop_rag.storage.storage_context import StorageContext

ExtractTriplets = Callable[[str], Sequence[Triplet]]
_EMBED_BATCH = 128
_TEMPLATE = "kg_triplet_extract_template"
REL_TEXT_LIMIT = 30
FACTS_KEY = "kg_rel_texts"
_LIKE = 5  # entities that contain a keyword, when none is called exactly so
_SHORTEST_PART = 2
_FOUND_BY = ("graph",)


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


class KGRetrieverMode(enum.StrEnum):
    """The ways to find facts: by the question's subjects, by meaning, or both."""

    KEYWORD = "keyword"
    EMBEDDING = "embedding"
    HYBRID = "hybrid"


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


class KnowledgeGraph(Protocol):
    """The parts of a knowledge graph index that the retriever needs."""

    kind: ClassVar[str]

    @property
    def storage_context(self) -> StorageContext:
        """The open library."""

    @property
    def slot(self) -> int:
        """The slot of the index's nodes."""


class FactOptions(TypedDict, total=False):
    """The options of returning passages with facts; see ``KGTableRetriever``."""

    query_keyword_extract_template: BasePromptTemplate | None
    num_chunks_per_query: int
    include_text: bool
    object_map: Mapping[str, object] | None


class KGTableRetriever(BaseRetriever):
    """Returns the passages that support the facts around the question's subjects, best supported first.

    Each passage carries its facts in its metadata (``kg_rel_texts``), where models read them. With ``include_text``
    off there is one node with the facts alone. Facts are followed in both directions, ``graph_store_query_depth`` far.
    ``llm`` and ``embed_model`` are those of ``Settings`` where none are given; without a model the question's own words
    are its subjects. Mode None is ``hybrid`` once facts have vectors.
    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's parameters
        self,
        index: KnowledgeGraph,
        llm: LLM | None = None,
        embed_model: BaseEmbedding | None = None,
        *,
        query_keyword_extract_template: BasePromptTemplate | None = None,
        max_keywords_per_query: int = MAX_KEYWORDS,
        num_chunks_per_query: int = 10,
        retriever_mode: KGRetrieverMode | str | None = KGRetrieverMode.KEYWORD,
        similarity_top_k: int = 2,
        graph_store_query_depth: int = 2,
        max_knowledge_sequence: int = REL_TEXT_LIMIT,
        include_text: bool = True,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        self._index = index
        self._storage = index.storage_context
        self._store = GraphStore(index.storage_context.connection, index.slot)
        self._llm = available(llm)
        self._embed_model = embed_model
        self.max_keywords_per_query = max_keywords_per_query
        self.num_chunks_per_query = num_chunks_per_query
        self.retriever_mode = KGRetrieverMode(retriever_mode or self._usual_mode())
        self.similarity_top_k = similarity_top_k
        self.graph_store_query_depth = graph_store_query_depth
        self.max_knowledge_sequence = max_knowledge_sequence
        self.include_text = include_text
        self.object_map = object_map or {}
        self._declare_prompts(
            {"query_keyword_extract_template": QUERY_KEYWORD_EXTRACT_PROMPT},
            {"query_keyword_extract_template": query_keyword_extract_template},
        )

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self._require_built()
        weighted = self._facts(query_bundle)
        named = self._named(query_bundle, weighted) if self.include_text else []
        if not weighted and not named:
            return []
        if not self.include_text:
            text = "\n".join(str(fact) for fact, _ in weighted)
            return [NodeWithScore(TextNode(text, metadata={}), None, _FOUND_BY)]
        return self._passages(weighted, named)

    def _usual_mode(self) -> KGRetrieverMode:
        embedded = self._store.has_embeddings() and self._store.has_embeddings(
            space_name(required_embedding(self._embed_model))
        )
        return KGRetrieverMode.HYBRID if embedded else KGRetrieverMode.KEYWORD

    def _require_built(self) -> None:
        """Raise ``UserError`` when no node was read and no fact was entered by hand."""
        read = BuiltNodes(self._storage.connection, self._index.kind, self._index.slot).any_done()
        named = KeywordTableStore(self._storage.connection, self._index.kind, self._index.slot).any()
        built = read or named or next(self._store.facts(), None) is not None
        require_built(self._storage, self._index.kind, built=built, slot=self._index.slot)

    def _facts(self, query: QueryBundle) -> list[tuple[Fact, float]]:
        """Return the facts of a question with their weights, nearest first."""
        found: dict[int, tuple[Fact, float]] = {}
        if self.retriever_mode is not KGRetrieverMode.KEYWORD:
            for fact, weight in self._by_meaning(query):
                found.setdefault(fact.id, (fact, weight))
        if self.retriever_mode is not KGRetrieverMode.EMBEDDING:
            for fact, weight in self._by_subjects(self._subjects(query.query_str)):
                found.setdefault(fact.id, (fact, weight))
        return list(found.values())[: self.max_knowledge_sequence]

    def _subjects(self, question: str) -> list[str]:
        """Return the keys of the entities of a question: those the model names, or those its own words name."""
        found: list[str] = []
        if self._llm is not None:
            template = self._prompt("query_keyword_extract_template")
            keywords = keywords_of_question(self._llm, template, question, self.max_keywords_per_query)
            found = self._entities(keywords)
        return found or self._entities(frequent_words(question, self.max_keywords_per_query))

    def _entities(self, keywords: Sequence[str]) -> list[str]:
        """Return the keys of the entities that keywords name, or are a part of the name of."""
        keys = [keyword_key(keyword) for keyword in keywords]
        known = self._store.known_entities(keys)
        for key in keys:
            if key not in known and len(key) >= _SHORTEST_PART:
                known += self._store.entities_like(key, _LIKE)
        return list(dict.fromkeys(known))

    def _by_subjects(self, entities: Sequence[str]) -> list[tuple[Fact, float]]:
        """Return the facts within reach of entities; a step further halves the weight."""
        found: dict[int, tuple[Fact, float]] = {}
        seen, edge, weight = set(entities), list(entities), 1.0
        for _ in range(self.graph_store_query_depth):
            free = self.max_knowledge_sequence - len(found)
            if not edge or free <= 0:
                break
            facts = self._store.facts_about(edge, self.max_knowledge_sequence + len(found))
            for fact in [fact for fact in facts if fact.id not in found][:free]:
                found[fact.id] = (fact, weight)
            reached = [key for fact in facts for key in (fact.subject_key, fact.object_key)]
            edge = [key for key in dict.fromkeys(reached) if key not in seen]
            seen.update(edge)
            weight /= 2
        return list(found.values())

    def _by_meaning(self, query: QueryBundle) -> list[tuple[Fact, float]]:
        """Return the facts nearest to the question, with their cosines as weights."""
        if not query.embedding_strs:
            return []
        model = required_embedding(self._embed_model)
        vector = query.embedding
        if vector is None:
            vector = get_agg_embedding_from_queries(model, query.embedding_strs)
        weights = dict(self._store.nearest(space_name(model), vector, self.similarity_top_k))
        return [(fact, weights[fact.id]) for fact in self._store.facts_by_id(list(weights))]

    def _named(self, query: QueryBundle, weighted: Sequence[tuple[Fact, float]]) -> list[int]:
        """Return the row ids of passages that were given by hand a name of the question, or of its nearest facts."""
        given = KeywordTableStore(self._storage.connection, self._index.kind, self._index.slot)
        wanted = set(frequent_words(query.query_str, self.max_keywords_per_query))
        wanted.update(key for fact, weight in weighted if weight >= 1 for key in (fact.subject_key, fact.object_key))
        found = [name for name in given.keywords() if keyword_key(name) in wanted]
        return [rowid for rowid, _ in given.query(found, self.num_chunks_per_query)]

    def _passages(self, weighted: Sequence[tuple[Fact, float]], named: Sequence[int]) -> list[NodeWithScore]:
        """Return the passages that support the facts, and those ``named``, which count as one fact of weight 1.

        Their scores are the sums of the facts' weights.
        """
        weights = {fact.id: weight for fact, weight in weighted}
        texts = {fact.id: str(fact) for fact, _ in weighted}
        scores: dict[int, float] = defaultdict(float, dict.fromkeys(named, 1.0))
        facts: dict[int, list[str]] = defaultdict(list)
        for fact, rowid in self._store.supporting(list(weights)):
            scores[rowid] += weights[fact]
            facts[rowid].append(texts[fact])
        best = sorted(scores, key=lambda rowid: (-scores[rowid], rowid))[: self.num_chunks_per_query]
        nodes = self._storage.nodes.nodes_by_key(best)
        found = []
        for rowid in best:
            if rowid in nodes:
                node = nodes[rowid]
                if facts[rowid]:
                    node.metadata = node.metadata | {FACTS_KEY: "; ".join(facts[rowid])}
                    node.excluded_embed_metadata_keys = [*node.excluded_embed_metadata_keys, FACTS_KEY]
                found.append(NodeWithScore(node, scores[rowid], _FOUND_BY))
        return found


def space_name(model: BaseEmbedding) -> str:
    """Return the name under which a model's vectors of facts are stored."""
    space = model.space
    return f"{space.provider}/{space.model}/{space.dimensions}/{space.rules}"
