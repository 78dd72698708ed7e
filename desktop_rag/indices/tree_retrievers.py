"""Ways through a summary tree: from the roots down to passages, all passages, or the roots themselves."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from desktop_rag.core.instrumentation import CBEventType, current_token, event
from desktop_rag.core.output_parsers import parse_numbers
from desktop_rag.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.core.similarity import similarities
from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.indices.building import require_built, required, required_embedding
from desktop_rag.indices.truncation import available_tokens, truncated
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.index_prompts import TREE_SELECT_MULTIPLE_PROMPT, TREE_SELECT_PROMPT
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.sqlite.index_kinds.summary_nodes import summary_id
from desktop_rag.storage.sqlite.index_kinds.tree import TreeItem, TreeStore
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms
from desktop_rag.text.tokenizer import Tokenizer

_FOUND_BY = ("tree",)
_PER_NUMBER = 6  # tokens


class Tree(Protocol):
    """The parts of a tree index that the retrievers need."""

    num_children: int

    @property
    def storage_context(self) -> StorageContext:
        """The open library."""

    @property
    def slot(self) -> int:
        """The slot of the index's nodes."""


class _TreeRetriever(BaseRetriever):
    """The base of all ways through the tree."""

    def __init__(self, index: Tree, object_map: Mapping[str, object] | None = None) -> None:
        self._index = index
        self._storage = index.storage_context
        self._store = TreeStore(index.storage_context.connection, index.slot)
        self.object_map = object_map or {}

    def _require_built(self) -> None:
        built = bool(self._store.roots(limit=1))
        require_built(self._storage, "tree", built=built, slot=self._index.slot)

    def _leaves(self, rowids: Sequence[int]) -> list[NodeWithScore]:
        """Return passages in this order."""
        nodes = self._storage.nodes.nodes_by_key(rowids)
        return [NodeWithScore(nodes[rowid], None, _FOUND_BY) for rowid in rowids if rowid in nodes]


class TreeAllLeafRetriever(_TreeRetriever):
    """Returns every passage, in document order; needs no summaries."""

    def _retrieve(self, _query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [
            NodeWithScore(node, None, _FOUND_BY) for node in self._storage.docstore.iter_nodes(slot=self._index.slot)
        ]


class TreeRootRetriever(_TreeRetriever):
    """Returns the summaries at the top; of a tree without summaries its passages."""

    def _retrieve(self, _query_bundle: QueryBundle) -> list[NodeWithScore]:
        self._require_built()
        roots = self._store.roots()
        if roots and roots[0].level == 0:
            return self._leaves([item.id for item in roots])
        nodes = self._storage.nodes.get_nodes([summary_id(item.id) for item in roots])
        return [NodeWithScore(node, None, _FOUND_BY) for node in nodes]


class _DescendingRetriever(_TreeRetriever):
    """Goes from the roots down, at each step to the ``child_branch_factor`` best children.

    Many candidates (a tree that is still being built has many roots) are chosen from in groups first.
    """

    def __init__(
        self, index: Tree, child_branch_factor: int = 1, object_map: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(index, object_map)
        self.child_branch_factor = max(1, child_branch_factor)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self._require_built()
        rowids = self._descend(self._store.roots(), query_bundle)
        return self._leaves(list(dict.fromkeys(rowids)))

    def _descend(self, items: Sequence[TreeItem], query: QueryBundle) -> list[int]:
        """Return the row ids of the passages that the best items lead to."""
        if not items:
            return []
        with event(CBEventType.TREE, level=items[0].level, candidates=len(items)) as stage:
            chosen = self._choose(items, query)
            stage.payload["chosen"] = [items.index(item) + 1 for item in chosen]
        found: list[int] = []
        for item in chosen:
            current_token().raise_if_cancelled()
            found += [item.id] if item.level == 0 else self._descend(self._store.children(item.id), query)
        return found

    def _choose(self, items: Sequence[TreeItem], query: QueryBundle) -> list[TreeItem]:
        """Return the best items, best first."""
        size = max(self._index.num_children, self.child_branch_factor + 1)
        while len(items) > size:
            groups = [items[at : at + size] for at in range(0, len(items), size)]
            items = [item for group in groups for item in self._best(group, query)]
        return self._best(items, query)

    def _best(self, items: Sequence[TreeItem], query: QueryBundle) -> list[TreeItem]:
        """Return the best of a few items, best first."""
        if len(items) <= 1:
            return list(items)
        return [items[place] for place in self._places(self._texts(items), query)]

    @abstractmethod
    def _places(self, texts: Sequence[str], query: QueryBundle) -> list[int]:
        """Return the places of the best texts, best first."""

    def _texts(self, items: Sequence[TreeItem]) -> list[str]:
        """Return the texts of items, each on one line."""
        nodes = self._storage.nodes.nodes_by_key([item.id for item in items if item.level == 0])
        texts = {rowid: node.get_content(MetadataMode.LLM) for rowid, node in nodes.items()}
        return [" ".join((texts.get(item.id, "") if item.level == 0 else item.text).split()) for item in items]


class TreeSelectLeafRetriever(_DescendingRetriever):
    """Lets the model choose among the summaries at each step.

    A reply that names none of them is taken for the one that shares most words with the question.
    """

    def __init__(
        self,
        index: Tree,
        llm: LLM | None = None,
        query_template: BasePromptTemplate | None = None,
        query_template_multiple: BasePromptTemplate | None = None,
        child_branch_factor: int = 1,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(index, child_branch_factor, object_map)
        self._llm = required(llm)
        self._declare_prompts(
            {"query_template": TREE_SELECT_PROMPT, "query_template_multiple": TREE_SELECT_MULTIPLE_PROMPT},
            {"query_template": query_template, "query_template_multiple": query_template_multiple},
        )

    def _places(self, texts: Sequence[str], query: QueryBundle) -> list[int]:
        """Ask the model."""
        one = self.child_branch_factor == 1
        template = self._prompt("query_template" if one else "query_template_multiple")
        values = {"num_chunks": str(len(texts)), "query_str": query.query_str}
        if not one:
            values["branching_factor"] = str(self.child_branch_factor)
        numbered = numbered_text(texts, available_tokens(self._llm, template, **values), self._llm.tokenizer)
        reply = self._llm.predict(template, context_list=numbered, **values)
        numbers = parse_selection(reply, len(texts), self.child_branch_factor)
        return [number - 1 for number in numbers] or [_most_alike(texts, query.query_str)]


class TreeSelectLeafEmbeddingRetriever(_DescendingRetriever):
    """Compares the question with the summaries at each step by meaning; needs no model."""

    def __init__(
        self,
        index: Tree,
        embed_model: BaseEmbedding | None = None,
        child_branch_factor: int = 1,
        object_map: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(index, child_branch_factor, object_map)
        self._embed_model = required_embedding(embed_model)

    def _places(self, texts: Sequence[str], query: QueryBundle) -> list[int]:
        """Take those nearest to the question."""
        scores = np.asarray(self._get_query_text_embedding_similarities(query, [TextNode(text) for text in texts]))
        return [int(place) for place in np.argsort(-scores, kind="stable")[: self.child_branch_factor]]

    def _get_query_text_embedding_similarities(
        self, query_bundle: QueryBundle, nodes: Sequence[TextNode]
    ) -> Sequence[float]:
        """Return the similarity of each of a few nodes to the question."""
        vector = query_bundle.embedding
        if vector is None:
            vector = get_agg_embedding_from_queries(self._embed_model, query_bundle.embedding_strs or ("",))
        vectors = self._embed_model.get_text_embedding_batch([node.text for node in nodes])
        return [float(score) for score in similarities(vector, vectors)]


def numbered_text(texts: Sequence[str], tokens: int, tokenizer: Tokenizer) -> str:
    """Return texts under their numbers, cut so that they fit."""
    shown = truncated(texts, tokens - _PER_NUMBER * len(texts), tokenizer)
    return "\n\n".join(f"({number}) {text}" for number, text in enumerate(shown, 1))


def parse_selection(reply: str, count: int, limit: int) -> list[int]:
    """Return at most ``limit`` of the numbers from 1 to ``count`` in a reply, each once, in the model's order."""
    valid = [number for number in parse_numbers(reply) if 1 <= number <= count]
    return list(dict.fromkeys(valid))[:limit]


def _most_alike(texts: Sequence[str], question: str) -> int:
    """Return the place of the text that shares most words with a question."""
    wanted = set(keyword_terms(question).terms)
    shared = [len(wanted.intersection(keyword_terms(text).terms)) for text in texts]
    return shared.index(max(shared))
