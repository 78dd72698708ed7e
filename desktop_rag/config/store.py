"""The person's settings: what differs from the defaults, in ``settings.json`` in the data folder."""

import contextlib
import itertools
import json
import os
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from desktop_rag.config.connections import (
    CONNECTION_KEYS,
    Connection,
    checked,
    expanded,
    find_connection,
    from_stored,
    in_step,
    to_stored,
)
from desktop_rag.config.environment import OPENAI_HOST
from desktop_rag.config.masking import MASK, masked_values, reveal_address, reveal_headers, server_of
from desktop_rag.config.option import AnyOption, Option, OptionValue, T
from desktop_rag.config.options import LLM_CONNECTION, LLM_PROVIDER, OPTIONS_BY_KEY
from desktop_rag.config.secrets import Place, Secrets, entry_name
from desktop_rag.core.disk_space import is_no_space, no_space
from desktop_rag.core.errors import UserError
from desktop_rag.core.private_files import close_to_others, make_folders, make_private_file

SETTINGS_FILE = "settings.json"
CONNECTIONS = "connections"


class Config:
    """The person's settings. Reads and writes may come from any thread; writes are atomic.

    Passwords in addresses and the values of HTTP headers are never among the values: ``MASK`` stands for them, the
    secrets themselves are kept by ``secrets`` under the address they belong to, and ``revealed`` puts them back.
    ``set_aside`` is where a settings file went that was damaged, None when it was in order.
    """

    def __init__(self, path: Path | None = None, secrets: Secrets | None = None) -> None:
        self._path = path
        self._folder = path.parent if path is not None else None
        self._secrets = secrets or (Secrets() if path is None else Secrets.of_data_folder(path.parent))
        self._lock = threading.Lock()
        self._connections: tuple[Connection, ...] = ()
        self._typed: dict[str, str] = {}  # by key: texts with secrets, of settings that are not saved
        self.set_aside: Path | None = None
        self._values: dict[str, OptionValue] = self._load() if path is not None else {}

    def __getitem__(self, option: Option[T]) -> T:
        with self._lock:
            return cast("T", self._values.get(option.key, option.default))

    def value(self, option: AnyOption) -> OptionValue:
        """Return the value of an option of any type."""
        with self._lock:
            return self._values.get(option.key, option.default)

    def values(self) -> dict[str, OptionValue]:
        """Return by key what differs from the defaults; secrets are masked."""
        with self._lock:
            return dict(self._values)

    def revealed(self, option: Option[str]) -> str:
        """Return an address with its password, or headers with their values: to be sent, never to be shown or stored.

        May block while the keychain is asked.

        Raises:
            UserError: a header has no value for the address of the settings.

        """
        with self._lock:
            text = self._typed.get(option.key) or str(self._values.get(option.key, option.default))
            server = server_of(option, {**self._values, option.key: text})
        if MASK not in text:
            return text
        owner = entry_name(server)
        if option.hides == "login":
            return reveal_address(text, lambda kind: self._secrets.get(owner, kind))
        return reveal_headers(text, server or OPENAI_HOST, lambda kind: self._secrets.get(owner, kind))

    def keep_secrets(self, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Put what is secret in some values into the store of secrets, and return the values without it.

        Raises:
            UserError: there is no place where it would last.

        """
        masked, lasting = self._into_the_store(values, self.values())
        if not lasting:
            raise UserError(
                "The password cannot be saved: this system has no keychain, and the file for it cannot be written.",
                f"Check the folder {self._secrets.file.parent}.",
            )
        return masked

    def update(self, values: Mapping[str, OptionValue]) -> None:
        """Set options by key and save them; nothing changes when one of them is wrong, or they cannot be saved.

        Raises:
            NoSpaceError: the disk is full.
            UserError: an unknown key, a wrong value, or the settings file cannot be written.

        """
        right = _checked(values)
        kept = self.keep_secrets(right) if self._path is not None else masked_values(right, self.values())[0]
        with self._lock:
            merged = self._values | expanded(kept, self._connections)
            connections = self._connections
            if values.keys() & {LLM_CONNECTION.key, *CONNECTION_KEYS}:
                merged, connections = in_step(merged, connections)
            self._keep(merged, connections)
            if self._path is None:
                self._typed |= _with_secrets(right)

    def stored(self) -> dict[str, object]:
        """Return settings and connections as their file has them: by key, without defaults, secrets masked."""
        with self._lock:
            return _as_stored(self._values, self._connections)

    def restore(self, stored: Mapping[str, object]) -> None:
        """Put settings and connections of a file in the place of all; what this version does not know is left out.

        Raises:
            UserError: as in ``update``.

        """
        values = self.keep_secrets(known_values(stored))
        kept = [replace(one, values=self.keep_secrets(one.values)) for one in from_stored(stored.get(CONNECTIONS))]
        with self._lock:
            self._keep(*in_step(values, tuple(kept)))

    @property
    def connections(self) -> tuple[Connection, ...]:
        """The saved connections, in the person's order."""
        with self._lock:
            return self._connections

    def save_connections(self, connections: Sequence[Connection], in_use: str) -> None:
        """Put these in the place of all connections; the one with the id ``in_use`` is asked, none for "".

        Raises:
            UserError: a connection cannot be saved so (see ``connections.checked``), or the file cannot be written.

        """
        kept = tuple(replace(one, values=self.keep_secrets(one.values)) for one in checked(connections))
        with self._lock:
            # without a model the address that was used last stays: settings of earlier versions have it alone
            chosen: dict[str, OptionValue] = {LLM_CONNECTION.key: in_use} if in_use else {LLM_PROVIDER.key: "none"}
            merged = {**self._values, **expanded(chosen, kept)}
            self._keep(*in_step(merged, kept))

    def without_lost_connection(self, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return values of a conversation; what they say about the model only if its connection is still there."""
        wanted = str(values.get(LLM_CONNECTION.key, ""))
        if not wanted or find_connection(self.connections, wanted) is not None:
            return dict(values)
        return {key: value for key, value in values.items() if key not in {LLM_CONNECTION.key, *CONNECTION_KEYS}}

    @property
    def folder(self) -> Path | None:
        """Where the settings are kept, also of a copy for one question; None when they are not."""
        return self._folder

    def overridden(self, values: Mapping[str, OptionValue]) -> "Config":
        """Return a copy with other values that is never saved (for one command or question)."""
        copy = Config(secrets=self._secrets)
        copy._folder = self._folder
        right = _checked(values)
        with self._lock:
            copy._connections = self._connections
            masked, _ = masked_values(right, self._values)
            copy._values = _changed(self._values | expanded(masked, self._connections))
            lost = CONNECTION_KEYS if LLM_CONNECTION.key in values else frozenset[str]()
            typed = {key: text for key, text in self._typed.items() if key not in lost}
        # what was typed for one command stays in memory
        copy._typed = typed | _with_secrets(right)
        return copy

    def _into_the_store(
        self, values: Mapping[str, OptionValue], others: Mapping[str, OptionValue]
    ) -> tuple[dict[str, OptionValue], bool]:
        """Return values without the secrets, which go into the store, and whether all of those will last there."""
        masked, secrets = masked_values(values, others)
        places = [self._secrets.set(entry_name(server), kind, secret) for server, kind, secret in secrets]
        return masked, Place.MEMORY not in places

    def _keep(self, values: dict[str, OptionValue], connections: tuple[Connection, ...]) -> None:
        """Save settings and connections, then use them: when saving fails, the old ones still hold."""
        changed = _changed(values)
        self._save(_as_stored(changed, connections))
        self._values, self._connections = changed, connections

    def _load(self) -> dict[str, OptionValue]:
        """Read the file; a damaged one is set aside under another name rather than overwritten.

        Raises:
            UserError: it cannot be read. It may be in order, so it stays as it is.

        """
        path = self._path
        if path is None:
            return {}
        try:
            stored = json.loads(path.read_text(encoding="utf-8-sig"))  # editors may put a mark in front
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (ValueError, RecursionError, IsADirectoryError):
            stored = None
        except OSError as error:
            raise UserError(
                f"The settings in {path} cannot be read: {error.strerror}.",
                "Check that you have permission to read the file, or move it elsewhere to start with new settings.",
            ) from error
        if not isinstance(stored, dict):
            with contextlib.suppress(OSError):
                self.set_aside = _set_aside(path)
            return {}
        values = self._moved_to_the_store(stored)
        return self._with_first_connection(values)

    def _moved_to_the_store(self, stored: dict[str, object]) -> dict[str, OptionValue]:
        """Return the values without secrets; a file of an earlier version that holds some is written again."""
        known, connections = known_values(stored), from_stored(stored.get(CONNECTIONS))
        values, lasting = self._into_the_store(known, {})
        moved = [(one, *self._into_the_store(one.values, {})) for one in connections]
        self._connections = tuple(replace(one, values=masked) for one, masked, _ in moved)
        if values == known and self._connections == connections:
            return values
        if lasting and all(all_last for _, _, all_last in moved):
            written = {CONNECTIONS: to_stored(self._connections)} if connections else {}
            with contextlib.suppress(UserError):
                self._save({**stored, **values, **written})
        return values

    def _with_first_connection(self, values: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """Make a connection of the model that settings of earlier versions name."""
        if values.get(LLM_PROVIDER.key, LLM_PROVIDER.default) == "none":
            return values
        values, self._connections = in_step(values, self._connections)
        return values

    def _save(self, values: Mapping[str, object]) -> None:
        """Write a new file beside the old one and swap them."""
        if self._path is None:
            return
        temporary = self._path.with_suffix(".tmp")
        try:
            make_folders(self._path.parent)
            make_private_file(temporary)
            temporary.write_text(json.dumps(values, indent=1, ensure_ascii=False), encoding="utf-8")
            os.replace(temporary, self._path)  # noqa: PTH105 - atomic on every system
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            if is_no_space(error):
                raise no_space(self._path) from error
            raise UserError(
                f"The settings could not be saved: {error.strerror}.",
                f"Check the folder {self._path.parent}.",
            ) from error


def _changed(values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the values that are no defaults: those of a later version reach everybody who never chose."""
    return {key: value for key, value in values.items() if value != OPTIONS_BY_KEY[key].default}


def _as_stored(values: Mapping[str, OptionValue], connections: Sequence[Connection]) -> dict[str, object]:
    return {**values, **({CONNECTIONS: to_stored(connections)} if connections else {})}


def known_values(stored: Mapping[str, object]) -> dict[str, OptionValue]:
    """Keep the stored values that this version understands."""
    known: dict[str, OptionValue] = {}
    for key, option in OPTIONS_BY_KEY.items():
        if key in stored:
            with contextlib.suppress(UserError):
                known[key] = option.check(stored[key])
    return known


def _checked(values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    unknown = sorted(values.keys() - OPTIONS_BY_KEY.keys())
    if unknown:
        raise UserError(f"There is no setting named {unknown[0]!r}.")
    return {key: OPTIONS_BY_KEY[key].check(value) for key, value in values.items()}


def _with_secrets(values: Mapping[str, OptionValue]) -> dict[str, str]:
    """Return those texts that may contain secrets."""
    return {key: str(value) for key, value in values.items() if OPTIONS_BY_KEY[key].hides}


def _set_aside(path: Path) -> Path:
    """Rename a damaged file, to the day's name, and return that."""
    day = f"{path.stem}.damaged-{time.strftime('%Y-%m-%d')}"
    numbers = itertools.chain([""], (f"-{count}" for count in itertools.count(2)))
    names = (f"{day}{number}{path.suffix}" for number in numbers)
    aside = next(place for name in names if not (place := path.with_name(name)).exists())
    path.replace(aside)
    close_to_others(aside)
    return aside
