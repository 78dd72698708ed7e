"""The person's settings: what differs from the defaults, in ``settings.json`` in the data folder."""

import contextlib
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from desktop_rag.config.connections import (
    CONNECTION_KEYS,
    CONNECTIONS,
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
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.parallel import Listeners
from desktop_rag.core.shared_files import Stamp, peek_json, read_json, stamp_of, update_json
from desktop_rag.core.user_text import UserText

SETTINGS_FILE = "settings.json"
_IF_DAMAGED = UserText(
    "The default settings are used. Set again what you had changed, or import settings that you exported before."
)
_IF_DAMAGED_IN_USE = UserText("Your settings are kept: the program that is running still had them.")
_UNKNOWN = Stamp(-1, -1, -1)
State = tuple[dict[str, OptionValue], tuple[Connection, ...]]
"""Settings by key, without those that have their default, and the saved connections."""


class Config:
    """The person's settings. Reads and writes may come from any thread; writes are atomic.

    Other programs may change them: whoever asks looks at the file's stamp first, which takes microseconds, and what is
    written is what was changed here. A file that is damaged, or gone, while it is in use changes nothing.

    Passwords in addresses and the values of HTTP headers are never among the values: ``MASK`` stands for them, the
    secrets themselves are kept by ``secrets`` under the address they belong to, and ``revealed`` puts them back.
    """

    def __init__(self, path: Path | None = None, secrets: Secrets | None = None) -> None:
        self._path = path
        self._folder = path.parent if path is not None else None
        self._secrets = secrets or (Secrets() if path is None else Secrets.of_data_folder(path.parent))
        self._lock = threading.Lock()
        self._writing = threading.Lock()  # of its own: another program may hold the file's lock for seconds
        self._listeners = Listeners[bool]()
        self._typed: dict[str, str] = {}  # by key: texts with secrets, of settings that are not saved
        self._stamp: Stamp | None = None
        self._held: dict[str, object] = {}  # what the file held last
        self._state: State = self._load(path) if path is not None else ({}, ())

    def __getitem__(self, option: Option[T]) -> T:
        return cast("T", self.value(option))

    def value(self, option: AnyOption) -> OptionValue:
        """Return the value of an option of any type."""
        return self._now()[0].get(option.key, option.default)

    def values(self) -> dict[str, OptionValue]:
        """Return by key what differs from the defaults; secrets are masked."""
        return dict(self._now()[0])

    def listen(self, listener: Callable[[bool], object]) -> Callable[[], None]:
        """Call ``listener`` whenever settings changed, on the thread that noticed; return what ends that.

        It is told whether another program changed them: that is noticed when somebody asks for a setting, or calls
        ``refresh``.
        """
        return self._listeners.add(listener)

    def refresh(self) -> None:
        """Take over what another program changed."""
        if self._path is None or stamp_of(self._path) == self._stamp:
            return
        with self._lock:
            before = self._state
            self._read_again(self._path)
            is_new = self._state != before
        if is_new:
            self._tell(by_others=True)

    def revealed(self, option: Option[str]) -> str:
        """Return an address with its password, or headers with their values: to be sent, never to be shown or stored.

        May block while the keychain is asked.

        Raises:
            UserError: a header has no value for the address of the settings.

        """
        values, _ = self._now()
        text = self._typed.get(option.key) or str(values.get(option.key, option.default))
        server = server_of(option, {**values, option.key: text})
        if MASK not in text:
            return text
        owner = entry_name(server)
        if option.hides == "login":
            return reveal_address(text, lambda kind: self._secrets.get(owner, kind))
        return reveal_headers(text, server or OPENAI_HOST, lambda kind: self._secrets.get(owner, kind))

    def keep_secrets(self, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Put the secrets among some values into the store of secrets, and return the values without them.

        Raises:
            UserError: there is no place where it would last.

        """
        masked, lasting = self._into_the_store(values, self.values())
        if not lasting:
            raise UserError(
                "The password cannot be saved: this system has no keychain, and the file for it cannot be written.",
                UserText("Check the folder {folder}.", folder=self._secrets.file.parent),
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

        def change(now: dict[str, OptionValue], connections: tuple[Connection, ...]) -> State:
            merged = now | expanded(kept, connections)
            is_of_model = values.keys() & {LLM_CONNECTION.key, *CONNECTION_KEYS}
            return in_step(merged, connections) if is_of_model else (merged, connections)

        self._change(change)
        if self._path is None:
            self._typed |= _with_secrets(right)

    def stored(self) -> dict[str, object]:
        """Return settings and connections as their file has them: by key, without defaults, secrets masked."""
        return _as_stored(*self._now())

    def restore(
        self,
        values: Mapping[str, OptionValue],
        connections: Sequence[Connection] | None,
        unchanged: Collection[str] = (),
    ) -> None:
        """Put settings and connections in the place of all, at once; connections stay where None are given.

        Settings with the keys ``unchanged`` stay as they are as well.

        Raises:
            UserError: as in ``update``.

        """
        kept = self.keep_secrets(values)

        def change(now: dict[str, OptionValue], present: tuple[Connection, ...]) -> State:
            stay = {key: now[key] for key in unchanged if key in now}
            return in_step({**stay, **kept}, present if connections is None else tuple(connections))

        self._change(change)

    @property
    def connections(self) -> tuple[Connection, ...]:
        """The saved connections, in the person's order."""
        return self._now()[1]

    def save_connections(self, connections: Sequence[Connection], in_use: str) -> None:
        """Put these in the place of all connections; the one with the id ``in_use`` is asked, none for "".

        Raises:
            UserError: a connection cannot be saved so (see ``connections.checked``), or the file cannot be written.

        """
        self.change_connections(lambda _now, _in_use: (connections, in_use))

    def change_connections(
        self, change: Callable[[tuple[Connection, ...], str], tuple[Sequence[Connection], str]]
    ) -> None:
        """Change the connections, and which one is asked.

        ``change`` gets all there are now, also of other programs, and the id of the one in use, and returns the same.

        Raises:
            UserError: a connection cannot be saved so (see ``connections.checked``), or the file cannot be written.

        """

        def apply(now: dict[str, OptionValue], connections: tuple[Connection, ...]) -> State:
            wanted, in_use = change(connections, str(now.get(LLM_CONNECTION.key, "")))
            kept = tuple(replace(one, values=self.keep_secrets(one.values)) for one in checked(wanted))
            # without a model the address that was used last stays: settings of earlier versions have it alone
            chosen: dict[str, OptionValue] = {LLM_CONNECTION.key: in_use} if in_use else {LLM_PROVIDER.key: "none"}
            return in_step({**now, **expanded(chosen, kept)}, kept)

        self._change(apply)

    def without_lost_connection(self, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return values of a conversation; what they say about the model only if its connection is still there."""
        wanted = str(values.get(LLM_CONNECTION.key, ""))
        if not wanted or find_connection(self.connections, wanted) is not None:
            return dict(values)
        return {key: value for key, value in values.items() if key not in {LLM_CONNECTION.key, *CONNECTION_KEYS}}

    @property
    def folder(self) -> Path | None:
        """The folder of the settings, also of a copy for one question; None without a file."""
        return self._folder

    def overridden(self, values: Mapping[str, OptionValue]) -> "Config":
        """Return a copy with other values that is never saved (for one command or question)."""
        copy = Config(secrets=self._secrets)
        copy._folder = self._folder
        right = _checked(values)
        now, connections = self._now()
        masked, _ = masked_values(right, now)
        copy._state = _changed(now | expanded(masked, connections)), connections
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

    def _now(self) -> State:
        self.refresh()
        return self._state

    def _tell(self, *, by_others: bool) -> None:
        for listener in self._listeners:
            listener(by_others)

    def _change(self, change: Callable[[dict[str, OptionValue], tuple[Connection, ...]], State]) -> None:
        """Save the result of ``change`` on the settings, then use it: when saving fails, the old ones still hold.

        Raises:
            NoSpaceError: the disk is full.
            UserError: the file is in use by a program that hangs, or cannot be written.

        """
        with self._writing:
            held, before = dict(self._held), self._state
            if self._path is None:
                values, connections = change(*before)
                state = _changed(values), connections
            else:
                held, before, state = self._save(self._path, change)
            with self._lock:
                is_new, by_others = state != self._state, before != self._state
                self._held, self._state, self._stamp = held, state, _UNKNOWN
        if is_new:
            self._tell(by_others=by_others)

    def _save(
        self, path: Path, change: Callable[[dict[str, OptionValue], tuple[Connection, ...]], State]
    ) -> tuple[dict[str, object], State, State]:
        """Change the settings in the file; return what it holds then, and the settings before and after that."""
        states: list[State] = []

        def apply(held: dict[str, object]) -> dict[str, object]:
            before, _ = self._understood(held)
            values, connections = change(*before)
            states[:] = [before, (_changed(values), connections)]
            return _merged(held, *states[1])

        next_step = _IF_DAMAGED_IN_USE if self._held else _IF_DAMAGED
        try:
            held = update_json(path, apply, next_step=next_step, instead=self._held)
        except OSError as error:
            if is_no_space(error):
                raise no_space(path) from error
            raise UserError(
                UserText("The settings could not be saved: {reason}.", reason=reason_of(error)),
                UserText("Check the folder {folder}.", folder=path.parent),
            ) from error
        return held, states[0], states[1]

    def _load(self, path: Path) -> State:
        """Read the file; a damaged one is set aside under another name rather than overwritten.

        Raises:
            UserError: it cannot be read. It may be in order, so it stays as it is.

        """
        self._stamp = stamp_of(path)
        try:
            self._held = read_json(path, next_step=_IF_DAMAGED)
        except OSError as error:
            raise UserError(
                UserText("The settings in {path} cannot be read: {reason}.", path=path, reason=reason_of(error)),
                "Check that you have permission to read the file, or move it elsewhere to start with new settings.",
            ) from error
        state, has_secrets = self._understood(self._held)
        if has_secrets:  # written by an earlier version, or by hand
            with contextlib.suppress(UserError):
                self._held, _, state = self._save(path, lambda *now: now)
                self._stamp = _UNKNOWN
        return state

    def _read_again(self, path: Path) -> None:
        """Take over what the file holds now; the caller holds the lock."""
        self._stamp = stamp_of(path)  # first: what is written from now on is read the next time
        if self._stamp is None:
            return
        with contextlib.suppress(OSError):
            held = peek_json(path)
            if held is not None:
                self._held, self._state = held, self._understood(held)[0]

    def _understood(self, held: Mapping[str, object]) -> tuple[State, bool]:
        """Return the settings in the file without its secrets, and True if it had some that are now stored safely.

        The secrets go into the store. A model that settings of earlier versions name gets its connection.
        """
        known, connections = known_values(held), from_stored(held.get(CONNECTIONS))
        values, lasting = self._into_the_store(known, {})
        moved = [(one, *self._into_the_store(one.values, {})) for one in connections]
        masked = tuple(replace(one, values=without) for one, without, _ in moved)
        had_secrets = (values, masked) != (known, connections)
        lasts = lasting and all(all_last for _, _, all_last in moved)
        if values.get(LLM_PROVIDER.key, LLM_PROVIDER.default) != "none":
            values, masked = in_step(values, masked)
        return (values, masked), had_secrets and lasts


def _changed(values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the values that are no defaults: those of a later version reach everybody who never chose."""
    return {key: value for key, value in values.items() if value != OPTIONS_BY_KEY[key].default}


def _as_stored(values: Mapping[str, OptionValue], connections: Sequence[Connection]) -> dict[str, object]:
    return {**values, **({CONNECTIONS: to_stored(connections)} if connections else {})}


def _merged(
    held: Mapping[str, object], values: Mapping[str, OptionValue], connections: Sequence[Connection]
) -> dict[str, object]:
    """Return the content of a file with these settings in it; entries unknown to this version stay.

    Only what differs from what the file says is replaced: a value that is spelled otherwise keeps its spelling.
    """
    known = known_values(held)
    new = {key: value for key, value in values.items() if key not in known or known[key] != value}
    gone = _changed(known).keys() - values.keys()
    kept = {key: value for key, value in held.items() if key not in gone and key != CONNECTIONS}
    stored = {CONNECTIONS: to_stored(connections, held.get(CONNECTIONS))} if connections else {}
    return {**kept, **new, **stored}


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
        raise UserError(UserText("There is no setting named {name}.", name=repr(unknown[0])))
    return {key: OPTIONS_BY_KEY[key].check(value) for key, value in values.items()}


def _with_secrets(values: Mapping[str, OptionValue]) -> dict[str, str]:
    """Return those texts that may contain secrets."""
    return {key: str(value) for key, value in values.items() if OPTIONS_BY_KEY[key].hides}
