"""Several steps from documents to nodes, one after the other."""

import hashlib
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from desktop_rag import __version__
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import KINDS, Component, TextNode, new_id
from desktop_rag.embeddings.base import BaseEmbedding, embed_nodes
from desktop_rag.node_parser.base import NodeParser
from desktop_rag.storage.kvstore import BaseKVStore, SimpleKVStore

DEFAULT_CACHE_NAME = "llama_cache"
_THIS_RUN = new_id()


class TransformComponent(Component, ABC):
    """A custom step that transforms nodes; an extractor, a filter. Its fields are given by name."""

    @abstractmethod
    def __call__(self, nodes: Sequence[TextNode], **kwargs: object) -> Sequence[TextNode]:
        """Return the transformed nodes, which it may change in place; no further arguments are given yet."""


Function = Callable[[Sequence[TextNode]], Sequence[TextNode]]
Transformation = NodeParser | BaseEmbedding | Function
"""A node parser, an embedding model, or whatever makes other nodes of nodes (an extractor, a filter)."""


class IngestionCache:
    """A cache of transformed nodes: as long as the program runs, or in a store that lasts longer.

    ``cache`` has ``{nodes_key: [what node.to_dict() tells]}`` under the keys of ``get_transformation_hash``. What
    cannot be told so (a node that stands for an object, or of a class of one's own) is made again each time.
    """

    def __init__(
        self, cache: BaseKVStore | None = None, collection: str = DEFAULT_CACHE_NAME, nodes_key: str = "nodes"
    ) -> None:
        self.cache: BaseKVStore = SimpleKVStore() if cache is None else cache
        self.collection = collection
        self.nodes_key = nodes_key
        self._alive: dict[int, Transformation] = {}

    @classmethod
    def from_persist_path(cls, persist_path: str | Path, collection: str = DEFAULT_CACHE_NAME) -> "IngestionCache":
        """Return a cache loaded from a file of ``persist``; raises as ``SimpleKVStore.from_persist_path`` does."""
        return cls(SimpleKVStore.from_persist_path(persist_path), collection)

    def persist(self, persist_path: str | Path) -> None:
        """Write everything to a file, at once or not at all; a store that lasts by itself stays where it is."""
        if isinstance(self.cache, SimpleKVStore):
            self.cache.persist(persist_path)

    def get(self, key: str, collection: str | None = None) -> list[TextNode] | None:
        """Return the nodes under a key, which may be changed; None when there are none."""
        return self._nodes(self.cache.get(key, collection=collection or self.collection))

    def put(self, key: str, nodes: Sequence[TextNode], collection: str | None = None) -> None:
        """Remember nodes under a key."""
        if _can_be_told(nodes):
            self.cache.put(key, self._value(nodes), collection=collection or self.collection)

    def clear(self, collection: str | None = None) -> None:
        """Forget everything."""
        for key in self.cache.get_all(collection=collection or self.collection):
            self.cache.delete(key, collection=collection or self.collection)
        self._alive.clear()

    async def aget(self, key: str, collection: str | None = None) -> list[TextNode] | None:
        """Get like ``get``, awaiting the store."""
        return self._nodes(await self.cache.aget(key, collection=collection or self.collection))

    async def aput(self, key: str, nodes: Sequence[TextNode], collection: str | None = None) -> None:
        """Put like ``put``, awaiting the store."""
        if _can_be_told(nodes):
            await self.cache.aput(key, self._value(nodes), collection=collection or self.collection)

    async def aclear(self, collection: str | None = None) -> None:
        """Clear like ``clear``, awaiting the store."""
        for key in await self.cache.aget_all(collection=collection or self.collection):
            await self.cache.adelete(key, collection=collection or self.collection)
        self._alive.clear()

    def key_of(self, nodes: Sequence[TextNode], transformation: Transformation) -> str:
        """Return the key of a step, which no other transformation can have while this cache lives."""
        self._alive[id(transformation)] = transformation  # a number is given again once its object is gone
        return get_transformation_hash(nodes, transformation)

    def _value(self, nodes: Sequence[TextNode]) -> dict[str, Any]:
        return {self.nodes_key: [node.to_dict() for node in nodes]}

    def _nodes(self, value: Mapping[str, Any] | None) -> list[TextNode] | None:
        if value is None:
            return None
        return [KINDS[described["class_name"]].from_dict(described) for described in value[self.nodes_key]]


def get_transformation_hash(nodes: Sequence[TextNode], transformation: Transformation) -> str:
    """Return the hash of a step: of the transformation, and of the ids and content of the nodes.

    Node parsers and ``TransformComponent``s are known by their class and all that they hold, also in the next run of
    the program with this version of the library, if it can be pickled (what a class of one's own does is not seen:
    ``clear`` the cache when it changes). Others are known as this very object, as long as the program runs.
    """
    digest = hashlib.sha256(_description(transformation))
    for node in nodes:
        digest.update(f"{node.id_}\0{node.hash}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _description(transformation: Transformation) -> bytes:
    if isinstance(transformation, NodeParser | TransformComponent):
        try:
            return __version__.encode() + pickle.dumps(transformation)
        # what pickle raises where an object cannot be had by its name, or is no value
        except (pickle.PicklingError, AttributeError, TypeError, ValueError):
            pass
    return f"{_THIS_RUN}\0{id(transformation)}\0".encode()


def _can_be_told(nodes: Sequence[TextNode]) -> bool:
    return all(type(node) in KINDS.values() and getattr(node, "obj", None) is None for node in nodes)


def run_transformations(
    nodes: Sequence[TextNode],
    transformations: Sequence[Transformation],
    in_place: bool = True,  # noqa: ARG001, FBT001, FBT002 - LlamaIndex's
    cache: IngestionCache | None = None,
    cache_collection: str | None = None,
    show_progress: bool = False,  # noqa: FBT001, FBT002
) -> list[TextNode]:
    """Return the nodes after the transformations, each working on the result of the one before.

    The sequence that is handed in is not changed, whatever ``in_place`` says. A node cut again keeps the source and the
    offsets of its document. ``cache_collection`` is that of ``cache`` to use in place of its own.

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
        made = cache.get(key, cache_collection)
        if made is None:
            made = _transformed(result, transformation, show_progress=show_progress)
            cache.put(key, made, cache_collection)
        result = made
    return result


def _transformed(nodes: Sequence[TextNode], transformation: Transformation, *, show_progress: bool) -> list[TextNode]:
    if isinstance(transformation, NodeParser):
        return transformation(nodes, show_progress=True) if show_progress else transformation(nodes)
    if isinstance(transformation, _Embeds):
        vectors = embed_nodes(nodes, transformation, show_progress)
        return [replace(node, embedding=vectors[node.node_id]) for node in nodes]
    return list(transformation(nodes))


@runtime_checkable
class _Embeds(Protocol):
    """Distinguishes an embedding model from other steps, without calling it."""

    def get_text_embedding_batch(self, texts: Sequence[str]) -> object:
        """Return vectors."""
