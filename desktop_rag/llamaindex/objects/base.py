"""An index of objects: what is asked for comes back as the objects themselves."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import QueryBundle, TextNode
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.loading import load_index_from_storage
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.objects.base_node_mapping import BaseObjectNodeMapping, get_object_mapping
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.storage_context import StorageContext

DEFAULT_PERSIST_DIR = "./storage"


class ObjectRetriever:
    """Finds objects: those of the nodes that a retriever finds, best first."""

    def __init__(
        self,
        retriever: BaseRetriever,
        object_node_mapping: BaseObjectNodeMapping[Any],
        node_postprocessors: Sequence[BaseNodePostprocessor] | None = None,
    ) -> None:
        self._retriever = retriever
        self._object_node_mapping = object_node_mapping
        self._node_postprocessors = list(node_postprocessors or ())

    @property
    def retriever(self) -> BaseRetriever:
        """What finds the nodes."""
        return self._retriever

    def retrieve(self, str_or_query_bundle: str | QueryBundle) -> list[Any]:
        """Return the objects that answer a question."""
        asked = str_or_query_bundle
        bundle = asked if isinstance(asked, QueryBundle) else QueryBundle(asked)
        nodes = self._retriever.retrieve(bundle)
        for step in self._node_postprocessors:
            nodes = step.postprocess_nodes(nodes, query_bundle=bundle)
        return [self._object_node_mapping.from_node(found.node) for found in nodes]

    aretrieve = asynchronous(retrieve)


class ObjectIndex:
    """Objects of any kind, found by what is said of them.

    They stay with the program: the index holds what each is found by, and ``object_node_mapping`` the way back.
    """

    def __init__(self, index: BaseIndex, object_node_mapping: BaseObjectNodeMapping[Any]) -> None:
        self._index = index
        self._object_node_mapping = object_node_mapping

    @classmethod
    def from_objects(
        cls,
        objects: Sequence[Any],
        object_mapping: BaseObjectNodeMapping[Any] | None = None,
        from_node_fn: Callable[[TextNode], Any] | None = None,
        to_node_fn: Callable[[Any], TextNode] | None = None,
        index_cls: type[BaseIndex] = VectorStoreIndex,
        **index_kwargs: Any,  # noqa: ANN401 - those of the class
    ) -> "ObjectIndex":
        """Index objects; without ``object_mapping`` or functions it follows from what they are.

        Raises:
            ValueError: see ``get_object_mapping``.

        """
        mapping = object_mapping or get_object_mapping(objects, from_node_fn, to_node_fn)
        return cls(index_cls(mapping.to_nodes(objects), **index_kwargs), mapping)

    @classmethod
    def from_objects_and_index(
        cls,
        objects: Sequence[Any],
        index: BaseIndex,
        object_mapping: BaseObjectNodeMapping[Any] | None = None,
        from_node_fn: Callable[[TextNode], Any] | None = None,
        to_node_fn: Callable[[Any], TextNode] | None = None,
    ) -> "ObjectIndex":
        """Return an index of objects over one that holds their nodes already."""
        return cls(index, object_mapping or get_object_mapping(objects, from_node_fn, to_node_fn))

    @classmethod
    def from_persist_dir(
        cls, persist_dir: str | Path = DEFAULT_PERSIST_DIR, *, object_node_mapping: BaseObjectNodeMapping[Any]
    ) -> "ObjectIndex":
        """Load what ``persist`` wrote; the mapping knows the objects, which no file holds."""
        return cls(load_index_from_storage(StorageContext.from_defaults(persist_dir=persist_dir)), object_node_mapping)

    @property
    def index(self) -> BaseIndex:
        """The index of the nodes."""
        return self._index

    @property
    def object_node_mapping(self) -> BaseObjectNodeMapping[Any]:
        """What knows which node stands for which object."""
        return self._object_node_mapping

    def insert_object(self, obj: Any) -> None:  # noqa: ANN401 - of any kind
        """Add an object.

        Raises:
            ValueError: the mapping takes objects of another kind.

        """
        self._object_node_mapping.add_object(obj)
        self._index.insert_nodes([self._object_node_mapping.to_node(obj)])

    def as_retriever(
        self,
        node_postprocessors: Sequence[BaseNodePostprocessor] | None = None,
        **kwargs: Any,  # noqa: ANN401 - those of the index
    ) -> ObjectRetriever:
        """Return a retriever of objects; takes the options of the index's ``as_retriever``."""
        return ObjectRetriever(self.as_node_retriever(**kwargs), self._object_node_mapping, node_postprocessors)

    def as_node_retriever(self, **kwargs: Any) -> BaseRetriever:  # noqa: ANN401 - those of the index
        """Return a retriever of the nodes that stand for objects."""
        return self._index.as_retriever(**kwargs)

    def persist(self, persist_dir: str | Path = DEFAULT_PERSIST_DIR) -> None:
        """Write the index to a folder; the objects themselves stay with the program."""
        self._index.storage_context.persist(persist_dir)
