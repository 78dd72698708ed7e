"""Model servers: which there are, whether they answer, and their models: listing, loading, downloading them."""

from desktop_rag.config import Config
from desktop_rag.config.connections import find_connection
from desktop_rag.config.options import LLM_CONNECTION, LLM_PROVIDER
from desktop_rag.config.presets import BUILT_IN
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.events import DownloadProgress
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.parallel import run_parallel
from desktop_rag.llms.built_in.download import PacedTeller
from desktop_rag.llms.built_in.engine import ModelEngine
from desktop_rag.llms.discovery import LocalServer, find_local_servers
from desktop_rag.llms.model_servers import ModelServer, ServedModel
from desktop_rag.services.calls import current_call
from desktop_rag.services.operations import Service, runs

_asks = runs(Lane.MODELS, JobKind.CONNECT)


class ServedModels(Service):
    """Tries model servers and manages the models of saved connections; ``engine`` runs the built-in model.

    The connection "" is the one in use, else the Ollama of this computer. Every start looks for servers; what speaks to
    their models is imported when it does.
    """

    def __init__(self, config: Config, secrets: Secrets, engine: ModelEngine) -> None:
        self._config = config
        self._secrets = secrets
        self._engine = engine

    @_asks
    def test_connection(self, settings: Config, api_key: str | None) -> str:
        """Try a model and say in one sentence that it works; UserError says why not."""
        from desktop_rag.llms import resolve

        token = current_call().token
        with running(token):
            return resolve.test_connection(settings, api_key, token, self._engine)

    @_asks
    def list_models(self, settings: Config, api_key: str | None) -> tuple[str, ...]:
        """Return the names of the models an endpoint offers."""
        from desktop_rag.llms import resolve

        return resolve.list_models(settings, api_key, self._engine)

    @_asks
    def list_connection(self, connection_id: str) -> tuple[str, ...]:
        """Return the names of the models of a saved connection."""
        from desktop_rag.services.connected_models import api_key_of

        settings = self._config.overridden({LLM_CONNECTION.key: connection_id})
        return self.list_models(settings, api_key_of(settings, self._secrets))

    @_asks
    def find_local_servers(self) -> tuple[LocalServer, ...]:
        """Return the model servers that answer on this computer, and the model files that this program can run."""
        files = self._engine.names()
        built_in = (LocalServer(LLM_PROVIDER.choice(BUILT_IN).label, BUILT_IN, "", files),) if files else ()
        return (*find_local_servers(run_parallel), *built_in)

    @_asks
    def list_served(self, connection_id: str) -> tuple[ServedModel, ...]:
        """Return the models of a connection, by id or name.

        Raises:
            UserError: there is no such connection, or its server cannot be asked.

        """
        return self._server(connection_id).models(current_call().token)

    @_asks
    def load(self, connection_id: str, model: str) -> None:
        """Return once a server has a model in memory; raises as ``list_served`` does, and when it cannot be loaded."""
        self._server(connection_id).load(model, current_call().token)

    @_asks
    def unload(self, connection_id: str, model: str) -> None:
        """Return once a model has left the memory; raises as ``load`` does."""
        self._server(connection_id).unload(model, current_call().token)

    @runs(Lane.DOWNLOAD, JobKind.DOWNLOAD)
    def pull(self, connection_id: str, model: str) -> str:
        """Have a server download a model, one at a time, and return its name; emits ``DownloadProgress``.

        Raises:
            UserError: the server cannot be asked, knows no such model, or has no room.
            CancelledError: the call was told to stop.

        """
        call = current_call()
        tell = PacedTeller(lambda done, total, speed: call.emit(DownloadProgress(call.id, model, done, total, speed)))
        self._server(connection_id).pull(model, call.token, tell)
        return model

    def _server(self, connection: str) -> ModelServer:
        from desktop_rag.llms.resolve import model_server
        from desktop_rag.services.connected_models import api_key_of

        config = self._config
        if connection:
            config = config.overridden({LLM_CONNECTION.key: connection})
        elif find_connection(config.connections, config[LLM_CONNECTION]) is None and config[LLM_PROVIDER] == "none":
            config = config.overridden({LLM_PROVIDER.key: "ollama"})
        return model_server(config, api_key_of(config, self._secrets))
