"""The model files of a scripted worker."""

from pathlib import Path

from desktop_rag.core.events import DownloadProgress
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.llms.built_in.files import ModelFile
from desktop_rag.services.model_files import OfferedModel
from tests.helpers.script import Script


class ScriptedModelFiles:
    def __init__(self, script: Script) -> None:
        self._script = script

    def found(self) -> Job[tuple[ModelFile, ...]]:
        return self._script.view("model_files.found", lambda: self._script.found_models)

    def offered(self) -> Job[tuple[OfferedModel, ...]]:
        return self._script.view("model_files.offered", lambda: self._script.offered_models)

    def download(self, name: str) -> Job[Path]:
        def run(job: Job[Path]) -> Path:
            model = next(one.model for one in self._script.offered_models if one.model.name == name)
            for part in range(1, 6):
                self._script.bus.emit(DownloadProgress(job.id, name, model.size * part // 10, model.size, 8e6))
                job.token.wait(self._script.download_seconds)
                job.token.raise_if_cancelled()
            if self._script.download_error is not None:
                raise self._script.download_error
            return Path("models", model.file)

        self._script.calls.append(("model_files.download", (name,)))
        return self._script.lanes.submit(Lane.VIEW, JobKind.DOWNLOAD, run)

    def remove(self, name: str) -> Job[Path]:
        return self._script.view("model_files.remove", lambda: Path("models", name), name)
