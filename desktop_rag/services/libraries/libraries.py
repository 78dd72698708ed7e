"""The person's libraries as wholes: their names, totals, states and settings."""

import contextlib
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import real_path, stored_path
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.parallel import answers_within
from desktop_rag.core.paths import resource_path
from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.ingestion.comparing import can_be_looked_at, forget_root
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.services.calls import Upkeep, current_call, layered, read_settings
from desktop_rag.services.operations import FILLING, Service, changes, reads, runs
from desktop_rag.storage.exchange import duplicate_index, export_index, import_index
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import MissingFileError
from desktop_rag.storage.sqlite.earlier import EarlierTexts
from desktop_rag.storage.sqlite.file_list import list_files, total_files
from desktop_rag.storage.sqlite.properties import get_no_room
from desktop_rag.storage.sqlite.vectors.spaces import is_change_unfinished

_UNATTENDED = Upkeep()
SAMPLE_NAME = "User's guide"
_WITHOUT_PICTURES = FolderRules(ocr=False)  # the words on the guide's pictures of the window answer no question
SAMPLE_LANGUAGES = ("en", "de", "ja", "zh")
_LOOK_SECONDS = 2.0  # for a folder to answer: one whose drive hangs cannot be reached


def with_folders_as_found(info: IndexInfo) -> IndexInfo:
    """Return a library with the folders that cannot be reached now, whatever the last comparison recorded.

    So it is known also where nobody watches them; when they are back, that they are.
    """
    there = answers_within([partial(_is_there, folder) for folder in info.folders], _LOOK_SECONDS)
    return replace(info, offline=tuple(one for one, is_there in zip(info.folders, there, strict=True) if not is_there))


def _is_there(folder: str) -> bool:
    """Return True if an added folder or file can be looked at."""
    path = real_path(folder)
    return can_be_looked_at(path, is_folder=path.is_dir())


def _add_nothing(_name: str, _paths: Sequence[Path]) -> None:
    """Leave a library as it is."""


class Libraries(Service):
    """The libraries below one folder. Every method opens the files it needs and closes them again.

    ``add`` starts reading files and folders into a library.
    """

    def __init__(
        self,
        files: IndexFiles,
        chats: ChatStore,
        config: Config,
        upkeep: Upkeep = _UNATTENDED,
        add: Callable[[str, Sequence[Path]], object] = _add_nothing,
    ) -> None:
        self._files = files
        self._chats = chats
        self._config = config
        self._upkeep = upkeep
        self._add = add
        self._lock = threading.Lock()  # creating the sample twice at once
        self._is_tidy = False

    @reads
    def list_all(self) -> tuple[IndexInfo, ...]:
        """Return the totals of every library, by name."""
        self._tidy_up()
        found = []
        for name in self._files.names():
            with contextlib.suppress(MissingFileError):  # another program just deleted it
                found.append(self._files.info(name))
        return tuple(found)

    @runs(Lane.LONG, JobKind.READ)
    def list_as_found(self) -> tuple[IndexInfo, ...]:
        """Return the same, with the folders that cannot be reached now: for whoever does not watch them."""
        return tuple(map(with_folders_as_found, self.list_all()))

    @changes("indexes")
    def create(self, name: str, splitting: Splitting | None = None) -> IndexInfo:
        """Make an empty library, whose files are cut by ``splitting``.

        Raises:
            UserError: the name is taken or not possible.

        """
        self._files.create(name, splitting.to_json() if splitting is not None else None)
        return self._files.info(name)

    @runs(Lane.LONG, JobKind.CHANGE)
    def add_sample(self, language: str) -> str:
        """Make the sample library when it is missing, have it read the guide in a language, and return its name."""
        guide = sample_guide(language)
        with self._lock:
            if SAMPLE_NAME not in self._files.names():
                self._files.create(SAMPLE_NAME)
        with self._files.open(SAMPLE_NAME) as storage, storage.transaction():
            wanted = stored_path(str(guide))
            for root in storage.folders.all():
                if root.path != wanted and _is_guide(Path(root.path)):
                    forget_root(storage, root.path)
            storage.folders.add(wanted, is_folder=False, rules=_WITHOUT_PICTURES.to_json())
        current_call().changed(SAMPLE_NAME, "indexes")
        self._add(SAMPLE_NAME, [guide])
        return SAMPLE_NAME

    @runs(Lane.LONG, JobKind.READ)
    def export(self, name: str, target: Path, *, replace: bool = False) -> Path:
        """Copy a library as it is now to a file, or into a folder, also while it is filled; return the file.

        Raises:
            UserError: the file exists and is not to be replaced, or cannot be written.

        """
        return export_index(self._files, name, target, replace=replace)

    @runs(Lane.LONG, JobKind.CHANGE)
    def import_copy(self, source: Path, name: str = "") -> IndexInfo:
        """Make a library of a copy, under the name of its file unless another is given.

        Raises:
            UserError: the file is no whole library that this version can open, or the name is taken.

        """
        return self._made(import_index(self._files, source, name))

    @runs(Lane.LONG, JobKind.CHANGE)
    def duplicate(self, name: str, new_name: str) -> IndexInfo:
        """Make another library like one, as it is now; conversations stay with the first.

        Raises:
            NoSpaceError: there is no room for it.
            UserError: there is no such library, or the new name is taken or not possible.

        """
        duplicate_index(self._files, name, new_name)
        return self._made(new_name)

    def _made(self, name: str) -> IndexInfo:
        """Return a new library's info; emit the change, and follow its folders."""
        info = self._files.info(name)
        current_call().changed(info.name, "indexes")
        self._upkeep.look_at_roots()
        return info

    @changes("indexes", stopping=FILLING)
    def delete(self, name: str) -> None:
        """Delete a library; the files it knows stay."""
        self._files.delete(name)
        self._upkeep.look_at_roots()

    @changes("indexes", stopping=FILLING)
    def rename(self, name: str, new_name: str) -> None:
        """Give a library another name; its conversations follow."""
        # the file first: it notes its old name, so what is killed behind this is finished by the next start
        self._files.rename(name, new_name)
        self._chats.rename_index(name, new_name)
        with contextlib.suppress(UserError):  # somebody uses it: the next start of the program forgets it
            self._files.forget_old_name(new_name)
        self._upkeep.look_at_roots()

    def _tidy_up(self) -> None:
        """Once, finish the work of programs killed while they made, copied or renamed a library."""
        if self._is_tidy:
            return
        self._files.tidy_up()
        for name in self._files.names():
            with contextlib.suppress(UserError):  # the list says why it cannot be opened
                self._follow_renaming(name)
        self._is_tidy = True

    def _follow_renaming(self, name: str) -> None:
        if old_name := self._files.old_name(name):
            if old_name not in self._files.names():
                self._chats.rename_index(old_name, name)
            self._files.forget_old_name(name)

    @runs(Lane.LONG, JobKind.READ)
    def status(self, name: str, query: FileQuery | None = None) -> IndexStatus:
        """Return the totals of the files that fit a query, and the first of them, with the folders as found now.

        Without a query those come first that could not be read.
        """
        wanted = query or FileQuery(order="state")
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            totals = total_files(storage.connection, wanted, os.sep)
            files = list_files(storage.connection, wanted, os.sep).rows
        info = self._files.info(name)
        counts = {state.value: totals[state].files if state in totals else 0 for state in FileState}
        counts |= {
            "files": sum(total.files for total in totals.values()),
            "pages": sum(total.pages for total in totals.values()),
            "nodes": sum(total.nodes for total in totals.values()) if query else info.nodes,
            "nodes_embedded": info.nodes_embedded,
        }
        return IndexStatus(with_folders_as_found(info), files, counts)

    @reads
    def needs_vectors(self, name: str) -> bool:
        """Return True if a library has passages to embed; False while it is paused."""
        info = self._files.info(name)
        return not info.paused and info.nodes_embedded < info.nodes

    @reads
    def is_change_unfinished(self, name: str) -> bool:
        """Return True if a change of the search model was interrupted, or left unused vectors behind."""
        with self._files.open(name, read_only=True) as storage:
            return is_change_unfinished(storage.connection)

    @reads
    def lacks_room(self, name: str) -> bool:
        """Return True if files of a library wait because they need more room than the disk has."""
        with self._files.open(name, read_only=True) as storage:
            return bool(get_no_room(storage.connection))

    @reads
    def settings(self, name: str) -> dict[str, OptionValue]:
        """Return the options that are set for one library alone."""
        return read_settings(self._files, name)

    @changes("indexes")
    def set_settings(self, name: str, values: Mapping[str, OptionValue]) -> None:
        """Put other options in the place of all that were set for a library.

        Raises:
            UserError: an option does not exist or cannot have that value.

        """
        layered(self._config, [values])
        with self._files.open(name) as storage, storage.transaction():
            if storage.permissions is not None:
                storage.permissions.set_settings(self._config.keep_secrets(values))

    @changes("indexes")
    def keep_earlier(self, name: str, *, keep: bool) -> None:
        """Keep the text that a changed file had before from now on; or no longer, and forget what was kept."""
        with self._files.open(name) as storage, storage.transaction():
            earlier = EarlierTexts(storage.connection)
            earlier.keep() if keep else earlier.discard()


def sample_guide(language: str) -> Path:
    """Return the shipped user's guide in a language (“de”, “zh_CN”), or in English where there is none."""
    known = language if (language := language[:2]) in SAMPLE_LANGUAGES else SAMPLE_LANGUAGES[0]
    return resource_path("guide", f"guide.{known}.pdf")


def _is_guide(path: Path) -> bool:
    """Return True if it is the guide in some language, or the folder of all, also of an earlier installation."""
    folder = resource_path("guide").parts[-2:]
    return folder in (path.parts[-2:], path.parts[-3:-1])
