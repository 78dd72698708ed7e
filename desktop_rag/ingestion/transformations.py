"""Several steps from documents to nodes, one after the other."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.parallel import asynchronous_function
from desktop_rag.core.schema import DeclaredFields, TextNode
from desktop_rag.embeddings.base import BaseEmbedding, embed_nodes
from desktop_rag.node_parser.base import NodeParser


class TransformComponent(DeclaredFields, ABC):
    """A step of one's own that makes other nodes of nodes; an extractor, a filter. Its fields are given by name."""

    @abstractmethod
    def __call__(self, nodes: Sequence[TextNode], **kwargs: object) -> Sequence[TextNode]:
        """Return what becomes of the nodes, which it may change; there is nothing else to be given yet."""


Function = Callable[[Sequence[TextNode]], Sequence[TextNode]]
Transformation = NodeParser | BaseEmbedding | Function
"""A node parser, an embedding model, or whatever makes other nodes of nodes (an extractor, a filter)."""


class IngestionCache:
    """Remembers what transformations made of nodes, as long as the program runs."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, str], tuple[Transformation, list[TextNode]]] = {}

    def get(self, transformation: Transformation, nodes: Sequence[TextNode]) -> list[TextNode] | None:
        """Return what this very transformation made of such nodes before."""
        found = self._made.get(_key(transformation, nodes))
        return _copied(found[1]) if found is not None else None

    def put(self, transformation: Transformation, nodes: Sequence[TextNode], made: Sequence[TextNode]) -> None:
        """Remember what a transformation made of nodes."""
        self._made[_key(transformation, nodes)] = (transformation, _copied(made))

    def clear(self) -> None:
        """Forget everything."""
        self._made.clear()


def run_transformations(
    nodes: Sequence[TextNode],
    transformations: Sequence[Transformation],
    *,
    cache: IngestionCache | None = None,
    show_progress: bool = False,
) -> list[TextNode]:
    """Return what the transformations make of the nodes, each working on the result of the one before.

    The sequence that is handed in is not changed. A node cut again keeps the source and the offsets of its document.

    Raises:
        CancelledError: the job was told to stop; asked before each step.

    """
    result = list(nodes)
    for transformation in transformations:
        current_token().raise_if_cancelled()
        made = cache.get(transformation, result) if cache is not None else None
        if made is None:
            made = _transformed(result, transformation, show_progress=show_progress)
            if cache is not None:
                cache.put(transformation, result, made)
        result = made
    return result


arun_transformations = asynchronous_function(run_transformations)


def _transformed(nodes: Sequence[TextNode], transformation: Transformation, *, show_progress: bool) -> list[TextNode]:
    if isinstance(transformation, NodeParser):
        return transformation.get_nodes_from_documents(nodes, show_progress)
    if isinstance(transformation, _Embeds):
        vectors = embed_nodes(nodes, transformation, show_progress)
        return [replace(node, embedding=vectors[node.node_id]) for node in nodes]
    return list(transformation(nodes))


@runtime_checkable
class _Embeds(Protocol):
    """What tells an embedding model from the others, without asking it anything."""

    def get_text_embedding_batch(self, texts: Sequence[str]) -> object:
        """Return vectors."""


def _key(transformation: Transformation, nodes: Sequence[TextNode]) -> tuple[int, str]:
    """Return what identifies a step: the transformation itself (the cache keeps it alive) and what went in."""
    digest = hashlib.sha256()
    for node in nodes:
        digest.update(f"{node.id_}\0{node.hash}\0".encode("utf-8", "surrogatepass"))
    return id(transformation), digest.hexdigest()


def _copied(nodes: Sequence[TextNode]) -> list[TextNode]:
    """Return nodes that can be changed without changing these."""
    return [replace(node, metadata=dict(node.metadata), relationships=dict(node.relationships)) for node in nodes]
