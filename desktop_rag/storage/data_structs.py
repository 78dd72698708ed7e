"""LlamaIndex's data structures, in which programs write down indices of theirs as plain values, and lists of those."""

import enum
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import msgspec

from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import TextNode, new_id
from desktop_rag.storage.kvstore import DATA_KEY, TYPE_KEY

DEFAULT_NAMESPACE = "index_store"


class IndexStructType(enum.StrEnum):
    """The kinds of index; the values are written."""

    TREE = "tree"
    LIST = "list"
    KEYWORD_TABLE = "keyword_table"
    VECTOR_STORE = "vector_store"
    MULTIMODAL_VECTOR_STORE = "multimodal"
    KG = "kg"
    SIMPLE_LPG = "simple_lpg"
    DOCUMENT_SUMMARY = "document_summary"
    EMPTY = "empty"


@dataclass
class IndexStruct(ABC):
    """An index by its identifier, and its summary."""

    index_id: str = field(default_factory=new_id)
    summary: str | None = None
    struct_type: ClassVar[IndexStructType]

    def get_summary(self) -> str:
        """Return the summary of the index.

        Raises:
            ValueError: nobody said so.

        """
        if self.summary is None:
            raise ValueError(f"index {self.index_id} has no summary")
        return self.summary

    @classmethod
    def get_type(cls) -> IndexStructType:
        """Return the kind of index."""
        return cls.struct_type

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON values, for ``from_dict``."""
        plain: dict[str, Any] = msgspec.to_builtins(self, order="deterministic")
        return plain

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return an instance from the dict of ``to_dict``; ValueError when it is something else."""
        return msgspec.convert(dict(data), cls, strict=False)  # numbers that are keys are texts in JSON

    def to_json(self) -> str:
        """Return the result of ``to_dict`` as JSON, for ``from_json``."""
        return msgspec.json.encode(self.to_dict()).decode()

    @classmethod
    def from_json(cls, data: str | bytes) -> Self:
        """Return an instance from the output of ``to_json``; ValueError when it is something else."""
        return cls.from_dict(msgspec.json.decode(data, type=dict[str, Any]))


@dataclass
class KG(IndexStruct):
    """A knowledge graph: the ids of the nodes of every subject and object."""

    table: dict[str, set[str]] = field(default_factory=dict)
    rel_map: dict[str, list[list[str]]] = field(default_factory=dict)
    embedding_dict: dict[str, list[float]] = field(default_factory=dict)
    struct_type: ClassVar[IndexStructType] = IndexStructType.KG

    @property
    def node_ids(self) -> set[str]:
        """The ids of all nodes."""
        return set().union(*self.table.values())

    def add_to_embedding_dict(self, triplet_str: str, embedding: list[float]) -> None:
        """Note the vector of a fact."""
        self.embedding_dict[triplet_str] = embedding

    def add_node(self, keywords: Sequence[str], node: TextNode) -> None:
        """Add a node under the names in its facts."""
        for keyword in keywords:
            self.table.setdefault(keyword, set()).add(node.node_id)

    def search_node_by_keyword(self, keyword: str) -> list[str]:
        """Return the ids of the nodes of a name."""
        return sorted(self.table.get(keyword, ()))


@dataclass
class IndexGraph(IndexStruct):
    """A tree: the ids of its nodes by their numbers, and of the children of each."""

    all_nodes: dict[int, str] = field(default_factory=dict)
    root_nodes: dict[int, str] = field(default_factory=dict)
    node_id_to_children_ids: dict[str, list[str]] = field(default_factory=dict)
    struct_type: ClassVar[IndexStructType] = IndexStructType.TREE

    @property
    def node_id_to_index(self) -> dict[str, int]:
        """The numbers of the nodes by their ids."""
        return {node_id: number for number, node_id in self.all_nodes.items()}

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.all_nodes)

    def get_index(self, node: TextNode) -> int:
        """Return the number of a node (KeyError when it is not in the tree)."""
        return self.node_id_to_index[node.node_id]

    def insert(
        self, node: TextNode, index: int | None = None, children_nodes: Sequence[TextNode] | None = None
    ) -> None:
        """Add a node above its children; its number is the next one without ``index``."""
        self.all_nodes[index or self.size] = node.node_id
        self.node_id_to_children_ids[node.node_id] = [child.node_id for child in children_nodes or ()]

    def get_children(self, parent_node: TextNode | None) -> dict[int, str]:
        """Return the children of a node, or the roots, by their numbers."""
        if parent_node is None:
            return self.root_nodes
        numbers = self.node_id_to_index
        return {numbers[child]: child for child in self.node_id_to_children_ids[parent_node.node_id]}

    def insert_under_parent(self, node: TextNode, parent_node: TextNode | None, new_index: int | None = None) -> None:
        """Add a node below another one, or as a root."""
        number = new_index or self.size
        if parent_node is None:
            self.root_nodes[number] = node.node_id
            self.node_id_to_children_ids[node.node_id] = []
        else:
            self.node_id_to_children_ids.setdefault(parent_node.node_id, []).append(node.node_id)
        self.all_nodes[number] = node.node_id


@dataclass
class KeywordTable(IndexStruct):
    """The ids of the nodes of every keyword."""

    table: dict[str, set[str]] = field(default_factory=dict)
    struct_type: ClassVar[IndexStructType] = IndexStructType.KEYWORD_TABLE

    def add_node(self, keywords: Sequence[str], node: TextNode) -> None:
        """Add a node under its keywords."""
        for keyword in keywords:
            self.table.setdefault(keyword, set()).add(node.node_id)

    @property
    def node_ids(self) -> set[str]:
        """The ids of all nodes."""
        return set().union(*self.table.values())

    @property
    def keywords(self) -> set[str]:
        """Every keyword."""
        return set(self.table)

    @property
    def size(self) -> int:
        """The number of keywords."""
        return len(self.table)


@dataclass
class IndexList(IndexStruct):
    """The ids of nodes, in their order."""

    nodes: list[str] = field(default_factory=list)
    struct_type: ClassVar[IndexStructType] = IndexStructType.LIST

    def add_node(self, node: TextNode) -> None:
        """Add a node at the end."""
        self.nodes.append(node.node_id)


@dataclass
class IndexLPG(IndexStruct):
    """A property graph, whose facts are elsewhere."""

    struct_type: ClassVar[IndexStructType] = IndexStructType.SIMPLE_LPG

    def add_node(self, node: TextNode) -> None:
        """Do nothing: the nodes of a graph are in its store."""


@dataclass
class IndexDict(IndexStruct):
    """The ids of nodes by those of their vectors."""

    nodes_dict: dict[str, str] = field(default_factory=dict)
    doc_id_dict: dict[str, list[str]] = field(default_factory=dict)
    embeddings_dict: dict[str, list[float]] = field(default_factory=dict)
    struct_type: ClassVar[IndexStructType] = IndexStructType.VECTOR_STORE

    def add_node(self, node: TextNode, text_id: str | None = None) -> str:
        """Add a node; return the id of its vector, its own without ``text_id``."""
        vector_id = node.node_id if text_id is None else text_id
        self.nodes_dict[vector_id] = node.node_id
        return vector_id

    def delete(self, doc_id: str) -> None:
        """Remove the node with this id of a vector (KeyError when there is none)."""
        del self.nodes_dict[doc_id]


@dataclass
class MultiModelIndexDict(IndexDict):
    """The same of texts and pictures."""

    struct_type: ClassVar[IndexStructType] = IndexStructType.MULTIMODAL_VECTOR_STORE


@dataclass
class IndexDocumentSummary(IndexStruct):
    """The ids of summaries and of the nodes that each stands for."""

    summary_id_to_node_ids: dict[str, list[str]] = field(default_factory=dict)
    node_id_to_summary_id: dict[str, str] = field(default_factory=dict)
    doc_id_to_summary_id: dict[str, str] = field(default_factory=dict)
    struct_type: ClassVar[IndexStructType] = IndexStructType.DOCUMENT_SUMMARY


@dataclass
class EmptyIndexStruct(IndexStruct):
    """Nothing."""

    struct_type: ClassVar[IndexStructType] = IndexStructType.EMPTY


_KINDS: tuple[type[IndexStruct], ...] = (
    IndexGraph,
    IndexList,
    KeywordTable,
    IndexDict,
    MultiModelIndexDict,
    KG,
    IndexLPG,
    IndexDocumentSummary,
    EmptyIndexStruct,
)
STRUCTS: Mapping[str, type[IndexStruct]] = {kind.struct_type.value: kind for kind in _KINDS}
"""The classes by their types."""


def index_struct_to_json(index_struct: IndexStruct) -> dict[str, Any]:
    """Return a data structure as values of JSON, for ``json_to_index_struct``."""
    return {TYPE_KEY: index_struct.get_type().value, DATA_KEY: index_struct.to_json()}


def json_to_index_struct(struct_dict: Mapping[str, Any]) -> IndexStruct:
    """Return an index struct from the dict of ``index_struct_to_json``.

    Raises:
        ValueError: it is of a kind that nobody knows.

    """
    kind = STRUCTS.get(str(struct_dict[TYPE_KEY]))
    if kind is None:
        raise ValueError(f"{struct_dict[TYPE_KEY]!r} is no kind of index")
    data = struct_dict[DATA_KEY]
    return kind.from_json(data) if isinstance(data, str) else kind.from_dict(data)


class BaseIndexStore(ABC):
    """A base for custom index stores: these three, and ``index_structs``, are enough."""

    @abstractmethod
    def index_structs(self) -> list[IndexStruct]:
        """Return all indices."""

    @abstractmethod
    def add_index_struct(self, index_struct: IndexStruct) -> None:
        """Note an index, in the place of one with its id."""

    @abstractmethod
    def delete_index_struct(self, key: str) -> None:
        """Forget an index."""

    @abstractmethod
    def get_index_struct(self, struct_id: str | None = None) -> IndexStruct | None:
        """Return the index with an id (None when there is none), or the only one.

        Raises:
            ValueError: there is not exactly one, and no id was given.

        """

    async_index_structs = asynchronous(index_structs)
    async_add_index_struct = asynchronous(add_index_struct)
    adelete_index_struct = asynchronous(delete_index_struct)
    aget_index_struct = asynchronous(get_index_struct)


def the_only(structs: list[IndexStruct]) -> IndexStruct:
    """Return the only one of several indices; ValueError when there is not exactly one."""
    if len(structs) != 1:
        raise ValueError(f"there are {len(structs)} indices: give the id of one")
    return structs[0]
