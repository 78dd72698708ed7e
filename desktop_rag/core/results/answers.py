"""An answer as jobs return and conversations store it: text, citations, sources, steps, trace."""

import enum
from dataclasses import dataclass, field

from desktop_rag.core.page_breaks import RunOn

SHOWN = "you"
"""What a passage was found by that the person showed for this question before."""
LOW_SUPPORT = 0.5  # share of the sentences checked below which an answer is to be read with doubt


@dataclass(frozen=True, slots=True)
class Source:
    """A retrieved passage: ``page`` is 1-based, ``start``/``end`` are character offsets in the page.

    ``library`` names the library it is of where that is another than the conversation's. ``runs_on`` and ``runs_from``
    are what its last and its first sentence say on the next page and on the one before. ``cited_as`` and ``zotero`` are
    of its file's bibliographic record: how a text cites it, and where it is in Zotero (``core.bibliography``).
    """

    rank: int
    score: float
    file: str
    page: int
    page_label: str
    start: int
    end: int
    text: str
    node_id: str
    found_by: tuple[str, ...] = ()  # "words", "meaning", ``SHOWN``
    heading: str = ""
    library: str = ""
    runs_on: RunOn | None = None
    runs_from: RunOn | None = None
    cited_as: str = ""
    zotero: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence of the answer and the passage that supports it.

    ``answer_start``/``answer_end`` are character offsets in the answer's text of the supported sentence;
    ``start``/``end`` are offsets in the page of the quoted words; ``score`` is the alignment, 0 to 1. ``runs_on`` is
    the rest of the quoted words where they go over a page break.
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
    runs_on: RunOn | None = None

    def on_page(self, page: int) -> tuple[int, int] | None:
        """Return the range of the quoted words on a page of the file, None where none of them stand there."""
        if page == self.page:
            return self.start, self.end
        if self.runs_on is not None and page == self.runs_on.page:
            return self.runs_on.start, self.runs_on.end
        return None


class Verdict(enum.StrEnum):
    """The verdict of the passages on a sentence of an answer."""

    SUPPORTED = "supported"
    PARTLY = "partly"  # they say some of it
    CONTRADICTED = "contradicted"  # they say something else
    NOT_SAID = "not said"
    UNCHECKED = "unchecked"  # it states nothing (heading, code, question, “I don't know”), or in another language

    @property
    def is_refused(self) -> bool:
        """True if the sentence has no place in an answer that keeps to the documents."""
        return self in (Verdict.CONTRADICTED, Verdict.NOT_SAID)

    @property
    def is_doubt(self) -> bool:
        """True if something in the sentence lacks support."""
        return self is Verdict.PARTLY or self.is_refused

    @classmethod
    def _missing_(cls, value: object) -> "Verdict | None":
        """Return the verdict of conversations stored before contradictions were distinguished."""
        return cls.NOT_SAID if value == "unsupported" else None


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence at ``start`` to ``end`` of the answer's text, without the marks that end it, and its verdict.

    ``reasons`` are sentences for people, ``unsupported`` ranges of the answer's text, ``citation`` is the marker, None
    without one.
    """

    start: int
    end: int
    verdict: Verdict
    reasons: tuple[str, ...] = ()
    unsupported: tuple[tuple[int, int], ...] = ()
    citation: int | None = None

    @property
    def is_told(self) -> bool:
        """True if there is something to show for it: it was checked, or has a reason why it was not."""
        return self.verdict is not Verdict.UNCHECKED or bool(self.reasons)


class AnswerState(enum.StrEnum):
    """The final state of an answer."""

    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class AnswerMode(enum.StrEnum):
    """The kind of answer asked for; the values are those of the option ``answer.mode``."""

    ANSWER = "answer"
    CHAT = "chat"
    AGENT = "agent"
    SUMMARISE = "summarise"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the endpoint counted them, None where it did not; ``cached_tokens`` of the prompt it had already."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class AgentStep:
    """One step of an agent: its thought, the tool it used, and that tool's result."""

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
class AllDocumentsOffer:
    """What the page “All documents” can look up in all ``files`` for a question.

    ``section`` is "find_all", "register" or "table"; ``words`` are put in there: what is looked for, or the question.
    ``is_needed``: the answer rests on the best passages, and the question asks for all documents.
    """

    section: str
    words: str
    files: int
    is_needed: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer; ``text`` is Markdown with markers such as ``[1]``, numbered like ``sources``' ranks.

    ``extractive``: no model wrote it; it consists of quotations, or of the sources alone. Where the documents do not
    answer the question it is not ``answered``: then ``text`` is empty and the sources are the closest passages.
    ``left_out`` are sentences that the model wrote and no passage supports, in order. ``cut``: the model had more to
    say, but reached the limit for one answer. ``nearest`` has, for each of the sources of a question that was not
    answered, the sentence that comes nearest to an answer ("": none). ``missing`` says which files it cannot rest on
    because they were not read, or not yet ("": none). ``offer`` is what all documents can be asked instead.
    """

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
    mode: AnswerMode = AnswerMode.ANSWER
    sentences: tuple[CheckedSentence, ...] = ()  # in order; none where there was nothing to check against
    answered: bool = True
    left_out: tuple[str, ...] = ()
    cut: bool = False
    nearest: tuple[str, ...] = ()
    missing: str = ""
    offer: AllDocumentsOffer | None = None

    @property
    def is_of_all(self) -> bool:
        """True if every document was looked through for it, rather than the best passages, and no model asked."""
        return self.offer is not None and not self.offer.is_needed

    @property
    def can_continue(self) -> bool:
        """True if a model could continue from its end: it was cut off, stopped, or interrupted."""
        is_unfinished = self.cut or self.state is not AnswerState.DONE
        return is_unfinished and bool(self.text and self.model) and not self.extractive

    @property
    def thoughts(self) -> str:
        """The thoughts of a reasoning model before its answer; "" where there were none or they are unknown."""
        told = [stage.payload.get("thoughts") for stage in self.trace if stage.kind == "llm"]
        return "\n\n".join(thought for thought in told if isinstance(thought, str) and thought)

    @property
    def support(self) -> float | None:
        """The share (0 to 1) of the sentences checked that are supported, None when none was."""
        checked = [one for one in self.sentences if one.verdict is not Verdict.UNCHECKED]
        return sum(one.verdict is Verdict.SUPPORTED for one in checked) / len(checked) if checked else None

    def shown_of(self, source: Source) -> str:
        """Return the text to show for one of the ``sources``: its nearest sentence, or else all of it."""
        place = self.sources.index(source)
        return (self.nearest[place] if place < len(self.nearest) else "") or source.text

    @property
    def is_passage_list(self) -> bool:
        """True if the sources stand in for a text: none was to be written, or they do not answer the question.

        They also stand for the answer of a model that failed, where there is nothing to quote.
        """
        without_text = self.extractive or self.mode is AnswerMode.SEARCH or not self.answered
        ended = self.state in (AnswerState.DONE, AnswerState.FAILED)
        return without_text and ended and not self.text and bool(self.sources)
