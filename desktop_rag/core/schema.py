"""The nouns of the pipeline: documents, nodes, queries and responses (LlamaIndex's terms)."""

import enum
import hashlib
import logging
import mimetypes
import textwrap
import uuid
from collections.abc import Collection
from copy import copy
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Self, TypedDict, Unpack

import msgspec
import numpy as np
from numpy.typing import NDArray

MetadataValue = str | int | float | bool | list[Any] | dict[str, Any] | None
Metadata = dict[str, MetadataValue]
Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]

DEFAULT_TEXT_TEMPLATE = "{metadata_str}\n\n{content}"
DEFAULT_METADATA_TEMPLATE = "{key}: {value}"
DEFAULT_METADATA_SEPARATOR = "\n"
TRUNCATE_LENGTH = 350  # characters of a text that are printed
WRAP_WIDTH = 70
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


class ObjectType(enum.StrEnum):
    """The kinds of node."""

    TEXT = "text"
    IMAGE = "image"
    INDEX = "index"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class RelatedNodeInfo:
    """A reference to another node."""

    node_id: str
    hash: str | None = None
    node_type: ObjectType = ObjectType.TEXT
    metadata: Metadata = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class TextNode:  # noqa: PLW1641 - nodes change
    """A passage of a document.

    ``start_char_idx`` and ``end_char_idx`` are character offsets into the text of its source document
    (for paged files: of its page). Nodes are equal when everything about them is, their vectors too.
    """

    text: str = ""
    id_: str = field(default_factory=new_id)
    metadata: Metadata = field(default_factory=dict)
    excluded_embed_metadata_keys: list[str] = field(default_factory=list)
    excluded_llm_metadata_keys: list[str] = field(default_factory=list)
    relationships: dict[NodeRelationship, RelatedNodeInfo | list[RelatedNodeInfo]] = field(default_factory=dict)
    embedding: Vector | None = None
    start_char_idx: int | None = None
    end_char_idx: int | None = None
    text_template: str = DEFAULT_TEXT_TEMPLATE
    metadata_template: str = DEFAULT_METADATA_TEMPLATE
    metadata_separator: str = DEFAULT_METADATA_SEPARATOR
    object_type: ClassVar[ObjectType] = ObjectType.TEXT

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TextNode) or type(self) is not type(other):
            return NotImplemented
        return all(_are_equal(getattr(self, one.name), getattr(other, one.name)) for one in fields(self))

    def __str__(self) -> str:
        return f"Node ID: {self.id_}\n{_printed(self.get_content())}"

    @property
    def node_id(self) -> str:
        """The node's identifier."""
        return self.id_

    @node_id.setter
    def node_id(self, value: str) -> None:
        self.id_ = value

    @property
    def ref_doc_id(self) -> str | None:
        """Identifier of the document this node was cut from."""
        return self.source_node.node_id if self.source_node else None

    @property
    def source_node(self) -> RelatedNodeInfo | None:
        """The document this node was cut from."""
        return self._related(NodeRelationship.SOURCE)

    @property
    def prev_node(self) -> RelatedNodeInfo | None:
        """The node before this one."""
        return self._related(NodeRelationship.PREVIOUS)

    @property
    def next_node(self) -> RelatedNodeInfo | None:
        """The node after this one."""
        return self._related(NodeRelationship.NEXT)

    @property
    def parent_node(self) -> RelatedNodeInfo | None:
        """The larger node this one is a part of."""
        return self._related(NodeRelationship.PARENT)

    @property
    def child_nodes(self) -> list[RelatedNodeInfo]:
        """The smaller nodes this one was cut into, in order.

        Raises:
            ValueError: there is one that does not stand in a list.

        """
        children = self.relationships.get(NodeRelationship.CHILD, [])
        if not isinstance(children, list):
            raise ValueError("Child objects must be a list of RelatedNodeInfo objects")  # noqa: TRY004 - LlamaIndex's
        return children

    @property
    def hash(self) -> str:
        """SHA-256 over text and metadata; equal for equal content."""
        return _sha256(f"{self.text}{self.metadata}")

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

    def get_embedding(self) -> Vector:
        """Return the vector.

        Raises:
            ValueError: the node has none.

        """
        if self.embedding is None:
            raise ValueError(f"embedding not set. (node {self.id_})")
        return self.embedding

    @classmethod
    def get_type(cls) -> ObjectType:
        """Return which kind of node this is."""
        return cls.object_type

    def to_json(self) -> str:
        """Return what ``to_dict`` does as JSON, for ``from_json``."""
        return msgspec.json.encode(self.to_dict()).decode()

    @classmethod
    def from_json(cls, data_str: str) -> Self:
        """Return the node that ``to_json`` described; raises as ``from_dict`` does."""
        return cls.from_dict(msgspec.json.decode(data_str))

    def to_dict(self, *, exclude: Collection[str] = ()) -> dict[str, object]:
        """Return everything about the node, but for what is excluded, as values of JSON, for ``from_dict``."""
        plain: dict[str, object] = msgspec.to_builtins(self, enc_hook=_as_list)
        plain["class_name"] = self.class_name()
        return {name: value for name, value in plain.items() if name not in exclude} if exclude else plain

    @classmethod
    def from_dict(cls, data: dict[str, object]) -> Self:
        """Return the node that ``to_dict`` described.

        Raises:
            ValueError: it describes another kind of node, or none.

        """
        if data.get("class_name", cls.class_name()) != cls.class_name():
            raise ValueError(f"this is a {data['class_name']}, not a {cls.class_name()}")
        return msgspec.convert(data, cls, dec_hook=_as_vector)

    model_dump, model_validate = to_dict, from_dict  # pydantic's names

    @classmethod
    def class_name(cls) -> str:
        """Return the name by which ``to_dict`` tells kinds of nodes apart."""
        return cls.__name__

    def as_related_node_info(self) -> RelatedNodeInfo:
        """Return a reference to this node."""
        return RelatedNodeInfo(self.id_, self.hash, self.object_type, dict(self.metadata))

    def _related(self, relationship: NodeRelationship) -> RelatedNodeInfo | None:
        """Return the one node of a relationship.

        Raises:
            ValueError: there are several.

        """
        related = self.relationships.get(relationship)
        if isinstance(related, list):
            name = relationship.value.capitalize()
            raise ValueError(f"{name} object must be a single RelatedNodeInfo object")  # noqa: TRY004 - LlamaIndex's
        return related


class NodeFields(TypedDict, total=False):
    """What ``Document`` takes beside its text, identifier and metadata: see ``TextNode``."""

    excluded_embed_metadata_keys: list[str]
    excluded_llm_metadata_keys: list[str]
    relationships: dict[NodeRelationship, RelatedNodeInfo | list[RelatedNodeInfo]]
    embedding: Vector | None
    start_char_idx: int | None
    end_char_idx: int | None
    text_template: str
    metadata_template: str
    metadata_separator: str


@dataclass(slots=True, eq=False, init=False)
class Document(TextNode):
    """A source text with its metadata: one page of a paged file, or a whole unpaged file.

    ``doc_id`` and ``extra_info`` are older names of ``id_`` and ``metadata``.
    """

    object_type: ClassVar[ObjectType] = ObjectType.DOCUMENT

    def __init__(
        self,
        text: str = "",
        id_: str | None = None,
        metadata: Metadata | None = None,
        *,
        doc_id: str | None = None,
        extra_info: Metadata | None = None,
        **others: Unpack[NodeFields],
    ) -> None:
        for old, value, name, chosen in (
            ("doc_id", doc_id, "id_", id_),
            ("extra_info", extra_info, "metadata", metadata),
        ):
            if value is not None and chosen is not None:
                _LOG.warning("'%s' is deprecated and '%s' will be used instead", old, name)
        given = metadata if metadata is not None else extra_info
        TextNode.__init__(self, text, id_ or doc_id or new_id(), {} if given is None else given, **others)

    def __str__(self) -> str:
        return f"Doc ID: {self.id_}\n{_printed(self.get_content())}"

    @classmethod
    def example(cls) -> Self:
        """Return a small document to try things with."""
        return cls(_EXAMPLE, metadata={"filename": "README.md", "category": "codebase"})

    @property
    def doc_id(self) -> str:
        """The document's identifier."""
        return self.id_

    @doc_id.setter
    def doc_id(self, value: str) -> None:
        self.id_ = value

    @property
    def extra_info(self) -> Metadata:
        """The document's metadata."""
        return self.metadata

    @extra_info.setter
    def extra_info(self, value: Metadata) -> None:
        self.metadata = value

    @property
    def hash(self) -> str:
        """SHA-256 over metadata and text, as LlamaIndex makes it of documents."""
        parts = [self.get_metadata_str(), _sha256(self.text) if self.text else ""]
        return _sha256("-".join(part for part in parts if part))


@dataclass(slots=True, eq=False)
class IndexNode(TextNode):
    """A node that stands for something else to ask.

    That is ``obj`` (a node, retriever or query engine), or what the retriever's ``object_map`` has for ``index_id``.
    """

    index_id: str = ""
    obj: object = None
    object_type: ClassVar[ObjectType] = ObjectType.INDEX


@dataclass(slots=True, eq=False)
class ImageNode(TextNode):
    """A picture; ``image`` is its content in base64, ``text`` what is known of it in words."""

    image: str | None = None
    image_path: Path | None = None
    image_url: str | None = None
    image_mimetype: str | None = None
    object_type: ClassVar[ObjectType] = ObjectType.IMAGE

    def __post_init__(self) -> None:
        """Tell the kind of picture by the ending of its file, where nobody told it."""
        if self.image_mimetype is None and self.image_path is not None:
            self.image_mimetype = mimetypes.guess_type(self.image_path)[0]

    @property
    def hash(self) -> str:
        """SHA-256 over text, metadata and the picture; equal for equal content."""
        return _sha256(f"{self.text}{self.metadata}{self.image or ''}{self.image_path or ''}{self.image_url or ''}")


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


BaseNode = Node = TextNode  # what programs write for "any node": all nodes have a text here
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


def _as_list(value: object) -> object:
    """Return a vector as JSON has it."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    raise NotImplementedError(f"a node with a {type(value).__name__} cannot be written")


def _as_vector(kind: type, value: object) -> object:
    """Return a list of numbers as a vector where one belongs."""
    return value if kind is object else np.asarray(value, np.float32)


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
