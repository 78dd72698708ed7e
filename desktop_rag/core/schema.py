"""The nouns of the pipeline: documents, nodes, queries and responses (LlamaIndex's terms)."""

import enum
import hashlib
import uuid
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MetadataValue = str | int | float | bool | None
Metadata = dict[str, MetadataValue]
Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]

DEFAULT_TEXT_TEMPLATE = "{metadata_str}\n\n{content}"
DEFAULT_METADATA_TEMPLATE = "{key}: {value}"
DEFAULT_METADATA_SEPARATOR = "\n"


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


@dataclass(slots=True)
class TextNode:
    """A passage of a document.

    ``start_char_idx`` and ``end_char_idx`` are character offsets into the text of its source document
    (for paged files: of its page).
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

    @property
    def node_id(self) -> str:
        """The node's identifier."""
        return self.id_

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
        """The smaller nodes this one was cut into, in order."""
        children = self.relationships.get(NodeRelationship.CHILD, [])
        return children if isinstance(children, list) else [children]

    @property
    def object_type(self) -> ObjectType:
        """Which kind of node this is."""
        return ObjectType.TEXT

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

    def as_related_node_info(self) -> RelatedNodeInfo:
        """Return a reference to this node."""
        return RelatedNodeInfo(self.id_, self.hash, self.object_type, dict(self.metadata))

    def _related(self, relationship: NodeRelationship) -> RelatedNodeInfo | None:
        """Return the one node of a relationship."""
        related = self.relationships.get(relationship)
        return related if isinstance(related, RelatedNodeInfo) else None


@dataclass(slots=True)
class Document(TextNode):
    """A source text with its metadata: one page of a paged file, or a whole unpaged file."""

    @property
    def doc_id(self) -> str:
        """The document's identifier."""
        return self.id_

    @property
    def hash(self) -> str:
        """SHA-256 over metadata and text, as LlamaIndex makes it of documents."""
        parts = [self.get_metadata_str(), _sha256(self.text) if self.text else ""]
        return _sha256("-".join(part for part in parts if part))

    @property
    def object_type(self) -> ObjectType:
        """Which kind of node this is."""
        return ObjectType.DOCUMENT


@dataclass(slots=True)
class IndexNode(TextNode):
    """A node that stands for something else to ask.

    That is ``obj`` (a node, retriever or query engine), or what the retriever's ``object_map`` has for ``index_id``.
    """

    index_id: str = ""
    obj: object = None

    @property
    def object_type(self) -> ObjectType:
        """Which kind of node this is."""
        return ObjectType.INDEX


@dataclass(slots=True)
class ImageNode(TextNode):
    """A picture; ``image`` is its content in base64, ``text`` what is known of it in words."""

    image: str | None = None
    image_path: Path | None = None
    image_url: str | None = None
    image_mimetype: str | None = None

    @property
    def object_type(self) -> ObjectType:
        """Which kind of node this is."""
        return ObjectType.IMAGE


@dataclass(frozen=True, slots=True)
class NodeWithScore:
    """A node and how well it matched; ``score`` is None where the retriever gives none.

    ``found_by`` names the retrievers that found it ("words", "meaning").
    """

    node: TextNode
    score: float | None = None
    found_by: tuple[str, ...] = ()

    def get_score(self) -> float:
        """Return the score, 0.0 when there is none."""
        return 0.0 if self.score is None else self.score

    def with_score(self, score: float | None) -> "NodeWithScore":
        """Return the same node with another score."""
        return replace(self, score=score)


@dataclass(frozen=True, slots=True)
class QueryBundle:
    """A question, with what should be embedded in its place when that differs."""

    query_str: str
    custom_embedding_strs: tuple[str, ...] | None = None
    embedding: Vector | None = None

    @property
    def embedding_strs(self) -> tuple[str, ...]:
        """The strings to embed; none for an empty question."""
        if self.custom_embedding_strs is not None:
            return self.custom_embedding_strs
        return (self.query_str,) if self.query_str else ()


@dataclass(frozen=True, slots=True)
class EmbeddingSpace:
    """What makes two vectors comparable: the model, its size, and how texts are prepared for it."""

    provider: str
    model: str
    dimensions: int
    rules: str


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
