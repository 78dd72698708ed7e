"""What jobs return to the two skins: plain frozen values without a database or a widget behind them."""

import enum
from dataclasses import dataclass, field


class FileState(enum.StrEnum):
    """How far a file is."""

    READY = "ready"
    KEYWORD = "keyword"
    WAITING = "waiting"
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
    waiting: int = 0  # files in the queue, still to be read
    paused: bool = False
    notice: str = ""  # why it does not go on by itself, in plain words: the model's server does not answer, ...
    offline: tuple[str, ...] = ()  # folders that cannot be reached
    missing: tuple["MissingFiles", ...] = ()  # folders of which so much is gone that the person is asked


@dataclass(frozen=True, slots=True)
class MissingFiles:
    """Files that would disappear all at once: ``gone`` of the ``files`` known below ``folder``."""

    folder: str
    gone: int
    files: int


@dataclass(frozen=True, slots=True)
class FileStatus:
    """One file of a library; ``reason`` explains the states failed, skipped and offline, and what a ready one lacks.

    ``container`` is the file on disk that it lies in, "" when it is one itself. ``modified`` is in seconds since 1970.
    """

    path: str
    state: FileState
    reason: str
    pages: int
    nodes: int
    size: int = 0
    modified: float = 0.0
    container: str = ""


@dataclass(frozen=True, slots=True)
class FileQuery:
    """Which files of a library are wanted; empty fields do not narrow. ``order`` is a column, "-" before it turns it.

    Columns: "path", "name", "state", "reason", "pages", "size", "modified".
    """

    text: str = ""  # in path or reason, whatever the case
    states: tuple[FileState, ...] = ()
    folder: str = ""
    order: str = "path"
    offset: int = 0
    limit: int = 200


@dataclass(frozen=True, slots=True)
class FilePage:
    """Some rows of a library's files; ``total`` fit the query, ``counts`` are by state regardless of its states."""

    rows: tuple[FileStatus, ...]
    total: int
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class FolderPreview:
    """What adding some folders would do: how much is read, and what is left out and why (the first thousands)."""

    files: int
    size: int  # bytes of the files that would be read
    by_type: dict[str, int]  # ending -> files, the most frequent first
    skipped: int
    left_out: tuple[FileStatus, ...]


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


@dataclass(frozen=True, slots=True)
class Snippet:
    """A part of a passage on one line; ``ranges`` are the characters of it that are words of the query."""

    text: str
    ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage on the search page; ``copies`` are other files that say the same."""

    source: Source
    snippet: Snippet
    copies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileHits:
    """A file on the search page with its best passages; ``more`` others of it fit as well.

    ``modified`` is a date ("2024-05-31") or "", ``kind`` one of ``retrievers.file_kinds``; ``name_ranges`` are the
    characters of the file's name that are words of the query.
    """

    file: str
    kind: str
    modified: str
    passages: tuple[FoundPassage, ...]
    more: int = 0
    name_ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What the search page shows. Files are in the order of their best passage.

    ``facets`` count the files found: {"kind": {"pdf": 3}, "language": {...}}; ``total_files`` counts those beyond
    ``files``, too. ``suggestions`` are other spellings of the query, only where nothing was found; ``unfiltered``
    says then that there would be results without the conditions. ``notice``: why meaning was left out.
    """

    query: str
    mode: str
    files: tuple[FileHits, ...]
    total_files: int = 0
    facets: dict[str, dict[str, int]] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    unfiltered: bool = False
    notice: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class GoldenQuestion:
    """A question with the places that answer it: (file, page) with page None for the whole file."""

    id: str
    text: str
    expected: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class GoldenRun:
    """How well the test questions of a library were answered once: ``ranks`` by question, None where not found."""

    figures: dict[str, float]
    ranks: dict[str, int | None]
    made: float  # seconds since 1970


@dataclass(frozen=True, slots=True)
class GoldenQuestions:
    """The test questions of a library with their last run and the one that is the measure."""

    questions: tuple[GoldenQuestion, ...]
    last: GoldenRun | None = None
    baseline: GoldenRun | None = None


@dataclass(frozen=True, slots=True)
class SearchChoices:
    """What a library can be narrowed down to, with how many files each has; folders in the order of a tree."""

    folders: tuple[tuple[str, int], ...]
    roots: tuple[str, ...]
    kinds: dict[str, int]
    languages: dict[str, int]
