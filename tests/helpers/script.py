"""What a scripted worker answers: everything a test may set, and what was asked of it."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.secrets import Place, Secrets
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AnswerChecked, IngestProgress, StoreChanged
from desktop_rag.core.jobs import Lane
from desktop_rag.core.mail import ThreadMessage
from desktop_rag.core.network.traffic import HostTraffic
from desktop_rag.core.results.answers import AgentStep, Answer, AnswerState, Citation, Source, TraceEvent, Verdict
from desktop_rag.core.results.comparison import (
    ComparedText,
    Comparison,
    ComparisonSummary,
    EarlierTexts,
    FolderComparison,
)
from desktop_rag.core.results.contradictions import Contradictions
from desktop_rag.core.results.conversations import ConversationInfo, ConversationSources, Turn
from desktop_rag.core.results.files import FileState, FileStatus, FolderPreview
from desktop_rag.core.results.libraries import IndexInfo, MissingFiles
from desktop_rag.core.results.mentions import MeaningHits, MeaningQuery, Mention, MentionCounts, MentionQuery
from desktop_rag.core.results.network import MaskedValue
from desktop_rag.core.results.packs import PackCheck
from desktop_rag.core.results.pages import FileCondition
from desktop_rag.core.results.pins import Pin, PinFinding
from desktop_rag.core.results.register import Register, RegisterEstimate
from desktop_rag.core.results.review import ReviewTable, TableEstimate
from desktop_rag.core.results.search import FileHits, FoundPassage, SearchChoices, Snippet
from desktop_rag.core.results.test_questions import QuestionSet
from desktop_rag.core.results.text_checks import FindingDecision
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.llms.built_in.files import ModelFile
from desktop_rag.llms.discovery import LocalServer
from desktop_rag.llms.model_servers import ServedModel
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.services.model_files import OfferedModel
from desktop_rag.services.network import NetworkUse
from desktop_rag.worker.lanes import EventBus, Lanes
from tests.helpers.scripted import Called

PDF_TEXT = "Before it. The notice period is 30 days. It starts on the first of the month. After it."
FIGURES = {"hit@1": 1.0, "recall@5": 1.0, "MRR@10": 1.0, "nDCG@10": 1.0}
T = TypeVar("T")


def source(rank: int = 1, file: str = "/docs/lease.pdf", page: int = 3) -> Source:
    """A passage that stands at a known place of ``PDF_TEXT``."""
    start, end = PDF_TEXT.index("The notice"), PDF_TEXT.index(" After")
    return Source(
        rank, 1.0 / rank, file, page, str(page), start, end, PDF_TEXT[start:end], f"{file}-{rank}", ("words", "meaning")
    )


def citation(of: Source, answer_start: int, answer_end: int) -> Citation:
    """A citation of the passage's first sentence."""
    quote = "The notice period is 30 days."
    return Citation(
        of.rank, answer_start, answer_end, of.file, of.page, of.start, of.start + len(quote), quote, 0.9, of.node_id
    )


def file_status(name: str, state: FileState = FileState.READY, reason: str = "") -> FileStatus:
    """A row of the table of files."""
    return FileStatus(f"/docs/{name}", state, reason, 3, 5)


def found_passage(
    file: str, number: int, text: str = "The notice period is 30 days.", by: tuple[str, ...] = ("words",)
) -> FoundPassage:
    """A passage of the search page."""
    found = Source(number, 1.0, file, number, str(number), 0, len(text), text, f"{file}-{number}", by)
    return FoundPassage(found, Snippet(text, ((4, 10),)))


def hits(file: str, *numbers: int, more: int = 0) -> FileHits:
    """A file of the search page with passages on some pages."""
    kind = file.rpartition(".")[2]
    return FileHits(file, kind, "2024-05-31", tuple(found_passage(file, number) for number in numbers), more)


def _two_passages(_query: str, _mode: str) -> Sequence[FileHits]:
    return (hits("/docs/lease.pdf", 1, 2),)


def _at_once(_query: str, _mode: str) -> float:
    return 0.0


def _choices() -> SearchChoices:
    return SearchChoices((("/docs", 5), ("/docs/old", 2)), ("/docs",), {"pdf": 3, "word": 2}, {"en": 3, "ja": 2})


class ScriptedSecrets(Secrets):
    """Keys in memory."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.where = Place.KEYCHAIN

    @property
    def file(self) -> Path:
        return Path("/config/keys.json")

    def get_api_key(self, base_url: str) -> str | None:
        return self.keys.get(base_url)

    def set_api_key(self, base_url: str, key: str) -> Place:
        self.keys[base_url] = key
        return self.where

    def place(self) -> Place:
        return self.where


class ScriptedNetwork(NetworkUse):
    """What passed, and a switch that switches nothing."""

    def __init__(self) -> None:
        self.traffic: tuple[HostTraffic, ...] = ()
        self.kept_here: tuple[MaskedValue, ...] = ()
        self._offline = False
        self.error: UserError | None = None

    @property
    def is_offline(self) -> bool:
        return self._offline

    def rows(self) -> tuple[HostTraffic, ...]:
        return self.traffic

    def masked(self) -> tuple[MaskedValue, ...]:
        return self.kept_here

    def clear(self) -> None:
        self.traffic = ()

    def work_offline(self, *, offline: bool) -> None:
        if self.error is not None:
            raise self.error
        self._offline = offline


def _open_gate() -> threading.Event:
    gate = threading.Event()
    gate.set()
    return gate


@dataclass
class Script:
    """Everything a test may set is a public field; ``called`` tells what was asked."""

    config: Config = field(default_factory=Config)
    data_dir: Path = Path("/scripted/data")
    infos: dict[str, IndexInfo] = field(default_factory=dict)  # of libraries
    file_lists: dict[str, tuple[FileStatus, ...]] = field(default_factory=dict)
    files_error: UserError | None = None
    splittings: dict[str, Splitting | None] = field(default_factory=dict)
    rules: dict[str, dict[str, FolderRules]] = field(default_factory=dict)
    found: FolderPreview = field(default_factory=lambda: FolderPreview(1, 1000, {".pdf": 1}, 0, ()))
    found_seconds: float = 0.0
    progress: list[IngestProgress] = field(default_factory=list)  # job ids are filled in
    progress_seconds: float = 0.0
    build_steps: Sequence[tuple[int, int]] = ((1, 3), (3, 3))
    build_seconds: float = 0.0
    build_error: UserError | None = None
    index_values: dict[str, dict[str, OptionValue]] = field(default_factory=dict)

    conversation_infos: dict[str, ConversationInfo] = field(default_factory=dict)
    turns: dict[str, list[Turn]] = field(default_factory=dict)
    conversation_values: dict[str, dict[str, OptionValue]] = field(default_factory=dict)
    conversation_scopes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    model_title: str = ""  # what the model calls a conversation
    conversation_sources: defaultdict[str, ConversationSources] = field(
        default_factory=lambda: defaultdict(ConversationSources)
    )
    turns_may_come: threading.Event = field(default_factory=_open_gate)  # reading a conversation's turns waits for it
    reading_seconds: float = 0.0  # how long reading its values takes
    settings_seconds: float = 0.0  # how long storing them takes
    export_error: UserError | None = None
    pack_check: PackCheck | None = None
    mention_counts: MentionCounts = field(
        default_factory=lambda: MentionCounts(MentionQuery(""), (), (), (), (), (), (), ())
    )
    mentions_found: dict[str, tuple[Mention, ...]] = field(default_factory=dict)
    meaning_hits: MeaningHits = field(
        default_factory=lambda: MeaningHits(MeaningQuery(""), (), cut=0.0, read=0, passages=0, files=0)
    )
    mention_seconds: float = 0.0
    mention_error: UserError | None = None
    comparison_found: Comparison = field(
        default_factory=lambda: Comparison(ComparedText("", 1, 1), ComparedText("", 1, 1), (), 1)
    )
    comparison_seconds: float = 0.0
    earlier_texts: EarlierTexts = field(default_factory=lambda: EarlierTexts(0))
    folders_found: FolderComparison = field(default_factory=lambda: FolderComparison("", "", (), 0))
    folder_names: tuple[str, ...] = ()
    comparison_summary: ComparisonSummary | None = None
    comparison_error: UserError | None = None
    register_found: Register = field(default_factory=lambda: Register((), 0, 0))
    register_work: RegisterEstimate = field(default_factory=lambda: RegisterEstimate(3, 12, 0, "scripted-model", 9_000))
    verdicts: dict[str, Verdict] = field(default_factory=dict)  # of sentences that are checked; others: not said
    decisions: dict[str, FindingDecision | None] = field(default_factory=dict)
    decision_error: UserError | None = None
    checks_may_go_on: threading.Event = field(default_factory=_open_gate)  # behind the first sentence they wait for it
    contradictions_found: Contradictions = field(default_factory=lambda: Contradictions((), 0, 0))
    tables_found: list[ReviewTable] = field(default_factory=list)
    pinned: tuple[Pin, ...] = ()
    pin_findings: tuple[PinFinding, ...] = ()
    pin_error: UserError | None = None  # of what is to be watched
    table_estimate: TableEstimate = field(default_factory=lambda: TableEstimate(3, 6, 0, seconds=1.8))

    sources: tuple[Source, ...] = field(default_factory=lambda: (source(1), source(2, "/docs/notes.txt", 1)))
    answer_pieces: list[str] = field(default_factory=lambda: ["The notice period ", "is 30 days [1]."])
    thoughts: list[str] = field(default_factory=list)  # told before the first piece
    checked: dict[int, AnswerChecked] = field(default_factory=dict)  # told behind so many pieces; job ids are filled in
    piece_seconds: float = 0.0
    steps: tuple[AgentStep, ...] = ()  # taken before the first word
    stages: tuple[tuple[str, str], ...] = ()  # told before the first word, with details
    trace: tuple[TraceEvent, ...] = ()
    answer: Answer | None = None  # instead of one made from the pieces
    ask_error: UserError | None = None
    choosing_error: UserError | None = None

    model_result: str | UserError = "The model answered."
    model_seconds: float = 0.0  # how long trying one takes
    model_names: tuple[str, ...] = ("small", "large")
    model_error: UserError | None = None  # when they are listed
    listed: dict[str, tuple[str, ...] | UserError] = field(default_factory=dict)  # models by connection, else those
    servers: tuple[LocalServer, ...] = ()
    served: tuple[ServedModel, ...] | UserError = ()  # by the server of every connection
    found_models: tuple[ModelFile, ...] = ()
    offered_models: tuple[OfferedModel, ...] = ()
    download_seconds: float = 0.02  # for each tenth of a model
    download_error: UserError | None = None

    page_error: UserError | None = None
    passage_error: UserError | None = None
    passage_seconds: float = 0.0  # how long reading a passage takes
    condition: FileCondition = FileCondition.UNCHANGED  # of the files of sources
    members: tuple[str, ...] = ()  # the files inside them
    thread: tuple[ThreadMessage, ...] = ()
    member_error: UserError | None = None
    link_error: UserError | None = None
    highlights_notice: str = ""
    marked: bool = True

    find: Callable[[str, str], Sequence[FileHits]] = _two_passages  # for a query and a mode
    further: int = 0  # files beyond those found
    suggestions: tuple[str, ...] = ()
    unfiltered: bool = False
    seconds_of: Callable[[str, str], float] = _at_once
    choices: SearchChoices = field(default_factory=_choices)

    golden: QuestionSet = field(default_factory=lambda: QuestionSet(()))
    ranks: dict[str, int | None] = field(default_factory=dict)  # of the next run
    figures: dict[str, float] = field(default_factory=lambda: dict(FIGURES))

    warm_up_error: UserError | None = None

    calls: list[tuple[str, Called]] = field(default_factory=list)
    closed: bool = False

    def __post_init__(self) -> None:
        self.bus = EventBus()
        threads = {Lane.INDEX: 1, Lane.ANSWER: 1, Lane.VIEW: 1, Lane.SEARCH: 1, Lane.MEANING: 1}
        self.lanes = Lanes(threads, self.bus)

    def add_library(
        self,
        name: str,
        files: int = 2,
        nodes: int = 10,
        *,
        nodes_embedded: int | None = None,
        folders: tuple[str, ...] = (),
        waiting: int = 0,
        notice: str = "",
        offline: tuple[str, ...] = (),
        missing: tuple[MissingFiles, ...] = (),
        folders_to_allow: tuple[str, ...] = (),
    ) -> IndexInfo:
        embedded = nodes if nodes_embedded is None else nodes_embedded
        self.infos[name] = IndexInfo(
            name, f"/libraries/{name}.ragindex", files, nodes, embedded, 0, folders, waiting=waiting, notice=notice,
            offline=offline, missing=missing, folders_to_allow=folders_to_allow,
        )  # fmt: skip
        return self.infos[name]

    def add_conversation(self, conversation_id: str, library: str, title: str, turns: Sequence[Turn]) -> None:
        self.conversation_infos[conversation_id] = ConversationInfo(conversation_id, title, library, time.time())
        self.turns[conversation_id] = list(turns)

    def called(self, call: str) -> list[Called]:
        """Each call of something, named as in ``called("files.add")``."""
        return [arguments for name, arguments in self.calls if name == call]

    def whole_answer(self, question: str, text: str, state: AnswerState = AnswerState.DONE) -> Answer:
        end = text.find(" [1]")
        citations = (citation(self.sources[0], 0, end),) if end > 0 else ()
        return Answer(
            question,
            text,
            citations,
            self.sources,
            "small",
            extractive=False,
            state=state,
            timings={"total": 1.2},
            steps=self.steps,
            trace=self.trace,
        )

    def changed(self, name: str) -> None:
        """Tell that a library's files changed."""
        self.bus.emit(StoreChanged(0, frozenset({"indexes", "documents"}), (name,)))
