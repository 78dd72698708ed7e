"""Permissions of each library in a data folder: its folders, the address of its search model, who else may ask it.

A library is a file, and a file may come from anybody. So it is never asked where to send something or what to read:
``libraries.json`` in the data folder tells, by the id of the library. A file whose id is not there is somebody else's.
It is searched by words, its folders are asked about, and only harmless ones of its settings count.
"""

import threading
import uuid
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from desktop_rag.config import OptionValue
from desktop_rag.config.options import OPTIONS_BY_KEY
from desktop_rag.config.store import known_values
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.core.shared_files import Stamp, Values, read_json, stamp_of, update_json
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.connection import Connection, connect, storage_errors
from desktop_rag.storage.sqlite.folders import listed_folders
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.properties import (
    get_addresses,
    get_library_id,
    get_settings,
    set_library_id,
    set_settings,
    space_key,
)

PERMISSIONS_FILE = "libraries.json"
_LIBRARIES, _FOLDERS, _ADDRESSES = "libraries", "folders", "addresses"
_SETTINGS, _FOREIGN, _SHARED = "settings", "foreign", "shared"
_BY_FILE = "file:"  # before the name of a library's file that has no id and cannot be given one
_LEFT_BY_EARLIER_VERSIONS = ("conversations.sqlite", "embeddings.sqlite", "embedder*.json", "reading_rates.json")
_PATIENCE_MS = 20  # ten times as long at most: whoever asks may hold that very library
_NEXT_STEP = UserText("Libraries ask for their folders again.")


@dataclass(frozen=True, slots=True)
class Allowed:
    """The permissions of one library: ``addresses`` by ``space_key``, ``settings`` that a file cannot bring.

    Of one that ``is_foreign``, made elsewhere, what cannot be read is no fault of this program. One that ``is_shared``
    may be asked by other programs of this computer.
    """

    folders: frozenset[str] = frozenset()
    addresses: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, OptionValue] = field(default_factory=dict)
    is_foreign: bool = False
    is_shared: bool = False


_NOTHING = Allowed()


class Permissions:
    """The permissions of the libraries below one folder, kept beside it. Safe to use from several threads.

    ``libraries`` lists the files that are there: those of a data folder of an earlier version are the person's own,
    and what they say then is allowed once and for all.
    """

    def __init__(self, folder: Path, libraries: Callable[[], Iterable[Path]]) -> None:
        self._path = folder.parent / PERMISSIONS_FILE
        self._libraries = libraries
        self._lock = threading.RLock()
        self._stamp: Stamp | None = None
        self._known: dict[str, Allowed] = {}
        self._is_read_only = False

    def begin(self) -> None:
        """Mark a new data folder as of this version, before it has any data; adopt the data of an earlier version.

        Where nobody can write, what is known lasts as long as this program.
        """
        self._all()

    def of(self, connection: Connection, path: Path) -> "LibraryPermissions":
        """Return the permissions of an open library."""
        return LibraryPermissions(self, connection, self._file_key(path))

    def get(self, key: str) -> Allowed:
        """Return a library's permissions; none when it is not known."""
        return self._all().get(key, _NOTHING)

    def knows(self, key: str) -> bool:
        """Return True if the person ever allowed a library anything."""
        return key in self._all()

    def change(self, key: str, change: Callable[[Allowed], Allowed]) -> None:
        """Change the permissions of a library.

        Raises:
            UserError: it cannot be saved.

        """
        self.begin()
        with self._lock:

            def changed(known: dict[str, Allowed]) -> dict[str, Allowed]:
                return {**known, key: change(known.get(key, _NOTHING))}

            self._change(changed)

    def forget(self, key: str) -> None:
        """Forget a library that is gone."""
        if self.knows(key):
            with self._lock:
                self._change(lambda known: {one: allowed for one, allowed in known.items() if one != key})

    def add(self, key: str, copy_of: str = "", *, is_foreign: bool = False) -> None:
        """Add a library that was made or imported; a copy has the permissions of its original, but is not shared."""
        known = self.get(copy_of)
        self.change(key, lambda _: replace(known, is_foreign=is_foreign or known.is_foreign, is_shared=False))

    def add_inspected(self, path: Path, key: str) -> None:
        """Know the library in a file that was made elsewhere and looked through: it need not be a second time.

        Where it has no id and cannot be given one, it is looked through again when it is opened next.
        """
        if key := key or _with_id(path):
            self.add(key, is_foreign=True)

    def rename(self, key: str, other: str) -> None:
        """Let a library that had no id be known by ``other``."""
        if self.knows(key):
            known = self.get(key)
            self.change(other, lambda _: known)
            self.forget(key)

    def _all(self) -> dict[str, Allowed]:
        stamp = stamp_of(self._path)
        with self._lock:
            if stamp is None:
                if not self._is_read_only:
                    self._begin()
            elif stamp != self._stamp:
                self._known = _from_stored(self._read())
                self._stamp = stamp
            return self._known

    def _read(self) -> Values:
        try:
            return read_json(self._path, next_step=_NEXT_STEP)
        except OSError as error:
            raise UserError(
                UserText("{path} cannot be read: {reason}.", path=self._path, reason=reason_of(error)),
                UserText("Check that you have permission to read the file."),
            ) from error

    def _begin(self) -> None:
        """Allow the libraries of a data folder of an earlier version their present use."""
        adopted: dict[str, Allowed] = {}
        if self._is_of_earlier_version():
            for path in self._libraries():
                adopted |= self._adopted(path)
        try:
            self._change(lambda known: {**adopted, **known})
        except UserError:
            self._known, self._is_read_only = adopted, True

    def _adopted(self, path: Path) -> dict[str, Allowed]:
        """Return the permissions that the library in a file uses, by its id; {} if it cannot be opened."""
        try:
            with storage_errors(path), closing(connect(path, INDEX_SCHEMA, read_only=True)) as connection:
                key = get_library_id(connection) or _with_id(path) or self._file_key(path)
                folders = frozenset(listed_folders(connection))
                settings = {name: value for name, value in get_settings(connection).items() if not _is_harmless(name)}
                return {key: Allowed(folders, get_addresses(connection), settings)}
        except UserError:
            return {}  # the list of libraries says why

    def _file_key(self, path: Path) -> str:
        """Return the key of a library that has no id, and cannot be given one."""
        return f"{_BY_FILE}{path.parent.name}/{path.name}"

    def _is_of_earlier_version(self) -> bool:
        """Return True if an earlier version, which knew of no permissions, used this data folder.

        What is looked for is made by programs that open libraries: this version makes its own file before.
        """
        folder = self._path.parent
        was_damaged = any(folder.glob(f"{self._path.stem}.damaged-*"))
        return not was_damaged and any(any(folder.glob(name)) for name in _LEFT_BY_EARLIER_VERSIONS)

    def _change(self, change: Callable[[dict[str, Allowed]], dict[str, Allowed]]) -> None:
        def changed(stored: Values) -> Values:
            self._known = change(_from_stored(stored))
            return {_LIBRARIES: {key: _one_to_stored(one) for key, one in self._known.items()}}

        try:
            update_json(self._path, changed, next_step=_NEXT_STEP)
            self._stamp = stamp_of(self._path)
        except OSError as error:
            raise UserError(
                UserText("{path} cannot be written: {reason}.", path=self._path, reason=reason_of(error)),
                UserText("Check the folder {folder}.", folder=self._path.parent),
            ) from error


class LibraryPermissions:
    """The permissions of one open library. One without an id receives one with the first permission."""

    def __init__(self, permissions: Permissions, connection: Connection, file_key: str) -> None:
        self._permissions = permissions
        self._connection = connection
        self._file_key = file_key
        self._id = ""

    @property
    def key(self) -> str:
        """The library's key among the permissions."""
        self._id = self._id or get_library_id(self._connection)
        return self._id or self._file_key

    @property
    def is_known(self) -> bool:
        """True if the library was made, imported, adopted or inspected here."""
        return self._permissions.knows(self.key)

    @property
    def allowed(self) -> Allowed:
        """The current permissions."""
        return self._permissions.get(self.key)

    @property
    def folders(self) -> frozenset[str]:
        """The folders and files that the library may read now, where it lists them."""
        return self.allowed.folders

    def allow_folders(self, paths: Iterable[str]) -> None:
        """Let the library read folders and files; the caller holds a transaction of the library."""
        self._change(lambda known: replace(known, folders=known.folders | frozenset(paths)))

    def forbid_folder(self, path: str) -> None:
        """Let the library read a folder or file no longer."""
        if path in self.folders:
            self._change(lambda known: replace(known, folders=known.folders - {path}))

    def address(self, space: EmbeddingSpace) -> str:
        """Return the last address used here for the model of a space, "" when it is not known."""
        return self.allowed.addresses.get(space_key(space), "")

    def note_address(self, space: EmbeddingSpace, address: str) -> None:
        """Note where the model of a space is served; the caller holds a transaction of the library."""
        if address != self.address(space):
            self._change(lambda known: replace(known, addresses={**known.addresses, space_key(space): address}))

    def share(self, *, shared: bool) -> None:
        """Let other programs of this computer ask the library, or no longer; the caller holds a transaction of it."""
        if shared is not self.allowed.is_shared:
            self._change(lambda known: replace(known, is_shared=shared))

    def settings(self) -> dict[str, OptionValue]:
        """Return the options that are set for the library alone."""
        brought = {name: value for name, value in get_settings(self._connection).items() if _is_harmless(name)}
        return {**brought, **self.allowed.settings}

    def set_settings(self, values: Mapping[str, OptionValue]) -> None:
        """Put other options in the place of all; the caller holds a transaction of the library."""
        set_settings(self._connection, {name: value for name, value in values.items() if _is_harmless(name)})
        kept = {name: value for name, value in values.items() if not _is_harmless(name)}
        if kept != self.allowed.settings:
            self._change(lambda known: replace(known, settings=kept))

    def _change(self, change: Callable[[Allowed], Allowed]) -> None:
        key = get_library_id(self._connection)
        if not key:
            key = new_library_id()
            self._permissions.rename(self._file_key, key)
            set_library_id(self._connection, key)
        self._permissions.change(key, change)


def new_library_id() -> str:
    """Return an id that no library has."""
    return uuid.uuid4().hex


def _is_harmless(name: str) -> bool:
    """Return True if an option may come with a library: it sends nothing, and reads or runs nothing."""
    return OPTIONS_BY_KEY[name].travels


def _with_id(path: Path) -> str:
    """Give the library in a file an id and return it; "" when nobody may write to it now."""
    try:
        with storage_errors(path), closing(connect(path, INDEX_SCHEMA)) as connection:
            connection.set_busy_timeout(_PATIENCE_MS)
            with connection:
                key = get_library_id(connection) or new_library_id()  # another program may have been quicker
                set_library_id(connection, key)
            return key
    except UserError:
        return ""


def _from_stored(stored: Mapping[str, object]) -> dict[str, Allowed]:
    """Return the permissions stored in a file, ignoring invalid entries."""
    libraries = stored.get(_LIBRARIES)
    known: dict[str, Allowed] = {}
    for key, one in libraries.items() if isinstance(libraries, dict) else ():
        if isinstance(one, dict):
            folders, addresses, settings = (one.get(part) for part in (_FOLDERS, _ADDRESSES, _SETTINGS))
            known[key] = Allowed(
                frozenset(map(str, folders)) if isinstance(folders, list) else frozenset(),
                {str(space): str(place) for space, place in addresses.items()} if isinstance(addresses, dict) else {},
                known_values(settings) if isinstance(settings, dict) else {},
                bool(one.get(_FOREIGN)),
                one.get(_SHARED) is True,
            )
    return known


def _one_to_stored(one: Allowed) -> Values:
    parts: Values = {
        _FOLDERS: sorted(one.folders),
        _ADDRESSES: dict(one.addresses),
        _SETTINGS: dict(one.settings),
        _FOREIGN: one.is_foreign,
        _SHARED: one.is_shared,
    }
    return {name: part for name, part in parts.items() if part}
