"""The jobs about model files."""

from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.worker.job import Job, JobKind
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_rag.llms.built_in.files import ModelFile
    from desktop_rag.services.model_files import ModelFiles, OfferedModel


class ModelFileJobs:
    """See ``services.model_files.ModelFiles``."""

    def __init__(self, runner: JobRunner, files: "Callable[[], ModelFiles]") -> None:
        self._runner = runner
        self._files = files

    def found(self) -> "Job[tuple[ModelFile, ...]]":
        """Return the models on this computer."""
        return self._runner.run(Lane.MODELS, JobKind.READ, lambda _: self._files().found())

    def offered(self) -> "Job[tuple[OfferedModel, ...]]":
        """Return the models that can be downloaded."""
        return self._runner.run(Lane.MODELS, JobKind.READ, lambda _: self._files().offered())

    def download(self, name: str) -> Job[Path]:
        """Download a model of the catalogue, one at a time."""
        return self._runner.run(Lane.DOWNLOAD, JobKind.DOWNLOAD, lambda call: self._files().download(name, call))

    def remove(self, name: str) -> Job[Path]:
        """Delete a downloaded model."""
        return self._runner.run(Lane.MODELS, JobKind.CHANGE, lambda _: self._files().remove(name))
