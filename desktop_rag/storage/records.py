"""Records of an index file, apart from nodes."""

import enum
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from desktop_rag.core.bibliography import BibRecord
from desktop_rag.core.mail import MessagePlace
from desktop_rag.core.schema import Metadata
from desktop_rag.evidence.tables import TABLE_ROWS_KEY

NO_ROOM = "no room"
"""The state of a record that is never stored: the disk was full when the file was read, so it goes on waiting."""
LOOSE = ""
"""Identifier and path of the document that keeps nodes without a source."""
BATCH_SIZE = 2048  # nodes that get their vectors in one transaction
_HASH_AS_TEXT = b"\0text\0="  # no digest begins so
HIDDEN_METADATA = [
    "file_path",
    "file_type",
    "file_size",
    "creation_date",
    "last_modified_date",
    "own_time",
    "page_number",
    "page_label",
    "language",
    "window",
    "original_text",
    TABLE_ROWS_KEY,
]
NodeText = tuple[int, str, str]


class VectorState(enum.IntEnum):
    """The state of a node's vector, and of the other ways to find it; the numbers are stored."""

    WAITING = 0
    """It waits for a vector, and is found by its words meanwhile."""
    EMBEDDED = 1
    UNSEARCHED = 2
    """It is never searched for itself: a parent that is read in place of its children."""
    BY_WORDS = 3
    """No vector is wanted for it, or none can be made: it is found by its words only."""


# as SQL spells them too, f"... WHERE embedded = {WAITING}": in the text of a statement, not among its values, for
# SQLite uses the indexes of waiting and embedded nodes only where it sees their condition
WAITING = VectorState.WAITING
EMBEDDED = VectorState.EMBEDDED
UNSEARCHED = VectorState.UNSEARCHED
BY_WORDS = VectorState.BY_WORDS


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A passage as the parser hands it over; ``terms`` and ``words`` are its keyword terms, separated by spaces.

    ``metadata`` comes on top of the file's. ``parent`` is the position of its parent in the same record. What is
    not ``searchable`` gets neither keyword terms nor a vector: a parent that is read in place of its children.
    """

    page: int
    start: int
    end: int
    heading: str
    text: str
    terms: str
    words: str = ""
    metadata: Metadata = field(default_factory=dict)
    parent: int | None = None
    searchable: bool = True


class PageRow(NamedTuple):
    """A stored page; ``words`` holds the places of its words if they were recognised in a picture."""

    label: str
    text: str
    words: bytes | None = None


class Piece(NamedTuple):
    """Some pages of a file and the passages on them."""

    pages: Sequence[PageRow]
    nodes: Sequence[NodeRecord]


@dataclass(frozen=True, slots=True)
class MemberRecord:
    """A file inside a file: the path it is known by, and where its content lies until it is stored."""

    path: str
    source: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A parsed file: ``pages`` are numbered from 1.

    ``container`` is the file on disk that it lies in. ``members`` are to be parsed themselves. A large file has more
    pieces in the file ``spool`` (``ingestion.spool``). ``reason`` says of a parsed file what was left out;
    ``left_out`` counts files inside it that were too many. ``records`` are what it says of other files; ``message`` is
    the place of a message among others.
    """

    path: str
    size: int
    mtime_ns: int
    content_hash: bytes
    metadata: Metadata
    pages: Sequence[PageRow] = ()
    nodes: Sequence[NodeRecord] = ()
    state: str = "parsed"
    reason: str = ""
    container: str = ""
    members: Sequence[MemberRecord] = ()
    spool: str = ""
    left_out: int = 0
    records: tuple[BibRecord, ...] = ()
    message: MessagePlace | None = None


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file's state in the last run, to detect changes."""

    size: int
    mtime_ns: int
    content_hash: bytes
    state: str


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of an index file; ``files`` are those that were not skipped on purpose."""

    files: int
    nodes: int
    nodes_embedded: int
    failed: int
    by_state: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RefDocInfo:
    """A stored document; ``nodes`` counts those that are searched, ``node_ids`` may be left empty."""

    doc_id: str
    path: str
    pages: int
    nodes: int
    metadata: Metadata
    node_ids: list[str] = field(default_factory=list)


class SearchedDocument(NamedTuple):
    """A document with nodes that are searched, and how many."""

    doc_id: str
    path: str
    nodes: int


"""A node that waits for its vector: (key, heading, text)."""


def doc_id_of(path: str) -> str:
    """Return a file's identifier: it depends on its path only."""
    return hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def hash_as_bytes(doc_hash: str) -> bytes:
    """Return a document's hash as it is stored: short where it is written as usual, else as the text it is."""
    try:
        whole = bytes.fromhex(doc_hash)
    except ValueError:
        whole = b""
    return whole if whole.hex() == doc_hash else _HASH_AS_TEXT + doc_hash.encode("utf-8", "surrogatepass")


def hash_as_text(stored: bytes) -> str | None:
    """Return the hash that ``hash_as_bytes`` made bytes of; None for none."""
    if stored.startswith(_HASH_AS_TEXT):
        return stored.removeprefix(_HASH_AS_TEXT).decode("utf-8", "surrogatepass")
    return stored.hex() or None


def text_hash(heading: str, text: str) -> bytes:
    """Return the hash by which a passage's embedding is found again."""
    return hashlib.blake2b(f"{heading}\n{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def node_id_of(doc_id: str, position: int, node: NodeRecord) -> str:
    """Return an identifier that stays the same when the file is parsed again with the same result."""
    return node_key(doc_id, position, node.page, node.start, node.text)


def node_key(doc_id: str, position: int, page: int, start: int, text: str) -> str:
    """Return the identifier of the passage at some place of a file."""
    key = f"{doc_id}|{position}|{page}|{start}|{text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(key, digest_size=12).hexdigest()
