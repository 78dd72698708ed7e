"""The model files of this computer: those found, those that can be downloaded, and downloading them."""

from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.events import DownloadProgress
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.built_in.download import (
    PART,
    CatalogueModel,
    PacedTeller,
    catalogue_model,
    download_model,
    read_catalogue,
    release_downloading_lock,
    try_downloading_lock,
)
from desktop_rag.llms.built_in.files import ModelFile, find_model_files
from desktop_rag.llms.built_in.header import available_memory
from desktop_rag.services.calls import current_call
from desktop_rag.services.operations import Service, runs


@dataclass(frozen=True, slots=True)
class OfferedModel:
    """A model of the catalogue: its file (None: not here), the bytes downloaded, and whether memory suffices now."""

    model: CatalogueModel
    path: Path | None
    downloaded: int
    fits: bool


class ModelFiles(Service):
    """Finds, downloads and removes model files; downloaded ones lie in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._models = read_catalogue()

    @runs(Lane.MODELS, JobKind.READ)
    def found(self) -> tuple[ModelFile, ...]:
        """Return the models on this computer, our own first."""
        return find_model_files(self._folder)

    @runs(Lane.MODELS, JobKind.READ)
    def offered(self) -> tuple[OfferedModel, ...]:
        """Return the catalogue; a model that another program downloaded counts as here."""
        here = {file.path.name: file.path for file in reversed(self.found())}
        free = available_memory()
        return tuple(self._offer(one, here.get(one.file), free) for one in self._models)

    @runs(Lane.DOWNLOAD, JobKind.DOWNLOAD)
    def download(self, model_name: str) -> Path:
        """Return the file of a model of the catalogue, downloaded if need be, one at a time.

        ``DownloadProgress`` tells how far it is.

        Raises:
            UserError: there is no such model, no room or no network, or the file is not what it should be.
            CancelledError: the call was told to stop; the next one continues where it stopped.

        """
        call = current_call()
        model = catalogue_model(model_name, self._models)
        here = next((one.path for one in self.offered() if one.model == model), None)
        if here is not None:
            return here
        tell = PacedTeller(
            lambda done, total, speed: call.emit(DownloadProgress(call.id, model.name, done, total, speed))
        )
        return download_model(model, self._folder, call.token, tell)

    @runs(Lane.MODELS, JobKind.CHANGE)
    def remove(self, model_name: str) -> Path:
        """Delete a downloaded model, or the remains of a stopped download, and return its file.

        Raises:
            UserError: it was not downloaded by this program, is being downloaded, or cannot be deleted.

        """
        model = catalogue_model(model_name, self._models)
        target = self._folder / model.file
        there = [path for path in (target, target.with_name(target.name + PART)) if path.is_file()]
        if not there:
            raise UserError(
                UserText("{title} was not downloaded by Desktop RAG.", title=model.title), "There is nothing to delete."
            )
        try:
            lock = try_downloading_lock(target)
            if lock is None:
                raise UserError(
                    UserText("{title} is being downloaded by another program.", title=model.title),
                    UserText("Stop the download first."),
                )
            try:
                for path in there:
                    path.unlink(missing_ok=True)
            finally:
                release_downloading_lock(lock, target)
        except OSError as error:
            raise UserError(
                UserText("{target} cannot be deleted: {reason}.", target=target, reason=reason_of(error)),
                "Ask again when no answer uses it.",
            ) from error
        return target

    def _offer(self, model: CatalogueModel, path: Path | None, free: int) -> OfferedModel:
        part = self._folder / f"{model.file}{PART}"
        try:
            downloaded = part.stat().st_size if path is None else model.size
        except OSError:
            downloaded = 0
        return OfferedModel(model, path, downloaded, model.memory <= free)
