"""What jobs return to the two skins: plain frozen values without a database or a widget behind them."""

import enum
from dataclasses import dataclass, field


class FileState(enum.StrEnum):
    """How far a file is."""

    READY = "ready"
    KEYWORD = "keyword"
    FAILED = "failed"
    SKIPPED = "skipped"
    OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """A library in the list: totals only, cheap to read."""

    name: str
    path: str
    files: int
    nodes: int
    nodes_embedded: int
    need_attention: int  # files failed
    folders: tuple[str, ...] = ()
    error: str = ""  # why the library cannot be opened, in plain words


@dataclass(frozen=True, slots=True)
class FileStatus:
    """One file of a library; ``reason`` explains the states failed, skipped and offline."""

    path: str
    state: FileState
    reason: str
    pages: int
    nodes: int


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """A library with each of its files."""

    info: IndexInfo
    files: tuple[FileStatus, ...]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Source:
    """A retrieved passage: ``page`` is 1-based, ``start``/``end`` are character offsets in the page."""

    rank: int
    score: float
    file: str
    page: int
    page_label: str
    start: int
    end: int
    text: str
    node_id: str
    found_by: tuple[str, ...] = ()  # "words", "meaning"
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence of the answer and the passage that supports it.

    ``answer_start``/``answer_end`` are character offsets in the answer's text of the supported sentence;
    ``start``/``end`` are offsets in the page of the quoted words; ``score`` is the alignment, 0 to 1.
    """

    marker: int
    answer_start: int
    answer_end: int
    file: str
    page: int
    start: int
    end: int
    quote: str
    score: float
    node_id: str


class AnswerState(enum.StrEnum):
    """How an answer ended."""

    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the endpoint counted them; None where it did not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class AgentStep:
    """One step of an agent: what it thought, the tool it used, and what that returned."""

    number: int
    thought: str
    tool: str
    arguments: str
    observation: str


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """One stage of the work behind an answer; ``started`` and ``seconds`` count from the question on.

    ``kind`` is a value of ``instrumentation.CBEventType``, ``payload`` what that stage told, JSON values only.
    """

    id: int
    parent: int | None
    kind: str
    started: float
    seconds: float
    payload: dict[str, object]
    error: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer; ``text`` is Markdown with markers such as ``[1]``, numbered like ``sources``' ranks."""

    question: str
    text: str
    citations: tuple[Citation, ...]
    sources: tuple[Source, ...]
    model: str  # "" when the answer is made of quotations
    extractive: bool
    state: AnswerState = AnswerState.DONE
    notice: str = ""  # one plain sentence the person should see beside the answer
    usage: Usage = field(default_factory=Usage)
    timings: dict[str, float] = field(default_factory=dict)  # seconds
    steps: tuple[AgentStep, ...] = ()
    trace: tuple[TraceEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage in its place: the page's text before and after it, and its stored neighbours."""

    source: Source
    page_text: str
    before: str  # end of the text preceding the passage (may come from the page before)
    after: str
    pages: int


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: premultiplied 8-bit RGB rows, and the boxes to highlight in pixels."""

    file: str
    page: int
    pages: int
    width: int
    height: int
    rgb: bytes
    boxes: tuple[tuple[float, float, float, float], ...]  # x0, y0, x1, y1: the passage
    cited: tuple[tuple[float, float, float, float], ...]  # the quoted sentence


@dataclass(frozen=True, slots=True)
class ConversationInfo:
    """A conversation in the list."""

    id: str
    title: str
    index_name: str
    updated: float  # seconds since 1970


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a conversation and its answer (None while it is being written)."""

    question: str
    answer: Answer | None
