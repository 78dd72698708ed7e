"""Nodes as databases keep them: flat metadata to filter by, and the whole node as JSON beside it."""

import json
from copy import copy

from desktop_rag.core.schema import IndexNode, Metadata, TextNode

CONTENT_KEY, KIND_KEY = "_node_content", "_node_type"
DOC_ID_KEY = "doc_id"
"""The key by which nodes are filtered by their document."""
DOCUMENT_KEYS = (DOC_ID_KEY, "document_id", "ref_doc_id")
PLACE_KEYS = (KIND_KEY, *DOCUMENT_KEYS)
"""The keys of flat metadata that are not the node's own: its kind, and the document it comes from."""
NO_DOCUMENT = "None"
"""The document id of a node without a document, as LlamaIndex writes it."""


def node_to_metadata_dict(node: TextNode, *, remove_text: bool = False, flat_metadata: bool = False) -> Metadata:
    """Return a node as flat metadata, from which ``metadata_dict_to_node`` makes it again, without its vector.

    With ``remove_text`` the text is left out: the database keeps it elsewhere.

    Raises:
        ValueError: ``flat_metadata`` is set, and a value is not a string, number or None.

    """
    if flat_metadata and (
        nested := [k for k, v in node.metadata.items() if not isinstance(v, str | int | float | None)]
    ):
        raise ValueError(f"metadata {nested[0]!r} of node {node.id_} is not a string or a number")
    whole = copy(node)
    whole.embedding = None
    if isinstance(whole, IndexNode):
        whole.obj = None  # whatever it is: it lives in the program
    if remove_text:
        whole.text = ""
    flat: Metadata = {key: value for key, value in node.metadata.items() if value is not None}
    return flat | {
        CONTENT_KEY: json.dumps(whole.to_dict(), ensure_ascii=False),
        **dict.fromkeys(DOCUMENT_KEYS, node.ref_doc_id or NO_DOCUMENT),
        KIND_KEY: node.class_name(),
    }
