"""The one object a window or a command line talks to."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from desktop_rag.config import Config
from desktop_rag.config.options import LLM_BASE_URL, LLM_PROVIDER
from desktop_rag.errors import UserError
from desktop_rag.events import Event, StoreChanged
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.llms import resolve
from desktop_rag.llms.discovery import LocalServer, find_local_servers
from desktop_rag.readers.render import load_painter, render_page
from desktop_rag.results import Answer, ConversationInfo, IndexInfo, IndexStatus, PageImage, Passage, Source, Turn
from desktop_rag.secrets import Secrets
from desktop_rag.storage.chat_store import ChatStore
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.vector_cache import VectorCache
from desktop_rag.worker.answering import Answering, Question, failed_answer, to_source
from desktop_rag.worker.embedding import ChildEmbedding
from desktop_rag.worker.job import Job
from desktop_rag.worker.lanes import EventBus, Lanes
from desktop_rag.worker.library import Library, sample_folder
from desktop_rag.worker.processes import FILES_PER_CHILD, ChildProcesses, ParserPool
from desktop_rag.worker.progress import IngestReporter

_LANES = {"index": 1, "answer": 2, "view": 2}
_CLOSE_SECONDS = 1.5
_RENDER_SECONDS = 60.0
_PROBES = 8
T = TypeVar("T")


class Worker:
    """Runs every job of one data folder.

    Making one opens nothing and starts nothing. Each call returns its ``Job`` at once; listeners hear of its
    progress and of its one terminal event, on the job's own thread.
    """

    def __init__(self, data_dir: Path, config: Config | None = None) -> None:
        self.data_dir = data_dir
        self.config = config or Config(data_dir / "settings.json")
        self.secrets = Secrets()
        self._bus = EventBus()
        self._lanes = Lanes(_LANES, self._bus)
        parsers = max(1, min(4, os.cpu_count() or 1))
        self._parsers = ChildProcesses(parsers, niceness=10, tasks_per_child=FILES_PER_CHILD)
        self._painter = ChildProcesses(1)
        self._embed_model = ChildEmbedding(data_dir / "embedder.json")
        self._vectors = VectorCache()
        self._chats = ChatStore(data_dir / "conversations.sqlite")
        self._library = Library(
            IndexFiles(data_dir / "libraries"), self._embed_model, ParserPool(self._parsers).parse_files
        )

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call ``listener`` with every event, on the thread that emits it; returns what ends that."""
        return self._bus.subscribe(listener)

    def close(self) -> None:
        """Stop everything within two seconds, whatever is running; idempotent."""
        self._lanes.cancel_all()
        self._parsers.close()
        self._painter.close()
        self._embed_model.close()
        self._lanes.close(_CLOSE_SECONDS)

    def warm_up(self) -> Job[None]:
        """Load the built-in model and the page painter, so that the first question does not wait for them."""

        def run(job: Job[None]) -> None:
            painter = self._painter.schedule(load_painter, seconds=_RENDER_SECONDS)
            self._embed_model.warm_up()
            job.token.raise_if_cancelled()
            painter.result(_RENDER_SECONDS)

        return self._lanes.submit("view", "warm_up", run)

    def list_indexes(self) -> Job[tuple[IndexInfo, ...]]:
        """Return the totals of every index."""
        return self._lanes.submit("view", "list_indexes", lambda _: self._library.list_indexes())

    def create_index(self, name: str) -> Job[IndexInfo]:
        """Make an empty index; UserError when the name is taken or not possible."""
        return self._changing("create_index", name, lambda: self._library.create(name))

    def delete_index(self, name: str) -> Job[None]:
        """Delete an index (not the files it knows), stopping what fills it."""

        def delete() -> None:
            self._stop_filling(name)
            self._library.files.delete(name)

        return self._changing("delete_index", name, delete)

    def rename_index(self, name: str, new_name: str) -> Job[None]:
        """Give an index another name; its conversations follow."""

        def rename() -> None:
            self._stop_filling(name)
            self._library.files.rename(name, new_name)
            self._chats.rename_index(name, new_name)

        return self._changing("rename_index", name, rename)

    def add(self, name: str, paths: Sequence[Path], *, embed: bool = True) -> Job[IndexStatus]:
        """Bring files and folders into an index and embed them; also continues what was interrupted.

        Without ``paths``, what was added before is brought up to date.
        """

        def run(job: Job[IndexStatus]) -> IndexStatus:
            report = IngestReporter(job.id, name, self._bus.emit)
            try:
                return self._library.add(name, paths, embed=embed, report=report, token=job.token)
            finally:
                report.changed()

        return self._lanes.submit("index", f"add {name}", run)

    def add_sample(self, language: str = "") -> Job[str]:
        """Make the sample library (the user's guide), start filling it, and return its name.

        ``language`` ("en", "ja", "zh") limits it to the guide in that language.
        """

        def run(job: Job[str]) -> str:
            name = self._library.create_sample()
            self._bus.emit(StoreChanged(job.id, frozenset({"indexes"}), (name,)))
            guides = sorted(sample_folder().glob(f"*.{language}.*")) if language else [sample_folder()]
            self.add(name, guides)
            return name

        return self._lanes.submit("view", "add_sample", run)

    def remove_path(self, name: str, path: str) -> Job[None]:
        """Forget a folder or a file of an index (the file itself stays)."""
        return self._changing("remove_path", name, lambda: self._library.remove_path(name, path), "documents", "nodes")

    def status(self, name: str) -> Job[IndexStatus]:
        """Return the state of every file of an index."""
        return self._lanes.submit("view", "status", lambda _: self._library.status(name))

    def search(self, name: str, query: str, *, top_k: int = 10, mode: str = "hybrid") -> Job[tuple[Source, ...]]:
        """Return the best passages for a query; mode is "hybrid", "vector" or "bm25"."""

        def run(_: Job[tuple[Source, ...]]) -> tuple[Source, ...]:
            with StorageContext(self._library.files.existing(name), read_only=True) as storage, storage.snapshot():
                index = VectorStoreIndex(storage, self._embed_model, self._vectors)
                found = index.as_retriever(top_k, mode).retrieve(query)
            return tuple(to_source(node, rank) for rank, node in enumerate(found, 1))

        return self._lanes.submit("view", "search", run)

    def ask(
        self, name: str, question: str, *, conversation_id: str = "", settings: Config | None = None
    ) -> Job[Answer]:
        """Answer a question; cancelling keeps what came. With a conversation, its turns are the history."""
        config = settings or self.config

        def run(job: Job[Answer]) -> Answer:
            turns = self._chats.turns(conversation_id) if conversation_id else ()
            request = Question(self._library.files.existing(name), question, config, turns)
            turn = self._chats.ask(conversation_id, question) if conversation_id else 0
            llm = None
            try:
                llm = resolve.resolve_llm(config, _api_key(self.secrets, config))
                answering = Answering(self._embed_model, llm, self._bus.emit, job.id, job.token, self._vectors)
                answer = answering.run(request)
            except UserError as error:
                if turn:
                    self._chats.answer(turn, failed_answer(question, error))
                raise
            else:
                if turn:
                    self._chats.answer(turn, answer)
                return answer
            finally:
                if llm is not None:
                    llm.close()
                if turn:
                    self._bus.emit(StoreChanged(job.id, frozenset({"conversations"}), (conversation_id,)))

        return self._lanes.submit("answer", "ask", run)

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
            arguments = (source.file, page, zoom, passage, span)
            return self._painter.run(render_page, *arguments, seconds=_RENDER_SECONDS, token=job.token)

        return self._lanes.submit("view", "render_page", run)

    def list_conversations(self) -> Job[tuple[ConversationInfo, ...]]:
        """Return every conversation, the latest first."""
        return self._lanes.submit("view", "list_conversations", lambda _: self._chats.conversations())

    def create_conversation(self, index_name: str, title: str = "") -> Job[str]:
        """Start a conversation and return its id."""

        def run(job: Job[str]) -> str:
            conversation_id = self._chats.create(index_name, title)
            self._bus.emit(StoreChanged(job.id, frozenset({"conversations"}), (conversation_id,)))
            return conversation_id

        return self._lanes.submit("view", "create_conversation", run)

    def conversation(self, conversation_id: str) -> Job[tuple[Turn, ...]]:
        """Return the turns of a conversation."""
        return self._lanes.submit("view", "conversation", lambda _: self._chats.turns(conversation_id))

    def delete_conversation(self, conversation_id: str) -> Job[None]:
        """Delete a conversation."""

        def run(job: Job[None]) -> None:
            self._chats.delete(conversation_id)
            self._bus.emit(StoreChanged(job.id, frozenset({"conversations"}), (conversation_id,)))

        return self._lanes.submit("view", "delete_conversation", run)

    def test_connection(self, settings: Config, api_key: str | None) -> Job[str]:
        """Try a model and say in one sentence that it works; UserError says why not."""
        return self._lanes.submit("answer", "test_connection", lambda _: resolve.test_connection(settings, api_key))

    def list_models(self, settings: Config, api_key: str | None) -> Job[tuple[str, ...]]:
        """Return the names of the models an endpoint offers."""
        return self._lanes.submit("answer", "list_models", lambda _: resolve.list_models(settings, api_key))

    def find_local_servers(self) -> Job[tuple[LocalServer, ...]]:
        """Return the model servers that answer on this computer."""

        def run(_: Job[tuple[LocalServer, ...]]) -> tuple[LocalServer, ...]:
            with ThreadPoolExecutor(_PROBES, thread_name_prefix="desktop-rag-probe") as pool:
                return find_local_servers(pool.map)

        return self._lanes.submit("answer", "find_local_servers", run)

    def _changing(self, kind: str, name: str, function: Callable[[], T], *kinds: str) -> Job[T]:
        """Run a change of an index and tell the views."""

        def run(job: Job[T]) -> T:
            result = function()
            self._bus.emit(StoreChanged(job.id, frozenset({"indexes", *kinds}), (name,)))
            return result

        return self._lanes.submit("view", kind, run)

    def _stop_filling(self, name: str) -> None:
        """Cancel the jobs that write to an index and wait for their end."""
        for job in self._lanes.running(f"add {name}"):
            job.cancel()
            job.wait()


def _api_key(secrets: Secrets, config: Config) -> str | None:
    """Return the stored key of the configured endpoint."""
    return secrets.get_api_key(config[LLM_BASE_URL]) if config[LLM_PROVIDER] == "openai" else None
