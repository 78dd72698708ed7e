"""The jobs about model servers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from desktop_rag.config import Config
from desktop_rag.services.ports import ServiceCall
from desktop_rag.worker.job import Job, JobKind
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import Lane

if TYPE_CHECKING:
    from desktop_rag.llms.discovery import LocalServer
    from desktop_rag.llms.model_servers import ServedModel
    from desktop_rag.services.served_models import ServedModels

T = TypeVar("T")


class ModelJobs:
    """See ``services.served_models.ServedModels``."""

    def __init__(self, runner: JobRunner, served: "Callable[[], ServedModels]") -> None:
        self._runner = runner
        self._served = served

    def test_connection(self, settings: Config, api_key: str | None) -> Job[str]:
        """Try a model and say in one sentence that it works; UserError says why not."""
        return self._run(lambda call: self._served().test_connection(settings, api_key, call))

    def list_models(self, settings: Config, api_key: str | None) -> Job[tuple[str, ...]]:
        """Return the names of the models an endpoint offers."""
        return self._run(lambda _: self._served().names(settings, api_key))

    def list_connection(self, connection_id: str) -> Job[tuple[str, ...]]:
        """Return the names of the models of a saved connection."""
        return self._run(lambda _: self._served().names_of(connection_id))

    def find_local_servers(self) -> "Job[tuple[LocalServer, ...]]":
        """Return the model servers that answer on this computer, and the model files that this program can run."""
        return self._run(lambda _: self._served().find_local())

    def list_served(self, connection_id: str) -> "Job[tuple[ServedModel, ...]]":
        """Return the models of a connection's server, and which are in memory."""
        return self._run(lambda call: self._served().list(connection_id, call))

    def load(self, connection_id: str, model: str) -> Job[None]:
        """Have a server load a model."""
        return self._run(lambda call: self._served().load(connection_id, model, call))

    def unload(self, connection_id: str, model: str) -> Job[None]:
        """Have a server unload a model."""
        return self._run(lambda call: self._served().unload(connection_id, model, call))

    def pull(self, connection_id: str, model: str) -> Job[str]:
        """Have a server download a model, one at a time; returns its name."""
        return self._runner.run(
            Lane.DOWNLOAD, JobKind.DOWNLOAD, lambda call: self._served().pull(connection_id, model, call)
        )

    def _run(self, function: Callable[[ServiceCall], T]) -> Job[T]:
        return self._runner.run(Lane.MODELS, JobKind.CONNECT, function)
