"""The words of “Why this answer?”: what each stage is called and what it says of itself."""

from dataclasses import replace

import pytest

from desktop_rag.core.results.answers import TraceEvent
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.why import trace_words
from desktop_rag.gui.why.answer_trace import AnswerTrace, RankedPassage, Stage, TokenBudget, budget_of
from desktop_rag.indices.keyword_table import KeywordTableGPTRetriever, KeywordTableSimpleRetriever
from desktop_rag.indices.knowledge_graph import KGTableRetriever
from desktop_rag.indices.summary import SummaryIndexRetriever
from desktop_rag.indices.tree import TreeSelectLeafEmbeddingRetriever, TreeSelectLeafRetriever
from desktop_rag.retrievers.auto_merging import AutoMergingRetriever
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.retrievers.hybrid import HybridRetriever
from desktop_rag.retrievers.query_fusion import QueryFusionRetriever
from desktop_rag.retrievers.router import RouterRetriever
from desktop_rag.retrievers.typed import TypedRetriever
from desktop_rag.retrievers.vector import VectorIndexRetriever
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
FOUND = RankedPassage("n1", "/docs/a.pdf", 7, 0.5, 2, 2)


def event(kind: str, payload: dict[str, object] | None = None, error: str = "", seconds: float = 0.0) -> TraceEvent:
    return TraceEvent(1, None, kind, 0.0, seconds, payload or {}, error)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0 ms"), (0.0454, "45 ms"), (0.0999, "100 ms"), (0.1, "0.1 s"), (1.24, "1.2 s"), (1234.5, "1,234.5 s")],
)
def test_times_are_in_milliseconds_while_they_are_short(seconds: float, text: str) -> None:
    assert trace_words.seconds(seconds) == text


@pytest.mark.parametrize(
    ("kind", "payload", "title"),
    [
        ("retrieve", {"retriever": "MyOwnSQLRetriever"}, "Searched: my own sql"),
        ("retrieve", {"retriever": "Retriever"}, "Searched: retriever"),
        ("retrieve", {}, "Searched: a step"),
        ("reranking", {"postprocessor": "SimilarityPostprocessor"}, "Minimum score"),
        ("reranking", {"postprocessor": "PrevNextNodePostprocessor"}, "Neighbouring passages"),
        ("reranking", {"postprocessor": "LLMRerank"}, "Sort with the model"),
        ("reranking", {"postprocessor": "PageEvidence"}, "Whole pages and files compared"),
        ("reranking", {"postprocessor": "TheirOwnPostprocessor"}, "Their own"),
        ("function_call", {"tool": "read_pages"}, "Used the tool read pages"),
        ("function_call", {}, "Used a tool"),
        ("agent_step", {"tool": "search", "arguments": '{"query": "rent"}'}, "Searched for “rent”"),
        ("agent_step", {"thought": "I know enough."}, "The agent reasoned"),
        ("synthesize", {}, "Wrote the answer"),
        ("sub_question", {}, "Wrote query variations"),
        ("something_new", {}, "Something new"),
    ],
)
def test_a_stage_is_named_by_what_it_did(kind: str, payload: dict[str, object], title: str) -> None:
    assert trace_words.title(Stage(event(kind, payload), 0)) == title


@pytest.mark.parametrize(
    ("retriever", "title"),
    [
        (BM25Retriever, "Searched by words"),
        (TypedRetriever, "Searched by words"),
        (VectorIndexRetriever, "Searched by meaning"),
        (HybridRetriever, "Searched by words and meaning"),
        (QueryFusionRetriever, "Combined the results"),
        (AutoMergingRetriever, "Merged passages into sections"),
        (RouterRetriever, "Chose how to search"),
        (SummaryIndexRetriever, "Read everything"),
        (TreeSelectLeafRetriever, "Searched the tree of summaries"),
        (TreeSelectLeafEmbeddingRetriever, "Searched the tree of summaries"),
        (KeywordTableSimpleRetriever, "Searched the table of keywords"),
        (KeywordTableGPTRetriever, "Searched the table of keywords"),
        (KGTableRetriever, "Searched the graph of facts"),
    ],
)
def test_every_search_that_the_settings_offer_is_named_in_plain_words(
    retriever: type[BaseRetriever], title: str
) -> None:
    payload: dict[str, object] = {"retriever": retriever.__name__}
    assert trace_words.title(Stage(event("retrieve", payload), 0)) == title


def test_model_calls_are_numbered() -> None:
    assert trace_words.title(Stage(event("llm"), 0, 3)) == "Model call 3"


@pytest.mark.parametrize(
    ("stage", "line"),
    [
        (event("retrieve", {"nodes": [], "query_str": "rent"}, seconds=0.5), "0 passages · 0.5 s · “rent”"),
        (event("retrieve", {"nodes": [{"node_id": "a"}]}), "1 passage · 0 ms"),
        (event("retrieve", {}, error="It broke."), "failed · 0 ms"),
        (event("reranking", {"before": ["a", "b"], "after": ["b"]}), "1 of 2 kept · 0 ms"),
        (event("reranking", {"before": ["a", "b"]}), "0 ms"),
        (event("llm", {"prompt_tokens": 1200, "completion_tokens": 80}), "1,200 tokens read, 80 written · 0 ms"),
        (
            event("llm", {"prompt_tokens": 1200, "cached_tokens": 1000, "completion_tokens": 80}),
            "1,200 tokens read (1,000 of them remembered), 80 written · 0 ms",
        ),
        (event("llm", {"prompt_tokens": 1200}), "1,200 tokens read · 0 ms"),
        (event("llm", {"completion_tokens": 80}), "0 ms"),
    ],
    ids=[
        "empty search",
        "one",
        "failed",
        "kept",
        "half told",
        "both counts",
        "some remembered",
        "read only",
        "written only",
    ],
)
def test_the_line_of_a_stage_says_what_was_told(stage: TraceEvent, line: str) -> None:
    assert trace_words.line(Stage(stage, 0)) == line


@pytest.mark.parametrize(
    ("budget", "line"),
    [
        (TokenBudget(0, 1200), "1,200 tokens were sent"),
        (
            TokenBudget(4096, 0, 1024, 100),
            "the model reads 4,096 tokens at once · 1,024 reserved for the answer · 100 left",
        ),
        (TokenBudget(4096, 3000), "3,000 of 4,096 tokens sent"),
        (TokenBudget(4096, 4096, 0, -20), "4,096 of 4,096 tokens sent"),
    ],
    ids=["no window", "no prompt", "no answer", "overfull"],
)
def test_how_full_the_window_of_the_model_was(budget: TokenBudget, line: str) -> None:
    assert trace_words.budget_line(budget) == line


@pytest.mark.parametrize(
    ("rank", "before", "text"),
    [(0, 3, "left out"), (1, 0, "added"), (2, 2, "kept"), (1, 3, "up by 2"), (5, 4, "down by 1")],
)
def test_what_a_step_did_with_a_passage(rank: int, before: int, text: str) -> None:
    assert trace_words.outcome(replace(FOUND, rank=rank, before=before)) == text


@pytest.mark.parametrize(
    ("found", "place", "in_answer"),
    [
        (FOUND, "a.pdf · page 7", ""),
        (replace(FOUND, file="/docs/a.txt"), "a.txt", ""),
        (replace(FOUND, page=0), "a.pdf", ""),
        (replace(FOUND, file=""), "A passage", ""),
        (replace(FOUND, source=source(3)), "lease.pdf · page 3", "3 · read"),
        (replace(FOUND, source=source(3), cited=True), "lease.pdf · page 3", "3 · cited"),
    ],
    ids=["paged", "no pages", "page unknown", "file unknown", "read", "cited"],
)
def test_a_passage_has_a_place_and_a_part_in_the_answer(found: RankedPassage, place: str, in_answer: str) -> None:
    assert trace_words.place(found) == place
    assert trace_words.in_answer(found) == in_answer


def test_prompts_and_replies_are_readable() -> None:
    messages = [{"role": "tool", "content": "42"}, {"role": "critic", "content": None}]
    calls = [{"name": "search", "arguments": '{"q": "ä"}'}]
    call = event("llm", {"messages": messages, "response": "Yes.", "tool_calls": calls}, error="The server went away.")
    assert trace_words.prompt_text(call) == "── Tool ──\n42\n\n── Critic ──\n"
    assert (
        trace_words.reply_text(call)
        == 'Yes.\n\nsearch({"q": "ä"})\n\nThis step ended with an error: The server went away.'
    )
    assert trace_words.prompt_text(event("llm")) == trace_words.reply_text(event("llm")) == ""


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (event("query", {"query_str": "wie?", "mode": "agent"}), "Question: wie?\nResponse mode: agent"),
        (event("synthesize", {"tokens": {"window": 3}, "two_words": [1, "ä"]}), 'Two words: [\n  1,\n  "ä"\n]'),
        (event("tree", {}, error="It broke."), "This step ended with an error: It broke."),
        (
            event("embedding", {"dimensions": 384}, error="It broke."),
            "Dimensions: 384\nThis step ended with an error: It broke.",
        ),
        (event("tree"), ""),
    ],
    ids=["names", "values", "error", "failed embedding", "nothing"],
)
def test_everything_a_stage_told_can_be_read(told: TraceEvent, text: str) -> None:
    assert trace_words.payload_text(told) == text


def trace_of(*events: TraceEvent, **changes: object) -> AnswerTrace:
    return AnswerTrace(replace(ScriptedWorker().whole_answer("q", "a"), trace=events, **{"timings": {}, **changes}))


def test_stages_stand_below_those_they_are_part_of_whatever_order_they_ended_in() -> None:
    trace = trace_of(
        TraceEvent(4, 3, "llm", 0.3, 0.1, {}),
        TraceEvent(3, 1, "templating", 0.2, 0.3, {}),
        TraceEvent(2, 1, "retrieve", 0.1, 0.1, {}),
        TraceEvent(1, None, "query", 0.0, 1.0, {}),
        TraceEvent(6, 77, "llm", 0.9, 0.1, {}),
        TraceEvent(5, 5, "tree", 0.95, 0.1, {}),
    )
    shown = [(stage.event.id, stage.depth, stage.number) for stage in trace.stages]
    assert shown == [(1, 0, 0), (2, 1, 0), (4, 1, 1), (6, 0, 2)]


def test_parts_that_ran_at_once_do_not_take_longer_than_the_whole() -> None:
    trace = trace_of(
        TraceEvent(1, None, "retrieve", 0.0, 3.0, {}), TraceEvent(2, None, "llm", 0.0, 1.0, {}), timings={"total": 2.0}
    )
    assert trace.seconds() == {"searching": 1.5, "sorting": 0.0, "model": 0.5, "other": 0.0}


@pytest.mark.parametrize(
    ("payload", "budget"),
    [
        ({}, None),
        ({"tokens": {"window": None, "prompts": []}}, None),
        ({"tokens": {"window": 4096}}, TokenBudget(4096, 0)),
        ({"tokens": {"window": 4096, "prompts": [3, 9, "x"]}}, TokenBudget(4096, 9)),
    ],
    ids=["silent", "empty", "window", "largest prompt"],
)
def test_tokens_are_told_as_far_as_they_are_known(payload: dict[str, object], budget: TokenBudget | None) -> None:
    assert budget_of(event("synthesize", payload)) == budget


def test_the_servers_count_stands_in_for_a_prompt_that_was_not_counted() -> None:
    call = event("llm", {"prompt_tokens": 812})
    assert trace_of(event("synthesize", {"tokens": {"window": 4096}}), call).budget == TokenBudget(4096, 812)
    assert trace_of(call).budget == TokenBudget(0, 812)
    assert trace_of(event("llm")).budget is None


@pytest.mark.usefixtures("qapp")
def test_what_was_searched_for_stands_in_the_quotation_marks_of_the_language() -> None:
    stage = Stage(event("retrieve", {"query_str": "Frist"}), 0)
    assert trace_words.line(stage).endswith("“Frist”")
    language = Languages()
    try:
        language.choose("de")
        assert trace_words.line(stage).endswith("„Frist“")
    finally:
        language.choose("en")
        language.end()
