"""Give the model more text than was searched."""

from dataclasses import replace

from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.postprocessor.join_neighbours import Texts


class MetadataReplacementPostProcessor(BaseNodePostprocessor):
    """Puts the metadata ``target_metadata_key`` (the window around a sentence) in the place of a node's text.

    Nodes without it stay as they are. With ``docstore``, places in the file tell where the other text stands, if it
    stands on the page around the searched one; else they still tell where the searched text stands.
    """

    def __init__(self, target_metadata_key: str, docstore: Texts | None = None) -> None:
        self.target_metadata_key = target_metadata_key
        self._docstore = docstore

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        return [self._replaced(found) for found in nodes]

    def _replaced(self, found: NodeWithScore) -> NodeWithScore:
        """Return a node with the other text."""
        text = found.node.metadata.get(self.target_metadata_key)
        return found if text is None else replace(found, node=self._placed(found.node, str(text)))

    def _placed(self, node: TextNode, text: str) -> TextNode:
        """Return a node with the other text, and where that stands."""
        start, end, page = node.start_char_idx, node.end_char_idx, node.metadata.get("page_number")
        if self._docstore and node.ref_doc_id and isinstance(page, int) and start is not None and end is not None:
            page_text = self._docstore.document_text(node.ref_doc_id, page, page)
            found = page_text.find(text, max(0, end - len(text)), start + len(text))
            if found >= 0:
                return replace(node, text=text, start_char_idx=found, end_char_idx=found + len(text))
        return replace(node, text=text)
