"""Everything about indexes that is not asking: listing, adding, forgetting, and showing a passage in its place."""

import contextlib
import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE, is_inside, real_path, stored_path
from desktop_rag.core.paths import resource_path
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.files import FilePage, FileQuery, FileState
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.core.results.pages import Passage
from desktop_rag.ingestion.file_list import export_csv
from desktop_rag.ingestion.forgetting import forget
from desktop_rag.ingestion.rules import FolderRules, pattern_for
from desktop_rag.ingestion.scanner import split_roots
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.file_list import every_file, list_files
from desktop_rag.storage.sqlite.folders import KEPT, set_aside
from desktop_rag.storage.sqlite.moving import path_now
from desktop_rag.storage.sqlite.pages import page_words
from desktop_rag.storage.sqlite.properties import set_paused
from desktop_rag.storage.storage_context import StorageContext

SAMPLE_NAME = "User's guide"
_FIRST = 1000  # before everything that waits
_PAGE_ENDS = "\n\n"
_CONTEXT = 1500  # characters shown before and after a passage


class Library:
    """The person's indexes, below one folder. Every method opens what it needs and closes it again."""

    def __init__(self, files: IndexFiles) -> None:
        self.files = files
        self._lock = threading.Lock()  # creating the sample twice at once

    def list_indexes(self) -> tuple[IndexInfo, ...]:
        """Return the totals of every index, by name."""
        return tuple(self.files.info(name) for name in self.files.names())

    def create(self, name: str, splitting: Splitting | None = None) -> IndexInfo:
        """Make an empty index, whose files are to be cut as ``splitting`` says."""
        self.files.create(name, splitting.to_json() if splitting is not None else None)
        return self.files.info(name)

    def create_sample(self, guides: Sequence[Path]) -> str:
        """Make the sample library when it is missing, note what belongs to it, and return its name."""
        with self._lock:
            if SAMPLE_NAME not in self.files.names():
                self.files.create(SAMPLE_NAME)
        with StorageContext(self.files.existing(SAMPLE_NAME)) as storage, storage.transaction():
            for guide in split_roots(guides)[0]:
                storage.folders.add(stored_path(str(guide)), is_folder=guide.is_dir())
        return SAMPLE_NAME

    def remove_path(self, name: str, path: str) -> None:
        """Forget a folder or a file; the files themselves are untouched."""
        with StorageContext(self.files.existing(name)) as storage, storage.transaction():
            _forget_root(storage, path)

    def status(self, name: str, query: FileQuery | None = None) -> IndexStatus:
        """Return the state of every file that fits a query."""
        with StorageContext(self.files.existing(name), read_only=True) as storage, storage.snapshot():
            files = tuple(every_file(storage.connection, query or FileQuery(), os.sep))
        info = self.files.info(name)
        counts = {state.value: sum(file.state is state for file in files) for state in FileState}
        counts |= {
            "files": len(files), "pages": sum(file.pages for file in files),
            "nodes": sum(file.nodes for file in files) if query else info.nodes, "nodes_embedded": info.nodes_embedded,
        }  # fmt: skip
        return IndexStatus(info, files, counts)

    def list_files(self, name: str, query: FileQuery) -> FilePage:
        """Return a page of the files that fit a query."""
        with StorageContext(self.files.existing(name), read_only=True) as storage, storage.snapshot():
            return list_files(storage.connection, query, os.sep)

    def export_files(self, name: str, query: FileQuery, target: Path) -> int:
        """Write every file that fits a query to a table; return how many."""
        with StorageContext(self.files.existing(name), read_only=True) as storage, storage.snapshot():
            return export_csv(every_file(storage.connection, query, os.sep), target)

    def folder_rules(self, name: str) -> dict[str, FolderRules]:
        """Return the rules of each added folder."""
        with StorageContext(self.files.existing(name), read_only=True) as storage:
            return {root.path: FolderRules.from_json(root.rules) for root in storage.folders.all() if root.is_folder}

    def set_folder_rules(self, name: str, folder: str, rules: FolderRules) -> None:
        """Put other rules in the place of those of a folder; they hold from the next look at it on.

        Raises:
            UserError: it was not added to the index.

        """
        with StorageContext(self.files.existing(name)) as storage, storage.transaction():
            if folder not in {root.path for root in storage.folders.all()}:
                raise _not_here(name, folder)
            storage.folders.add(folder, is_folder=True, rules=rules.to_json())

    def read_again(self, name: str, paths: Sequence[str]) -> None:
        """Queue files, and those in folders, to be read again.

        Raises:
            UserError: a path is not in the index.

        """
        with StorageContext(self.files.existing(name)) as storage, storage.transaction():
            wanted = [file for path in paths for file in _files_at(storage, name, path.partition(INSIDE)[0])]
            storage.docstore.doubt(wanted)
            storage.journal.queue(wanted, _FIRST)

    def exclude(self, name: str, paths: Sequence[str]) -> None:
        """Leave files and folders out from now on, also such that lie inside others.

        Raises:
            UserError: a path is not in the index.

        """
        with StorageContext(self.files.existing(name)) as storage, storage.transaction():
            for path in dict.fromkeys(paths):
                root = storage.folders.of(path, os.sep)
                if root is None or not (os.path.lexists(real_path(path)) or _known_at(storage, path)):
                    raise _not_here(name, path)
                if not root.is_folder or path == root.path:
                    _forget_root(storage, path)
                    continue
                if is_inside(path):
                    storage.docstore.delete(storage.docstore.inside(path))
                rules = FolderRules.from_json(root.rules)
                ignore = (*rules.ignore, pattern_for(path, root.path))
                storage.folders.add(root.path, is_folder=True, rules=replace(rules, ignore=ignore).to_json())

    def set_paused(self, name: str, *, paused: bool) -> None:
        """Note whether the filling of an index is paused."""
        with StorageContext(self.files.existing(name)) as storage, storage.transaction():
            set_paused(storage.connection, paused=paused)

    def prioritise(self, name: str, paths: Sequence[str]) -> None:
        """Let files and folders be read before everything else that waits, the first one first."""
        with StorageContext(self.files.existing(name)) as storage, storage.transaction():
            for path in reversed(paths):
                storage.journal.prioritise(path, os.sep)

    def decide_missing(self, name: str, folder: str, *, keep: bool) -> None:
        """Forget the files that are gone from a folder, or keep them for good."""
        with StorageContext(self.files.existing(name)) as storage, storage.transaction():
            gone = storage.folders.gone_below(folder, os.sep)
            if keep:
                set_aside(storage.connection, gone, KEPT)
            else:
                forget(storage, gone)

    def waits_for_vectors(self, name: str) -> bool:
        """Whether an index is to be embedded further; not while it is paused."""
        info = self.files.info(name)
        return not info.paused and info.nodes_embedded < info.nodes

    def passage(self, name: str, source: Source) -> Passage:
        """Return a passage with the text around it."""
        with StorageContext(self.files.existing(name), read_only=True) as storage, storage.snapshot():
            file = path_now(storage.connection, source.file)
            text = storage.docstore.page_text(file, source.page) or source.text
            pages = storage.docstore.page_count(file)
            before, after = text[: source.start], text[source.end :]
            if not before.strip() and (other := storage.docstore.page_text(file, source.page - 1)):
                before = f"{other}{_PAGE_ENDS}"
            if not after.strip() and (other := storage.docstore.page_text(file, source.page + 1)):
                after = f"{_PAGE_ENDS}{other}"
        return Passage(replace(source, file=file), text, before[-_CONTEXT:], after[:_CONTEXT], pages)

    def page_words(self, source: Source) -> bytes | None:
        """Return where the words of a recognised page stand, from whichever index knows the file; else None."""
        for name in self.files.names():
            with contextlib.suppress(UserError), StorageContext(self.files.path(name), read_only=True) as storage:
                words = page_words(storage.connection, source.file, source.page)
                if words:
                    return words
        return None


def _forget_root(storage: StorageContext, path: str) -> None:
    """Forget an added folder or file with all that was read of it; the caller holds the transaction."""
    forget(storage, _known_at(storage, path))
    storage.journal.drop(path, os.sep)
    storage.folders.remove(path)


def _known_at(storage: StorageContext, path: str) -> list[str]:
    """Return the files on disk that an index knows at or below a path, and what lies inside others there."""
    return storage.docstore.files_at(path, os.sep)


def _files_at(storage: StorageContext, name: str, path: str) -> list[str]:
    """Return the files of an index at or below a path, also one that was not read yet."""
    if storage.docstore.known_file(path):
        return [path]
    files = [file for file in _known_at(storage, path) if not is_inside(file)]
    if not files and not (storage.folders.of(path, os.sep) and real_path(path).is_file()):
        raise _not_here(name, path)
    return files or [path]


def _not_here(name: str, path: str) -> UserError:
    """Return the error that a library does not have a file."""
    return UserError(f"{path} is not in the library “{name}”.", "Check the spelling.")


def sample_folder() -> Path:
    """Return the shipped user's guide."""
    return resource_path("guide")
