"""The folder of index files: one file per index, named after it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

from desktop_rag.core.disk_space import has_room
from desktop_rag.core.errors import UserError
from desktop_rag.core.private_files import make_private_folder
from desktop_rag.core.results.libraries import ATTACHED, IndexInfo
from desktop_rag.storage.sqlite.files.database_files import shut_others_out, side_files
from desktop_rag.storage.sqlite.migrations import backup_prefix
from desktop_rag.storage.sqlite.properties import (
    get_no_room,
    get_notice,
    get_old_name,
    is_paused,
    set_old_name,
    set_splitting,
)
from desktop_rag.storage.storage_context import SUFFIX, StorageContext
from desktop_rag.text.tokenizer import without_surrogates

_MAXIMUM_NAME = 120
_MAXIMUM_BYTES, _CUT_BYTES = 236, 200  # with what SQLite appends at most 255
DISK_FULL = "The disk is nearly full, so new and changed files wait. Free some space. Reading then continues."
"""The notice of every library on a full disk."""
_NEVER_IN_NAMES = '%/\\:*?"<>|'


class IndexFiles:
    """Names, creates and deletes the index files below one folder; those of attachments lie one folder deeper."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._attached = folder / "attached"

    def path(self, name: str) -> Path:
        """Return where the index called ``name`` is or would be kept.

        Raises:
            UserError: the name is empty or too long.

        """
        cleaned = name.strip()
        if cleaned != without_surrogates(cleaned):
            raise UserError("A library's name must be readable text.", "Choose another name.")
        if cleaned.startswith(ATTACHED):
            return self._attached / f"{_encode(cleaned.removeprefix(ATTACHED))}{SUFFIX}"
        usual = self.folder / f"{_encode(cleaned)}{SUFFIX}"
        found = usual if usual.exists() else self._named_by_hand(cleaned)
        if not cleaned or (len(cleaned) > _MAXIMUM_NAME and found is None):
            raise UserError("A library needs a name of 1 to 120 characters.", "Choose another name.")
        if found is None and _decode(usual) != cleaned:
            raise UserError("This name is too long for a file name.", "Choose a shorter name.")
        return found or usual

    def existing(self, name: str) -> Path:
        """Return the file of an index that must exist.

        Raises:
            UserError: there is no such index; the message lists those there are.

        """
        path = self.path(name)
        if not path.exists():
            others = ", ".join(self.names()) or "none yet"
            raise UserError(f"There is no library called “{name}”.", f"Libraries: {others}.")
        return path

    def names(self) -> list[str]:
        """Return the names of all indexes, sorted."""
        return sorted({_decode(path) for path in self.folder.glob(f"*{SUFFIX}")} - {""})

    @staticmethod
    def attached(conversation: str) -> str:
        """Return the name of the index of what is attached to a conversation; ``names`` leaves it out."""
        return f"{ATTACHED}{conversation}"

    def attached_to(self) -> list[str]:
        """Return the ids of the conversations that have such an index."""
        return sorted(_decode(path) for path in self._attached.glob(f"*{SUFFIX}"))

    def name_of(self, path: Path) -> str:
        """Return the name that the file of a library gives it."""
        return _decode(path) if path.name.endswith(SUFFIX) else path.stem

    def _named_by_hand(self, name: str) -> Path | None:
        """Return the file of an index that got its name outside of this program, as a copy does."""
        return next((path for path in self.folder.glob(f"*{SUFFIX}") if _decode(path) == name), None)

    def create(self, name: str, splitting: str | None = None) -> Path:
        """Make an empty index, whose files are to be cut as ``splitting`` says (JSON, see ``set_splitting``).

        Raises:
            UserError: it exists already, the name is bad, or the folder cannot be written.

        """
        path = self.path(name)
        if path.exists():
            raise UserError(f"There is already a library called “{name}”.", "Choose another name.")
        try:
            make_private_folder(path.parent)
        except OSError as error:
            raise UserError(f"{path.parent} cannot be created: {error.strerror}.", "Choose another folder.") from error
        with StorageContext(path) as storage:
            if splitting is not None:
                set_splitting(storage.connection, splitting)
        return path

    def delete(self, name: str) -> None:
        """Delete an index file; the documents themselves are untouched."""
        path = self.existing(name)
        with _file_errors(name):
            for victim in (*_side_files(path), path):  # the index last: as long as it is there, it can be deleted again
                victim.unlink(missing_ok=True)

    def rename(self, name: str, new_name: str) -> None:
        """Give an index another name. It remembers the old one until ``forget_old_name``.

        Raises:
            UserError: the new name is taken, or somebody has the index open.

        """
        source, target = self.existing(name), self.path(new_name)
        if target.exists():
            raise UserError(f"There is already a library called “{new_name}”.", "Choose another name.")
        with StorageContext(source) as storage:
            set_old_name(storage.connection, name)
            if not shut_others_out(storage.connection):
                raise UserError(
                    f"The library “{name}” is open elsewhere.",
                    "Wait until nothing is read or asked in it, close other programs that use it, and try again.",
                    retryable=True,
                )
            if os.name == "nt":  # which renames no open file: there nobody else can open it, or it stays as it is
                storage.close()
            with _file_errors(name):
                source.rename(target)

    def old_name(self, name: str) -> str:
        """Return the name that an index had before a renaming that is not done yet, "" when there is none."""
        with StorageContext(self.existing(name), read_only=True) as storage:
            old_name = get_old_name(storage.connection)
        return "" if old_name == name else old_name

    def forget_old_name(self, name: str) -> None:
        """Let the backups follow an index's new name, as everything else does, and note that."""
        path = self.existing(name)
        with StorageContext(path) as storage:
            old_name = get_old_name(storage.connection)
            old_path = self.path(old_name) if old_name else path
            if not old_path.exists():
                with _file_errors(name):
                    for backup in _backups(old_path):
                        step = backup.name.removeprefix(backup_prefix(old_path))
                        backup.replace(backup.with_name(f"{backup_prefix(path)}{step}"))
            set_old_name(storage.connection, "")

    def info(self, name: str) -> IndexInfo:
        """Return the totals of an index; one that cannot be opened says why in ``error``."""
        path = self.existing(name)
        try:
            with StorageContext(path, read_only=True) as storage:
                return _info(name, path, storage)
        except UserError as error:
            return IndexInfo(name, str(path), 0, 0, 0, 0, error=str(error))


@contextlib.contextmanager
def _file_errors(name: str) -> Iterator[None]:
    """Say in plain words that the system does not let a library's file be deleted or renamed."""
    try:
        yield
    except OSError as error:
        raise UserError(
            f"The file of the library “{name}” cannot be changed: {error.strerror}.",
            "Close other programs that use it, and check that you have permission to change its folder.",
            retryable=True,
        ) from error


def _info(name: str, path: Path, storage: StorageContext) -> IndexInfo:
    """Return the totals of an open index."""
    totals, roots = storage.documents.totals(), storage.folders.all()
    return IndexInfo(
        name,
        str(path),
        totals.files,
        totals.nodes,
        totals.nodes_embedded,
        totals.failed,
        tuple(root.path for root in roots),
        waiting=storage.journal.count(),
        paused=is_paused(storage.connection),
        notice=_notice(path, storage),
        offline=tuple(root.path for root in roots if root.offline),
        missing=storage.folders.missing(os.sep),
    )


def _notice(path: Path, storage: StorageContext) -> str:
    """Return why a library does not go on by itself, "" when it does."""
    if not has_room(path.parent):
        return DISK_FULL
    notices = get_no_room(storage.connection), get_notice(storage.connection)
    return " ".join(notice for notice in notices if notice)


def _encode(name: str) -> str:
    """Make a file name that every system allows and that decodes back to the name."""
    encoded = quote(name, safe=" -_()[]'!,+=@#&")
    if encoded.startswith("."):
        # a dot would hide the file, and ".." be no name at all
        encoded = "%2E" + encoded[1:]
    # percent signs triple every letter of a Japanese name: too long for file systems
    if len(encoded.encode()) <= _MAXIMUM_BYTES:
        return encoded
    short = "".join(quote(letter, safe="") if letter in _NEVER_IN_NAMES or letter < " " else letter for letter in name)
    return short.encode("utf-8")[:_CUT_BYTES].decode("utf-8", "ignore")


def _decode(path: Path) -> str:
    """Return the name of the index in a file."""
    return unquote(path.name[: -len(SUFFIX)]).strip()


def _side_files(path: Path) -> list[Path]:
    """Return the files that SQLite keeps beside the database, and our backups."""
    return [*side_files(path), *_backups(path)]


def _backups(path: Path) -> list[Path]:
    """Return the copies of an index file that were made before it was brought up to date."""
    return [file for file in path.parent.iterdir() if file.name.startswith(backup_prefix(path))]
