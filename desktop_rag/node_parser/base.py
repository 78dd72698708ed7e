"""What every splitter shares: from character ranges of a document to linked nodes."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from desktop_rag.schema import Metadata, NodeRelationship, RelatedNodeInfo, TextNode, new_id

IdFunc = Callable[[int, TextNode], str]


@dataclass(frozen=True, slots=True)
class Span:
    """A range of characters of a document that becomes a node, and metadata of its own."""

    start: int
    end: int
    metadata: Metadata = field(default_factory=dict)


class NodeParser(ABC):
    """Cuts documents into nodes.

    For every node ``document.text[node.start_char_idx:node.end_char_idx] == node.text``. Nodes carry the
    document's metadata and templates, and refer to their document and to the node before and after.
    """

    def __init__(
        self,
        *,
        include_metadata: bool = True,
        include_prev_next_rel: bool = True,
        id_func: IdFunc | None = None,
    ) -> None:
        self.include_metadata = include_metadata
        self.include_prev_next_rel = include_prev_next_rel
        self._id_func = id_func

    @abstractmethod
    def split_document(self, document: TextNode) -> Iterable[Span]:
        """Return the ranges of ``document.text`` that become nodes, in order."""

    def get_nodes_from_documents(self, documents: Sequence[TextNode]) -> list[TextNode]:
        """Return the nodes of all documents, in order."""
        nodes: list[TextNode] = []
        for document in documents:
            own = self._nodes(document)
            if self.include_prev_next_rel:
                _link(own)
            nodes += own
        return nodes

    def _nodes(self, document: TextNode) -> list[TextNode]:
        """Build the nodes of one document."""
        source = RelatedNodeInfo(document.id_, document.hash)
        return [self._node(document, source, i, span) for i, span in enumerate(self.split_document(document))]

    def _node(self, document: TextNode, source: RelatedNodeInfo, i: int, span: Span) -> TextNode:
        """Build one node from its range."""
        metadata = document.metadata | span.metadata if self.include_metadata else dict(span.metadata)
        return TextNode(
            text=document.text[span.start : span.end],
            id_=self._id_func(i, document) if self._id_func else new_id(),
            metadata=metadata,
            excluded_embed_metadata_keys=list(document.excluded_embed_metadata_keys),
            excluded_llm_metadata_keys=list(document.excluded_llm_metadata_keys),
            relationships={NodeRelationship.SOURCE: source},
            start_char_idx=span.start,
            end_char_idx=span.end,
            text_template=document.text_template,
            metadata_template=document.metadata_template,
            metadata_separator=document.metadata_separator,
        )


def _link(nodes: list[TextNode]) -> None:
    """Tell each node which one comes before and after it."""
    infos = [RelatedNodeInfo(node.id_, node.hash) for node in nodes]
    for i, node in enumerate(nodes):
        if i:
            node.relationships[NodeRelationship.PREVIOUS] = infos[i - 1]
        if i + 1 < len(nodes):
            node.relationships[NodeRelationship.NEXT] = infos[i + 1]
