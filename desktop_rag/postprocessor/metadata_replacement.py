"""Give the model more text than was searched."""

from dataclasses import replace

from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.schema import NodeWithScore, QueryBundle


class MetadataReplacementPostProcessor(BaseNodePostprocessor):
    """Puts the metadata ``target_metadata_key`` (the window around a sentence) in the place of a node's text.

    Nodes without it stay as they are. Places in the file still tell where the searched text stands.
    """

    def __init__(self, target_metadata_key: str) -> None:
        self.target_metadata_key = target_metadata_key

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:  # noqa: ARG002
        return [self._replaced(found) for found in nodes]

    def _replaced(self, found: NodeWithScore) -> NodeWithScore:
        """Return a node with the other text."""
        text = found.node.metadata.get(self.target_metadata_key)
        return found if text is None else replace(found, node=replace(found.node, text=str(text)))
