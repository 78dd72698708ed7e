"""The person's settings: what differs from the defaults, in ``settings.json`` in the data folder."""

import contextlib
import json
import os
import threading
from collections.abc import Mapping, Sequence
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
from desktop_rag.config.option import AnyOption, Option, OptionValue, T
from desktop_rag.config.options import LLM_CONNECTION, LLM_PROVIDER, OPTIONS_BY_KEY
from desktop_rag.core.disk_space import is_no_space, no_space
from desktop_rag.core.errors import UserError
from desktop_rag.core.private_files import FOLDER_MODE, make_private_file

SETTINGS_FILE = "settings.json"
_CONNECTIONS = "connections"


class Config:
    """The person's settings. Reads and writes may come from any thread; writes are atomic."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._connections: tuple[Connection, ...] = ()
        self._values: dict[str, OptionValue] = self._load() if path is not None else {}

    def __getitem__(self, option: Option[T]) -> T:
        with self._lock:
            return cast("T", self._values.get(option.key, option.default))

    def value(self, option: AnyOption) -> OptionValue:
        """Return the value of an option of any type."""
        with self._lock:
            return self._values.get(option.key, option.default)

    def update(self, values: dict[str, OptionValue]) -> None:
        """Set options by key and save them; nothing changes when one of them is wrong, or they cannot be saved.

        Raises:
            NoSpaceError: the disk is full.
            UserError: an unknown key, a wrong value, or the settings file cannot be written.

        """
        with self._lock:
            merged = self._merged(values)
            connections = self._connections
            if values.keys() & {LLM_CONNECTION.key, *CONNECTION_KEYS}:
                merged, connections = in_step(merged, connections)
            self._keep(merged, connections)

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
        kept = checked(connections)
        with self._lock:
            chosen: dict[str, OptionValue] = {LLM_CONNECTION.key: in_use}
            merged = {**self._values, **expanded(chosen, kept)}
            self._keep(*in_step(merged, kept))

    def without_lost_connection(self, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return values of a conversation; what they say about the model only if its connection is still there."""
        wanted = str(values.get(LLM_CONNECTION.key, ""))
        if not wanted or find_connection(self.connections, wanted) is not None:
            return dict(values)
        return {key: value for key, value in values.items() if key not in {LLM_CONNECTION.key, *CONNECTION_KEYS}}

    def overridden(self, values: dict[str, OptionValue]) -> "Config":
        """Return a copy with other values that is never saved (for one command or question)."""
        copy = Config()
        with self._lock:
            copy._connections = self._connections
            copy._values = _changed(self._merged(values))
        return copy

    def _merged(self, values: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the present values with others in their place, which are checked."""
        unknown = sorted(values.keys() - OPTIONS_BY_KEY.keys())
        if unknown:
            raise UserError(f"There is no setting named {unknown[0]!r}.")
        right = {key: OPTIONS_BY_KEY[key].check(value) for key, value in values.items()}
        return self._values | expanded(right, self._connections)

    def _keep(self, values: dict[str, OptionValue], connections: tuple[Connection, ...]) -> None:
        """Save settings and connections, then use them: when saving fails, the old ones still hold."""
        changed = _changed(values)
        self._save({**changed, **({_CONNECTIONS: to_stored(connections)} if connections else {})})
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
                path.replace(path.with_suffix(".damaged.json"))
            return {}
        values = known_values(stored)
        self._connections = from_stored(stored.get(_CONNECTIONS))
        return self._with_first_connection(values)

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
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
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


def known_values(stored: dict[str, object]) -> dict[str, OptionValue]:
    """Keep the stored values that this version understands."""
    known: dict[str, OptionValue] = {}
    for key, option in OPTIONS_BY_KEY.items():
        if key in stored:
            with contextlib.suppress(UserError):
                known[key] = option.check(stored[key])
    return known
