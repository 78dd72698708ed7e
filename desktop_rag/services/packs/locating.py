"""Finds the files that a pack names: in a library, in a folder, or where their whole path says.

A pack may come from anybody. So a path is followed only to a regular file, and never to another computer, which would
learn from it who looks.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path, PurePosixPath, PureWindowsPath

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE, real_path, stored_path
from desktop_rag.core.results.evidence_items import EvidenceSource
from desktop_rag.core.user_text import UserText
from desktop_rag.services.proof.items import file_hashes
from desktop_rag.services.proof.look_again import Located
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.sqlite.stored_files import path_now
from desktop_rag.storage.storage_context import StorageContext

_MOST_FILES = 200_000  # of a folder
_MOST_ALIKE = 50  # files of one name that are compared


class PackFiles:
    """The files of a pack; ``library`` goes before those that it names. Closed by ``stack``."""

    def __init__(
        self, files: IndexFiles, library: str, folder: Path | None, token: CancelToken, stack: ExitStack
    ) -> None:
        self._files = files
        self._library = library
        self._token = token
        self._stack = stack
        self._folder = folder
        self._storages: dict[str, StorageContext | None] = {}
        self._paths: dict[str, list[str]] = {}
        self.locate = cache(self._locate)

    def _locate(self, source: EvidenceSource) -> Located:
        """Return where the file of a source lies now."""
        if source.file.startswith(("\\\\", "//")):
            return Located(reason=UserText("It is on another computer, which a pack cannot have this program contact."))
        library = self._library or source.library
        storage = self._storage(library)
        if storage is not None:
            found = self._in_library(storage, library, source)
            if found:
                if not storage.may_open(found):
                    return Located(reason=UserText("The library may not open this file."))
                return Located(found, library)
        outside, *inside = source.file.split(INSIDE)
        if self._folder is not None:
            found = self._best(_candidates(outside, self._below_folder), source)
            if found:
                return Located(INSIDE.join([found, *inside]))
        if _is_whole(outside):
            return self._at_path(source)
        if storage is None and self._folder is None:
            return Located(reason=UserText("Neither its library nor its file can be found here."))
        return Located(is_gone=True)

    def _at_path(self, source: EvidenceSource) -> Located:
        try:
            status = real_path(source.file).stat()
        except FileNotFoundError:
            return Located(is_gone=True)
        except (OSError, ValueError):
            return Located(reason=UserText("Neither its library nor its file can be found here."))
        if not stat.S_ISREG(status.st_mode):
            return Located(reason=UserText("It is not a regular file."))
        return Located(source.file)

    def _in_library(self, storage: StorageContext, library: str, source: EvidenceSource) -> str:
        """Return the path of a file in a library, also of one that was moved or renamed; "" where there is none."""
        outside, *inside = source.file.split(INSIDE)
        paths = self._paths.setdefault(library, [])
        if not paths:
            paths += [one.path for one, _, _ in files_with_metadata(storage.connection) if INSIDE not in one.path]
        found = self._best(_candidates(outside, paths), source)
        if not found and source.content:
            found = storage.files.same_content(bytes.fromhex(source.content), "")
        if not found and _is_whole(outside):
            now = path_now(storage.connection, outside)
            found = now if now in paths else ""
        return INSIDE.join([found, *inside]) if found else ""

    def _best(self, candidates: list[str], source: EvidenceSource) -> str:
        """Return the one among files that may be meant which has the same content, else the first; "" for none."""
        if len(candidates) > 1 and source.file_sha256:
            for path in candidates[:_MOST_ALIKE]:
                try:
                    if file_hashes(real_path(path), self._token).sha256 == source.file_sha256:
                        return path
                except OSError:
                    continue
        return candidates[0] if candidates else ""

    @property
    def _below_folder(self) -> list[str]:
        """The files below the folder that was given."""
        folder = self._folder
        if folder is not None and "" not in self._paths:
            self._paths[""] = list(_files_below(folder))
        return self._paths.get("", [])

    def _storage(self, name: str) -> StorageContext | None:
        if name not in self._storages:
            self._storages[name] = None
            try:
                opened = self._files.open(name, read_only=True) if name else None
            except UserError:
                opened = None
            if opened is not None:
                self._storages[name] = self._stack.enter_context(opened)
        return self._storages[name]


def _candidates(named: str, paths: Iterable[str]) -> list[str]:
    """Return the paths that end as one that is named, the longest match alone: at least the name of the file."""
    parts = _parts(named)
    best, found = 0, list[str]()
    for path in paths:
        own = _parts(path)
        same = 0
        while same < min(len(parts), len(own)) and parts[-1 - same] == own[-1 - same]:
            same += 1
        if same > best:
            best, found = same, []
        if same and same == best:
            found.append(path)
    return sorted(found)


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part for part in path.replace("\\", "/").split("/") if part)


def _is_whole(path: str) -> bool:
    """Return True if a path says where a file lies on a computer of this system."""
    return (PureWindowsPath(path) if os.name == "nt" else PurePosixPath(path)).is_absolute()


def _files_below(folder: Path) -> Iterator[str]:
    """Yield the regular files below a folder; links are not followed."""
    count = 0
    for place, _, names in os.walk(folder):
        for name in sorted(names):
            path = Path(place) / name
            count += 1
            if count > _MOST_FILES:
                return
            if path.is_file() and not path.is_symlink():
                yield stored_path(str(path))
