"""The nouns of the pipeline: documents, nodes, queries and responses (LlamaIndex's terms)."""

import hashlib
import json
import logging
from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass, field, fields, replace
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, Self, Unpack

from desktop_rag.core.arrays import Matrix, Vector
from desktop_rag.core.media.binary import MediaResource, as_resource, mimetype_of_name, resolve_binary
from desktop_rag.core.media.dumping import Dumpable
from desktop_rag.core.nodes import (
    DEFAULT_METADATA_SEPARATOR,
    DEFAULT_METADATA_TEMPLATE,
    DEFAULT_MIMETYPE,
    DEFAULT_TEXT_TEMPLATE,
    TRUNCATE_LENGTH,
    Alias,
    BaseNode,
    Component,
    DeclaredFields,
    Metadata,
    MetadataMode,
    MetadataValue,
    NodeFields,
    NodeRelationship,
    ObjectType,
    RelatedNodeInfo,
    Relationships,
    Resource,
    as_plain,
    declared,
    declared_defaults,
    new_id,
    printed,
)

__all__ = [
    "DEFAULT_METADATA_SEPARATOR",
    "DEFAULT_METADATA_TEMPLATE",
    "DEFAULT_MIMETYPE",
    "DEFAULT_TEXT_TEMPLATE",
    "KINDS",
    "MEDIA",
    "TRUNCATE_LENGTH",
    "BaseNode",
    "Component",
    "DeclaredFields",
    "Document",
    "DocumentFields",
    "EmbeddingSpace",
    "ImageNode",
    "IndexNode",
    "Matrix",
    "Metadata",
    "MetadataMode",
    "MetadataValue",
    "Node",
    "NodeFields",
    "NodeRelationship",
    "NodeWithScore",
    "ObjectType",
    "QueryBundle",
    "RelatedNodeInfo",
    "Relationships",
    "Resource",
    "TextNode",
    "Vector",
    "declared",
    "declared_defaults",
    "new_id",
]
MEDIA = ("image_resource", "audio_resource", "video_resource")
"""The fields of a ``Node`` that hold media beside its text."""
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


class DocumentFields(NodeFields, total=False):
    """The optional fields of ``Document``: see ``Node``."""

    text_resource: Resource | None
    image_resource: Resource | None
    audio_resource: Resource | None
    video_resource: Resource | None


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
    def node_info(self) -> dict[str, int | None]:
        """The place of the text in its document."""
        return {"start": self.start_char_idx, "end": self.end_char_idx}

    @property
    def hash(self) -> str:
        """SHA-256 over text and metadata; equal for equal content."""
        return _sha256(f"{self.text}{self.metadata}")

    @classmethod
    def get_type(cls) -> ObjectType:
        """Return the kind of this node."""
        return cls.object_type

    def get_content(self, metadata_mode: MetadataMode | str = MetadataMode.NONE) -> str:
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
        """Return the place of the node in its document: ``start`` and ``end``, in characters."""
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
        """Make a node; resources may be results of ``MediaResource.model_dump``. See ``BaseNode``.

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
        """Return all fields of the node as a dict; see ``BaseNode``."""
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
    doc_id = Alias[str]("id_")

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
        return f"Doc ID: {self.id_}\n{printed(self.get_content())}"

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
        """Make a node for ``obj``, which may be the dict of a node's ``to_dict``; see ``TextNode``."""
        TextNode.__init__(self, text, id_, metadata, text_resource=text_resource, **others)
        self.index_id = index_id
        self.obj = _node_of(obj) if isinstance(obj, Mapping) and "class_name" in obj else obj

    @classmethod
    def from_text_node(cls, node: TextNode, index_id: str) -> Self:
        """Return an index node with all fields of another node, for the object named by ``index_id``."""
        return cls(**{one.name: getattr(node, one.name) for one in fields(BaseNode)}, index_id=index_id)

    def to_dict(self, *, exclude: Collection[str] = (), mode: str = "json") -> dict[str, Any]:
        """Return all fields of the node as a dict, including an ``obj`` that is a node; see ``BaseNode``."""
        bare = copy(self)
        bare.obj = None
        told = TextNode.to_dict(bare, exclude=exclude, mode=mode)
        return told if self.obj is None or "obj" in exclude else told | {"obj": as_plain(self.obj)}

    model_dump = dict = to_dict


@dataclass(slots=True, eq=False, init=False)
class ImageNode(TextNode):
    """A picture; ``image`` is its content in base64, ``text`` its description."""

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
class NodeWithScore(Dumpable):
    """A node and how well it matched; ``score`` is None where the retriever gives none.

    ``found_by`` names the retrievers that found it ("words", "meaning").
    """

    node: TextNode
    score: float | None = None
    found_by: tuple[str, ...] = ()
    hidden: ClassVar[frozenset[str]] = frozenset({"found_by"})

    @classmethod
    def class_name(cls) -> str:
        """Return LlamaIndex's name of the class."""
        return "NodeWithScore"

    def to_dict(self) -> dict[str, Any]:
        """Return the node and its score as values of JSON, for ``from_dict``."""
        return {**self.model_dump(mode="json"), "class_name": self.class_name()}

    def to_json(self) -> str:
        """Return the result of ``to_dict`` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def model_validate(cls, obj: "Self | Mapping[str, Any]") -> Self:
        """Return an object made from a dict of ``to_dict`` or ``model_dump``, or the object itself."""
        if not isinstance(obj, Mapping):
            return obj
        told = obj["node"]
        return cls(_node_of(told) if isinstance(told, Mapping) else told, obj.get("score"))

    from_dict = model_validate

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

    def get_content(self, metadata_mode: MetadataMode | str = MetadataMode.NONE) -> str:
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
    """A question, with the texts to embed in its place when they differ."""

    query_str: str
    custom_embedding_strs: tuple[str, ...] | None = None
    embedding: Vector | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Take a list of numbers for a vector."""
        if self.embedding is not None:
            import numpy as np

            object.__setattr__(self, "embedding", np.asarray(self.embedding, np.float32))

    def __str__(self) -> str:
        return self.query_str

    @property
    def embedding_strs(self) -> list[str]:
        """The strings to embed; none for an empty question."""
        if self.custom_embedding_strs is not None:
            return list(self.custom_embedding_strs)
        return [self.query_str] if self.query_str else []


@dataclass(frozen=True, slots=True)
class EmbeddingSpace:
    """The space in which vectors can be compared: the model, its size, and the rules for preparing texts."""

    provider: str
    model: str
    dimensions: int
    rules: str


KINDS: dict[str, type[TextNode]] = {
    kind.class_name(): kind for kind in (TextNode, Document, IndexNode, ImageNode, Node)
}
"""The kinds of nodes by the ``class_name`` that ``to_dict`` tells; ``core.media.image_document`` adds its own."""


def _node_of(told: Mapping[str, Any]) -> TextNode:
    """Return the node from the dict of ``to_dict``."""
    return KINDS[told["class_name"]].from_dict(told)


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


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
