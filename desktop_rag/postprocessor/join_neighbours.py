"""Give the model more text than was searched: running text where passages follow one another, and what stands around.

An answer that begins in a passage often ends in the next.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from desktop_rag.core.schema import NodeRelationship, NodeWithScore, QueryBundle, TextNode
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.postprocessor.node import Neighbours

LARGEST_GAP = 8  # blanks between two passages: line ends and indentation


class Texts(Protocol):
    """A document store, as far as it has the texts of pages."""

    def document_text(self, doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        """Return the text of a document's pages."""


class JoinNeighboursPostprocessor(BaseNodePostprocessor):
    """Joins passages of one page that overlap, touch, or have only blanks between them.

    A joined passage reaches from the first start to the last end, has no text twice, and can be cited like any other:
    its text is what stands there. It stands where the best of its passages stood, with that one's id and score. The
    blanks between passages are taken from ``docstore``; without one, gaps get as many line ends.
    """

    def __init__(self, docstore: Texts | None = None) -> None:
        self._docstore = docstore

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        pages: dict[tuple[object, ...], list[int]] = {}
        for place, found in enumerate(nodes):
            if _is_placed(found.node):
                node = found.node
                pages.setdefault((node.ref_doc_id, node.metadata.get("page_number")), []).append(place)
        joined = dict(enumerate(nodes))
        for places in pages.values():
            places.sort(key=lambda place: _span(nodes[place].node))
            self._join_page(joined, places)
        return [joined[place] for place in sorted(joined)]

    def _join_page(self, joined: dict[int, NodeWithScore], places: Sequence[int]) -> None:
        """Join adjacent passages; ``places`` are in the order of the page. The best place stays."""
        current = places[0]
        for other in places[1:]:
            text = self._joined_text(joined[current].node, joined[other].node)
            if text is None:
                current = other
                continue
            first, last = joined.pop(current), joined.pop(other)
            joined[min(current, other)] = _one(first, last, text, first if current < other else last)
            current = min(current, other)

    def _joined_text(self, one: TextNode, other: TextNode) -> str | None:
        """Return the text from the start of the first to the later end; None when they do not join."""
        (start, end), (next_start, next_end) = _span(one), _span(other)
        if next_start <= end:
            shared = min(end, next_end) - next_start
            if one.text[next_start - start : next_start - start + shared] != other.text[:shared]:
                return None
            return one.text + other.text[shared:]
        gap = self._gap(one, end, next_start) if next_start - end <= LARGEST_GAP else None
        return None if gap is None else f"{one.text}{gap}{other.text}"

    def _gap(self, node: TextNode, start: int, end: int) -> str | None:
        """Return the blanks between two passages, None when there is more than blanks."""
        page = node.metadata.get("page_number")
        if self._docstore is None or node.ref_doc_id is None or not isinstance(page, int):
            return "\n" * (end - start)
        text = self._docstore.document_text(node.ref_doc_id, page, page)
        if text[_span(node)[0] : start] != node.text or text[start:end].strip():
            return None
        return text[start:end]


def _is_placed(node: TextNode) -> bool:
    """Return True if a node's text is what stands between its offsets in a document."""
    start, end = node.start_char_idx, node.end_char_idx
    if start is None or end is None or node.ref_doc_id is None:
        return False
    return 0 <= start < end and len(node.text) == end - start


def _span(node: TextNode) -> tuple[int, int]:
    """Return the range of a placed node."""
    return node.start_char_idx or 0, node.end_char_idx or 0


def _one(first: NodeWithScore, last: NodeWithScore, text: str, best: NodeWithScore) -> NodeWithScore:
    """Return two nodes as one."""
    start = _span(first.node)[0]
    relationships = dict(first.node.relationships)
    relationships.pop(NodeRelationship.NEXT, None)
    follows = (last if _span(last.node)[1] >= _span(first.node)[1] else first).node.next_node
    if follows is not None:
        relationships[NodeRelationship.NEXT] = follows
    node = replace(
        first.node,
        id_=best.node.id_,
        text=text,
        end_char_idx=start + len(text),
        embedding=None,
        relationships=relationships,
    )
    return NodeWithScore(node, best.score, tuple(dict.fromkeys([*best.found_by, *first.found_by, *last.found_by])))


class Documents(Neighbours, Texts, Protocol):
    """A document store, as far as it is needed here."""


class WidenBestPostprocessor(BaseNodePostprocessor):
    """Joins the first node with the ones before and after it on its page, where these are running text.

    Then joins what else follows one another among the nodes: see ``JoinNeighboursPostprocessor``.
    """

    def __init__(self, docstore: Documents) -> None:
        self._docstore = docstore
        self._joining = JoinNeighboursPostprocessor(docstore)

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        if nodes:
            nodes = [self._widened(nodes[0], query_bundle), *nodes[1:]]
        return self._joining.postprocess_nodes(nodes, query_bundle)

    def _widened(self, best: NodeWithScore, query_bundle: QueryBundle | None) -> NodeWithScore:
        """Return a node with its neighbours, as far as they join it."""
        before, after = self._docstore.nodes_around(best.node.node_id, 1, 1)
        beside = [NodeWithScore(node) for node in _on_the_page(best.node, [*before, *after])]
        joined = self._joining.postprocess_nodes([best, *beside], query_bundle)
        return joined[0]


def _on_the_page(node: TextNode, others: Sequence[TextNode]) -> list[TextNode]:
    """Return the nodes that stand on a node's page."""
    page = node.metadata.get("page_number")
    return [other for other in others if other.metadata.get("page_number") == page]


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
