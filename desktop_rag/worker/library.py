"""Everything about indexes that is not asking: listing, adding, forgetting, and showing a passage in its place."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from desktop_rag.cancel import CancelToken
from desktop_rag.errors import UserError
from desktop_rag.ingestion.file_ingestion import FileIngestion, Progress
from desktop_rag.ingestion.scanner import FoundFile, split_roots
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.paths import resource_path
from desktop_rag.results import FileState, FileStatus, IndexInfo, IndexStatus, Passage, Source
from desktop_rag.storage.docstore import DocumentRecord
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.properties import get_splitting
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.embedders import EmbedderOf

SAMPLE_NAME = "User's guide"
_CONTEXT = 1500  # characters shown before and after a passage


class ParseSplitFiles(Protocol):
    """Reads and cuts files as ``ParserPool.parse_files`` does."""

    def __call__(
        self, files: Iterable[FoundFile], token: CancelToken, splitting: Splitting
    ) -> Iterator[DocumentRecord]:
        """Yield a record for every file."""


class Library:
    """The person's indexes, below one folder. Every method opens what it needs and closes it again."""

    def __init__(self, files: IndexFiles, embedder_of: EmbedderOf, parse_files: ParseSplitFiles) -> None:
        self.files = files
        self._embedder_of = embedder_of
        self._parse_files = parse_files
        self._lock = threading.Lock()  # creating the sample twice at once

    def list_indexes(self) -> tuple[IndexInfo, ...]:
        """Return the totals of every index, by name."""
        return tuple(self.files.info(name) for name in self.files.names())

    def create(self, name: str, splitting: Splitting | None = None) -> IndexInfo:
        """Make an empty index, whose files are to be cut as ``splitting`` says."""
        self.files.create(name, splitting)
        return self.files.info(name)

    def create_sample(self) -> str:
        """Make the sample library when it is missing and return its name."""
        with self._lock:
            if SAMPLE_NAME not in self.files.names():
                self.files.create(SAMPLE_NAME)
        return SAMPLE_NAME

    def add(
        self, name: str, paths: Sequence[Path], *, embed: bool, report: Callable[[Progress], None], token: CancelToken
    ) -> IndexStatus:
        """Bring ``paths`` into the index; without paths, bring what was added before up to date.

        Raises:
            UserError: one of the paths does not exist; the others are added all the same.

        """
        there, missing = split_roots(paths)
        path = self.files.existing(name)
        embed_model = self._embedder_of(path)
        with StorageContext(path) as storage:
            if there or not missing:
                roots = there if paths else [Path(root) for root, _ in storage.docstore.roots()]
                parse_files = partial(self._parse_files, splitting=get_splitting(storage.connection))
                FileIngestion(storage, parse_files, embed_model, report, token).run(roots, embed=embed)
        if missing:
            raise UserError(
                f"There is no file or folder at {missing[0]}.", "Check the spelling and whether the drive is there."
            )
        return self.status(name)

    def remove_path(self, name: str, path: str) -> None:
        """Forget a folder or a file; the files themselves are untouched."""
        with StorageContext(self.files.existing(name)) as storage, storage.transaction():
            known = storage.docstore.known_files()
            inside = [other for other in known if other == path or Path(other).is_relative_to(path)]
            storage.docstore.delete(inside)
            storage.docstore.delete_root(path)

    def status(self, name: str) -> IndexStatus:
        """Return the state of every file."""
        with StorageContext(self.files.existing(name), read_only=True) as storage, storage.snapshot():
            rows = storage.docstore.files()
        files = tuple(_file_status(*row) for row in rows)
        info = self.files.info(name)
        counts = {state.value: sum(file.state is state for file in files) for state in FileState}
        counts |= {
            "files": len(files), "pages": sum(file.pages for file in files),
            "nodes": info.nodes, "nodes_embedded": info.nodes_embedded,
        }  # fmt: skip
        return IndexStatus(info, files, counts)

    def passage(self, name: str, source: Source) -> Passage:
        """Return a passage with the text around it."""
        with StorageContext(self.files.existing(name), read_only=True) as storage, storage.snapshot():
            text = storage.docstore.page_text(source.file, source.page) or source.text
            pages = storage.docstore.page_count(source.file)
            before, after = text[: source.start], text[source.end :]
            if not before.strip() and source.page > 1:
                before = storage.docstore.page_text(source.file, source.page - 1) or ""
            if not after.strip() and source.page < pages:
                after = storage.docstore.page_text(source.file, source.page + 1) or ""
        return Passage(source, text, before[-_CONTEXT:], after[:_CONTEXT], pages)


def sample_folder() -> Path:
    """Return the shipped user's guide."""
    return resource_path("guide")


def _file_status(path: str, state: str, reason: str, pages: int, nodes: int, waiting: int) -> FileStatus:
    """Return a row of the files table as it is shown."""
    parsed = FileState.KEYWORD if waiting else FileState.READY
    return FileStatus(path, parsed if state == "parsed" else FileState(state), reason, pages, nodes)
