"""Turns one file into a record for the store. Runs in a child process: nothing here is imported by the window."""

import hashlib
from pathlib import Path

from desktop_rag import analyzer
from desktop_rag.embeddings.multilingual_e5 import token_offsets
from desktop_rag.errors import UserError
from desktop_rag.node_parser.passage import PassageSplitter
from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.file import file_metadata, load_file
from desktop_rag.schema import Document, TextNode
from desktop_rag.storage.docstore import DocumentRecord, NodeRecord

CHUNK_SIZE = 256
CHUNK_OVERLAP = 32
_BLOCK = 1 << 20


def hash_file(path: Path) -> bytes:
    """Return the hash of a file's content (16 bytes), read in blocks."""
    digest = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.digest()


def parse_file(file_path: str, size: int, mtime_ns: int) -> DocumentRecord:
    """Read, split and analyse a file; one that cannot be read becomes a record with the reason."""
    path = Path(file_path)
    try:
        pages = load_file(path)
        content_hash = hash_file(path)
    except NothingToRead as error:
        return DocumentRecord(file_path, size, mtime_ns, b"", {}, state="skipped", reason=str(error))
    except UserError as error:
        return DocumentRecord(file_path, size, mtime_ns, b"", {}, state="failed", reason=str(error))
    nodes = [record for number, page in enumerate(pages, 1) for record in _split(page, number)]
    labelled = [(str(page.metadata.get("page_label", number)), page.text) for number, page in enumerate(pages, 1)]
    return DocumentRecord(file_path, size, mtime_ns, content_hash, file_metadata(path), labelled, nodes)


def _split(page: Document, number: int) -> list[NodeRecord]:
    """Cut a page into passages with their keyword terms."""
    if not page.text.strip():
        return []
    splitter = PassageSplitter(chunk_size=CHUNK_SIZE, chunk_overlap=CHUNK_OVERLAP, tokenizer=token_offsets)
    return [_record(node, number) for node in splitter.get_nodes_from_documents([page])]


def _record(node: TextNode, page: int) -> NodeRecord:
    """Return a node as the store keeps it."""
    heading = str(node.metadata.get("heading", ""))
    found = analyzer.keyword_terms(f"{heading}\n{node.text}")
    start, end = node.start_char_idx or 0, node.end_char_idx or 0
    return NodeRecord(page, start, end, heading, node.text, " ".join(found.terms), " ".join(found.words))
