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
    """Remembers what transformations made of nodes, as long as the program runs.

    Keys are those of ``get_transformation_hash``.
    """

    def __init__(self) -> None:
        self._made: dict[str, list[TextNode]] = {}
        self._alive: dict[int, Transformation] = {}

    def get(self, key: str) -> list[TextNode] | None:
        """Return the nodes under a key, which may be changed; None when there are none."""
        found = self._made.get(key)
        return _copied(found) if found is not None else None

    def put(self, key: str, nodes: Sequence[TextNode]) -> None:
        """Remember nodes under a key."""
        self._made[key] = _copied(nodes)

    def clear(self) -> None:
        """Forget everything."""
        self._made.clear()
        self._alive.clear()

    def key_of(self, nodes: Sequence[TextNode], transformation: Transformation) -> str:
        """Return the key of a step, which no other transformation can have while this cache lives."""
        self._alive[id(transformation)] = transformation  # a number is given again once its object is gone
        return get_transformation_hash(nodes, transformation)


def get_transformation_hash(nodes: Sequence[TextNode], transformation: Transformation) -> str:
    """Return what identifies a step: this very transformation, the ids of the nodes and what is in them."""
    digest = hashlib.sha256(f"{id(transformation)}\0".encode())
    for node in nodes:
        digest.update(f"{node.id_}\0{node.hash}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


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
        if cache is None:
            result = _transformed(result, transformation, show_progress=show_progress)
            continue
        key = cache.key_of(result, transformation)
        made = cache.get(key)
        if made is None:
            made = _transformed(result, transformation, show_progress=show_progress)
            cache.put(key, made)
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


def _copied(nodes: Sequence[TextNode]) -> list[TextNode]:
    """Return nodes that can be changed without changing these."""
    return [replace(node, metadata=dict(node.metadata), relationships=dict(node.relationships)) for node in nodes]
