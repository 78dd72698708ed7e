"""Builds indexes of other kinds (``indices.loading``) over a library, and opens them with the prompts of settings."""

import time
from dataclasses import dataclass
from functools import partial

from desktop_rag.config import Config
from desktop_rag.config.prompts import changed_prompts
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.events import BuildProgress
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.building import BuiltIndex
from desktop_rag.indices.loading import open_index, require_model
from desktop_rag.llms.base import LLM
from desktop_rag.llms.built_in.engine import ModelEngine
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.services.calls import ServiceCall, current_call
from desktop_rag.services.connected_models import connected_llm
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.masking.library_names import library_names
from desktop_rag.services.operations import Service, runs
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.storage_context import StorageContext

_PROGRESS_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class BuildStatus:
    """The progress of building an index; ``processed`` counts the passages of this run."""

    name: str
    kind: str
    passages: int
    processed: int
    pending: int


class IndexBuilds(Service):
    """Builds indexes of other kinds; emits ``BuildProgress`` at most ten times a second."""

    def __init__(
        self, files: IndexFiles, embed_models: Embedders, config: Config, secrets: Secrets, engine: ModelEngine
    ) -> None:
        self._files = files
        self._embed_models = embed_models
        self._config = config
        self._secrets = secrets
        self._engine = engine

    @runs(Lane.BUILD, JobKind.BUILD)
    def build(self, name: str, kind: str, settings: Config | None = None) -> BuildStatus:
        """Build an index of a kind over a library and return its progress; also continues an interrupted build.

        Files can be added meanwhile; what they bring is prepared by the next build.

        Raises:
            UserError: the kind needs a model, or the model fails; what was done is kept.
            CancelledError: the call was told to stop; what was done is kept.

        """
        call, config, path = current_call(), settings or self._config, self._files.existing(name)
        progress = _BuildReporter(name, kind, call)
        names = partial(library_names, self._files, path)
        with connected_llm(config, self._secrets, self._engine, names) as llm:
            opener = IndexOpener(llm, self._embed_models.of(path), config)
            require_model(kind, llm)
            with running(call.token), self._files.open(path) as storage:
                index = opener.open(kind, storage)
                before = index.pending()
                try:
                    index.build_pending(progress)
                finally:
                    call.changed(name, "indexes")
                after = index.pending()
                return BuildStatus(name, index.kind, storage.nodes.node_count(), before - after, after)


class _BuildReporter:
    """Emits BuildProgress, at a readable pace."""

    def __init__(self, name: str, kind: str, call: ServiceCall) -> None:
        self._name = name
        self._kind = kind
        self._call = call
        self._last_reported = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if done == total or now - self._last_reported >= _PROGRESS_SECONDS:
            self._last_reported = now
            self._call.emit(BuildProgress(self._call.id, self._name, self._kind, done, total))


@dataclass(frozen=True, slots=True)
class IndexOpener:
    """The parts an index is opened with: a model (None where none is needed), an embedder, and the prompts."""

    llm: LLM | None
    embed_model: BaseEmbedding
    config: Config

    def open(self, kind: str, storage: StorageContext) -> BuiltIndex:
        """Return the index of a kind over everything in a storage; nothing is built by this."""
        index = open_index(kind, storage, self.llm, self.embed_model)
        if isinstance(index, PromptMixin):
            index.update_prompts(changed_prompts(self.config, index.get_prompts()))
        return index
