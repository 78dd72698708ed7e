"""The saved connections while they are edited: nothing is stored before the dialog is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.connections import Connection, changed_values, find_connection, merged, new_connection
from desktop_rag.config.options import LLM_BASE_URL, LLM_CONNECTION, LLM_PROVIDER
from desktop_rag.config.presets import Preset
from desktop_rag.core.network.addresses import is_loopback
from desktop_rag.gui.widgets.words import option_text
from desktop_rag.llms.discovery import LocalServer, same_address


class ConnectionDrafts:
    """A list of connections of which one, or none, is edited; that one is asked once they are saved."""

    def __init__(self, config: Config) -> None:
        self._known = config.connections
        self._connections = list(self._known)
        self._id = self._known_id = config[LLM_CONNECTION]
        self.keys: dict[str, str] = {}  # API keys that were typed, by id

    @property
    def connections(self) -> tuple[Connection, ...]:
        """All connections, in order."""
        return tuple(self._connections)

    @property
    def current(self) -> Connection | None:
        """The connection that is edited; None for answers without a model."""
        return find_connection(self._connections, self._id) if self._id else None

    def choose(self, connection_id: str) -> None:
        """Edit this connection, none for ""."""
        self._id = connection_id

    def keep(self, values: Mapping[str, OptionValue], name: str, key: str) -> None:
        """Keep the values typed for the current connection; an empty name leaves the one before."""
        for place, one in enumerate(self._connections):
            if one.id == self._id:
                self._connections[place] = replace(one, name=name.strip() or one.name, values=changed_values(values))
                self.keys[one.id] = key

    def add(self, values: Mapping[str, OptionValue], name: str = "") -> None:
        """Add a connection and edit it; a name that is taken gets a number."""
        added = new_connection(values, self._connections)
        if name and name.casefold() not in {one.name.casefold() for one in self._connections}:
            added = replace(added, name=name)
        self._connections.append(added)
        self._id = added.id

    def add_preset(self, preset: Preset) -> None:
        """Add a connection to a known service and edit it."""
        self.add({LLM_PROVIDER.key: preset.provider, LLM_BASE_URL.key: preset.address}, option_text(preset.name))

    def use_server(self, server: LocalServer) -> None:
        """Edit the connection to a server of this computer; add it when there is none."""
        for one in self._connections:
            if same_address(one.provider, one.address, server):
                self._id = one.id
                return
        self.add({LLM_PROVIDER.key: server.provider, LLM_BASE_URL.key: server.base_url}, server.name)

    def remove(self) -> None:
        """Remove the current connection; the one that moves into its place is edited next."""
        place = next((place for place, one in enumerate(self._connections) if one.id == self._id), None)
        if place is None:
            return
        self.keys.pop(self._id, None)
        del self._connections[place]
        rest = self._connections[place : place + 1] or self._connections[-1:]
        self._id = rest[0].id if rest else ""

    def save(self, config: Config) -> None:
        """Store the connections; what other programs changed since the drafts were made stays.

        Raises:
            UserError: as in ``Config.save_connections``.

        """

        def change(now: tuple[Connection, ...], in_use: str) -> tuple[Sequence[Connection], str]:
            connections = merged(self._known, self._connections, now)
            chosen = in_use if self._id == self._known_id else self._id
            return connections, chosen if any(one.id == chosen for one in connections) else ""

        config.change_connections(change)

    def settings(self, config: Config) -> Config:
        """Return the settings with the current connection in use."""
        current = self.current
        values: dict[str, OptionValue] = dict(current.values) if current else {}
        return config.overridden({LLM_CONNECTION.key: "", **values})


def takes_key(provider: str, address: str) -> bool:
    """Return True if a server may ask for a key; an Ollama on another computer may."""
    is_remote = bool(address) and not is_loopback(address if "//" in address else f"//{address}")
    return provider == "openai" or (provider == "ollama" and is_remote)
