"""Reads the trace of an answer: what was searched for, what was found and dropped, what was sent, how long it took.

What stages told is read by ``core.payloads``; earlier versions told less.
"""

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from desktop_rag.core.payloads import (
    AgentStepPayload,
    FoundNode,
    LLMPayload,
    RerankingPayload,
    RetrievePayload,
    SynthesizePayload,
)
from desktop_rag.core.results.answers import AgentStep, Answer, Source, TraceEvent

RETRIEVE, RERANKING, LLM, SYNTHESIZE = "retrieve", "reranking", "llm", "synthesize"
SEARCHING, SORTING, MODEL, OTHER = "searching", "sorting", "model", "other"
_TIME_OF = {RETRIEVE: SEARCHING, "embedding": SEARCHING, RERANKING: SORTING, LLM: MODEL}
_HIDDEN = frozenset({"templating", "chunking", "node_parsing"})


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A passage in the list of one stage.

    ``rank`` is 0 when the stage dropped it, ``before`` its rank in the list before, 0 when it is new.
    """

    node_id: str
    file: str
    page: int
    score: float | None
    rank: int
    before: int = 0
    source: Source | None = None
    cited: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """An event and how deep it lies inside others."""

    event: TraceEvent
    depth: int
    number: int = 0  # of the model's calls


@dataclass(frozen=True, slots=True)
class TokenBudget:
    """Tokens of the largest prompt, those kept free for the answer, and those left over; 0 where it is not known."""

    window: int
    prompt: int
    answer: int = 0
    left: int = 0


class AnswerTrace:
    """The trace of one answer."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self._sources = {source.node_id: source for source in answer.sources}
        self._cited = {citation.node_id for citation in answer.citations}
        self._places = {source.node_id: (source.file, source.page) for source in answer.sources}
        self._unread = deque(self._of(RETRIEVE))

    @cached_property
    def stages(self) -> list[Stage]:
        """Every stage worth showing, each below the one it is a part of, in the order in which they began."""
        children: dict[int | None, list[TraceEvent]] = {}
        known = {event.id for event in self.answer.trace}
        for event in sorted(self.answer.trace, key=lambda event: (event.started, event.id)):
            children.setdefault(event.parent if event.parent in known else None, []).append(event)
        stages: list[Stage] = []
        calls = 0
        waiting = [(event, 0) for event in reversed(children.get(None, []))]
        while waiting:
            event, depth = waiting.pop()
            shown = event.kind not in _HIDDEN
            if shown:
                calls += event.kind == LLM
                stages.append(Stage(event, depth, calls if event.kind == LLM else 0))
            waiting += [(child, depth + shown) for child in reversed(children.pop(event.id, []))]
        return stages

    @cached_property
    def wordings(self) -> list[str]:
        """The texts searched for, each once."""
        asked = (RetrievePayload.asked(event.payload).query_str for event in self._of(RETRIEVE))
        return list(dict.fromkeys(wording for wording in asked if wording))

    @cached_property
    def said(self) -> RerankingPayload | None:
        """The person's judgement of an earlier answer, which this one follows; None for none."""
        told = (RerankingPayload.of(event.payload) for event in self._of(RERANKING))
        return next((one for one in told if one.said_of), None)

    @property
    def places(self) -> dict[str, tuple[str, int]]:
        """File and page of every passage that any retriever found."""
        self.read_places(None)
        return self._places

    def read_places(self, until: float | None) -> bool:
        """Look through the searches until that time (of ``perf_counter``); return whether all have been seen.

        A long answer's have tens of thousands of notes; whoever must not wait asks for a few milliseconds of it.
        """
        while self._unread and (until is None or time.perf_counter() < until):
            for node in _nodes(self._unread.popleft()):
                self._places.setdefault(node.node_id, (node.file, node.page))
        return not self._unread

    def found(self, event: TraceEvent) -> list[RankedPassage]:
        """Return the passages of a search, or what a step after searching made of them."""
        if event.kind == RERANKING:
            return self._reordered(event)
        return [self._found(node.node_id, rank, node.score) for rank, node in enumerate(_nodes(event), 1)]

    @cached_property
    def budget(self) -> TokenBudget | None:
        """The tokens of the answer's prompt; None when nothing is known."""
        told = [budget for event in self._of(SYNTHESIZE) if (budget := budget_of(event))]
        counted = [count for event in self._of(LLM) if (count := LLMPayload.of(event.payload).prompt_tokens)]
        if not told:
            return TokenBudget(0, counted[-1]) if counted else None
        return told[-1] if told[-1].prompt else replace(told[-1], prompt=counted[-1] if counted else 0)

    @cached_property
    def total(self) -> float:
        """Seconds from the question to the whole answer."""
        ends = (event.started + event.seconds for event in self.answer.trace)
        return self.answer.timings.get("total") or max(ends, default=0.0)

    def seconds(self) -> dict[str, float]:
        """Return the time each part of the work took, without what the parts inside of it took."""
        inside: dict[int | None, float] = {}
        for event in self.answer.trace:
            inside[event.parent] = inside.get(event.parent, 0.0) + event.seconds
        result = dict.fromkeys((SEARCHING, SORTING, MODEL), 0.0)
        for event in self.answer.trace:
            if (part := _TIME_OF.get(event.kind)) is not None:
                result[part] += max(0.0, event.seconds - inside.get(event.id, 0.0))
        spent = sum(result.values())
        if spent > self.total > 0:  # several at once
            result = {part: seconds * self.total / spent for part, seconds in result.items()}
        return {**result, OTHER: max(0.0, self.total - sum(result.values()))}

    def count(self, kind: str) -> int:
        """Return the number of stages of a kind."""
        return sum(1 for _ in self._of(kind))

    def _of(self, kind: str) -> Iterator[TraceEvent]:
        """Yield the events of one kind."""
        return (event for event in self.answer.trace if event.kind == kind)

    def _found(self, node_id: str, rank: int, score: float | None, before: int = 0) -> RankedPassage:
        file, page = self.places.get(node_id, ("", 0))
        return RankedPassage(
            node_id, file, page, score, rank, before, self._sources.get(node_id), node_id in self._cited
        )

    def _reordered(self, event: TraceEvent) -> list[RankedPassage]:
        """Return the passages a step kept, in its order, then those it dropped."""
        told = RerankingPayload.of(event.payload)
        before, after, scores = told.before or (), told.after or (), told.scores or ()
        rank_before = {node_id: rank for rank, node_id in enumerate(before, 1)}
        kept = [
            self._found(node_id, rank, scores[rank - 1] if rank <= len(scores) else None, rank_before.get(node_id, 0))
            for rank, node_id in enumerate(after, 1)
        ]
        left = set(after)
        return kept + [
            self._found(node_id, 0, None, rank) for node_id, rank in rank_before.items() if node_id not in left
        ]


def agent_step(event: TraceEvent) -> AgentStep:
    """Return an agent's step from its event."""
    told = AgentStepPayload.of(event.payload)
    return AgentStep(told.number or 0, told.thought, told.tool, told.arguments, told.observation)


def budget_of(event: TraceEvent) -> TokenBudget | None:
    """Return the token budget of a stage, or None."""
    tokens = SynthesizePayload.of(event.payload).tokens
    if tokens is None:
        return None
    budget = TokenBudget(tokens.window or 0, max(tokens.prompts, default=0), tokens.answer or 0, tokens.room or 0)
    return budget if budget.window or budget.prompt else None


def _nodes(event: TraceEvent) -> tuple[FoundNode, ...]:
    return RetrievePayload.of(event.payload).nodes or ()
