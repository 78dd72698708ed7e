"""What goes into an index file and what comes out of it, apart from nodes."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_rag.schema import Metadata

LOOSE = ""
"""Identifier and path of the document that keeps nodes without a source."""
HIDDEN_METADATA = [
    "file_path", "file_type", "file_size", "creation_date", "last_modified_date", "page_number", "page_label",
    "window", "original_text",
]  # fmt: skip


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


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A parsed file: ``pages`` are (label, text), numbered from 1."""

    path: str
    size: int
    mtime_ns: int
    content_hash: bytes
    metadata: Metadata
    pages: Sequence[tuple[str, str]] = ()
    nodes: Sequence[NodeRecord] = ()
    state: str = "parsed"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the last run saw of a file, to tell whether it changed."""

    size: int
    mtime_ns: int
    content_hash: bytes
    state: str


@dataclass(frozen=True, slots=True)
class Totals:
    """How much an index file holds; ``files`` are those that were not skipped on purpose."""

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
    node_ids: tuple[str, ...] = ()


def doc_id_of(path: str) -> str:
    """Return a file's identifier: it depends on its path only."""
    return hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def text_hash(heading: str, text: str) -> bytes:
    """Return what identifies a passage for re-use of its embedding."""
    return hashlib.blake2b(f"{heading}\n{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def node_id_of(doc_id: str, position: int, node: NodeRecord) -> str:
    """Return an identifier that stays when the file is parsed anew with the same result."""
    key = f"{doc_id}|{position}|{node.page}|{node.start}|{node.text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(key, digest_size=12).hexdigest()
