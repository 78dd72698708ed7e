"""Interfaces of stores of documents and nodes, for any engine: SQLite in one file, or a server for a team.

Several programs may write at once, and a store may be larger than memory: nothing here hands out a connection, whole
tables, or the keys of everything that a search may find. Filters go to the store as objects. What one person's program
keeps for itself (the journal of what waits to be read, added folders, conversations, settings) is no part of this.

``tests/storage/conformance`` says what an engine must do.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from desktop_rag.core.schema import Document, EmbeddingSpace, Matrix, TextNode, Vector
from desktop_rag.core.similarity import SimilarityMode
from desktop_rag.storage.filters import NodeFilter, TermColumn, TermQuery
from desktop_rag.storage.records import DocumentRecord, NodeText, Piece, RefDocInfo, SearchedDocument, Totals

if TYPE_CHECKING:
    from desktop_rag.text.analyzer import KeywordTerms

NodeKey = int
"""What a store calls a node by, for as long as it keeps it."""
Hit = tuple[NodeKey, float]
"""A node that a search found, and its score; higher is better."""


class Documents(Protocol):
    """Documents: files with their pages and nodes, and texts that programs store."""

    def replace_file(
        self, record: DocumentRecord, more: Iterable[Piece] = (), *, finish: Callable[[], None] | None = None
    ) -> list[NodeKey]:
        """Store a file in place of an older version, all of it or nothing; return the keys of its nodes.

        Pages, nodes, keyword terms and vectors of the older version go, those of the new one come; what says the same
        as before, or as another node, keeps its vector. ``more`` are the pieces behind those of the record, taken one
        after the other. ``finish`` runs at the end, inside: when it, or reading the pieces, fails, nothing has changed.
        """

    def delete_files(self, paths: Iterable[str]) -> list[NodeKey]:
        """Remove files, those in them, and their nodes; return the keys of the removed nodes."""

    def put_document(
        self, document: TextNode, nodes: Sequence[TextNode], *, embed: bool = True, slot: int = 0
    ) -> list[NodeKey]:
        """Store a program's document with its nodes in place of an older version; return the keys of the nodes.

        With the ``slot`` of an index with nodes of its own, the nodes belong to it, and those of other such indices
        stay.
        """

    def put_documents(
        self, documents: Sequence[tuple[TextNode, Sequence[TextNode]]], *, embed: bool = True, slot: int = 0
    ) -> list[NodeKey]:
        """Store documents, each with its nodes, as ``put_document`` does; faster than one by one."""

    def delete_document(self, doc_id: str, *, slot: int = 0) -> list[NodeKey]:
        """Remove a document with everything that was made of it; return the keys of its nodes.

        With the ``slot`` of an index with nodes of its own, nodes of other such indices stay, and so does the document.
        """

    def document_exists(self, doc_id: str) -> bool:
        """Return True if a document is stored."""

    def existing(self, doc_ids: Iterable[str]) -> set[str]:
        """Return the ids of those documents that are stored."""

    def get_document(self, doc_id: str) -> Document | None:
        """Return a document as it was stored, its pages put together; None where only nodes of it were."""

    def get_document_hash(self, doc_id: str) -> str | None:
        """Return the hash of a document's content, None when it is not stored or was never given."""

    def set_document_hash(self, doc_id: str, doc_hash: str) -> None:
        """Note the hash of a stored document's content."""

    def document_text(self, doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        """Return the text of a document from one page to another, pages separated by an empty line."""

    def iter_documents(self) -> Iterator[RefDocInfo]:
        """Yield every document that was read, the oldest first, without the ids of its nodes; reads a few at a time."""

    def ref_doc_info(self, doc_id: str) -> RefDocInfo | None:
        """Return a document with the ids of its nodes, None when it is not stored."""

    def hashes_of(self, doc_id: str) -> dict[NodeKey, bytes]:
        """Return the text hashes of a document's nodes (``records.text_hash``), by the keys of the nodes."""

    def searched(self, most: int) -> list[SearchedDocument]:
        """Return the documents with searched nodes, the oldest first; none when they are more than ``most``."""

    def has_other_languages(self, language: str) -> bool:
        """Return True if one in 200 nodes is in a document in a known language other than this (ISO 639-1)."""

    def page_text(self, path: str, page: int) -> str | None:
        """Return the stored text of a page (1-based), None when it is not stored."""

    def page_count(self, path: str) -> int:
        """Return the number of pages of a file, 0 when it is not stored."""

    def labelled_pages(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the (label, text) of a file's pages, one in memory at a time."""

    def totals(self) -> Totals:
        """Count files and nodes without reading the nodes."""


class Nodes(Protocol):
    """Nodes, by their ids and by the keys that searches return; missing ones are left out."""

    def add(self, nodes: Sequence[TextNode], *, embed: bool = False) -> list[NodeKey]:
        """Store a program's nodes with the documents they come from; return their keys.

        Nodes that are stored already are replaced when they differ. With ``embed`` they wait for their vectors;
        without, they are found by their words, or not at all where they have children to be found in their place.
        """

    def delete(self, node_ids: Sequence[str]) -> list[NodeKey]:
        """Remove nodes with everything that was made of them; return the keys of those there were.

        A document that was never stored itself, only named by nodes, goes with the last of them.
        """

    def nodes_by_key(self, keys: Sequence[NodeKey]) -> dict[NodeKey, TextNode]:
        """Return nodes by key."""

    def keys_of(self, node_ids: Sequence[str]) -> dict[str, NodeKey]:
        """Return the keys of nodes by node id, in the order of the ids."""

    def get_nodes(self, node_ids: Sequence[str], *, raise_error: bool = True) -> list[TextNode]:
        """Return nodes, also virtual parents, in the order of their ids.

        Raises:
            ValueError: one of them is missing and ``raise_error`` is set.

        """

    def get_parents(self, node_ids: Sequence[str]) -> dict[str, TextNode]:
        """Return the parents of nodes by child id."""

    def get_children(self, parent_ids: Sequence[str]) -> dict[str, list[str]]:
        """Return the ids of all children by parent id, in order."""

    def nodes_around(self, node_id: str, before: int, after: int) -> tuple[list[TextNode], list[TextNode]]:
        """Return up to ``before`` and ``after`` nodes on both sides of a node, of the same document."""

    def iter_nodes(self, doc_ids: Sequence[str] | None = None, *, slot: int = 0) -> Iterator[TextNode]:
        """Yield every node that is searched for itself, in document order; reads a few at a time.

        With a ``slot``, these are the nodes of one index.
        """

    def find(self, narrowing: NodeFilter) -> Iterator[TextNode]:
        """Yield the nodes that pass a filter, the oldest first; reads a few at a time."""

    def node_count(self, slot: int = 0) -> int:
        """Return the number of searched nodes, of all or of one index, without reading them."""

    def to_embed(self, limit: int) -> list[NodeText]:
        """Return nodes that wait for a vector: of small files first, and of files about as large the latest first."""

    def mean_length_to_embed(self) -> float:
        """Return the approximate mean length, in characters, of the nodes that wait for a vector."""


class Keywords(Protocol):
    """Search by words: BM25 over the terms that ``text.analyzer`` makes, the same in every engine."""

    def query(self, terms: "KeywordTerms", top_k: int, narrowing: NodeFilter | None = None) -> list[Hit]:
        """Return the best ``top_k`` nodes with any of the terms; narrowing down leaves the scores as they are."""

    def matching(self, wanted: TermQuery, most: int, narrowing: NodeFilter | None = None) -> list[Hit]:
        """Return up to ``most`` nodes that have all that is wanted, the best first."""

    def known_share(self, terms: "KeywordTerms") -> float:
        """Return the share of the distinct terms that any node has, 0 to 1."""

    def node_counts(self, terms: Collection[str]) -> dict[str, int]:
        """Return the number of nodes that have each of some terms, approximate for frequent ones."""

    def count_by_document(self, phrase: Sequence[str], most: int) -> dict[str, int]:
        """Return the number of nodes, by document id, that have the terms of a phrase one after the other.

        More than ``most`` nodes are not counted: nothing is returned.
        """

    def terms_beginning_with(self, beginning: str, column: TermColumn = "terms") -> dict[str, int]:
        """Return the terms that begin so, and how many nodes have each."""

    def node_count(self) -> int:
        """Return the number of searched nodes."""


class Vectors(Protocol):
    """Search by meaning: the vectors of one embedding space."""

    @property
    def similarity_mode(self) -> SimilarityMode:
        """The measure by which vectors are compared."""

    @property
    def exists(self) -> bool:
        """True if anything was embedded in this space yet."""

    def count(self, narrowing: NodeFilter | None = None) -> int:
        """Return the number of vectors; with a filter, the number of nodes that may have one."""

    def create(self) -> None:
        """Make the missing parts of the space.

        Raises:
            UserError: the store has vectors of another space.

        """

    def add(self, keys: Sequence[NodeKey], vectors: Matrix) -> None:
        """Store ``vectors`` (shape ``(len(keys), dimensions)``); nodes that are gone or have one are passed over.

        In the active space the nodes count as embedded from now on.

        Raises:
            UserError: the space is not used any more.

        """

    def get(self, keys: Iterable[NodeKey]) -> dict[NodeKey, Vector]:
        """Return stored vectors by key; nodes without one are left out."""

    def nearest(self, embedding: Vector, top_k: int, narrowing: NodeFilter | None = None) -> list[Hit]:
        """Return the ``top_k`` nearest nodes with their similarities, the nearest first."""

    def spread(self, most: int) -> list[NodeKey]:
        """Return up to ``most`` nodes with a vector, the same each time, from all over the library."""

    def compare(self, embedding: Vector, keys: Collection[NodeKey]) -> list[Hit]:
        """Return some nodes with their similarities, the nearest first; those without a vector are left out."""


class Stores(Protocol):
    """The four stores of one library, and their transactions."""

    @property
    def documents(self) -> Documents:
        """The documents."""

    @property
    def nodes(self) -> Nodes:
        """The nodes."""

    @property
    def keywords(self) -> Keywords:
        """The search by words."""

    def vectors(self, space: EmbeddingSpace) -> Vectors:
        """Return the search by meaning in one embedding space."""

    def transaction(self) -> AbstractContextManager[None]:
        """Make all changes inside visible together or not at all."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Let all reads inside see one and the same state."""
