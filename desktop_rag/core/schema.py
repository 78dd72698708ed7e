"""The nouns of the pipeline: documents, nodes, queries and responses (LlamaIndex's terms)."""

import enum
import hashlib
import logging
import textwrap
import uuid
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass, field, fields, replace
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypedDict, TypeVar, Unpack

import msgspec
import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.media.binary import mimetype_of_name, resolve_binary
from desktop_rag.core.media.dumping import Dumpable
from desktop_rag.core.media.resource import MediaResource, as_resource

MetadataValue = str | int | float | bool | list[Any] | dict[str, Any] | None
Metadata = dict[str, MetadataValue]
Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]
Resource = MediaResource | Mapping[str, Any]

DEFAULT_TEXT_TEMPLATE = "{metadata_str}\n\n{content}"
DEFAULT_METADATA_TEMPLATE = "{key}: {value}"
DEFAULT_METADATA_SEPARATOR = "\n"
DEFAULT_MIMETYPE = "text/plain"
MEDIA = ("image_resource", "audio_resource", "video_resource")
"""The fields of a ``Node`` that hold media beside its text."""
TRUNCATE_LENGTH = 350  # characters of a text that are printed
WRAP_WIDTH = 70
T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)
_LOG = logging.getLogger(__name__)
_EXAMPLE = """
# Asking documents

A library holds the texts of your files.
Each text is cut into passages that are short enough to be read at once.
A vector of numbers stands for the meaning of each of these passages.
What you ask is compared with them by its words and by its meaning.

## What happens to a question

- The passages that fit best are found.
- A language model reads them in their order and writes an answer from them.
- Each sentence of the answer names the passages it rests on.
- What no passage says is marked as what the model has added of its own.

## What happens to a file

Files are read where they are.
- Documents, spreadsheets, slides and mail are read as they stand.
- The words in scanned pages and in photographs are recognised first.
- What is inside of archives and of mail is read like any other file.

Passages that stayed the same when their file changed keep their vectors.
Those of a file that you have deleted are removed from the library, too.

## Where it happens

Everything stays on your computer, in one file for each of your libraries.
A question goes to the model that you chose, and to nobody else.
There is no account, and nothing to sign in to.
What you delete is gone at once.
"""


def new_id() -> str:
    """Return a fresh random identifier."""
    return str(uuid.uuid4())


def _in_order(kind: type[E], value: object) -> E | None:
    """Return the member of a kind that has this number, from 1 on, or this name; None where none has."""
    named = [one for number, one in enumerate(kind, 1) if value in (str(number), number, one.name)]
    return named[0] if named else None


class MetadataMode(enum.StrEnum):
    """Which metadata ``get_content`` writes above the text."""

    ALL = "all"
    EMBED = "embed"
    LLM = "llm"
    NONE = "none"


class NodeRelationship(enum.StrEnum):
    """How one node relates to another."""

    SOURCE = "source"
    PREVIOUS = "previous"
    NEXT = "next"
    PARENT = "parent"
    CHILD = "child"

    @classmethod
    def _missing_(cls, value: object) -> "NodeRelationship | None":
        """Return what LlamaIndex writes as a number, from "1" on."""
        return _in_order(cls, value)


class ObjectType(enum.StrEnum):
    """The kinds of node."""

    TEXT = "text"
    IMAGE = "image"
    INDEX = "index"
    DOCUMENT = "document"
    MULTIMODAL = "multimodal"

    @classmethod
    def _missing_(cls, value: object) -> "ObjectType | None":
        """Return what LlamaIndex writes as a number, from "1" on."""
        return _in_order(cls, value)


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


class _Alias(Generic[T]):
    """Another name of a field."""

    def __init__(self, field_name: str) -> None:
        self._field = field_name

    def __get__(self, node: "BaseNode", kind: type | None = None) -> T:
        value: T = getattr(node, self._field)
        return value

    def __set__(self, node: "BaseNode", value: T) -> None:
        setattr(node, self._field, value)


class NodeFields(TypedDict, total=False):
    """What nodes take beside their text, identifier and metadata: see ``BaseNode``."""

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


class DocumentFields(NodeFields, total=False):
    """What ``Document`` takes beside these: see ``Node``."""

    text_resource: Resource | None
    image_resource: Resource | None
    audio_resource: Resource | None
    video_resource: Resource | None


@dataclass(slots=True, eq=False, init=False)
class BaseNode(ABC):  # noqa: PLW1641 - nodes change
    """What all nodes have; one of a program's own says what its content and its ``hash`` are.

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
        """Make a node, also of what ``model_dump`` told of one.

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
            elif any(name in vars(kind).get("__annotations__", ()) for kind in type(self).__mro__):
                setattr(self, name, value)
            elif name != "class_name":
                raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument {name!r}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseNode) or type(self) is not type(other):
            return NotImplemented
        return all(_are_equal(getattr(self, one.name), getattr(other, one.name)) for one in fields(self))

    def __str__(self) -> str:
        return f"Node ID: {self.id_}\n{_printed(self.get_content())}"

    node_id = _Alias[str]("id_")
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
        """What is equal for equal content."""

    @classmethod
    @abstractmethod
    def get_type(cls) -> ObjectType:
        """Return which kind of node this is."""

    @abstractmethod
    def get_content(self, metadata_mode: MetadataMode = MetadataMode.ALL) -> str:
        """Return the content, with the metadata of ``metadata_mode`` above it."""

    @abstractmethod
    def set_content(self, value: Any) -> None:  # noqa: ANN401 - whatever a kind of node holds
        """Put another content in the place of this one."""

    def get_metadata_str(self, mode: MetadataMode = MetadataMode.ALL) -> str:
        """Return the metadata as text, without the keys excluded for ``mode``."""
        if mode is MetadataMode.NONE:
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
        """Return what ``to_dict`` does as JSON, for ``from_json``."""
        return msgspec.json.encode(self.to_dict()).decode()

    @classmethod
    def from_json(cls, data_str: str) -> Self:
        """Return the node that ``to_json`` described; raises as ``from_dict`` does."""
        return cls.from_dict(msgspec.json.decode(data_str))

    def to_dict(self, *, exclude: Collection[str] = (), mode: str = "json") -> dict[str, Any]:  # noqa: ARG002
        """Return everything about the node, but for what is excluded, for ``from_dict``.

        All of it are values of JSON, whatever the ``mode``.
        """
        told: dict[str, Any] = msgspec.to_builtins(self, enc_hook=_as_plain)
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
            made.embedding = np.asarray(made.embedding, np.float32)
        return made

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with other values for some fields; a ``deep`` one shares nothing with this node."""
        made = deepcopy(self) if deep else copy(self)
        made._take(update or {})  # noqa: SLF001 - its own
        return made

    # pydantic's names
    model_dump = dict = to_dict
    model_dump_json = json = to_json
    model_validate = from_dict

    @classmethod
    def class_name(cls) -> str:
        """Return the name by which ``to_dict`` tells kinds of nodes apart."""
        return cls.__name__


class TextNode(BaseNode):
    """A passage of a document."""

    __slots__ = ()

    def __init__(
        self,
        text: str = "",
        id_: str | None = None,
        metadata: Metadata | None = None,
        *,
        text_resource: Resource | None = None,
        ref_doc_id: str | None = None,
        **others: Unpack[NodeFields],
    ) -> None:
        """Make a node, of a text or of a resource that has one, and of a document; see ``BaseNode``."""
        if text_resource is not None:
            text = _text_of(text_resource)
        BaseNode.__init__(self, text, id_, metadata, **others)
        if ref_doc_id is not None:
            self.relationships.setdefault(NodeRelationship.SOURCE, RelatedNodeInfo(ref_doc_id))

    @property
    def hash(self) -> str:
        """SHA-256 over text and metadata; equal for equal content."""
        return _sha256(f"{self.text}{self.metadata}")

    @classmethod
    def get_type(cls) -> ObjectType:
        """Return which kind of node this is."""
        return cls.object_type

    def get_content(self, metadata_mode: MetadataMode = MetadataMode.NONE) -> str:
        """Return the text, with the metadata of ``metadata_mode`` above it."""
        metadata_str = self.get_metadata_str(metadata_mode).strip()
        if not metadata_str:
            return self.text
        return self.text_template.format(content=self.text, metadata_str=metadata_str).strip()

    def get_text(self) -> str:
        """Return the text alone."""
        return self.text

    def set_content(self, value: str) -> None:
        """Put another text in the place of this one."""
        self.text = value

    def get_node_info(self) -> Mapping[str, int | None]:
        """Return where in its document the node stands: ``start`` and ``end``, in characters."""
        return {"start": self.start_char_idx, "end": self.end_char_idx}


@dataclass(eq=False, init=False)  # slots=True would take the property "text" for the field
class Node(TextNode):
    """A node of several kinds of media, each a ``MediaResource``: a text, a picture, a sound, a film.

    ``text`` is the text of the ``text_resource``. Pictures, sounds and films are kept; what is found is found by its
    text.
    """

    __slots__ = ("audio_resource", "image_resource", "text_resource", "video_resource")
    image_resource: MediaResource | None
    audio_resource: MediaResource | None
    video_resource: MediaResource | None
    object_type: ClassVar[ObjectType] = ObjectType.MULTIMODAL

    def __init__(
        self,
        text: str = "",
        id_: str | None = None,
        metadata: Metadata | None = None,
        *,
        text_resource: Resource | None = None,
        image_resource: Resource | None = None,
        audio_resource: Resource | None = None,
        video_resource: Resource | None = None,
        **others: Unpack[NodeFields],
    ) -> None:
        """Make a node; resources may be given as ``MediaResource.model_dump`` told of them. See ``BaseNode``.

        A text beside another one in the ``text_resource`` gives way to it.
        """
        self.text_resource: MediaResource | None = None  # no field: what is copied with another text has that one
        BaseNode.__init__(self, text, id_, metadata, **others)
        if text_resource is not None:
            if text and text != _text_of(text_resource):
                _warn("text", "text_resource")
            self.text_resource = as_resource(text_resource)
        self.image_resource = as_resource(image_resource)
        self.audio_resource = as_resource(audio_resource)
        self.video_resource = as_resource(video_resource)

    @property  # type: ignore[misc]  # a field of other nodes, which this one keeps elsewhere
    def text(self) -> str:
        """The text of the ``text_resource``."""
        return (self.text_resource.text or "") if self.text_resource is not None else ""

    @text.setter
    def text(self, value: str) -> None:
        if self.text_resource is not None:
            self.text_resource.text = value
        elif value:
            self.text_resource = MediaResource(text=value)

    @property
    def hash(self) -> str:
        """SHA-256 over metadata and all media, as LlamaIndex makes it."""
        held = (self.audio_resource, self.image_resource, self.text_resource, self.video_resource)
        parts = [self.get_metadata_str(), *(one.hash for one in held if one is not None)]
        return _sha256("-".join(part for part in parts if part))

    def to_dict(self, *, exclude: Collection[str] = (), mode: str = "json") -> Any:  # noqa: ANN401 - as BaseNode's
        """Return everything about the node; see ``BaseNode``."""
        told = TextNode.to_dict(self, mode=mode)
        told |= {name: _resource_told(getattr(self, name)) for name in ("text_resource", *MEDIA)}
        nothing = {"start_char_idx", "end_char_idx", "mimetype"}  # LlamaIndex's have no such fields
        usual = {None, DEFAULT_MIMETYPE}
        kept = {name: value for name, value in told.items() if name not in nothing or value not in usual}
        return {name: value for name, value in kept.items() if name not in exclude}

    model_dump = dict = to_dict


class Document(Node):
    """A source text with its metadata: one page of a paged file, or a whole unpaged file.

    ``doc_id`` and ``extra_info`` are older names of ``id_`` and ``metadata``.
    """

    __slots__ = ()
    object_type: ClassVar[ObjectType] = ObjectType.DOCUMENT
    doc_id = _Alias[str]("id_")
    extra_info = _Alias[Metadata]("metadata")

    def __init__(
        self,
        text: str = "",
        id_: str | None = None,
        metadata: Metadata | None = None,
        *,
        doc_id: str | None = None,
        extra_info: Metadata | None = None,
        **others: Unpack[DocumentFields],
    ) -> None:
        """Make a document; see ``Node``."""
        for old, value, name, chosen in (
            ("doc_id", doc_id, "id_", id_),
            ("extra_info", extra_info, "metadata", metadata),
        ):
            if value is not None and chosen is not None:
                _LOG.warning("'%s' is deprecated and '%s' will be used instead", old, name)
        Node.__init__(self, text, id_ or doc_id, metadata if metadata is not None else extra_info, **others)

    def __str__(self) -> str:
        return f"Doc ID: {self.id_}\n{_printed(self.get_content())}"

    @classmethod
    def example(cls) -> Self:
        """Return a small document to try things with."""
        return cls(_EXAMPLE, metadata={"filename": "README.md", "category": "codebase"})


@dataclass(slots=True, eq=False, init=False)
class IndexNode(TextNode):
    """A node that stands for something else to ask.

    That is ``obj`` (a node, retriever or query engine), or what the retriever's ``object_map`` has for ``index_id``.
    """

    index_id: str
    obj: object
    object_type: ClassVar[ObjectType] = ObjectType.INDEX

    def __init__(
        self,
        text: str = "",
        id_: str | None = None,
        metadata: Metadata | None = None,
        *,
        index_id: str = "",
        obj: object = None,
        text_resource: Resource | None = None,
        **others: Unpack[NodeFields],
    ) -> None:
        """Make a node that stands for ``obj``, which may be a node as ``to_dict`` told of it; see ``TextNode``."""
        TextNode.__init__(self, text, id_, metadata, text_resource=text_resource, **others)
        self.index_id = index_id
        self.obj = _node_of(obj) if isinstance(obj, Mapping) and "class_name" in obj else obj

    @classmethod
    def from_text_node(cls, node: TextNode, index_id: str) -> Self:
        """Return a node with all that another one has, which stands for what ``index_id`` names."""
        return cls(**{one.name: getattr(node, one.name) for one in fields(BaseNode)}, index_id=index_id)

    def to_dict(self, *, exclude: Collection[str] = (), mode: str = "json") -> dict[str, Any]:
        """Return everything about the node, an ``obj`` that is a node too; see ``BaseNode``."""
        bare = copy(self)
        bare.obj = None
        told = TextNode.to_dict(bare, exclude=exclude, mode=mode)
        return told if self.obj is None or "obj" in exclude else told | {"obj": _as_plain(self.obj)}

    model_dump = dict = to_dict


@dataclass(slots=True, eq=False, init=False)
class ImageNode(TextNode):
    """A picture; ``image`` is its content in base64, ``text`` what is known of it in words."""

    image: str | None
    image_path: str | None
    image_url: str | None
    image_mimetype: str | None
    text_embedding: list[float] | None
    object_type: ClassVar[ObjectType] = ObjectType.IMAGE

    def __init__(  # noqa: PLR0913 - the parameters of LlamaIndex's class of this name
        self,
        text: str = "",
        id_: str | None = None,
        metadata: Metadata | None = None,
        *,
        image: str | None = None,
        image_path: str | Path | None = None,
        image_url: str | None = None,
        image_mimetype: str | None = None,
        text_embedding: list[float] | None = None,
        image_resource: Resource | None = None,
        text_resource: Resource | None = None,
        **others: Unpack[NodeFields],
    ) -> None:
        """Make a node of a picture's bytes, file or address, or of a resource; see ``TextNode``.

        The kind of picture is told by the ending of its file, where nobody told it.
        """
        TextNode.__init__(self, text, id_, metadata, text_resource=text_resource, **others)
        given = as_resource(image_resource) or MediaResource()
        path = given.path if image_path is None else image_path
        self.image = image if image is not None or given.data is None else given.data.decode()
        self.image_path = None if path is None else str(path)
        self.image_url = image_url if image_url is not None or given.url is None else str(given.url)
        self.image_mimetype = image_mimetype or given.mimetype or (mimetype_of_name(path) if path else None)
        self.text_embedding = text_embedding

    @property
    def hash(self) -> str:
        """SHA-256 over text, metadata and the picture; equal for equal content."""
        return _sha256(f"{self.text}{self.metadata}{self.image or ''}{self.image_path or ''}{self.image_url or ''}")

    def resolve_image(self) -> BytesIO:
        """Return the picture's file, from memory, disk or its address.

        Raises:
            ValueError: there is none.
            OSError: the file cannot be read.

        """
        return resolve_binary(self.image.encode() if self.image else None, self.image_path, self.image_url)


@dataclass(slots=True)
class NodeWithScore:
    """A node and how well it matched; ``score`` is None where the retriever gives none.

    ``found_by`` names the retrievers that found it ("words", "meaning").
    """

    node: TextNode
    score: float | None = None
    found_by: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.node}\nScore: " + ("None\n" if self.score is None else f"{self.score: 0.3f}\n")

    @property
    def node_id(self) -> str:
        """The node's identifier."""
        return self.node.id_

    @property
    def id_(self) -> str:
        """The node's identifier."""
        return self.node.id_

    @property
    def text(self) -> str:
        """The node's text."""
        return self.node.text

    @property
    def metadata(self) -> Metadata:
        """The node's metadata."""
        return self.node.metadata

    @property
    def embedding(self) -> Vector | None:
        """The node's vector."""
        return self.node.embedding

    def get_content(self, metadata_mode: MetadataMode = MetadataMode.NONE) -> str:
        """Return the node's text, with the metadata of ``metadata_mode`` above it."""
        return self.node.get_content(metadata_mode)

    def get_text(self) -> str:
        """Return the node's text alone."""
        return self.node.text

    def get_embedding(self) -> Vector:
        """Return the node's vector; raises as its own method does."""
        return self.node.get_embedding()

    def get_score(self, raise_error: bool = False) -> float:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return the score, 0.0 when there is none.

        Raises:
            ValueError: there is none, and ``raise_error``.

        """
        if self.score is None and raise_error:
            raise ValueError(f"node {self.node_id} has no score")
        return 0.0 if self.score is None else self.score

    def with_score(self, score: float | None) -> "NodeWithScore":
        """Return the same node with another score."""
        return replace(self, score=score)


@dataclass(frozen=True, slots=True)
class QueryBundle:
    """A question, with what should be embedded in its place when that differs."""

    query_str: str
    custom_embedding_strs: tuple[str, ...] | None = None
    embedding: Vector | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Take a list of numbers for a vector."""
        if self.embedding is not None:
            object.__setattr__(self, "embedding", np.asarray(self.embedding, np.float32))

    def __str__(self) -> str:
        return self.query_str

    @property
    def embedding_strs(self) -> list[str]:
        """The strings to embed; none for an empty question."""
        if self.custom_embedding_strs is not None:
            return list(self.custom_embedding_strs)
        return [self.query_str] if self.query_str else []


QueryType = str | QueryBundle


@dataclass(frozen=True, slots=True)
class EmbeddingSpace:
    """What makes two vectors comparable: the model, its size, and how texts are prepared for it."""

    provider: str
    model: str
    dimensions: int
    rules: str


def _are_equal(one: object, other: object) -> bool:
    """Compare two values of a field; vectors number by number."""
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return one is not None and other is not None and np.array_equal(np.asarray(one), np.asarray(other))
    return one == other


def _as_plain(value: object) -> object:
    """Return a vector, a path, an address or another node as JSON has it."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Path) or type(value).__name__ == "AnyUrl":
        return str(value)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    raise NotImplementedError(f"a node with a {type(value).__name__} cannot be written")


def _relationships(given: Mapping[Any, Any]) -> Relationships:
    """Return relationships, also as ``to_dict`` told of them."""
    return {
        NodeRelationship(name): [_related(one) for one in other] if isinstance(other, list) else _related(other)
        for name, other in given.items()
    }


def _related(value: Any) -> RelatedNodeInfo:  # noqa: ANN401 - a reference, or what describes one
    if isinstance(value, RelatedNodeInfo):
        return value
    told = {name: one for name, one in value.items() if name != "class_name"}
    return RelatedNodeInfo(**told | {"node_type": ObjectType(told.get("node_type") or ObjectType.TEXT)})


def _node_of(told: Mapping[str, Any]) -> TextNode:
    """Return the node that ``to_dict`` told of."""
    kinds: tuple[type[TextNode], ...] = (TextNode, Node, Document, IndexNode, ImageNode)
    return {kind.class_name(): kind for kind in kinds}[told["class_name"]].from_dict(told)


def _resource_told(resource: MediaResource | None) -> dict[str, Any] | None:
    """Return a resource as JSON has it, with its bytes, which ``model_dump`` leaves out."""
    if resource is None:
        return None
    told = resource.model_dump(mode="json")
    return told if resource.data is None else told | {"data": resource.data.decode()}


def _text_of(resource: Resource) -> str:
    return (resource.text if isinstance(resource, MediaResource) else resource.get("text")) or ""


def _warn(older: str, name: str) -> None:
    _LOG.warning("'%s' is deprecated and '%s' will be used instead", older, name)


def _printed(text: str) -> str:
    """Return the beginning of a text for a terminal."""
    text = text.strip()
    shown = text if len(text) <= TRUNCATE_LENGTH else text[: TRUNCATE_LENGTH - 3] + "..."
    return textwrap.fill(f"Text: {shown}\n", width=WRAP_WIDTH)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class DeclaredFields:
    """Takes by name what a program's own class declares as fields (``factor: float = 2``), as LlamaIndex's classes do.

    Each object has lists and dictionaries of its own; a default may be one of pydantic's (``Field``, ``PrivateAttr``).

    Raises:
        TypeError: there is no such field.

    """

    def __init__(self, **fields: object) -> None:
        names = {name for kind in type(self).__mro__ for name in vars(kind).get("__annotations__", {})}
        if unknown := fields.keys() - names:
            raise TypeError(f"{type(self).__name__} has no field {min(unknown)!r}")
        for name, value in (declared_defaults(type(self)) | fields).items():
            setattr(self, name, value)

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class, by which dictionaries tell it."""
        return cls.__name__


class Component(DeclaredFields):
    """What can be told as a dictionary and made again of it."""

    def to_dict(self) -> dict[str, Any]:
        """Return the name of the class and what the object holds; what has a ``to_dict`` itself, as that tells it."""
        held = {name: value for name, value in vars(self).items() if not name.startswith("_")}
        told = {name: value.to_dict() if hasattr(value, "to_dict") else value for name, value in held.items()}
        return {"class_name": self.class_name(), **told}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], **kwargs: Any) -> Self:  # noqa: ANN401 - those of the class
        """Return the object that ``to_dict`` described, or one with other values; raises as the class does."""
        return cls(**{name: value for name, value in data.items() if name != "class_name"} | kwargs)


def declared_defaults(kind: type) -> dict[str, object]:
    """Return what the fields are that a class and its bases declare, where nothing is given: those with a default."""
    names = dict.fromkeys(name for one in reversed(kind.__mro__) for name in vars(one).get("__annotations__", {}))
    known = set(dir(kind))
    return {name: _default(getattr(kind, name)) for name in names if name in known}


def _default(value: Any) -> object:  # noqa: ANN401 - whatever a class holds
    """Return what a field is where nothing was given."""
    if type(value).__module__.startswith("pydantic"):
        return value.default if value.default_factory is None else value.default_factory()
    return copy(value) if isinstance(value, list | dict | set) else value
