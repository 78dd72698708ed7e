"""The one object a window or a command line talks to."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.secrets import Secrets
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.events import Event, SearchNotice, StoreChanged
from desktop_rag.core.results.answers import Answer, Source
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.pages import PageImage, Passage
from desktop_rag.indices.library_search import search_library
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.llms import resolve
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.readers.pages.render import load_painter, render_page
from desktop_rag.retrievers.lost_meaning import LostMeaning
from desktop_rag.services.answers.answering import to_source
from desktop_rag.services.answers.layers import layered, read_settings
from desktop_rag.services.libraries.index_opener import IndexOpener
from desktop_rag.services.libraries.library import Library, sample_folder
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat_store import ChatStore
from desktop_rag.storage.sqlite.properties import set_settings
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.tokenizer import without_surrogates
from desktop_rag.worker.job import Job
from desktop_rag.worker.jobs.asking import AskedQuestion, Asking, api_key
from desktop_rag.worker.jobs.building import Building, BuildStatus
from desktop_rag.worker.jobs.conversation_jobs import ConversationJobs
from desktop_rag.worker.jobs.embedding_jobs import EmbeddingJobs
from desktop_rag.worker.jobs.file_jobs import FileJobs
from desktop_rag.worker.jobs.filling import Filling
from desktop_rag.worker.jobs.golden import GoldenJobs
from desktop_rag.worker.jobs.model_jobs import ModelJobs
from desktop_rag.worker.jobs.opening import OpeningJobs
from desktop_rag.worker.jobs.searching import Searching
from desktop_rag.worker.lanes import EventBus, Lanes
from desktop_rag.worker.processes.embedders import Embedders
from desktop_rag.worker.processes.parser_pool import ParserPool
from desktop_rag.worker.processes.pool import FILES_PER_CHILD, ChildProcesses
from desktop_rag.worker.processes.scratch import Scratch
from desktop_rag.worker.watching.keeping_up import KeepingUp

_LANES = {"index": 2, "refresh": 2, "embed": 2, "build": 1, "answer": 2, "view": 2, "search": 1, "meaning": 1}
_CLOSE_SECONDS = 1.5
_RENDER_SECONDS = 60.0


class Worker(FileJobs, ConversationJobs, EmbeddingJobs, GoldenJobs, ModelJobs, OpeningJobs, Searching):
    """Runs every job of one data folder.

    Making one opens nothing and starts nothing. Each call returns its ``Job`` at once; listeners hear of its
    progress and of its one terminal event, on the job's own thread.
    """

    def __init__(self, data_dir: Path, config: Config | None = None) -> None:
        self.data_dir = data_dir
        self.config = config or Config(data_dir / SETTINGS_FILE)
        self.secrets = Secrets()
        self._bus = EventBus()
        self._lanes = Lanes(_LANES, self._bus)
        parsers = max(1, min(4, os.cpu_count() or 1))
        self._scratch = Scratch(data_dir)
        self._parsers = ChildProcesses(parsers, niceness=5, tasks_per_child=FILES_PER_CHILD, scratch=self._scratch)
        self._painter = ChildProcesses(1)
        self._embedders = Embedders(data_dir, self.config, self.secrets)
        self._vectors = VectorCache()
        self._chats = ChatStore(data_dir / "conversations.sqlite")
        self._asking = Asking(self._chats, self._embedders.of, self._vectors, self._bus.emit, self.secrets)
        files = IndexFiles(data_dir / "libraries")
        self._library = Library(files)
        self._filling = Filling(files, self._embedders.of, ParserPool(self._parsers), self._scratch)
        self._keeping_up = KeepingUp(files, self.refresh, self.resume_change)

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call ``listener`` with every event, on the thread that emits it; returns what ends that."""
        return self._bus.subscribe(listener)

    def close(self) -> None:
        """Stop everything within two seconds, whatever is running; idempotent."""
        self._lanes.cancel_all()
        self._keeping_up.close()
        self._parsers.close()
        self._painter.close()
        self._embedders.close()
        self._lanes.close(_CLOSE_SECONDS)
        self._scratch.close()

    def warm_up(self) -> Job[None]:
        """Load the built-in model and the page painter, so that the first question does not wait for them."""

        def run(job: Job[None]) -> None:
            painter = self._painter.schedule(load_painter, seconds=_RENDER_SECONDS)
            with job.token.closing(painter.cancel):
                self._embedders.built_in.warm_up()
                job.token.raise_if_cancelled()
                painter.result(_RENDER_SECONDS)

        return self._lanes.submit("view", "warm_up", run)

    def list_indexes(self) -> Job[tuple[IndexInfo, ...]]:
        """Return the totals of every index."""
        return self._lanes.submit("view", "list_indexes", lambda _: self._library.list_indexes())

    def create_index(self, name: str, splitting: Splitting | None = None) -> Job[IndexInfo]:
        """Make an empty index; UserError when the name is taken or not possible."""
        return self._changing("create_index", name, lambda: self._library.create(name, splitting))

    def delete_index(self, name: str) -> Job[None]:
        """Delete an index (not the files it knows), stopping what fills it."""

        def delete() -> None:
            self._stop(name)
            self._library.files.delete(name)
            self._keeping_up.look_at_roots()

        return self._changing("delete_index", name, delete)

    def rename_index(self, name: str, new_name: str) -> Job[None]:
        """Give an index another name; its conversations follow."""

        def rename() -> None:
            self._stop(name)
            self._library.files.rename(name, new_name)
            self._keeping_up.look_at_roots()
            self._chats.rename_index(name, new_name)

        return self._changing("rename_index", name, rename)

    def add_sample(self, language: str = "") -> Job[str]:
        """Make the sample library (the user's guide), start filling it, and return its name.

        ``language`` ("en", "ja", "zh") limits it to the guide in that language.
        """

        def run(job: Job[str]) -> str:
            guides = sorted(sample_folder().glob(f"*.{language}.*")) if language else [sample_folder()]
            name = self._library.create_sample(guides)
            self._bus.emit(StoreChanged(job.id, frozenset({"indexes"}), (name,)))
            self.add(name, guides)
            return name

        return self._lanes.submit("view", "add_sample", run)

    def build_index_kind(self, name: str, kind: str, settings: Config | None = None) -> Job[BuildStatus]:
        """Prepare an index to be searched by a kind (``indices.kinds``); also continues what was interrupted.

        Files can be added meanwhile; what they bring is prepared by the next build.
        """
        config = settings or self.config

        def run(job: Job[BuildStatus]) -> BuildStatus:
            path = self._library.files.existing(name)
            llm = resolve.resolve_llm(config, api_key(self.secrets, config))
            try:
                building = Building(name, kind, self._bus.emit, job.id, job.token)
                return building.run(path, IndexOpener(llm, self._embedders.of(path), config))
            finally:
                if llm is not None:
                    llm.close()

        return self._lanes.submit("build", f"build {name}", run)

    def search(self, name: str, query: str, *, top_k: int = 10, mode: str = "hybrid") -> Job[tuple[Source, ...]]:
        """Return the best passages for a query; mode is "hybrid", "vector" or "bm25".

        The query may have phrases, exclusions and conditions: ``retrievers.query_syntax``. When the model of the
        meaning cannot be asked, "hybrid" searches by words, and an event ``SearchNotice`` says so.
        """

        def run(job: Job[tuple[Source, ...]]) -> tuple[Source, ...]:
            path = self._library.files.existing(name)
            embed_model = self._embedders.of(path)
            with StorageContext(path, read_only=True) as storage, storage.snapshot():
                index = VectorStoreIndex(storage_context=storage, embed_model=embed_model, cache=self._vectors)
                lost = LostMeaning()
                found = search_library(index, without_surrogates(query), top_k, mode, lost)
            if lost.error is not None:
                self._bus.emit(SearchNotice(job.id, lost.notice))
            return tuple(to_source(node, rank) for rank, node in enumerate(found, 1))

        return self._lanes.submit("view", "search", run)

    def ask(
        self,
        name: str,
        question: str,
        *,
        conversation_id: str = "",
        overrides: Mapping[str, OptionValue] | None = None,
        output_schema: Mapping[str, object] | None = None,
    ) -> Job[Answer]:
        """Answer a question; cancelling keeps what came. With a conversation, its turns are the history.

        Settings of the library, of the conversation and ``overrides`` go before the person's, the last one first.
        With ``output_schema`` the answer is JSON of that form.
        """

        def run(job: Job[Answer]) -> Answer:
            path = self._library.files.existing(name)
            layers = (read_settings(path), self._chats.settings(conversation_id), overrides or {})
            config = layered(self.config, layers)
            asked = AskedQuestion(path, without_surrogates(question), config, conversation_id, output_schema)
            return self._asking.run(job, asked)

        return self._lanes.submit("answer", "ask", run)

    def index_settings(self, name: str) -> Job[dict[str, OptionValue]]:
        """Return the options that are set for one index alone."""
        return self._lanes.submit("view", "index_settings", lambda _: read_settings(self._library.files.existing(name)))

    def set_index_settings(self, name: str, values: Mapping[str, OptionValue]) -> Job[None]:
        """Put other options in the place of all that were set for an index; UserError when one is wrong."""

        def change() -> None:
            layered(self.config, [values])
            with StorageContext(self._library.files.existing(name)) as storage, storage.transaction():
                set_settings(storage.connection, values)

        return self._changing("set_index_settings", name, change)

    def passage(self, name: str, source: Source) -> Job[Passage]:
        """Return a passage with the text around it."""
        return self._lanes.submit("view", "passage", lambda _: self._library.passage(name, source))

    def render_page(
        self, source: Source, *, page: int, zoom: float, cited: tuple[int, int] | None = None
    ) -> Job[PageImage]:
        """Draw a page of a paged file (zoom 1.0 = 72 dpi); the passage is highlighted on its own page."""
        here = page == source.page
        passage = (source.start, source.end) if here and source.end > source.start else None

        def run(job: Job[PageImage]) -> PageImage:
            span = cited if here else None
            words = self._library.page_words(source) if passage or span else None
            arguments = (source.file, page, zoom, passage, span, words)
            return self._painter.run(render_page, *arguments, seconds=_RENDER_SECONDS, token=job.token)

        return self._lanes.submit("view", "render_page", run)

    def _stop(self, name: str) -> None:
        """End what changes an index, and wait for it."""
        self._lanes.stop(f"add {name}", f"refresh {name}", f"build {name}", f"switch {name}")
