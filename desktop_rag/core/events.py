"""Events that jobs send to their listeners: frozen values, safe to pass from thread to thread."""

import time
from dataclasses import dataclass
from typing import Literal

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import AgentStep, Answer, CheckedSentence, Citation, Source
from desktop_rag.core.results.register import RegisterRow
from desktop_rag.core.results.review import TableRow
from desktop_rag.core.results.text_checks import TextSentence

StoreKind = Literal[
    "indexes",
    "documents",
    "nodes",
    "embeddings",
    "conversations",
    "test_questions",
    "tables",
    "contradictions",
    "text_checks",
    "pins",
]
"""What changed: libraries as wholes (totals, folders, settings), their files, their passages, the vectors of those …"""

IngestStage = Literal["scanning", "reading", "embedding", "switching"]
"""What is done to a library: its folders are listed, files read, passages embedded, or embedded by another model."""
STALL_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in the job ``job_id``."""

    job_id: int


@dataclass(frozen=True, slots=True)
class IngestProgress(Event):
    """The progress of indexing a library: files parsed, passages stored, passages embedded."""

    index_name: str
    stage: IngestStage
    files_done: int
    files_total: int
    nodes: int
    nodes_embedded: int
    per_second: float  # files in "reading", passages in "embedding" and "switching"
    seconds_left: float | None
    current: str = ""
    running: tuple[str, ...] = ()  # files that are being read right now, first the one that takes longest
    failed: int = 0  # files of this run that could not be read
    skipped: int = 0
    running_seconds: float = 0.0  # for how long the first of them has been read
    running_pages: int = 0  # how many of its pages are done


@dataclass(frozen=True, slots=True)
class BuildProgress(Event):
    """The progress of building an index of another ``kind`` (``indices.loading.INDEX_KINDS``): nodes done, of all."""

    index_name: str
    kind: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class DownloadProgress(Event):
    """The progress of a model download, in bytes; ``model`` is its name in the catalogue."""

    model: str
    done: int
    total: int
    per_second: float


@dataclass(frozen=True, slots=True)
class AnswerStage(Event):
    """The stage an answer is in, shown above all before the first word.

    "searching", "writing queries", "building"; of a model's server "connecting", "loading", "reading", "thinking",
    "writing". ``detail`` says how far it is ("12 of 340"), or for how long ("12 s").
    """

    stage: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ModelAwaited(Event):
    """A change in waiting for a model: from the first call of one to the last word of the last that is open."""

    is_awaited: bool


@dataclass(frozen=True, slots=True)
class AnswerThought(Event):
    """The next piece of a reasoning model's thoughts before its answer."""

    text: str


@dataclass(frozen=True, slots=True)
class AgentStepTaken(Event):
    """An agent used a tool and received its output."""

    step: AgentStep


@dataclass(frozen=True, slots=True)
class SourcesFound(Event):
    """The passages the answer will be made from, best first."""

    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class AnswerDelta(Event):
    """The next piece of the answer's text; with ``is_start`` it takes the place of all before it.

    ``is_whole``: no model writes it, and nothing follows; ``AnswerReady`` tells where it is from.
    """

    text: str
    is_start: bool = False
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class AnswerChecked(Event):
    """The citations checked so far of an answer that is still being written; ``AnswerReady`` decides.

    The first ``received`` characters of its pieces are now ``text``, with our markers; ranges of ``citations`` and
    ``sentences`` are those of ``text``. Each one replaces the one before it, and reaches further.
    """

    received: int
    text: str
    citations: tuple[Citation, ...]
    sentences: tuple[CheckedSentence, ...]


@dataclass(frozen=True, slots=True)
class AnswerReady(Event):
    """The whole answer with its citations; also sent when it was stopped or cut off."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class SearchNotice(Event):
    """A plain sentence about a search, to show beside its results."""

    text: str


@dataclass(frozen=True, slots=True)
class RegisterProgress(Event):
    """The progress of a register: files looked through, of all, and the rows found since the last one."""

    library: str
    done: int
    total: int
    rows: tuple[RegisterRow, ...]


@dataclass(frozen=True, slots=True)
class ContradictionProgress(Event):
    """The progress of looking for contradictions: files looked through, of all."""

    library: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ComparisonProgress(Event):
    """The progress of comparing a folder: changed files whose differences are counted, of all."""

    library: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class TableProgress(Event):
    """The progress of a review table: documents asked, of all, and the rows that are complete since the last one."""

    library: str
    table: str
    done: int
    total: int
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class TextCheckProgress(Event):
    """The progress of checking a text: sentences done, of all, and those done since the last one."""

    library: str
    done: int
    total: int
    sentences: tuple[TextSentence, ...]


@dataclass(frozen=True, slots=True)
class StoreChanged(Event):
    """Stored things changed; views of these kinds refresh. ``ids`` name the libraries or conversations concerned."""

    kinds: frozenset[StoreKind]
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PinsChanged(Event):
    """Files changed, and there is something to tell of pinned sentences of a library; each time only if there is more.

    ``broken`` no longer hold, ``again`` hold again, and of ``new`` a new file says something.
    """

    library: str
    broken: int
    again: int
    new: int


@dataclass(frozen=True, slots=True)
class ProblemMet(Event):
    """Something that no job of the person's met and they should know (``job_id`` is 0).

    A part of the program failed and goes on; the file of conversations is gone.
    """

    error: UserError


@dataclass(frozen=True, slots=True)
class JobFinished(Event):
    """Terminal: the job did its work; ``result`` is the result of its handle."""

    result: object


@dataclass(frozen=True, slots=True)
class JobFailed(Event):
    """Terminal: the job could not do its work."""

    error: Exception


@dataclass(frozen=True, slots=True)
class JobCancelled(Event):
    """Terminal: the person stopped the job."""


TERMINAL_EVENTS = (JobFinished, JobFailed, JobCancelled)
"""After so long a silence of a model the person is told of it."""
_FROM_MODEL = (AnswerDelta, AnswerStage, AnswerThought, ModelAwaited)


class ModelSilence:
    """Hears the events of one job and knows for how long its model has been silent."""

    def __init__(self) -> None:
        self._is_awaited = False
        self._heard_at = time.monotonic()

    def hear(self, event: Event) -> bool:
        """Take note of an event; return whether it ends a silence."""
        if isinstance(event, ModelAwaited):
            self._is_awaited = event.is_awaited
        if ends := isinstance(event, _FROM_MODEL):
            self._heard_at = time.monotonic()
        return ends

    def seconds(self) -> float:
        """Return for how many seconds a model that is waited for has been silent, 0 where none is."""
        return time.monotonic() - self._heard_at if self._is_awaited else 0.0
