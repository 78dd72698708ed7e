"""List the models of all saved connections and of servers found on this computer."""

import time
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop_rag.config.connections import Connection
from desktop_rag.core.errors import UserError
from desktop_rag.core.network.offline import is_local
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.llms.discovery import LocalServer, chat_models, same_address
from desktop_rag.llms.model_servers import ServedModel

_FRESH_SECONDS = 30.0  # a menu that is opened again soon asks nobody


@dataclass(frozen=True, slots=True)
class Listing:
    """A connection's models: ``problem`` is the reason for none; ``asking`` until the reply."""

    models: tuple[str, ...] = ()
    problem: str = ""
    asking: bool = True


class ModelCatalogue(QObject):
    """Asks servers in the background, when somebody wants to choose, and remembers what they said."""

    changed = Signal()
    servers_found = Signal()  # the computer was looked through, whatever came of it

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._listings: dict[str, Listing] = {}  # by the connection's id
        self._served: dict[str, tuple[ServedModel, ...]] = {}
        self._asked: dict[str, tuple[Connection, float]] = {}  # what was asked, and when
        self._servers: tuple[LocalServer, ...] = ()
        self._looked = float("-inf")

    def listing(self, connection: Connection) -> Listing:
        """Return the listing of a connection's models so far."""
        return self._listings.get(connection.id, Listing())

    def served(self, connection: Connection) -> tuple[ServedModel, ...]:
        """Return the server's own list of models; () for online services, and until it replies."""
        return self._served.get(connection.id, ())

    def forget(self, connection_id: str) -> None:
        """Ask a connection again, however short a time ago it was asked: its models have changed."""
        self._asked.pop(connection_id, None)
        self.refresh()

    def found(self) -> tuple[LocalServer, ...]:
        """Return the servers of this computer that have models for chats and belong to no saved connection."""
        return tuple(server for server in self._new_servers() if server.models)

    def empty_ollama(self) -> LocalServer | None:
        """Return the Ollama of this computer when it has no model for chats and belongs to no saved connection."""
        new = self._new_servers()
        return next((server for server in new if server.provider == "ollama" and not server.models), None)

    def _new_servers(self) -> list[LocalServer]:
        """Return the servers of this computer that belong to no saved connection."""
        saved = self._bridge.worker.config.connections
        return [
            server
            for server in self._servers
            if not any(same_address(one.provider, one.address, server) for one in saved)
        ]

    def refresh(self) -> None:
        """Ask every connection of which nothing is known that is fresh, and look for servers."""
        now = time.monotonic()
        for one in self._bridge.worker.config.connections:
            asked, when = self._asked.get(one.id, (None, 0.0))
            if asked != one or now - when > _FRESH_SECONDS:
                self._asked[one.id] = (one, now)
                job = self._bridge.worker.models.list_connection(one.id)
                self._bridge.run(job, partial(self._listed, one.id), partial(self._failed, one.id))
                if _is_managed(one):
                    served = self._bridge.worker.models.list_served(one.id)
                    self._bridge.run(served, partial(self._show_served, one.id), self._not_served)
        self.look_for_servers()

    def look_for_servers(self) -> None:
        """Look for model servers on this computer, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self._looked > _FRESH_SECONDS:
            self._looked = now
            self._bridge.run(self._bridge.worker.models.find_local_servers(), self._show_servers, self._no_servers)

    def _listed(self, connection_id: str, models: tuple[str, ...]) -> None:
        self._listings[connection_id] = Listing(models, asking=False)
        self.changed.emit()

    def _failed(self, connection_id: str, error: UserError) -> None:
        self._listings[connection_id] = Listing(problem=error.message, asking=False)
        self.changed.emit()

    def _show_served(self, connection_id: str, served: tuple[ServedModel, ...]) -> None:
        self._served[connection_id] = served
        self.changed.emit()

    def _not_served(self, _error: UserError) -> None:
        """Ignore the error: the list of names shows it."""

    def _show_servers(self, servers: tuple[LocalServer, ...]) -> None:
        self._servers = tuple(replace(server, models=chat_models(server.models)) for server in servers)
        self.changed.emit()
        self.servers_found.emit()

    def _no_servers(self, _error: UserError) -> None:
        self._show_servers(())


def _is_managed(connection: Connection) -> bool:
    """Return True if the models of a connection may be those of a person's own server."""
    is_own = connection.provider == "openai" and bool(connection.address) and is_local(connection.address)
    return connection.provider == "ollama" or is_own
