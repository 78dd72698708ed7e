"""API keys, passwords and header values: in the system's keychain, else in a file that only this person can read."""

import contextlib
import enum
import json
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import platformdirs

from desktop_rag.config.environment import API_KEY_VARIABLE, OPENAI_HOST, OPENAI_URL, openai_address
from desktop_rag.core.log import remember_login, remember_secret
from desktop_rag.core.paths import APP_NAME, is_portable
from desktop_rag.core.private_files import make_private_folder
from desktop_rag.core.shared_files import locked, read_json, update_json
from desktop_rag.core.user_text import UserText

KEY = "key"
LOGIN = "login"  # what stands before a host: user:password, or a token
_KEYS_FILE = "keys.json"
_IF_DAMAGED = UserText("It stored API keys and passwords. Enter them again in the settings.")
_NAMES = "names of all entries"  # keychains cannot list what they hold


class Place(enum.Enum):
    """The places for a secret."""

    KEYCHAIN = "keychain"
    FILE = "file"
    PORTABLE = "portable"  # the file of a portable program, whatever the system offers
    MEMORY = "memory"  # until the program ends
    ENVIRONMENT = "environment"


@dataclass(frozen=True, slots=True)
class SecretName:
    """Names a secret: whose it is (a server's address, or the id of a connection), which kind, and where it is kept."""

    owner: str
    kind: str
    place: Place


class Secrets:
    """The secrets of this person: one for each owner and kind.

    An owner is a server's address as ``entry_name`` writes it, or the id of a connection. Kinds are ``KEY``,
    "login" and "header NAME". Where the system has no keychain, or it refuses, a secret goes into ``file``, and
    where that cannot be written it is kept until the program ends: ``set`` says which. Without ``keychain`` the
    system's is neither read nor written. Whatever passes through here never appears in logs and errors from then on.
    Reading and writing may block while the system asks the person to unlock the keychain. It may be used from any
    thread, and by several programs at once.
    """

    def __init__(self, file: Path | None = None, *, keychain: bool = True) -> None:
        self._file = file or keys_file()
        self._keychain = keychain
        self._file_place = Place.FILE if keychain else Place.PORTABLE
        self._lock = threading.Lock()
        self._this_run: dict[str, str] = {}

    @classmethod
    def of_data_folder(cls, data_dir: Path) -> Self:
        """Return the secrets for a data folder: this person's, or those inside the folder of a portable program."""
        return cls(data_dir / _KEYS_FILE, keychain=False) if is_portable(data_dir) else cls()

    @property
    def file(self) -> Path:
        """The file for secrets without a keychain."""
        return self._file

    def get(self, owner: str, kind: str) -> str | None:
        """Return a secret; None when there is none."""
        name = _name(owner, kind)
        with self._lock:
            kept = self._this_run.get(name)
        found = kept or (_read(name) if self._keychain else None) or self._in_file().get(name)
        if found:
            keep_out_of_logs(kind, found)
        return found

    def set(self, owner: str, kind: str, value: str) -> Place:
        """Keep a secret ("" forgets it) and return where it is now."""
        name, value = _name(owner, kind), value.strip()
        keep_out_of_logs(kind, value)
        with self._lock:
            self._this_run.pop(name, None)
            if self._keychain and _write(name, value):
                self._list_in_keychain(name, listed=bool(value))
                self._write_file(name, "")
                return Place.KEYCHAIN
            if self._write_file(name, value):
                return self._file_place
            if value:
                self._this_run[name] = value
            return Place.MEMORY

    def place(self) -> Place:
        """Return the place for a secret set now; nothing is written."""
        if self._keychain and _has_keychain():
            return Place.KEYCHAIN
        folder = next((one for one in self._file.parents if one.exists()), self._file.parent)
        return self._file_place if folder.is_dir() and os.access(folder, os.W_OK) else Place.MEMORY

    def names(self) -> tuple[SecretName, ...]:
        """Return the names of everything that is kept, and of the environment's key; never a value."""
        with self._lock:
            this_run = dict.fromkeys(self._this_run, Place.MEMORY)
        listed = _names(_read(_NAMES)) if self._keychain else ()
        places = dict.fromkeys(listed, Place.KEYCHAIN) | dict.fromkeys(self._in_file(), self._file_place)
        found = [SecretName(*_parts(name), place) for name, place in sorted((places | this_run).items())]
        if os.environ.get(API_KEY_VARIABLE):
            found.append(SecretName(entry_name(openai_address() or OPENAI_URL), KEY, Place.ENVIRONMENT))
        return tuple(found)

    def get_api_key(self, base_url: str) -> str | None:
        """Return the key for an address ("": the one of OPENAI_BASE_URL, else OpenAI's); None when there is none.

        The environment's OPENAI_API_KEY is the last resort, and only for the server that it is meant for.
        """
        address = base_url.strip() or openai_address() or OPENAI_URL
        return self.get(entry_name(address), KEY) or _from_environment(address)

    def set_api_key(self, base_url: str, key: str) -> Place:
        """Keep the key for an address ("" forgets it) and return where it is now."""
        return self.set(entry_name(base_url.strip() or openai_address() or OPENAI_URL), KEY, key)

    def _in_file(self) -> dict[str, str]:
        """Return the secrets in the file; {} for a damaged one, which is set aside."""
        try:
            stored = read_json(self._file, next_step=_IF_DAMAGED)
        except OSError:
            return {}
        return {name: str(value) for name, value in stored.items()}

    def _write_file(self, name: str, value: str) -> bool:
        """Put a value into the file, or take it out; return whether it is so."""
        if not value and name not in self._in_file():
            return True

        def change(held: dict[str, object]) -> dict[str, object]:
            return {key: old for key, old in held.items() if key != name} | ({name: value} if value else {})

        try:
            make_private_folder(self._file.parent)
            update_json(self._file, change, next_step=_IF_DAMAGED)
        except OSError:
            return False
        return True

    def _list_in_keychain(self, name: str, *, listed: bool) -> None:
        """Note the name of an entry in the keychain, or strike it out: other programs add theirs to the same list."""
        with ExitStack() as held:
            with contextlib.suppress(OSError):  # a folder that cannot be written: nobody else can hold a lock there
                make_private_folder(self._file.parent)
                held.enter_context(locked(self._file))
            try:
                names = set(_names(_asked(_NAMES)))
            except _keychain_errors():  # to write a list now would forget the others
                return
            changed = names | {name} if listed else names - {name}
            if changed != names:
                _write(_NAMES, json.dumps(sorted(changed)) if changed else "")


def keys_file() -> Path:
    """Return the file of secrets for systems without a keychain: beside no library, so that no copy takes it along."""
    return Path(platformdirs.user_config_dir(APP_NAME, appauthor=False)) / _KEYS_FILE


def entry_name(base_url: str) -> str:
    """Return one name for the spellings of an address (with or without /v1, https:// or a last slash)."""
    address = base_url.strip().rstrip("/") or OPENAI_HOST
    scheme, separator, rest = address.rpartition("://")
    try:
        parts = urlsplit(f"//{rest}")
    except ValueError:  # not an address; whoever asks it will say so
        return rest.rpartition("@")[2]
    path = parts.path.rstrip("/").removesuffix("/v1")
    prefix = "http://" if separator and scheme.lower() == "http" else ""
    return f"{prefix}{parts.netloc.rpartition('@')[2].lower()}{path}"


def _from_environment(address: str) -> str | None:
    """Return the environment's key if it is meant for this server: the one of OPENAI_BASE_URL, else OpenAI."""
    key = os.environ.get(API_KEY_VARIABLE)
    if not key or _server(address) != _server(openai_address() or OPENAI_URL):
        return None
    remember_secret(key)
    return key


def _server(address: str) -> str:
    """Return the name of an address without its path."""
    name = entry_name(address)
    start = len("http://") if name.startswith("http://") else 0
    return name[:start] + name[start:].partition("/")[0]


def keep_out_of_logs(kind: str, secret: str) -> None:
    """Take a secret out of every log and error from now on."""
    (remember_login if kind == LOGIN else remember_secret)(secret)


def _name(owner: str, kind: str) -> str:
    """Return the entry's name; API keys have that of their address alone, as they always had."""
    return owner if kind == KEY else f"{owner} {kind}"


def _parts(name: str) -> tuple[str, str]:
    """Return owner and kind of an entry: neither addresses nor ids contain spaces."""
    owner, _, kind = name.partition(" ")
    return owner, kind or KEY


def _has_keychain() -> bool:
    """Return True if the system offers a keychain that keeps what it is given."""
    import keyring
    from keyring.backends import fail, null

    return not isinstance(keyring.get_keyring(), (fail.Keyring, null.Keyring))


def _keychain_errors() -> tuple[type[Exception], ...]:
    from keyring.errors import KeyringError

    return KeyringError, OSError, RuntimeError


def _asked(name: str) -> str | None:
    """Read from the keychain; None when it has no such entry. One that is locked or missing raises its errors."""
    import keyring

    return keyring.get_password(APP_NAME, name) or None


def _read(name: str) -> str | None:
    """Read from the keychain; None when it has no such entry, is locked or missing."""
    try:
        return _asked(name)
    except _keychain_errors():
        return None


def _write(name: str, value: str) -> bool:
    """Write to the keychain (or delete); return whether it now holds that."""
    import keyring
    from keyring.errors import PasswordDeleteError

    try:
        if value:
            keyring.set_password(APP_NAME, name, value)
            return keyring.get_password(APP_NAME, name) == value  # some take everything and keep nothing
        keyring.delete_password(APP_NAME, name)
    except PasswordDeleteError:
        return True  # there was none
    except _keychain_errors():
        return False
    return True


def _names(listed: str | None) -> Iterator[str]:
    """Yield the names of the entries that were written by this version or a later one, from the keychain's list."""
    try:
        names = json.loads(listed or "[]")
    except ValueError:
        return
    yield from (name for name in names if isinstance(name, str)) if isinstance(names, list) else ()
