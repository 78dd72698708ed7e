"""Turns one file into a record for the store. Runs in a child process: nothing here is imported by the window."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from desktop_rag import analyzer
from desktop_rag.embeddings.multilingual_e5 import token_offsets
from desktop_rag.errors import UserError
from desktop_rag.node_parser.base import NodeParser
from desktop_rag.node_parser.factory import Splitting, make_node_parser
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.file import file_metadata, load_file
from desktop_rag.schema import Document, TextNode
from desktop_rag.storage.docstore import DocumentRecord, NodeRecord

_BLOCK = 1 << 20


def hash_file(path: Path) -> bytes:
    """Return the hash of a file's content (16 bytes), read in blocks."""
    digest = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.digest()


def parse_file(file_path: str, size: int, mtime_ns: int, splitting: Splitting | None = None) -> DocumentRecord:
    """Read, split and analyse a file; one that cannot be read becomes a record with the reason."""
    path = Path(file_path)
    try:
        pages = load_file(path)
        content_hash = hash_file(path)
    except NothingToRead as error:
        return DocumentRecord(file_path, size, mtime_ns, b"", {}, state="skipped", reason=str(error))
    except UserError as error:
        return DocumentRecord(file_path, size, mtime_ns, b"", {}, state="failed", reason=str(error))
    nodes: list[NodeRecord] = []
    for number, page in enumerate(pages, 1):
        nodes += _split(page, number, splitting or Splitting(), len(nodes))
    labelled = [(str(page.metadata.get("page_label", number)), page.text) for number, page in enumerate(pages, 1)]
    return DocumentRecord(file_path, size, mtime_ns, content_hash, file_metadata(path), labelled, nodes)


@cache
def _node_parser(splitting: Splitting) -> NodeParser:
    """Return the node parser of a library."""
    return make_node_parser(
        splitting.node_parser, splitting.chunk_size, splitting.chunk_overlap, tokenizer=token_offsets
    )


def _split(page: Document, number: int, splitting: Splitting, position: int) -> list[NodeRecord]:
    """Cut a page into passages with their keyword terms; the first has ``position`` in the file."""
    if not page.text.strip():
        return []
    nodes = _node_parser(splitting).get_nodes_from_documents([page])
    positions = {node.id_: place for place, node in enumerate(nodes, position)}
    return [_record(node, page, number, positions) for node in nodes]


def _record(node: TextNode, page: Document, number: int, positions: Mapping[str, int]) -> NodeRecord:
    """Return a node as the store keeps it; what has children is read but not searched."""
    heading = str(node.metadata.get(HEADING_KEY, ""))
    own = {key: value for key, value in node.metadata.items() if key not in page.metadata and key != HEADING_KEY}
    searchable = not node.child_nodes
    found = analyzer.keyword_terms(f"{heading}\n{node.text}" if searchable else "")
    return NodeRecord(
        page=number,
        start=node.start_char_idx or 0,
        end=node.end_char_idx or 0,
        heading=heading,
        text=node.text,
        terms=" ".join(found.terms),
        words=" ".join(found.words),
        metadata=own,
        parent=positions[node.parent_node.node_id] if node.parent_node else None,
        searchable=searchable,
    )
