"""The base of node parsers: turns character ranges of a document into linked nodes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple, ParamSpec, TypedDict, TypeVar

from desktop_rag.core.instrumentation import CBEventType, event
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import Component, Metadata, NodeRelationship, RelatedNodeInfo, TextNode, new_id

IdFunc = Callable[[int, TextNode], str]
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Span:
    """A range of characters of a document that becomes a node, with additional metadata."""

    start: int
    end: int
    metadata: Metadata = field(default_factory=dict)


class Piece(NamedTuple):
    """The text of a future node, its start in the document, and additional metadata.

    ``start`` is None where the text does not stand in the document as it is, as that of a page does in its source.
    """

    text: str
    start: int | None
    metadata: Metadata


class NodeParserOptions(TypedDict, total=False):
    """The options of every node parser.

    ``include_metadata``: nodes inherit the document's metadata; ``include_prev_next_rel``: they refer to their
    neighbours (both are on). ``id_func`` makes a node's id of its number and its document; random without it.
    """

    include_metadata: bool
    include_prev_next_rel: bool
    id_func: IdFunc | None


class FromDefaults:
    """A class that LlamaIndex's users create with ``from_defaults``."""

    @classmethod
    def from_defaults(cls: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return a parser; the same as calling the class."""
        return cls(*args, **kwargs)


class NodeParser(Component):
    """Makes nodes of documents.

    Nodes carry the document's metadata and templates, and refer to their document and to the node before and
    after. Offsets always hold: ``document.text[node.start_char_idx:node.end_char_idx] == node.text``. What is
    parsed may be a node of another parser: source and offsets are those of the first document then. What one of a
    program's own declares as fields is given by name.
    """

    def __init__(
        self,
        *,
        include_metadata: bool = True,
        include_prev_next_rel: bool = True,
        id_func: IdFunc | None = None,
        **fields: object,
    ) -> None:
        super().__init__(**fields)
        self.include_metadata = include_metadata
        self.include_prev_next_rel = include_prev_next_rel
        self._id_func = id_func

    @property
    def id_func(self) -> IdFunc:
        """The function that makes the id of a node, from its number and its document."""
        return self._id_func or default_id_func

    @id_func.setter
    def id_func(self, id_func: IdFunc) -> None:
        self._id_func = id_func

    def get_nodes_from_documents(
        self,
        documents: Sequence[TextNode],
        show_progress: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    ) -> list[TextNode]:
        """Return the nodes of all documents, in order; ``show_progress`` draws a bar on the terminal."""
        nodes: list[TextNode] = []
        with event(CBEventType.NODE_PARSING, documents=len(documents)) as stage:
            for document in _tracked(documents) if show_progress else documents:
                nodes += self.parse_document(document)
            stage.payload["nodes"] = len(nodes)
        return nodes

    aget_nodes_from_documents = asynchronous(get_nodes_from_documents)

    def __call__(self, nodes: Sequence[TextNode], show_progress: bool = False) -> list[TextNode]:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return the nodes of documents or of other nodes, as every transformation does."""
        return self.get_nodes_from_documents(nodes, show_progress)

    acall = asynchronous(__call__)

    def parse_document(self, document: TextNode) -> list[TextNode]:
        """Return the nodes of one document: those of ``_parse_nodes``, which know it and one another."""
        nodes = list(self._parse_nodes([document]))
        source = document.source_node or document.as_related_node_info()
        for node in nodes:
            node.relationships.setdefault(NodeRelationship.SOURCE, source)
        return self._postprocess_parsed_nodes(nodes, {document.id_: document, source.node_id: document})

    def _postprocess_parsed_nodes(
        self, nodes: list[TextNode], parent_doc_map: Mapping[str, TextNode]
    ) -> list[TextNode]:
        """Add to nodes the metadata of their documents, given by id, and links to their neighbours of the same source.

        A node without offsets gets them where its text stands in its document, each after the beginning of the one
        before. What a node knows itself stays.
        """
        starts: dict[str, int] = {}  # where the last node of each document begins
        for node in nodes:
            source, document = node.source_node, parent_doc_map.get(node.ref_doc_id or "")
            if document is not None:
                starts[document.id_] = _find(node, document, starts.get(document.id_, -1) + 1)
                if document.source_node is not None:
                    node.relationships[NodeRelationship.SOURCE] = document.source_node
            if self.include_metadata:
                known = (source.metadata if source else {}) | (document.metadata if document else {})
                node.metadata = known | node.metadata
        if self.include_prev_next_rel:
            for source_id, neighbours in groupby(nodes, key=lambda node: node.ref_doc_id):
                if source_id is not None:
                    link_neighbours(list(neighbours))
        return nodes

    def get_nodes_from_node(self, node: TextNode) -> list[TextNode]:
        """Return the nodes of one document or node, as ``parse_document`` does (LlamaIndex's name)."""
        return self.parse_document(node)

    def _parse_nodes(self, nodes: Sequence[TextNode], show_progress: bool = False, **kwargs: object) -> list[TextNode]:  # noqa: ARG002, FBT001, FBT002 - LlamaIndex's
        """Return the nodes of documents; a custom parser implements this, or ``parse_document``."""
        if type(self).parse_document is NodeParser.parse_document:
            raise NotImplementedError(f"{type(self).__name__} implements neither _parse_nodes nor parse_document")
        documents = _tracked(nodes) if show_progress else nodes
        return [node for document in documents for node in self.parse_document(document)]

    def _nodes(self, document: TextNode, pieces: Iterable[Piece]) -> list[TextNode]:
        """Return the nodes of a document's pieces, linked to it and one another."""
        source = document.source_node or document.as_related_node_info()
        nodes = [self._node(document, source, i, piece) for i, piece in enumerate(pieces)]
        if self.include_prev_next_rel:
            link_neighbours(nodes)
        return nodes

    def _node(self, document: TextNode, source: RelatedNodeInfo, i: int, piece: Piece) -> TextNode:
        """Build one node from its piece."""
        start = None if piece.start is None else (document.start_char_idx or 0) + piece.start
        node = part_of(document, source, self.id_func(i, document), piece.text)
        node.metadata = document.metadata | piece.metadata if self.include_metadata else dict(piece.metadata)
        node.start_char_idx = start
        node.end_char_idx = None if start is None else start + len(piece.text)
        return node


class TextSplitter(FromDefaults, NodeParser):
    """Cuts each document into ranges that become its nodes."""

    def split_document(self, document: TextNode) -> Iterable[Span]:
        """Return the ranges of ``document.text`` that become nodes, in order: where ``split_text`` finds its parts.

        Raises:
            ValueError: a part is not in the text.

        """
        return located(document.text, self.split_text(document.text))

    def split_text(self, text: str) -> list[str]:
        """Return the parts of a text; a custom splitter implements this, or ``split_document``."""
        return [text[span.start : span.end] for span in self.split_document(TextNode(text=text))]

    def split_texts(self, texts: Sequence[str]) -> list[str]:
        """Return the parts of several texts, one text after the other."""
        return [part for text in texts for part in self.split_text(text)]

    def parse_document(self, document: TextNode) -> list[TextNode]:
        """Return the nodes of one document."""
        text, spans = document.text, self.split_document(document)
        return self._nodes(document, (Piece(text[one.start : one.end], one.start, one.metadata) for one in spans))


def located(text: str, parts: Iterable[str]) -> Iterator[Span]:
    """Yield where the parts of a text stand, each after the beginning of the one before.

    Raises:
        ValueError: a part is not in the text.

    """
    start = 0
    for part in parts:
        place = text.index(part, start)
        yield Span(place, place + len(part))
        start = place + 1


def default_id_func(i: int, doc: TextNode) -> str:  # noqa: ARG001 - what a function for ids is called with
    """Return a random id."""
    return new_id()


def part_of(document: TextNode, source: RelatedNodeInfo, node_id: str, text: str) -> TextNode:
    """Return a node with the templates of its document, and no metadata yet."""
    return TextNode(
        text=text,
        id_=node_id,
        excluded_embed_metadata_keys=list(document.excluded_embed_metadata_keys),
        excluded_llm_metadata_keys=list(document.excluded_llm_metadata_keys),
        relationships={NodeRelationship.SOURCE: source},
        text_template=document.text_template,
        metadata_template=document.metadata_template,
        metadata_separator=document.metadata_separator,
    )


def link_neighbours(nodes: list[TextNode]) -> None:
    """Link each node to the ones before and after it."""
    infos = [RelatedNodeInfo(node.id_, node.hash) for node in nodes]
    for i, node in enumerate(nodes):
        if i:
            node.relationships[NodeRelationship.PREVIOUS] = infos[i - 1]
        if i + 1 < len(nodes):
            node.relationships[NodeRelationship.NEXT] = infos[i + 1]


def _find(node: TextNode, document: TextNode, begin: int) -> int:
    """Return the start of a node in its document, searched from ``begin`` if unknown, and set it in the node.

    What does not stand there as it is keeps no offsets, and the search begins at the same place again.
    """
    if node.start_char_idx is not None:
        return node.start_char_idx - (document.start_char_idx or 0)
    start = document.text.find(node.text, begin)
    if start < 0:
        return begin - 1
    node.start_char_idx = start + (document.start_char_idx or 0)
    node.end_char_idx = node.start_char_idx + len(node.text)
    return start


def _tracked(documents: Sequence[TextNode]) -> Iterable[TextNode]:
    """Return the documents, drawing a bar as they are taken."""
    from rich.progress import track

    return track(documents, description="Parsing nodes")


def truncate_text(text: str, text_splitter: TextSplitter) -> str:
    """Return the beginning of a text: the first part that a splitter makes of it, "" where it makes none."""
    return next(iter(text_splitter.split_text(text)), "")
