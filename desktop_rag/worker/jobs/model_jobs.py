"""The jobs about model servers."""

from concurrent.futures import ThreadPoolExecutor

from desktop_rag.config import Config
from desktop_rag.config.options import LLM_CONNECTION, LLM_PROVIDER
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.instrumentation import running
from desktop_rag.llms import resolve
from desktop_rag.llms.built_in.model import BUILT_IN, ModelEngine
from desktop_rag.llms.discovery import LocalServer, find_local_servers
from desktop_rag.llms.model_servers import ServedModel
from desktop_rag.services.ports import ServiceCall
from desktop_rag.services.served_models import ServedModels
from desktop_rag.services.settings import api_key_of
from desktop_rag.worker.job import Job, JobKind
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import Lane

_PROBES = 8


class ModelJobs:
    """Tries models and looks for servers; ``engine`` runs the built-in model."""

    def __init__(self, runner: JobRunner, config: Config, secrets: Secrets, engine: ModelEngine) -> None:
        self._served = ServedModels(config, secrets)
        self._runner = runner
        self._config = config
        self._secrets = secrets
        self._engine = engine

    def test_connection(self, settings: Config, api_key: str | None) -> Job[str]:
        """Try a model and say in one sentence that it works; UserError says why not."""

        def run(call: ServiceCall) -> str:
            with running(call.token):
                return resolve.test_connection(settings, api_key, call.token, self._engine)

        return self._runner.run(Lane.MODELS, JobKind.CONNECT, run)

    def list_models(self, settings: Config, api_key: str | None) -> Job[tuple[str, ...]]:
        """Return the names of the models an endpoint offers."""
        return self._runner.run(
            Lane.MODELS, JobKind.CONNECT, lambda _: resolve.list_models(settings, api_key, self._engine)
        )

    def list_connection(self, connection_id: str) -> Job[tuple[str, ...]]:
        """Return the names of the models of a saved connection."""

        def run(_: ServiceCall) -> tuple[str, ...]:
            settings = self._config.overridden({LLM_CONNECTION.key: connection_id})
            return resolve.list_models(settings, api_key_of(settings, self._secrets), self._engine)

        return self._runner.run(Lane.MODELS, JobKind.CONNECT, run)

    def find_local_servers(self) -> Job[tuple[LocalServer, ...]]:
        """Return the model servers that answer on this computer, and the model files that this program can run."""

        def run(_: ServiceCall) -> tuple[LocalServer, ...]:
            files = self._engine.names()
            built_in = (LocalServer(LLM_PROVIDER.choice(BUILT_IN).label, BUILT_IN, "", files),) if files else ()
            return (*_probe_all(), *built_in)

        return self._runner.run(Lane.MODELS, JobKind.CONNECT, run)

    def list_served(self, connection_id: str) -> Job[tuple[ServedModel, ...]]:
        """Return the models of a connection's server, and which are in memory; see ``services.served_models``."""
        return self._runner.run(Lane.MODELS, JobKind.CONNECT, lambda call: self._served.list(connection_id, call))

    def load(self, connection_id: str, model: str) -> Job[None]:
        """Have a server load a model."""
        return self._runner.run(
            Lane.MODELS, JobKind.CONNECT, lambda call: self._served.load(connection_id, model, call)
        )

    def unload(self, connection_id: str, model: str) -> Job[None]:
        """Have a server unload a model."""
        return self._runner.run(
            Lane.MODELS, JobKind.CONNECT, lambda call: self._served.unload(connection_id, model, call)
        )

    def pull(self, connection_id: str, model: str) -> Job[str]:
        """Have a server download a model, one at a time; returns its name."""
        return self._runner.run(
            Lane.DOWNLOAD, JobKind.DOWNLOAD, lambda call: self._served.pull(connection_id, model, call)
        )


def _probe_all() -> tuple[LocalServer, ...]:
    with ThreadPoolExecutor(_PROBES, thread_name_prefix="desktop-rag-probe") as pool:
        return find_local_servers(pool.map)
