"""The files attached to conversations: each conversation has a small library of them that is not listed."""

import logging
import os
import time
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.events import Event
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.private_files import make_private_file, make_private_folder
from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.core.shared_files import Values, update_json
from desktop_rag.core.unfinished import rename_exclusively, unfinished_file
from desktop_rag.core.user_text import UserText
from desktop_rag.ingestion.comparing import forget_root
from desktop_rag.readers.formats import of_name
from desktop_rag.services.calls import current_call
from desktop_rag.services.libraries.ingestion import LibraryIngestion
from desktop_rag.services.operations import Service, changes, runs
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.file_list import every_file

_LOG = logging.getLogger(__name__)
_STRAYS = "unclaimed.json"  # in the data folder: since when libraries and pictures belong to no conversation
_KEPT_SECONDS = 30 * 24 * 3600.0
_AWAITED = 300  # passages that a question waits for until they have vectors: some ten seconds on a slow computer


@dataclass(frozen=True, slots=True)
class AttachedFiles:
    """The content read from files: the ``library`` that has them ("" for none), and a notice of missing ones.

    ``pictures`` are for models that see; ``recognised`` are those among them whose text could be read.
    """

    library: str = ""
    notice: str = ""
    pictures: tuple[Path, ...] = ()
    recognised: frozenset[Path] = frozenset()

    def unseen(self) -> str:
        """Return the notice for pictures that the model does not see, "" without any."""
        told = []
        if names := ", ".join(path.name for path in self.pictures if path in self.recognised):
            told.append(
                UserText("This model cannot see “{names}”. Only the text recognised there was used.", names=names)
            )
        if names := ", ".join(path.name for path in self.pictures if path not in self.recognised):
            told.append(UserText("This model cannot see “{names}”, and no text was recognised there.", names=names))
        return " ".join(told)


class Attachments(Service):
    """Reads attached files, keeps pasted pictures in ``folder``, and removes those of no conversation."""

    def __init__(self, files: IndexFiles, chats: ChatStore, ingestion: LibraryIngestion, folder: Path) -> None:
        self._files = files
        self._chats = chats
        self._ingestion = ingestion
        self._folder = folder

    @runs(Lane.REFRESH, JobKind.REFRESH)
    def read(self, conversation_id: str, paths: Sequence[str], *, whole: bool = False) -> AttachedFiles:
        """Read the new or changed files of a conversation; unread before, they are searchable afterwards.

        With ``whole`` all of it has vectors at the end; otherwise only where that takes seconds.
        """
        if not paths:
            return AttachedFiles()
        library = self._files.attached(conversation_id)
        with suppress(UserError):  # it is there already
            self._files.create(library)
        there = [Path(path) for path in paths if Path(path).exists()]
        quiet = replace(current_call(), emit=_tell_nobody)
        self._forget(library, {str(path) for path in there})
        if there:
            self._ingestion.add(library, there, quiet)
        info = self._files.info(library)
        if whole or info.nodes - info.nodes_embedded <= _AWAITED:
            self._ingestion.embed(library, quiet)
        return self._result(library, paths, there)

    @runs(Lane.CHANGE, JobKind.READ)
    def keep_picture(self, content: bytes) -> Path:
        """Write a pasted picture (PNG) to a new file, which can be attached, and return its path.

        Raises:
            UserError: it cannot be written.

        """
        try:
            make_private_folder(self._folder)
            name = f"Picture {time.strftime('%Y-%m-%d %H.%M.%S')}"
            with unfinished_file(self._folder / name) as new:
                make_private_file(new)
                new.write_bytes(content)
                for number in count(1):
                    path = self._folder / (f"{name} ({number}).png" if number > 1 else f"{name}.png")
                    with suppress(FileExistsError):  # another program kept one in this second
                        rename_exclusively(new, path)
                        break
        except OSError as error:
            raise UserError(
                UserText("The picture cannot be saved: {reason}.", reason=reason_of(error)), "Check the data folder."
            ) from error
        return path

    @changes()
    def forget(self, conversation_id: str) -> None:
        """Delete the library of a conversation's attachments; the files stay."""
        with suppress(UserError):
            self._files.delete(self._files.attached(conversation_id))

    @changes()
    def sweep(self, gone: Mapping[str, ConversationSources]) -> None:
        """Delete the libraries and pasted pictures of conversations that are ``gone`` for good.

        What else belongs to no conversation stays for thirty days: the file of conversations may have been lost, and be
        restored. While one that was damaged lies beside it, everything stays.
        """
        if any(self._folder.parent.glob("conversations.damaged-*")):
            return
        known = self._chats.all_sources()
        used = {path for sources in known.values() for path in sources.attachments}
        pictures = {str(picture) for picture in self._folder.glob("*.png")} - used
        libraries = {conversation for conversation in self._files.attached_to() if conversation not in known}
        theirs = {path for sources in gone.values() for path in sources.attachments}
        old = self._without_conversation_for_long((pictures | libraries) - theirs - gone.keys())
        for conversation in libraries & (gone.keys() | old):
            self.forget(conversation)
        for picture in pictures & (theirs | old):
            with suppress(OSError):
                Path(picture).unlink()

    def _without_conversation_for_long(self, strays: AbstractSet[str]) -> AbstractSet[str]:
        """Note since when each of some libraries and pictures belongs to no conversation; return those for too long."""
        now = time.time()

        def change(noted: Values) -> Values:
            return {one: since if isinstance(since := noted.get(one), float) else now for one in sorted(strays)}

        try:
            since = update_json(self._folder.parent / _STRAYS, change)
        except (OSError, UserError) as error:
            _LOG.warning("It cannot be noted what belongs to no conversation: %s", error)
            return set()
        return {one for one in strays if isinstance(at := since[one], float) and now - at > _KEPT_SECONDS}

    def _forget(self, library: str, kept: set[str]) -> None:
        """Forget files that are attached no more."""
        with self._files.open(library) as storage, storage.transaction():
            for root in storage.folders.all():
                if root.path not in kept:
                    forget_root(storage, root.path)

    def _result(self, library: str, paths: Sequence[str], there: Sequence[Path]) -> AttachedFiles:
        with self._files.open(library, read_only=True) as storage:
            states = {one.path: one for one in every_file(storage.connection, FileQuery(), os.sep)}
        gone = [shown_name(path) for path in paths if Path(path) not in there]
        notices: list[str] = [UserText("The attached file “{name}” is no longer there.", name=name) for name in gone]
        pictures = tuple(path for path in there if of_name(path).kind == "picture")
        for one in states.values():
            if one.state is FileState.FAILED and Path(one.path) not in pictures:
                name = shown_name(one.path)
                notices += [UserText("The attached file “{name}” could not be read.", name=name), one.reason]
        recognised = frozenset(path for path in pictures if str(path) in states and states[str(path)].nodes)
        return AttachedFiles(library, " ".join(notices), pictures, recognised)


def _tell_nobody(_event: Event) -> None:
    """Ignore an event: views do not list these libraries."""
