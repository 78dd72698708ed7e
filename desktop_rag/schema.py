"""LlamaIndex's place for what documents, nodes and questions are (``core/schema.py``)."""

from desktop_rag.core.media.image_document import ImageDocument
from desktop_rag.core.media.resource import MediaResource
from desktop_rag.core.schema import (
    BaseNode,
    Document,
    ImageNode,
    IndexNode,
    MetadataMode,
    Node,
    NodeRelationship,
    NodeWithScore,
    ObjectType,
    QueryBundle,
    RelatedNodeInfo,
    TextNode,
)
from desktop_rag.ingestion.transformations import TransformComponent

__all__ = [
    "BaseNode",
    "Document",
    "ImageDocument",
    "ImageNode",
    "IndexNode",
    "MediaResource",
    "MetadataMode",
    "Node",
    "NodeRelationship",
    "NodeWithScore",
    "ObjectType",
    "QueryBundle",
    "RelatedNodeInfo",
    "TextNode",
    "TransformComponent",
]
