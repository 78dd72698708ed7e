"""The base of all nodes: names, metadata, relationships, reading and writing, fields that programs' classes declare."""

import enum
import inspect
import sys
import textwrap
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypedDict, TypeVar, Unpack

import msgspec

from desktop_rag.core.arrays import Vector, is_array
from desktop_rag.core.media.binary import MediaResource
from desktop_rag.core.media.dumping import Dumpable

MetadataValue = str | int | float | bool | list[Any] | dict[str, Any] | None
Metadata = dict[str, MetadataValue]
Resource = MediaResource | Mapping[str, Any]
DEFAULT_TEXT_TEMPLATE = "{metadata_str}\n\n{content}"
DEFAULT_METADATA_TEMPLATE = "{key}: {value}"
DEFAULT_METADATA_SEPARATOR = "\n"
DEFAULT_MIMETYPE = "text/plain"
TRUNCATE_LENGTH = 350  # characters of a text that are printed
WRAP_WIDTH = 70
T = TypeVar("T")


def new_id() -> str:
    """Return a fresh random identifier."""
    return str(uuid.uuid4())


class _Numbered(enum.StrEnum):
    """Members that are found by their numbers, too, as LlamaIndex writes some of them: "1" is the first."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """Return the member with this number or name; None where none has."""
        named = [one for number, one in enumerate(cls, 1) if value in (str(number), number, one.name)]
        return named[0] if named else None


class MetadataMode(enum.StrEnum):
    """The metadata that ``get_content`` writes above the text."""

    ALL = "all"
    EMBED = "embed"
    LLM = "llm"
    NONE = "none"


class NodeRelationship(_Numbered):
    """The relationship of one node to another."""

    SOURCE = "source"
    PREVIOUS = "previous"
    NEXT = "next"
    PARENT = "parent"
    CHILD = "child"


class ObjectType(_Numbered):
    """The kinds of node."""

    TEXT = "text"
    IMAGE = "image"
    INDEX = "index"
    DOCUMENT = "document"
    MULTIMODAL = "multimodal"


@dataclass(frozen=True, slots=True)
class RelatedNodeInfo(Dumpable):
    """A reference to another node."""

    node_id: str
    hash: str | None = None
    node_type: ObjectType = ObjectType.TEXT
    metadata: Metadata = field(default_factory=dict)


Relationships = dict[NodeRelationship, RelatedNodeInfo | list[RelatedNodeInfo]]


class _Relation:
    """The one node of a relationship, None where there is none; ValueError where there are several."""

    def __init__(self, relationship: NodeRelationship) -> None:
        self._relationship = relationship

    def __get__(self, node: "BaseNode", kind: type | None = None) -> RelatedNodeInfo | None:
        related = node.relationships.get(self._relationship)
        if isinstance(related, list):
            name = self._relationship.value.capitalize()
            raise ValueError(f"{name} object must be a single RelatedNodeInfo object")  # noqa: TRY004 - LlamaIndex's
        return related

    def __set__(self, node: "BaseNode", other: RelatedNodeInfo | None) -> None:
        node.relationships.pop(self._relationship, None)
        if other is not None:
            node.relationships[self._relationship] = other


class Alias(Generic[T]):
    """Another name of a field."""

    def __init__(self, field_name: str) -> None:
        self._field = field_name

    def __get__(self, node: "BaseNode", kind: type | None = None) -> T:
        value: T = getattr(node, self._field)
        return value

    def __set__(self, node: "BaseNode", value: T) -> None:
        setattr(node, self._field, value)


class NodeFields(TypedDict, total=False):
    """The optional fields of a node beside its text, identifier and metadata: see ``BaseNode``."""

    excluded_embed_metadata_keys: list[str]
    excluded_llm_metadata_keys: list[str]
    relationships: Relationships
    embedding: Vector | None
    start_char_idx: int | None
    end_char_idx: int | None
    text_template: str
    metadata_template: str
    metadata_separator: str
    metadata_seperator: str
    mimetype: str


@dataclass(slots=True, eq=False, init=False)
class BaseNode(ABC):  # noqa: PLW1641 - nodes change
    """The base class of all nodes; a subclass defines its content and its ``hash``.

    ``start_char_idx`` and ``end_char_idx`` are character offsets into the text of its source document
    (for paged files: of its page). Nodes are equal when everything about them is, their vectors too.
    """

    text: str
    id_: str
    metadata: Metadata
    excluded_embed_metadata_keys: list[str]
    excluded_llm_metadata_keys: list[str]
    relationships: Relationships
    embedding: Vector | None
    start_char_idx: int | None
    end_char_idx: int | None
    text_template: str
    metadata_template: str
    metadata_separator: str
    mimetype: str
    object_type: ClassVar[ObjectType] = ObjectType.TEXT

    def __init__(
        self, text: str = "", id_: str | None = None, metadata: Metadata | None = None, **others: Unpack[NodeFields]
    ) -> None:
        """Make a node, also from the result of ``model_dump``.

        Raises:
            TypeError: there is no such field.

        """
        self.text = text
        self.id_ = id_ or new_id()
        self.metadata = {} if metadata is None else metadata
        self.excluded_embed_metadata_keys = []
        self.excluded_llm_metadata_keys = []
        self.relationships = {}
        self.embedding = self.start_char_idx = self.end_char_idx = None
        self.text_template = DEFAULT_TEXT_TEMPLATE
        self.metadata_template = DEFAULT_METADATA_TEMPLATE
        self.metadata_separator = DEFAULT_METADATA_SEPARATOR
        self.mimetype = DEFAULT_MIMETYPE
        if others:
            self._take(others)

    def _take(self, values: Mapping[str, Any]) -> None:
        """Set fields by their names."""
        for name, value in values.items():
            if name == "relationships":
                self.relationships = _relationships(value)
            elif name == "metadata_seperator":  # LlamaIndex has both
                self.metadata_separator = value
            elif name in declared(type(self)):
                setattr(self, name, value)
            elif name != "class_name":
                raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument {name!r}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseNode) or type(self) is not type(other):
            return NotImplemented
        return all(_are_equal(getattr(self, one.name), getattr(other, one.name)) for one in fields(self))

    def __str__(self) -> str:
        return f"Node ID: {self.id_}\n{printed(self.get_content())}"

    node_id = Alias[str]("id_")
    extra_info = Alias[Metadata]("metadata")  # the older name
    source_node = _Relation(NodeRelationship.SOURCE)
    prev_node = _Relation(NodeRelationship.PREVIOUS)
    next_node = _Relation(NodeRelationship.NEXT)
    parent_node = _Relation(NodeRelationship.PARENT)

    @property
    def ref_doc_id(self) -> str | None:
        """Identifier of the document this node was cut from."""
        return self.source_node.node_id if self.source_node else None

    @property
    def child_nodes(self) -> list[RelatedNodeInfo] | None:
        """The smaller nodes this one was cut into, in order; None where there are none.

        Raises:
            ValueError: there is one that does not stand in a list.

        """
        children = self.relationships.get(NodeRelationship.CHILD)
        if children is not None and not isinstance(children, list):
            raise ValueError("Child objects must be a list of RelatedNodeInfo objects")
        return children

    @property
    @abstractmethod
    def hash(self) -> str:
        """The hash of the content: equal for equal content."""

    @classmethod
    @abstractmethod
    def get_type(cls) -> ObjectType:
        """Return the kind of this node."""

    @abstractmethod
    def get_content(self, metadata_mode: MetadataMode | str = MetadataMode.ALL) -> str:
        """Return the content, with the metadata of ``metadata_mode``, or of its value ("llm"), above it."""

    @abstractmethod
    def set_content(self, value: Any) -> None:  # noqa: ANN401 - whatever a kind of node holds
        """Put another content in the place of this one."""

    def get_metadata_str(self, mode: MetadataMode | str = MetadataMode.ALL) -> str:
        """Return the metadata as text, without the keys excluded for ``mode``.

        Raises:
            ValueError: there is no such mode.

        """
        mode = MetadataMode(mode)
        if mode is MetadataMode.NONE or not self.metadata:
            return ""
        excluded: list[str] = []
        if mode is MetadataMode.LLM:
            excluded = self.excluded_llm_metadata_keys
        elif mode is MetadataMode.EMBED:
            excluded = self.excluded_embed_metadata_keys
        return self.metadata_separator.join(
            self.metadata_template.format(key=key, value=str(value))
            for key, value in self.metadata.items()
            if key not in excluded
        )

    def get_embedding(self) -> Vector:
        """Return the vector.

        Raises:
            ValueError: the node has none.

        """
        if self.embedding is None:
            raise ValueError(f"embedding not set. (node {self.id_})")
        return self.embedding

    def as_related_node_info(self) -> RelatedNodeInfo:
        """Return a reference to this node."""
        return RelatedNodeInfo(self.id_, self.hash, self.get_type(), dict(self.metadata))

    def to_json(self) -> str:
        """Return the result of ``to_dict`` as JSON, for ``from_json``."""
        return msgspec.json.encode(self.to_dict()).decode()

    @classmethod
    def from_json(cls, data_str: str) -> Self:
        """Return the node that ``to_json`` described; raises as ``from_dict`` does."""
        return cls.from_dict(msgspec.json.decode(data_str))

    def to_dict(self, *, exclude: Collection[str] = (), mode: str = "json") -> dict[str, Any]:  # noqa: ARG002
        """Return all fields of the node but the excluded ones as a dict, for ``from_dict``.

        All of it are values of JSON, whatever the ``mode``.
        """
        told: dict[str, Any] = msgspec.to_builtins(self, enc_hook=as_plain)
        told["class_name"] = self.class_name()
        return {name: value for name, value in told.items() if name not in exclude} if exclude else told

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the node that ``to_dict`` described.

        Raises:
            ValueError: it describes another kind of node, or none.

        """
        if data.get("class_name", cls.class_name()) != cls.class_name():
            raise ValueError(f"this is a {data['class_name']}, not a {cls.class_name()}")
        if not isinstance(data.get("text", ""), str):
            raise ValueError("Expected `str` as the text of a node")  # noqa: TRY004 - LlamaIndex's
        made = cls(**data)
        if made.embedding is not None:
            import numpy as np

            made.embedding = np.asarray(made.embedding, np.float32)
        return made

    @classmethod
    def model_validate(cls, obj: Mapping[str, Any] | Self) -> Self:
        """Return a node made from a dict of ``to_dict``, raising as ``from_dict`` does, or the node itself."""
        return cls.from_dict(obj) if isinstance(obj, Mapping) else obj

    parse_obj = model_validate  # pydantic's earlier name

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with other values for some fields; a ``deep`` one shares nothing with this node."""
        made = deepcopy(self) if deep else copy(self)
        made._take(update or {})  # noqa: SLF001 - its own
        return made

    # pydantic's names
    model_dump = dict = to_dict
    model_dump_json = json = to_json
    model_validate_json = parse_raw = from_json
    copy = model_copy

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class, which distinguishes kinds of nodes in dicts."""
        return cls.__name__


def _are_equal(one: object, other: object) -> bool:
    """Compare two values of a field; vectors number by number."""
    if is_array(one) or is_array(other):
        import numpy as np

        return one is not None and other is not None and np.array_equal(np.asarray(one), np.asarray(other))
    return one == other


def as_plain(value: object) -> object:
    """Return a vector, a path, an address or another node as JSON has it."""
    if is_array(value):
        return value.tolist()
    if isinstance(value, Path) or type(value).__name__ == "AnyUrl":
        return str(value)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    raise NotImplementedError(f"a node with a {type(value).__name__} cannot be written")


def _relationships(given: Mapping[Any, Any]) -> Relationships:
    """Return relationships, also from the result of ``to_dict``."""
    return {
        NodeRelationship(name): [_related(one) for one in other] if isinstance(other, list) else _related(other)
        for name, other in given.items()
    }


def _related(value: Any) -> RelatedNodeInfo:  # noqa: ANN401 - a reference, or what describes one
    if isinstance(value, RelatedNodeInfo):
        return value
    told = {name: one for name, one in value.items() if name != "class_name"}
    return RelatedNodeInfo(**told | {"node_type": ObjectType(told.get("node_type") or ObjectType.TEXT)})


def printed(text: str) -> str:
    """Return the beginning of a text for a terminal."""
    text = text.strip()
    shown = text if len(text) <= TRUNCATE_LENGTH else text[: TRUNCATE_LENGTH - 3] + "..."
    return textwrap.fill(f"Text: {shown}\n", width=WRAP_WIDTH)


class DeclaredFields:
    """Takes by name the fields a program's own class declares (``factor: float = 2``), as LlamaIndex's classes do.

    Each object has lists and dictionaries of its own; a default may be one of pydantic's (``Field``, ``PrivateAttr``).

    Raises:
        TypeError: there is no such field.

    """

    def __init__(self, **fields: object) -> None:
        if unknown := fields.keys() - declared(type(self)).keys():
            raise TypeError(f"{type(self).__name__} has no field {min(unknown)!r}")
        for name, value in (declared_defaults(type(self)) | fields).items():
            setattr(self, name, value)

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class, which identifies it in dictionaries."""
        return cls.__name__


class Component(DeclaredFields):
    """An object that can be converted to a dictionary and created from it."""

    def to_dict(self) -> dict[str, Any]:
        """Return the name of the class and the object's attributes as a dict; nested ``to_dict`` methods are used."""
        held = {name: value for name, value in vars(self).items() if not name.startswith("_")}
        told = {name: value.to_dict() if hasattr(value, "to_dict") else value for name, value in held.items()}
        return {"class_name": self.class_name(), **told}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], **kwargs: Any) -> Self:  # noqa: ANN401 - those of the class
        """Return the object that ``to_dict`` described, or one with other values; raises as the class does."""
        return cls(**{name: value for name, value in data.items() if name != "class_name"} | kwargs)


def declared(kind: type[Any]) -> Mapping[str, Any]:
    """Return the types of the fields that a class and its bases declare, by their names, those of the bases first."""
    return _known(kind)


def _walked(kind: type[Any]) -> Mapping[str, Any]:
    return {name: hint for one in reversed(kind.__mro__) for name, hint in _annotations(one).items()}


_known: Callable[[Any], Mapping[str, Any]] = cache(_walked)  # type checkers take classes for unhashable


def _annotations(kind: type) -> Mapping[str, Any]:
    """Return the annotations that a class itself declares, including names that only type checkers import."""
    if sys.version_info >= (3, 14):  # classes make their annotations when they are asked for
        import annotationlib

        return annotationlib.get_annotations(kind, format=annotationlib.Format.FORWARDREF)
    return inspect.get_annotations(kind)


def declared_defaults(kind: type) -> dict[str, object]:
    """Return the defaults of the fields that a class and its bases declare, by name."""
    return {name: _default(getattr(kind, name)) for name in declared(kind) if hasattr(kind, name)}


def _default(value: Any) -> object:  # noqa: ANN401 - whatever a class holds
    """Return the value of a field that was not given."""
    if type(value).__module__.startswith("pydantic"):
        return value.default if value.default_factory is None else value.default_factory()
    return copy(value) if isinstance(value, list | dict | set) else value
