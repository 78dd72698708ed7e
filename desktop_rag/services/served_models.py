"""The models of servers: which are in memory, loading and unloading them, and having a server download one."""

from desktop_rag.config import Config
from desktop_rag.config.connections import find_connection
from desktop_rag.config.options import LLM_CONNECTION, LLM_PROVIDER
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.events import DownloadProgress
from desktop_rag.llms.built_in.download import PacedTeller
from desktop_rag.llms.model_servers import ModelServer, ServedModel
from desktop_rag.llms.resolve import model_server
from desktop_rag.services.ports import ServiceCall
from desktop_rag.services.settings import api_key_of


class ServedModels:
    """Manages the models behind saved connections; "" is the one in use, else the Ollama of this computer."""

    def __init__(self, config: Config, secrets: Secrets) -> None:
        self._config = config
        self._secrets = secrets

    def list(self, connection: str, call: ServiceCall) -> tuple[ServedModel, ...]:
        """Return the models of a connection, by id or name.

        Raises:
            UserError: there is no such connection, or its server cannot be asked.

        """
        return self._server(connection).models(call.token)

    def load(self, connection: str, model: str, call: ServiceCall) -> None:
        """Return once a server has a model in memory; raises as ``list`` does, and when it cannot be loaded."""
        self._server(connection).load(model, call.token)

    def unload(self, connection: str, model: str, call: ServiceCall) -> None:
        """Return once a model has left the memory; raises as ``load`` does."""
        self._server(connection).unload(model, call.token)

    def pull(self, connection: str, model: str, call: ServiceCall) -> str:
        """Have a server download a model and return its name; ``DownloadProgress`` tells how far it is.

        Raises:
            UserError: the server cannot be asked, knows no such model, or has no room.
            CancelledError: the call was told to stop.

        """
        tell = PacedTeller(lambda done, total, speed: call.emit(DownloadProgress(call.id, model, done, total, speed)))
        self._server(connection).pull(model, call.token, tell)
        return model

    def _server(self, connection: str) -> ModelServer:
        config = self._config
        if connection:
            config = config.overridden({LLM_CONNECTION.key: connection})
        elif find_connection(config.connections, config[LLM_CONNECTION]) is None and config[LLM_PROVIDER] == "none":
            config = config.overridden({LLM_PROVIDER.key: "ollama"})
        return model_server(config, api_key_of(config, self._secrets))
