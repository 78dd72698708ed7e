"""JSON values of a docstore, in the layout of LlamaIndex's key-value stores and of programs written for them."""

from collections.abc import Mapping
from typing import Any

from desktop_rag.core.schema import (
    KINDS,
    Document,
    ImageNode,
    IndexNode,
    Node,
    NodeRelationship,
    ObjectType,
    RelatedNodeInfo,
    TextNode,
)
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.kvstore import DATA_KEY, DEFAULT_COLLECTION, TYPE_KEY, BaseKVStore, Value

NODE_COLLECTION = "docstore/data"
REF_DOC_COLLECTION = "docstore/ref_doc_info"
METADATA_COLLECTION = "docstore/metadata"
_KIND_OF: Mapping[ObjectType, type[TextNode]] = {
    kind.get_type(): kind for kind in (TextNode, Document, IndexNode, ImageNode, Node)
}
_DATA_OF_KINDS = {ImageNode: "image", IndexNode: "index_id"}


def doc_to_json(doc: TextNode) -> Value:
    """Return a node, or a document, as values of JSON, for ``json_to_doc``."""
    return {DATA_KEY: doc.to_dict(), TYPE_KEY: doc.get_type().value}


def json_to_doc(doc_dict: Mapping[str, Any]) -> TextNode:
    """Return the node that ``doc_to_json`` described, or LlamaIndex before 0.6 (``legacy_json_to_doc``).

    Raises:
        ValueError: it is of a kind that nobody knows.

    """
    data = doc_dict[DATA_KEY]
    if "extra_info" in data:
        return legacy_json_to_doc(doc_dict)
    return (KINDS.get(str(data.get("class_name"))) or _kind_of(doc_dict)).from_dict(data)


def legacy_json_to_doc(doc_dict: Mapping[str, Any]) -> TextNode:
    """Return a node as LlamaIndex before 0.6 wrote it: ``doc_id``, ``extra_info``, relationships to mere ids.

    Raises:
        ValueError: it is of a kind that nobody knows.

    """
    kind, data = _kind_of(doc_dict), doc_dict[DATA_KEY]
    node = kind(text=data.get("text") or "", metadata=dict(data.get("extra_info") or {}))
    if data.get("doc_id") is not None:
        node.id_ = str(data["doc_id"])
    node.relationships = {
        NodeRelationship(relation): RelatedNodeInfo(str(node_id))
        for relation, node_id in (data.get("relationships") or {}).items()
    }
    if (name := _DATA_OF_KINDS.get(kind)) and data.get(name) is not None:
        setattr(node, name, data[name])
    return node


class DocstoreValues(BaseKVStore):
    """A docstore by keys: nodes, their hashes, and the nodes of each document, each in its collection.

    What is put or deleted among the nodes is put or deleted in the docstore; which nodes a document has follows from
    them.
    """

    def __init__(self, docstore: DocumentStore) -> None:
        self._docstore = docstore

    def put(self, key: str, val: Value, collection: str = DEFAULT_COLLECTION) -> None:
        """Store a node, or the hash of a document.

        Raises:
            NotImplementedError: the collection follows from what else is stored, or the docstore has none of its name.

        """
        if collection == NODE_COLLECTION:
            self._docstore.add_documents([json_to_doc(val)])
        elif collection == METADATA_COLLECTION:
            self._docstore.set_document_hash(key, val["doc_hash"])
        else:
            raise NotImplementedError(f"nothing can be put into {collection!r} of a docstore")

    def get(self, key: str, collection: str = DEFAULT_COLLECTION) -> Value | None:
        """Return a node or document, its hash, or the ids of a document's nodes; None where there is none."""
        if collection == REF_DOC_COLLECTION:
            info = self._docstore.get_ref_doc_info(key)
            return None if info is None else {"node_ids": list(info.node_ids), "metadata": dict(info.metadata)}
        if (node := self._docstore.get_document(key, raise_error=False)) is None:
            return None
        if collection == NODE_COLLECTION:
            return doc_to_json(node)
        if collection == METADATA_COLLECTION:
            told = {"doc_hash": self._docstore.get_document_hash(key) or node.hash}
            return told | ({"ref_doc_id": node.ref_doc_id} if node.ref_doc_id else {})
        return None

    def get_all(self, collection: str = DEFAULT_COLLECTION) -> dict[str, Value]:
        """Return everything in a collection, by its keys."""
        keys = self._docstore.get_all_ref_doc_info() if collection == REF_DOC_COLLECTION else self._docstore.docs
        found = ((key, self.get(key, collection)) for key in keys)
        return {key: value for key, value in found if value is not None}

    def delete(self, key: str, collection: str = DEFAULT_COLLECTION) -> bool:
        """Remove a node or document, or a document with all its nodes; return whether there was something.

        Raises:
            NotImplementedError: the collection follows from what else is stored, or the docstore has none of its name.

        """
        there = self.get(key, collection) is not None
        if collection == NODE_COLLECTION:
            self._docstore.delete_document(key, raise_error=False)
        elif collection == REF_DOC_COLLECTION:
            self._docstore.delete_ref_doc(key, raise_error=False)
        else:
            raise NotImplementedError(f"nothing can be deleted from {collection!r} of a docstore")
        return there


def _kind_of(doc_dict: Mapping[str, Any]) -> type[TextNode]:
    """Return the class of a described node: by the name here, or the number that LlamaIndex gives it."""
    told = doc_dict[TYPE_KEY]
    try:
        return _KIND_OF[ObjectType(told)]
    except ValueError as error:
        raise ValueError(f"{told!r} is no kind of node") from error
