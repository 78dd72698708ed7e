"""A worker without libraries, files or models: it answers as a test tells it, on real lanes with real events.

    worker = ScriptedWorker()
    worker.add_library("Papers", files=3)
    worker.answer_pieces = ["The notice ", "period is ", "30 days [1]."]

Same methods as ``desktop_rag.worker.worker.Worker``; jobs run on threads and end in terminal events.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import (
    AgentStepTaken,
    AnswerDelta,
    AnswerReady,
    AnswerStage,
    Event,
    IngestProgress,
    SourcesFound,
    StoreChanged,
)
from desktop_rag.core.results.answers import AgentStep, Answer, AnswerMode, AnswerState, Citation, Source, TraceEvent
from desktop_rag.core.results.conversations import ConversationInfo, Turn
from desktop_rag.core.results.files import FileState, FileStatus
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.core.results.pages import PageImage, Passage
from desktop_rag.llms.discovery import LocalServer
from desktop_rag.worker.job import Job
from desktop_rag.worker.lanes import EventBus, Lanes

PDF_TEXT = "Before it. The notice period is 30 days. It starts on the first of the month. After it."
T = TypeVar("T")
SAMPLE = "User's guide"


def source(rank: int = 1, file: str = "/docs/lease.pdf", page: int = 3) -> Source:
    """A passage that stands at a known place of ``PDF_TEXT``."""
    start, end = PDF_TEXT.index("The notice"), PDF_TEXT.index(" After")
    return Source(
        rank, 1.0 / rank, file, page, str(page), start, end, PDF_TEXT[start:end], f"{file}-{rank}", ("words", "meaning")
    )  # fmt: skip


def citation(of: Source, answer_start: int, answer_end: int) -> Citation:
    """A citation of the passage's first sentence."""
    quote = "The notice period is 30 days."
    return Citation(
        of.rank, answer_start, answer_end, of.file, of.page, of.start, of.start + len(quote), quote, 0.9, of.node_id
    )  # fmt: skip


class ScriptedSecrets:
    """Keys in memory."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}

    def get_api_key(self, base_url: str) -> str | None:
        return self.keys.get(base_url)

    def set_api_key(self, base_url: str, key: str) -> bool:
        self.keys[base_url] = key
        return True


@dataclass
class ScriptedWorker:
    """What the window sees of a worker. Everything a test may set is a public field."""

    config: Config = field(default_factory=Config)
    secrets: ScriptedSecrets = field(default_factory=ScriptedSecrets)
    libraries: dict[str, IndexInfo] = field(default_factory=dict)
    file_lists: dict[str, tuple[FileStatus, ...]] = field(default_factory=dict)
    turns: dict[str, list[Turn]] = field(default_factory=dict)
    conversations: dict[str, ConversationInfo] = field(default_factory=dict)
    sources: tuple[Source, ...] = field(default_factory=lambda: (source(1), source(2, "/docs/notes.txt", 1)))
    answer_pieces: list[str] = field(default_factory=lambda: ["The notice period ", "is 30 days [1]."])
    piece_seconds: float = 0.0
    steps: tuple[AgentStep, ...] = ()  # taken before the first word
    stages: tuple[tuple[str, str], ...] = ()  # told before the first word, with details
    trace: tuple[TraceEvent, ...] = ()
    index_values: dict[str, dict[str, OptionValue]] = field(default_factory=dict)
    conversation_values: dict[str, dict[str, OptionValue]] = field(default_factory=dict)
    conversation_scopes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    settings_seconds: float = 0.0  # how long storing them takes
    answer: Answer | None = None  # instead of one made from the pieces
    ask_error: UserError | None = None
    model_result: str | UserError = "The model answered."
    models: tuple[str, ...] = ("small", "large")
    servers: tuple[LocalServer, ...] = ()
    progress: list[IngestProgress] = field(default_factory=list)  # job ids are filled in
    progress_seconds: float = 0.0
    page_error: UserError | None = None
    marked: bool = True
    calls: list[tuple[str, tuple[object, ...]]] = field(default_factory=list)
    closed: bool = False

    def __post_init__(self) -> None:
        self.bus = EventBus()
        self._lanes = Lanes({"index": 1, "answer": 1, "view": 1}, self.bus)

    # -- what a test does ---------------------------------------------------------------------------------------

    def add_library(self, name: str, files: int = 2, nodes: int = 10, **changes: object) -> IndexInfo:
        info = IndexInfo(name, f"/libraries/{name}.ragindex", files, nodes, nodes, 0)
        self.libraries[name] = replace(info, **changes)  # type: ignore[arg-type]
        return self.libraries[name]

    def add_conversation(self, conversation_id: str, library: str, title: str, turns: Sequence[Turn]) -> None:
        self.conversations[conversation_id] = ConversationInfo(conversation_id, title, library, time.time())
        self.turns[conversation_id] = list(turns)

    def called(self, kind: str) -> list[tuple[object, ...]]:
        return [arguments for name, arguments in self.calls if name == kind]

    def whole_answer(self, question: str, text: str, state: AnswerState = AnswerState.DONE) -> Answer:
        end = text.find(" [1]")
        citations = (citation(self.sources[0], 0, end),) if end > 0 else ()
        return Answer(
            question, text, citations, self.sources, "small", extractive=False, state=state, timings={"total": 1.2},
            steps=self.steps, trace=self.trace,
        )  # fmt: skip

    # -- what the window does -----------------------------------------------------------------------------------

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        return self.bus.subscribe(listener)

    def close(self) -> None:
        self.closed = True
        self._lanes.close(2.0)

    def warm_up(self) -> Job[None]:
        return self._view("warm_up", lambda: None)

    def list_indexes(self) -> Job[tuple[IndexInfo, ...]]:
        return self._view("list_indexes", lambda: tuple(self.libraries[name] for name in sorted(self.libraries)))

    def create_index(self, name: str) -> Job[IndexInfo]:
        def create() -> IndexInfo:
            if name in self.libraries:
                raise UserError(f"There is already a library called “{name}”.", "Choose another name.")
            return self.add_library(name, files=0, nodes=0)

        return self._view("create_index", create, name)

    def delete_index(self, name: str) -> Job[None]:
        return self._view("delete_index", lambda: void(self.libraries.pop(name)), name)

    def rename_index(self, name: str, new_name: str) -> Job[None]:
        def rename() -> None:
            self.libraries[new_name] = replace(self.libraries.pop(name), name=new_name)

        return self._view("rename_index", rename, name, new_name)

    def add(self, name: str, paths: Sequence[Path], *, embed: bool = True) -> Job[IndexStatus]:
        def run(job: Job[IndexStatus]) -> IndexStatus:
            for event in self.progress:
                job.token.raise_if_cancelled()
                self.bus.emit(replace(event, job_id=job.id, index_name=name))
                job.token.wait(self.progress_seconds)
            job.token.raise_if_cancelled()
            info = replace(self.libraries[name], files=self.libraries[name].files + len(paths), nodes=10)
            self.libraries[name] = replace(info, nodes_embedded=10)
            self.bus.emit(StoreChanged(job.id, frozenset({"indexes", "documents"}), (name,)))
            return IndexStatus(self.libraries[name], (), {})

        self.calls.append(("add", (name, tuple(paths))))
        return self._lanes.submit("index", "add", run)

    def add_sample(self, language: str = "") -> Job[str]:
        def make() -> str:
            self.add_library(SAMPLE, files=3)
            return SAMPLE

        return self._view("add_sample", make)

    def remove_path(self, name: str, path: str) -> Job[None]:
        def remove() -> None:
            self.file_lists[name] = tuple(file for file in self.file_lists[name] if file.path != path)

        return self._view("remove_path", remove, name, path)

    def status(self, name: str) -> Job[IndexStatus]:
        return self._view("status", lambda: IndexStatus(self.libraries[name], self.file_lists.get(name, ()), {}), name)

    def search(self, name: str, query: str, *, top_k: int = 10, mode: str = "hybrid") -> Job[tuple[Source, ...]]:
        return self._view("search", lambda: self.sources, name, query)

    def ask(
        self, name: str, question: str, *, conversation_id: str = "", settings: Config | None = None
    ) -> Job[Answer]:
        self.calls.append(("ask", (name, question, conversation_id)))
        return self._lanes.submit("answer", "ask", lambda job: self._answer(job, question, conversation_id))

    def passage(self, name: str, source: Source) -> Job[Passage]:
        before, after = PDF_TEXT[: source.start], PDF_TEXT[source.end :]
        return self._view("passage", lambda: Passage(source, PDF_TEXT, before, after, 9), name, source)

    def render_page(
        self, source: Source, *, page: int, zoom: float, cited: tuple[int, int] | None = None
    ) -> Job[PageImage]:
        def render() -> PageImage:
            if self.page_error:
                raise self.page_error
            width, height = round(612 * zoom), round(792 * zoom)
            box = (72 * zoom, 500 * zoom, 500 * zoom, 530 * zoom)
            half = (72 * zoom, 500 * zoom, 500 * zoom, 514 * zoom)
            here = page == source.page and self.marked
            return PageImage(
                source.file, page, 9, width, height, b"\xff" * (3 * width * height),
                (box,) if here else (), (half,) if here and cited else (),
            )  # fmt: skip

        return self._view("render_page", render, source, page, zoom, cited)

    def list_conversations(self) -> Job[tuple[ConversationInfo, ...]]:
        return self._view("list_conversations", lambda: tuple(self.conversations.values()))

    def create_conversation(self, index_name: str, title: str = "") -> Job[str]:
        def create() -> str:
            conversation_id = f"c{len(self.conversations) + 1}"
            self.add_conversation(conversation_id, index_name, title, ())
            return conversation_id

        return self._view("create_conversation", create, index_name, title)

    def conversation(self, conversation_id: str) -> Job[tuple[Turn, ...]]:
        return self._view("conversation", lambda: tuple(self.turns[conversation_id]), conversation_id)

    def delete_conversation(self, conversation_id: str) -> Job[None]:
        def run(job: Job[None]) -> None:
            del self.conversations[conversation_id]
            self.bus.emit(StoreChanged(job.id, frozenset({"conversations"}), (conversation_id,)))

        self.calls.append(("delete_conversation", (conversation_id,)))
        return self._lanes.submit("view", "delete_conversation", run)

    def index_settings(self, name: str) -> Job[dict[str, OptionValue]]:
        return self._view("index_settings", lambda: dict(self.index_values.get(name, {})), name)

    def set_index_settings(self, name: str, values: dict[str, OptionValue]) -> Job[None]:
        return self._view("set_index_settings", lambda: self._set(self.index_values, name, values), name, values)

    def conversation_settings(self, conversation_id: str) -> Job[dict[str, OptionValue]]:
        values = self.conversation_values
        return self._view("conversation_settings", lambda: dict(values.get(conversation_id, {})), conversation_id)

    def set_conversation_settings(self, conversation_id: str, values: dict[str, OptionValue]) -> Job[None]:
        def store() -> None:
            self._set(self.conversation_values, conversation_id, values)

        return self._view("set_conversation_settings", store, conversation_id, values)

    def conversation_scope(self, conversation_id: str) -> Job[tuple[str, ...]]:
        scopes = self.conversation_scopes
        return self._view("conversation_scope", lambda: scopes.get(conversation_id, ()), conversation_id)

    def set_conversation_scope(self, conversation_id: str, files: Sequence[str]) -> Job[None]:
        def store() -> None:
            self.conversation_scopes[conversation_id] = tuple(files)

        return self._view("set_conversation_scope", store, conversation_id, tuple(files))

    def _set(self, where: dict[str, dict[str, OptionValue]], key: str, values: dict[str, OptionValue]) -> None:
        time.sleep(self.settings_seconds)
        Config().update(values)  # wrong ones are refused as the real worker refuses them
        where[key] = dict(values)

    def test_connection(self, settings: Config, api_key: str | None) -> Job[str]:
        def test() -> str:
            if isinstance(self.model_result, UserError):
                raise self.model_result
            return self.model_result

        return self._view("test_connection", test, settings, api_key)

    def list_models(self, settings: Config, api_key: str | None) -> Job[tuple[str, ...]]:
        return self._view("list_models", lambda: self.models, settings, api_key)

    def find_local_servers(self) -> Job[tuple[LocalServer, ...]]:
        return self._view("find_local_servers", lambda: self.servers)

    def _view(self, kind: str, function: Callable[[], T], *arguments: object) -> Job[T]:
        self.calls.append((kind, arguments))
        return self._lanes.submit("view", kind, lambda _: function())

    def _answer(self, job: Job[Answer], question: str, conversation_id: str) -> Answer:
        emit = self.bus.emit
        emit(AnswerStage(job.id, "searching"))
        if self.ask_error:
            raise self.ask_error
        emit(SourcesFound(job.id, self.sources))
        if self.conversation_values.get(conversation_id, {}).get("answer.mode") == "search":
            found = Answer(question, "", (), self.sources, "", extractive=True, mode=AnswerMode.SEARCH)
            emit(AnswerReady(job.id, found))
            return found
        emit(AnswerStage(job.id, "connecting"))
        for stage, detail in self.stages:
            emit(AnswerStage(job.id, stage, detail))
        for step in self.steps:
            emit(AgentStepTaken(job.id, step))
            job.token.wait(self.piece_seconds)
        came = ""
        for piece in self.answer_pieces:
            if job.token.wait(self.piece_seconds):
                break
            came += piece
            emit(AnswerDelta(job.id, piece))
        state = AnswerState.STOPPED if job.token.cancelled else AnswerState.DONE
        answer = self.answer or self.whole_answer(question, came, state)
        emit(AnswerReady(job.id, answer))
        if conversation_id:
            self.turns[conversation_id].append(Turn(question, answer))
            emit(StoreChanged(job.id, frozenset({"conversations"}), (conversation_id,)))
        return answer


def file_status(name: str, state: FileState = FileState.READY, reason: str = "") -> FileStatus:
    """A row of the table of files."""
    return FileStatus(f"/docs/{name}", state, reason, 3, 5)


def void(_value: object) -> None:
    """Drop a value."""
