"""The files of a library: listing them, and what the person decides about them."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE, is_inside, real_path
from desktop_rag.core.results.files import FilePage, FileQuery, FileState, FileStatus
from desktop_rag.core.user_text import UserText
from desktop_rag.ingestion.file_list import export_csv
from desktop_rag.ingestion.forgetting import forget
from desktop_rag.ingestion.rules import FolderRules, pattern_for
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.file_list import every_file, files_after, list_files
from desktop_rag.storage.sqlite.folders import KEPT, set_aside
from desktop_rag.storage.sqlite.properties import set_paused
from desktop_rag.storage.storage_context import StorageContext

_FIRST = 1000  # before everything that waits


class LibraryFiles:
    """The files that libraries (each named) know. Every method opens what it needs and closes it again."""

    def __init__(self, files: IndexFiles) -> None:
        self._files = files

    def remove(self, name: str, path: str) -> None:
        """Forget a folder or a file; the files themselves are untouched."""
        with self._files.open(name) as storage, storage.transaction():
            forget_root(storage, path)

    def page(self, name: str, query: FileQuery) -> FilePage:
        """Return a page of the files that fit a query."""
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            return list_files(storage.connection, query, os.sep)

    def following(self, name: str, query: FileQuery, path: str | None) -> list[FileStatus]:
        """Return the next files that fit a query: those behind a path, by path; none at the end."""
        with self._files.open(name, read_only=True) as storage:
            return files_after(storage.connection, query, path, os.sep)

    def export_list(self, name: str, query: FileQuery, target: Path) -> int:
        """Write every file that fits a query to a table; return how many."""
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            return export_csv(every_file(storage.connection, query, os.sep), target, self._files.folder)

    def folder_rules(self, name: str) -> dict[str, FolderRules]:
        """Return the rules of each added folder."""
        with self._files.open(name, read_only=True) as storage:
            return {root.path: FolderRules.from_json(root.rules) for root in storage.folders.all() if root.is_folder}

    def set_folder_rules(self, name: str, folder: str, rules: FolderRules) -> None:
        """Put other rules in the place of those of a folder; they hold from the next look at it on.

        Raises:
            UserError: it was not added to the index.

        """
        with self._files.open(name) as storage, storage.transaction():
            if folder not in {root.path for root in storage.folders.all()}:
                raise _not_here(name, folder)
            storage.folders.add(folder, is_folder=True, rules=rules.to_json())

    def read_again(self, name: str, paths: Sequence[str] | None = None) -> None:
        """Queue files, and those in folders, to be read again; without ``paths``, all that could not be read.

        Raises:
            UserError: a path is not in the index.

        """
        with self._files.open(name) as storage, storage.transaction():
            for some in [paths] if paths is not None else _failed(storage):
                wanted = [file for path in some for file in _files_at(storage, name, path.partition(INSIDE)[0])]
                storage.files.doubt(wanted)
                storage.journal.queue(wanted, _FIRST)

    def exclude(self, name: str, paths: Sequence[str]) -> None:
        """Leave files and folders out from now on, also such that lie inside others.

        Raises:
            UserError: a path is not in the index.

        """
        with self._files.open(name) as storage, storage.transaction():
            for path in dict.fromkeys(paths):
                root = storage.folders.of(path, os.sep)
                if root is None or not (os.path.lexists(real_path(path)) or _known_at(storage, path)):
                    raise _not_here(name, path)
                if not root.is_folder or path == root.path:
                    forget_root(storage, path)
                    continue
                if is_inside(path):
                    storage.documents.delete_files(storage.files.inside(path))
                rules = FolderRules.from_json(root.rules)
                ignore = (*rules.ignore, pattern_for(path, root.path))
                storage.folders.add(root.path, is_folder=True, rules=replace(rules, ignore=ignore).to_json())

    def set_paused(self, name: str, *, paused: bool) -> None:
        """Note whether the filling of an index is paused."""
        with self._files.open(name) as storage, storage.transaction():
            set_paused(storage.connection, paused=paused)

    def prioritise(self, name: str, paths: Sequence[str]) -> None:
        """Let files and folders be read before everything else that waits, the first one first."""
        with self._files.open(name) as storage, storage.transaction():
            for path in reversed(paths):
                storage.journal.prioritise(path, os.sep)

    def decide_missing(self, name: str, folder: str, *, keep: bool) -> None:
        """Forget the files that are gone from a folder, or keep them for good."""
        with self._files.open(name) as storage, storage.transaction():
            gone = storage.folders.gone_below(folder, os.sep)
            if keep:
                set_aside(storage.connection, gone, KEPT)
            else:
                forget(storage, gone)

    def decide_asked(self, name: str, *, read: bool) -> None:
        """Let a library read the folders that its file lists, or take them out; what it knows stays searchable."""
        with self._files.open(name) as storage, storage.transaction():
            storage.folders.decide(read=read)


def forget_root(storage: StorageContext, path: str) -> None:
    """Forget an added folder or file with all that was read of it; the caller holds the transaction."""
    forget(storage, _known_at(storage, path))
    storage.journal.drop(path, os.sep)
    storage.folders.remove(path)


def _failed(storage: StorageContext) -> Iterator[list[str]]:
    """Yield the paths of the files that could not be read, a piece at a time."""
    query, last = FileQuery(states=(FileState.FAILED,)), None
    while files := files_after(storage.connection, query, last, os.sep):
        last = files[-1].path
        yield [file.path for file in files]


def _known_at(storage: StorageContext, path: str) -> list[str]:
    """Return the files on disk that an index knows at or below a path, and what lies inside others there."""
    return storage.files.files_at(path, os.sep)


def _files_at(storage: StorageContext, name: str, path: str) -> list[str]:
    """Return the files of an index at or below a path, also one that was not read yet."""
    if storage.files.known_file(path):
        return [path]
    files = [file for file in _known_at(storage, path) if not is_inside(file)]
    if not files and not (storage.folders.of(path, os.sep) and real_path(path).is_file()):
        raise _not_here(name, path)
    return files or [path]


def _not_here(name: str, path: str) -> UserError:
    """Return the error that a library does not have a file."""
    return UserError(UserText("{path} is not in the library “{name}”.", path=path, name=name), "Check the spelling.")
