"""Finds passages through a knowledge graph: from the question's subjects along facts to the passages that say so."""

import enum
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol, TypedDict

from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.indices.building import available, require_built, required_embedding
from desktop_rag.indices.keyword_table_retrievers import MAX_KEYWORDS, keywords_of_question
from desktop_rag.indices.keywords import frequent_words, keyword_key
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import QUERY_KEYWORD_EXTRACT_PROMPT
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.sqlite.index_kinds.built_nodes import BuiltNodes
from desktop_rag.storage.sqlite.index_kinds.graph import Fact, GraphStore
from desktop_rag.storage.sqlite.index_kinds.keyword_table import KeywordTableStore
from desktop_rag.storage.storage_context import StorageContext

REL_TEXT_LIMIT = 30
FACTS_KEY = "kg_rel_texts"
_LIKE = 5  # entities that contain a keyword, when none is called exactly so
_SHORTEST_PART = 2
_FOUND_BY = ("graph",)


class KGRetrieverMode(enum.StrEnum):
    """The ways to find facts: by the question's subjects, by meaning, or both."""

    KEYWORD = "keyword"
    EMBEDDING = "embedding"
    HYBRID = "hybrid"


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
