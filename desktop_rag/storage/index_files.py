"""The folder of index files: one file per index, named after it."""

import contextlib
import logging
import os
import stat
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.parse import quote, unquote

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.disk_space import has_room
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.parallel import calling_after_work
from desktop_rag.core.private_files import make_private_folder
from desktop_rag.core.results.libraries import ATTACHED, IndexInfo
from desktop_rag.core.shared_files import Stamp, stamp_of
from desktop_rag.core.unfinished import remove_abandoned
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.permissions import Permissions, new_library_id
from desktop_rag.storage.sqlite.connection import (
    BUSY_TIMEOUT_MS,
    CannotWriteError,
    Connection,
    MissingFileError,
    connect,
    storage_errors,
)
from desktop_rag.storage.sqlite.earlier import EarlierTexts
from desktop_rag.storage.sqlite.files.database_files import (
    begin_log,
    closed_to_others,
    naming,
    remove_beside,
    side_files,
    take_name,
)
from desktop_rag.storage.sqlite.foreign_files import (
    LOOK_SECONDS,
    DamagedFileError,
    bounded,
    check_is_file,
    limit_values,
)
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.inspection import inspect_library
from desktop_rag.storage.sqlite.migrations import backup_prefix
from desktop_rag.storage.sqlite.properties import (
    get_library_id,
    get_no_room,
    get_notice,
    get_old_name,
    is_paused,
    set_library_id,
    set_old_name,
    set_splitting,
)
from desktop_rag.storage.storage_context import SUFFIX, StorageContext, create_index, is_unreadable, unreadable

_MAXIMUM_NAME = 120
_MAXIMUM_BYTES, _CUT_BYTES = 236, 200  # with what SQLite appends at most 255
DISK_FULL = "The disk is nearly full, so new and changed files wait. Free some space. Reading then continues."
"""The notice of every library on a full disk."""
_PATIENCE_MS = 2_000  # for a file in the list: one that another program keeps to itself must not hold up the others
_log = logging.getLogger(__name__)
_NEVER_IN_NAMES = '%/\\:*?"<>|'


class IndexFiles:
    """Names, creates and deletes the index files below one folder; those of attachments lie one folder deeper."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._attached = folder / "attached"
        self.permissions = Permissions(folder, self._all_files)
        self._inspected: dict[Path, tuple[Stamp | None, UserError | None]] = {}

    def path(self, name: str) -> Path:
        """Return the path at which the index called ``name`` is or would be stored.

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
            raise self._missing(name)
        return path

    def _missing(self, name: str) -> MissingFileError:
        others = ", ".join(self.names()) or "none yet"
        return MissingFileError(
            UserText("There is no library called “{name}”.", name=name), UserText("Libraries: {others}.", others=others)
        )

    def free(self, name: str) -> Path:
        """Return the path for a new index; raises if the name is taken.

        Raises:
            UserError: there is one of that name already, or the name is bad.

        """
        path = self.path(name)
        if os.path.lexists(path):
            raise _taken(name)
        return path

    def open(
        self, library: str | Path, *, read_only: bool = False, patience_ms: int = BUSY_TIMEOUT_MS
    ) -> StorageContext:
        """Open an index that must exist, by its name or its file, with its permissions.

        One that was just deleted does not come back empty. One that came from elsewhere is looked through the first
        time. ``patience_ms`` is how long one waits for a file that another program has.

        Raises:
            UserError: there is none, or it cannot be opened.

        """
        path = self.existing(library) if isinstance(library, str) else library
        self.permissions.begin()  # first: this may open each of them
        inspect = partial(self._inspect, path)
        try:
            storage = StorageContext(path, read_only=read_only, create=False, inspect=inspect, patience_ms=patience_ms)
        except UserError:
            raise
        except Exception as error:
            if not is_unreadable(error):
                raise
            _log.warning("A library cannot be opened", exc_info=error)
            raise unreadable(path) from error
        storage.permissions = storage.folders.permissions = self.permissions.of(storage.connection, path)
        storage.is_foreign = storage.permissions.allowed.is_foreign
        storage.doubt = partial(self._doubt, path)
        return storage

    def _doubt(self, path: Path) -> None:
        """Look through a file that was made here: something went wrong with it, and it may have been exchanged.

        Raises:
            UserError: it is not as this program leaves its files.

        """
        with closing(connect(path, INDEX_SCHEMA, read_only=True)) as connection:
            inspect_library(connection, path)

    def _inspect(self, path: Path, connection: Connection) -> None:
        """Inspect an unknown file; the result holds until the file is changed."""
        permissions = self.permissions.of(connection, path)
        if not permissions.is_known or permissions.allowed.is_foreign:
            limit_values(connection)
        if permissions.is_known:
            return
        stamp = stamp_of(path)
        seen, error = self._inspected.get(path, (None, None))
        if seen is None or seen != stamp:
            error = None
            try:
                inspect_library(connection, path)
                self.permissions.add_inspected(path, get_library_id(connection))
            except CannotWriteError:
                pass  # the data folder is read-only
            except UserError as refused:
                error = refused
            self._inspected[path] = stamp, error
        if error is not None:
            raise error

    def names(self) -> list[str]:
        """Return the names of all indexes, sorted."""
        return sorted({_decode(path) for path in self.folder.glob(f"*{SUFFIX}")} - {""})

    @staticmethod
    def attached(conversation: str) -> str:
        """Return the name of the index of a conversation's attachments; ``names`` leaves it out."""
        return f"{ATTACHED}{conversation}"

    def attached_to(self) -> list[str]:
        """Return the ids of the conversations that have such an index."""
        return sorted(_decode(path) for path in self._attached.glob(f"*{SUFFIX}"))

    def _all_files(self) -> list[Path]:
        """Return the file of every index, also of those of attachments."""
        return sorted((*self.folder.glob(f"*{SUFFIX}"), *self._attached.glob(f"*{SUFFIX}")))

    def name_of(self, path: Path) -> str:
        """Return the name that the file of a library gives it."""
        return _decode(path) if path.name.endswith(SUFFIX) else path.stem

    def _named_by_hand(self, name: str) -> Path | None:
        """Return the file of an index that got its name outside of this program, as a copy does."""
        return next((path for path in self.folder.glob(f"*{SUFFIX}") if _decode(path) == name), None)

    def create(self, name: str, splitting: str | None = None) -> Path:
        """Make an empty index, whose files are cut by ``splitting`` (JSON, see ``set_splitting``).

        Raises:
            UserError: it exists already, the name is bad, or the folder cannot be written.

        """
        key = new_library_id()

        def fill(connection: Connection) -> None:
            set_library_id(connection, key)
            if splitting is not None:
                set_splitting(connection, splitting)

        path = self.free(name)
        self._make(path.parent)
        self.permissions.add(key)  # first: killed behind this, the library would be taken for somebody else's
        try:
            with _taken_if_there(name):
                create_index(path, fill)
        except UserError:
            self.permissions.forget(key)
            raise
        return path

    def add(self, copy: Path, name: str) -> None:
        """Let a complete index file, which nobody has open, be the index called ``name`` from now on.

        Raises:
            UserError: there is one of that name, or the name is bad.

        """
        self._make(self.folder)
        with storage_errors(copy):
            begin_log(copy)
        with naming(self.folder, alone=True), _taken_if_there(name):
            take_name(copy, self.free(name))

    def _make(self, folder: Path) -> None:
        """Make a folder of indexes.

        Raises:
            UserError: it cannot be made.

        """
        try:
            make_private_folder(folder)
        except OSError as error:
            raise UserError(
                UserText("{path} cannot be created: {reason}.", path=folder, reason=reason_of(error)),
                "Choose another folder.",
            ) from error

    def tidy_up(self) -> None:
        """Remove the unfinished files of killed programs; those being written stay."""
        for folder in (self.folder, self._attached):
            remove_abandoned(folder)

    def delete(self, name: str) -> None:
        """Delete an index file; the documents themselves are untouched.

        Raises:
            UserError: somebody has it open, or the system does not let it be deleted.

        """
        path = self.path(name)
        if not os.path.lexists(path):
            raise self._missing(name)
        if _is_no_file(path):
            with naming(path.parent, alone=True), _file_errors(name):
                path.unlink()
            return
        known, key = stamp_of(path), self._key(path)
        with self._alone(name, path):
            now = stamp_of(path)
            if known is None or now is None or known.inode != now.inode:  # another program gave its name to another one
                key = ""
            # the index last: as long as it is there, it can be deleted again
            for side in side_files(path):
                if side.is_dir():  # it never was the library's: what somebody keeps in it stays
                    with contextlib.suppress(OSError):
                        remove_beside(side)
                else:
                    remove_beside(side)
            for victim in (*_backups(path), path):
                victim.unlink(missing_ok=True)
        self.permissions.forget(key)

    def _key(self, path: Path) -> str:
        """Return the permissions' key for the index in a file; "" when it cannot be opened."""
        try:
            with self.open(path, read_only=True) as storage:
                return storage.permissions.key if storage.permissions is not None else ""
        except UserError:
            return ""

    def rename(self, name: str, new_name: str) -> None:
        """Give an index another name. It remembers the old one until ``forget_old_name``.

        Raises:
            UserError: the new name is taken, or somebody has the index open.

        """
        source, target = self.existing(name), self.free(new_name)
        with self.open(source) as storage:
            set_old_name(storage.connection, name)
        with _taken_if_there(new_name), self._alone(name, source, target):
            take_name(source, target)

    @contextlib.contextmanager
    def _alone(self, name: str, path: Path, new_name: Path | None = None) -> Iterator[None]:
        """Keep everybody else from an index, of which everything is in the one file then, and from changing names.

        Raises:
            UserError: somebody has it open.

        """
        with contextlib.ExitStack() as stack:
            try:
                with storage_errors(path):
                    check_is_file(path)
                    is_alone = stack.enter_context(closed_to_others(path, new_name))
            except FileNotFoundError as error:  # another program was faster
                raise self._missing(name) from error
            except (DamagedFileError, CannotWriteError):  # nobody writes to it
                is_alone = True
                stack.enter_context(naming(path.parent, alone=True))
            if not is_alone:
                raise UserError(
                    UserText("The library “{name}” is open elsewhere.", name=name),
                    "Wait until nothing is read or asked in it, close other programs that use it, and try again.",
                    retryable=True,
                )
            with _file_errors(name):
                yield

    def old_name(self, name: str) -> str:
        """Return the name that an index had before a renaming that is not done yet, "" when there is none."""
        with self.open(name, read_only=True) as storage:
            old_name = get_old_name(storage.connection)
        return "" if old_name == name else old_name

    def forget_old_name(self, name: str) -> None:
        """Let the backups follow an index's new name, as everything else does, and note that."""
        path = self.existing(name)
        with self.open(path) as storage:
            old_name = get_old_name(storage.connection)
            old_path = self.path(old_name) if old_name else path
            with naming(path.parent, alone=True), _file_errors(name):
                if not old_path.exists():
                    for backup in _backups(old_path):
                        step = backup.name.removeprefix(backup_prefix(old_path))
                        take_name(backup, backup.with_name(f"{backup_prefix(path)}{step}"), replace=True)
            set_old_name(storage.connection, "")

    def info(self, name: str) -> IndexInfo:
        """Return the totals of an index; one that cannot be opened says why in ``error``."""
        path = self.existing(name)
        try:
            with (
                self.open(path, read_only=True, patience_ms=_PATIENCE_MS) as storage,
                bounded(storage.connection, path),
                calling_after_work(LOOK_SECONDS, storage.connection.interrupt),
            ):
                return _info(name, path, storage)
        except UserError as error:
            reason = str(error)
        except OSError as error:
            reason = UserText("{path} cannot be read: {reason}.", path=path, reason=reason_of(error))
        except Exception as error:  # one library must not hide the others
            if not is_unreadable(error):
                raise
            _log.warning("A library cannot be listed", exc_info=error)
            reason = str(unreadable(path))
        return IndexInfo(name, str(path), 0, 0, 0, 0, error=reason)


def _taken(name: str) -> UserError:
    return UserError(UserText("There is already a library called “{name}”.", name=name), "Choose another name.")


@contextlib.contextmanager
def _taken_if_there(name: str) -> Iterator[None]:
    """Raise the error that another program made a library of that name meanwhile."""
    try:
        yield
    except FileExistsError as error:
        raise _taken(name) from error


@contextlib.contextmanager
def _file_errors(name: str) -> Iterator[None]:
    """Raise a UserError when the system does not let a library's file be deleted or renamed."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        raise UserError(
            UserText(
                "The file of the library “{name}” cannot be changed: {reason}.", name=name, reason=reason_of(error)
            ),
            "Close other programs that use it, and check that you have permission to change its folder.",
            retryable=True,
        ) from error


def _info(name: str, path: Path, storage: StorageContext) -> IndexInfo:
    """Return the totals of an open index."""
    totals, roots = storage.documents.totals(), storage.folders.all()
    earlier = EarlierTexts(storage.connection)
    states, size = earlier.size()
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
        keeps_earlier=bool(earlier.since),
        earlier_states=states,
        earlier_bytes=size,
        shared=storage.permissions is not None and storage.permissions.allowed.is_shared,
        folders_to_allow=tuple(root.path for root in storage.folders.asked()),
    )


def _is_no_file(path: Path) -> bool:
    """Return True if a path has no file that may be a library: nothing, a pipe, a device, a folder."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True


def _notice(path: Path, storage: StorageContext) -> str:
    """Return the reason a library does not continue by itself, "" when it does."""
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


def _backups(path: Path) -> list[Path]:
    """Return the copies of an index file that were made before it was brought up to date."""
    return [file for file in path.parent.iterdir() if file.name.startswith(backup_prefix(path))]
