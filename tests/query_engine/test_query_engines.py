"""Engines find, choose, take apart and put together; what goes wrong in a part does not lose the rest."""

import asyncio
from typing import Any

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.response import AnyResponse, Response, StreamingResponse
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.query_engine.router_query_engine import RouterQueryEngine
from desktop_rag.query_engine.sub_question_query_engine import (
    LLMQuestionGenerator,
    SubQuestion,
    SubQuestionQueryEngine,
    sub_questions_of,
)
from desktop_rag.response_synthesizers.base import numbered_passage
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.router import RouterRetriever
from desktop_rag.selectors.base import SelectorResult
from desktop_rag.selectors.llm_selectors import LLMMultiSelector, LLMSingleSelector, PydanticSingleSelector
from desktop_rag.tools.query_engine_tool import QueryEngineTool
from desktop_rag.tools.retriever_tool import RetrieverTool
from tests.helpers.fixed_retriever import FixedRetriever, hits
from tests.helpers.scripted_llm import ScriptedLLM


class Fixed(BaseRetriever):
    """A retriever of one's own."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts
        self.asked: list[str] = []

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self.asked.append(query_bundle.query_str)
        return [NodeWithScore(TextNode(text=text, id_=text), 1.0) for text in self.texts]


class First(BaseNodePostprocessor):
    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        return nodes[:1]


class Says(BaseQueryEngine):
    """Answers the same whatever it is asked, from as many sources as it is told."""

    def __init__(self, answer: str | Exception, sources: int = 0, name: str = "s") -> None:
        self.answer = answer
        self.sources = [NodeWithScore(TextNode(text=f"{name}{i}", id_=f"{name}{i}")) for i in range(sources)]
        self.asked: list[str] = []

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        self.asked.append(query_bundle.query_str)
        if isinstance(self.answer, Exception):
            raise self.answer
        return Response(self.answer, list(self.sources))


def tools(**engines: BaseQueryEngine) -> list[QueryEngineTool]:
    return [QueryEngineTool.from_defaults(engine, name, f"About {name}") for name, engine in engines.items()]


# ---- one retriever ----


def test_find_sort_out_write() -> None:
    llm = ScriptedLLM()
    retriever = Fixed("alpha", "beta")
    engine = RetrieverQueryEngine.from_args(retriever, llm, node_postprocessors=[First()])
    response = engine.query("Q")
    assert response.response == "ANSWER1"
    assert [found.node.text for found in response.source_nodes] == ["alpha"]
    assert "beta" not in llm.prompts[0]
    assert [found.node.text for found in engine.retrieve(QueryBundle("Q"))] == ["alpha"]
    assert engine.retriever is retriever
    made = engine.synthesize(QueryBundle("Q"), [], [NodeWithScore(TextNode(text="x"))])
    assert made.response == "Empty Response"


def test_another_retriever() -> None:
    engine = RetrieverQueryEngine.from_args(Fixed("alpha"), ScriptedLLM(), node_postprocessors=[First()])
    other = engine.with_retriever(Fixed("gamma", "delta"))
    assert [found.node.text for found in other.query("Q").source_nodes] == ["gamma"]
    assert [found.node.text for found in engine.query("Q").source_nodes] == ["alpha"]


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({"response_mode": "refine"}, "ANSWER2"),
        ({"response_mode": "no_text"}, ""),
        ({"response_mode": "accumulate"}, "Response 1: ANSWER1\n---------------------\nResponse 2: ANSWER2"),
        ({"streaming": True}, "ANSWER1"),
        ({"structured_answer_filtering": True}, "Empty Response"),
    ],
)
def test_options_reach_the_synthesizer(options: dict[str, Any], answer: str) -> None:
    engine = RetrieverQueryEngine.from_args(Fixed("alpha", "beta"), ScriptedLLM(), **options)
    response = engine.query("Q")
    if options.get("streaming"):
        assert isinstance(response, StreamingResponse)
        response = response.get_response()
    assert response.response == answer


def test_templates_of_the_parts() -> None:
    llm = ScriptedLLM()
    engine = RetrieverQueryEngine.from_args(
        Fixed("alpha"), llm, text_qa_template=PromptTemplate("{context_str}/{query_str}")
    )
    engine.query("Q")
    engine.update_prompts({"response_synthesizer:text_qa_template": PromptTemplate("{query_str}/{context_str}")})
    engine.query("Q")
    assert llm.prompts == ["alpha/Q", "Q/alpha"]
    with pytest.raises(UserError):
        engine.update_prompts({"text_qa_template": PromptTemplate("{query_str}/{context_str}")})


def test_stages_are_nested() -> None:
    handler = StageRecorder()
    with running(handlers=[handler]):
        RetrieverQueryEngine.from_args(Fixed("a"), ScriptedLLM(), node_postprocessors=[First()]).query("Q")
    (query,) = handler.get_events(CBEventType.QUERY)
    inner = [stage.event_type for stage in handler.events if stage.parent_id == query.id]
    assert inner == [CBEventType.RETRIEVE, CBEventType.RERANKING, CBEventType.SYNTHESIZE]
    assert query.payload == {"engine": "RetrieverQueryEngine", "query_str": "Q", "response": "ANSWER1"}


def test_engines_without_parts_of_their_own() -> None:
    with pytest.raises(NotImplementedError):
        Says("x").retrieve(QueryBundle("Q"))
    with pytest.raises(NotImplementedError):
        Says("x").synthesize(QueryBundle("Q"), [])


# ---- router ----


def test_the_router_asks_the_chosen_one() -> None:
    first, second = Says("one", 1), Says("two", 2)
    llm = ScriptedLLM(['{"choice": 2, "reason": "fits"}'])
    response = RouterQueryEngine.from_defaults(tools(a=first, b=second), llm).query("Q")
    assert response.response == "two"
    assert first.asked == []
    result = response.metadata["selector_result"]
    assert isinstance(result, SelectorResult)
    assert (result.ind, result.reason) == (1, "fits")
    assert "selector_note" not in response.metadata


@pytest.mark.parametrize("use_async", [False, True])
def test_several_answers_become_one(use_async: bool) -> None:
    llm = ScriptedLLM(["[2, 1]", "both [1] [2] [3]"])
    first, second = Says("one [1] [7]", 1, "x"), Says("two [1] [2]", 2, "y")
    engine = RouterQueryEngine.from_defaults(tools(a=first, b=second), llm, select_multi=True, use_async=use_async)
    response = engine.query("Q")
    assert response.response == "both [1] [2] [3]"
    assert "two [1] [2]\n\none [3] [7]" in llm.prompts[1], "markers count through all sources"
    assert [found.node.node_id for found in response.source_nodes] == ["y0", "y1", "x0"]
    assert set(response.metadata) == {"y0", "y1", "x0", "selector_result"}


def test_a_reply_that_names_nothing() -> None:
    first, second = Says("one"), Says("two")
    one = RouterQueryEngine.from_defaults(tools(a=first, b=second), ScriptedLLM(["hm"])).query("Q")
    assert one.response == "one"
    assert isinstance(one.metadata["selector_result"], SelectorResult)
    assert one.metadata["selector_result"].note
    every = RouterQueryEngine.from_defaults(tools(a=first, b=second), ScriptedLLM(["hm", "all"]), select_multi=True)
    assert every.query("Q").response == "all"
    assert second.asked == ["Q"]


def test_a_summarizer_of_ones_own() -> None:
    llm = ScriptedLLM(["[1, 2]", "a b"])
    summarizer = get_response_synthesizer(llm, response_mode="compact", streaming=True)
    engine = RouterQueryEngine(LLMMultiSelector(llm), tools(a=Says("1"), b=Says("2")), summarizer=summarizer)
    response = engine.query("Q")
    assert isinstance(response, StreamingResponse)
    assert list(response.response_gen) == ["a ", "b"]
    assert set(engine.get_prompts()) == {
        "selector:prompt",
        "summarizer:text_qa_template",
        "summarizer:refine_template",
    }
    assert isinstance(RouterQueryEngine(LLMSingleSelector(llm), tools(a=Says("1")))._selector, LLMSingleSelector)
    assert not isinstance(RouterQueryEngine.from_defaults(tools(a=Says("1")), llm)._selector, PydanticSingleSelector)


# ---- sub-questions ----

TWO = '[{"sub_question": "First?", "tool_name": "a"}, {"sub_question": "Second?", "tool_name": "b"}]'


@pytest.mark.parametrize("use_async", [False, True])
def test_a_question_is_taken_apart(use_async: bool) -> None:
    llm = ScriptedLLM([TWO, "whole [1] [2]"])
    first, second = Says("one [1]", 1, "x"), Says("two [1]", 1, "y")
    engine = SubQuestionQueryEngine.from_defaults(tools(a=first, b=second), llm, use_async=use_async)
    response = engine.query("Both?")
    assert response.response == "whole [1] [2]"
    assert (first.asked, second.asked) == (["First?"], ["Second?"])
    assert "Question: First?\nAnswer: one [1]\n\nQuestion: Second?\nAnswer: two [2]" in llm.prompts[1]
    assert "tool_name" not in llm.prompts[1]
    ids = [found.node.node_id for found in response.source_nodes]
    assert ids[:2] == ["x0", "y0"]
    assert [found.node.metadata["sub_question"] for found in response.source_nodes[2:]] == ["First?", "Second?"]
    told = response.outcome.sub_questions
    assert told[1] == {"sub_question": "Second?", "tool_name": "b", "answer": "two [2]", "note": ""}


def test_partial_answers_are_not_numbered_again() -> None:
    llm = ScriptedLLM([TWO, "whole"])
    synthesizer = get_response_synthesizer(llm, format_node=numbered_passage)
    parts = tools(a=Says("one [1]", 1), b=Says("two [1]", 1))
    SubQuestionQueryEngine.from_defaults(parts, llm, response_synthesizer=synthesizer).query("Q")
    assert (
        "Passages:\n<passage>\nQuestion: First?\nAnswer: one [1]\n\nQuestion: Second?\nAnswer: two [2]"
        in llm.prompts[1]
    )


def test_an_unknown_source_is_not_lost() -> None:
    reply = '[{"sub_question": "X?", "tool_name": "Library B"}, {"sub_question": "Y?", "tool_name": "nowhere"}]'
    first, second = Says("one"), Says("two")
    engine = SubQuestionQueryEngine.from_defaults(
        tools(alpha=first, library_b=second), ScriptedLLM([reply, "w"]), use_async=False
    )
    response = engine.query("Q")
    assert (first.asked, second.asked) == (["Y?"], ["X?"])
    told = response.outcome.sub_questions
    assert all("no source named" in one["note"] for one in told)


@pytest.mark.parametrize("error", [UserError("Gone."), ValueError("Gone.")])
def test_a_part_that_fails_is_left_out(error: Exception) -> None:
    llm = ScriptedLLM([TWO, "whole"])
    engine = SubQuestionQueryEngine.from_defaults(tools(a=Says(error), b=Says("two")), llm)
    handler = StageRecorder()
    with running(handlers=[handler]):
        response = engine.query("Q")
    assert response.response == "whole"
    told = response.outcome.sub_questions
    assert [one["note"] for one in told] == ["", "Gone."]
    assert sorted(stage.error for stage in handler.get_events(CBEventType.SUB_QUESTION)) == ["", "Gone."]
    with pytest.raises(type(error), match="Gone"):
        SubQuestionQueryEngine.from_defaults(tools(a=Says(error)), ScriptedLLM([TWO])).query("Q")


def test_nothing_usable_was_generated() -> None:
    first, second = Says("one"), Says("two")
    engine = SubQuestionQueryEngine.from_defaults(tools(a=first, b=second), ScriptedLLM(["I don't know", "w"]))
    assert engine.query("Whole question?").response == "w"
    assert first.asked == second.asked == ["Whole question?"]


@pytest.mark.parametrize(
    ("reply", "questions"),
    [
        (TWO, [("First?", "a"), ("Second?", "b")]),
        (f"```json\n{TWO}\n```", [("First?", "a"), ("Second?", "b")]),
        ('{"items": ' + TWO + "}", [("First?", "a"), ("Second?", "b")]),
        ("[{'sub_question': 'First?', 'tool_name': 'a'},]", [("First?", "a")]),
        ('{"question": "First?", "tool": "a"}', [("First?", "a")]),
        ('["First?", "Second?"]', [("First?", ""), ("Second?", "")]),
        ("1. First?\n2. 第二の質問？", [("First?", ""), ("第二の質問？", "")]),
        ("none", []),
        ("", []),
    ],
)
def test_reading_sub_questions(reply: str, questions: list[tuple[str, str]]) -> None:
    assert sub_questions_of(reply) == [SubQuestion(*question) for question in questions]


def test_questions_are_taken_apart_while_a_program_waits() -> None:
    generator = LLMQuestionGenerator(ScriptedLLM([TWO]))
    made = asyncio.run(generator.agenerate([tool.metadata for tool in tools(a=Says("x"))], QueryBundle("Q")))
    assert made == [SubQuestion("First?", "a"), SubQuestion("Second?", "b")]


def test_what_is_needed() -> None:
    with pytest.raises(UserError, match="language model"):
        SubQuestionQueryEngine.from_defaults(tools(a=Says("x")))
    with pytest.raises(ValueError, match="no query engine"):
        SubQuestionQueryEngine.from_defaults([], ScriptedLLM())
    engine = SubQuestionQueryEngine.from_defaults(tools(a=Says("x")), ScriptedLLM())
    assert "question_gen:question_gen_prompt" in engine.get_prompts()


def test_what_was_chosen_is_logged_where_a_program_wants_it(caplog: pytest.LogCaptureFixture) -> None:
    reply = '[{"choice": 2, "reason": "it knows"}]'
    caplog.set_level("INFO")
    for verbose in (False, True):
        engine = RouterQueryEngine.from_defaults(
            tools(a=Says("one"), b=Says("two")), ScriptedLLM([reply]), verbose=verbose
        )
        assert engine.query("Q").response == "two"
        assert ("b is asked: it knows" in caplog.text) is verbose
        caplog.clear()
        choices = [
            RetrieverTool.from_defaults(FixedRetriever(hits(x=1.0)), name=name, description="d") for name in "ab"
        ]
        RouterRetriever.from_defaults(choices, ScriptedLLM([reply]), verbose=verbose).retrieve("Q")
        assert ("b is asked: it knows" in caplog.text) is verbose
        caplog.clear()
