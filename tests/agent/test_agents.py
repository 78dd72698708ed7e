"""Agents: their steps, what they keep, how they end, and that nothing a model writes breaks them."""

import asyncio
import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.agent.base import BaseAgent
from desktop_rag.agent.function_agent import FunctionAgent
from desktop_rag.agent.react_agent import ReActAgent, ReActChatFormatter
from desktop_rag.agent.react_steps import (
    AnswerScanner,
    ObservationReasoningStep,
    ReActOutputParser,
    ReActParseError,
    ResponseReasoningStep,
)
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.core.response import Response
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.llms.base import ChatResponse, LLMMetadata
from desktop_rag.llms.served import ToolsUnsupportedError
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.tools.base import BaseTool, ToolMetadata, ToolOutput
from desktop_rag.tools.context import Context
from desktop_rag.tools.function_tool import FunctionTool
from tests.helpers.scripted_llm import ScriptedLLM

NODE = NodeWithScore(TextNode("Cats sleep.", id_="n1"), 0.5)
ACT = 'Thought: look\nAction: search\nAction Input: {"query": "cats"}'
KINDS = (ReActAgent, FunctionAgent)


def _search(query: str) -> Response:
    """Find passages."""
    return Response(f"found {query}", [NODE])


def _tools() -> list[BaseTool]:
    return [FunctionTool.from_defaults(_search, name="search")]


def _call(name: str, arguments: str, id_: str = "c1", text: str = "") -> ChatResponse:
    return ChatResponse(ChatMessage(MessageRole.ASSISTANT, text, (ToolCall(id_, name, arguments),)))


def _replies(kind: type[BaseAgent], *steps: str) -> list[str | ChatResponse]:
    """Write steps, "search: cats" or an answer, as this kind of agent reads them."""
    replies: list[str | ChatResponse] = []
    for step in steps:
        name, colon, query = step.partition(": ")
        if not colon:
            replies.append(f"Thought: done\nAnswer: {step}" if kind is ReActAgent else step)
        elif kind is ReActAgent:
            replies.append(f'Thought: t\nAction: {name}\nAction Input: {{"query": "{query}"}}')
        else:
            replies.append(_call(name, json.dumps({"query": query})))
    return replies


def _run(
    kind: type[BaseAgent], llm: ScriptedLLM, tools: Sequence[BaseTool] | None = None, **settings: object
) -> BaseAgent:
    return kind(_tools() if tools is None else tools, llm, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
def test_a_tool_then_an_answer(kind: type[BaseAgent]) -> None:
    llm = ScriptedLLM(_replies(kind, "search: cats", "They sleep."))
    handler = StageRecorder()
    with running(handlers=[handler]):
        agent = _run(kind, llm)
        response = agent.stream_chat("What do cats do?")
        assert response.sources == []
        assert "".join(response.response_gen) == "They sleep."
    assert [source.content for source in response.sources] == ["found cats"]
    assert response.source_nodes == [NODE]
    assert response.metadata == {"iterations": 2}
    steps = handler.get_events(CBEventType.AGENT_STEP)
    assert [step.payload.get("tool") for step in steps] == ["search", None]
    assert json.loads(str(steps[0].payload["arguments"])) == {"query": "cats"}
    assert steps[0].payload["observation"] == "found cats"
    assert steps[1].payload["answers"] is True
    assert [event.payload["tool"] for event in handler.get_events(CBEventType.FUNCTION_CALL)] == ["search"]
    assert [message.content for message in agent.chat_history] == ["What do cats do?", "They sleep."]
    assert "found cats" in llm.calls[1][-1].content
    agent.reset()
    assert agent.chat_history == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_allowed_iteration_is_used_and_then_an_answer_is_asked_for(kind: type[BaseAgent]) -> None:
    llm = ScriptedLLM([*_replies(kind, *(f"search: {number}" for number in range(5))), "The best I have."])
    agent = _run(kind, llm, max_iterations=5)
    response = agent.chat("What?")
    assert response.response == "The best I have."
    assert response.metadata == {"iterations": 5, "stopped": "max_iterations"}
    assert len(llm.calls) == 6
    assert len(response.sources) == 5
    [last] = llm.calls[5]
    assert "Question: What?" in last.content
    assert "found 0\n\nfound 1" in last.content
    assert llm.options[5].tools == ()


def test_a_run_may_have_fewer_iterations() -> None:
    llm = ScriptedLLM([*_replies(FunctionAgent, "search: a"), "The best I have."])
    agent = _run(FunctionAgent, llm)
    response = asyncio.run(agent.run("What?", max_iterations=1))
    assert response.metadata == {"iterations": 1, "stopped": "max_iterations"}
    assert agent.max_iterations > 1


@pytest.mark.parametrize("kind", KINDS)
def test_an_agent_may_fail_rather_than_answer_with_what_it_has(kind: type[BaseAgent]) -> None:
    def asked(**settings: object) -> BaseAgent:
        llm = ScriptedLLM([*_replies(kind, "search: a", "search: b"), "The best I have."])
        return _run(kind, llm, max_iterations=2, **settings)

    with pytest.raises(UserError, match="in 2 steps"):
        asked(early_stopping_method="force").chat("What?")
    with pytest.raises(UserError, match="in 2 steps"):
        asyncio.run(asked().run("What?", early_stopping_method="force"))
    forced = asked(early_stopping_method="force")
    assert str(asyncio.run(forced.run("What?", early_stopping_method="generate"))) == "The best I have."
    with pytest.raises(ValueError, match="forse"):
        asked(early_stopping_method="forse")


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_request_may_fail_too(kind: type[BaseAgent]) -> None:
    llm = ScriptedLLM([*_replies(kind, "search: a"), "Action: search\nAction Input: x"])
    response = _run(kind, llm, max_iterations=1).chat("What?")
    assert "did not come to an answer" in response.response
    assert "found a" in response.response


@pytest.mark.parametrize("kind", KINDS)
def test_going_round_in_circles_is_noticed(kind: type[BaseAgent]) -> None:
    llm = ScriptedLLM([*_replies(kind, *["search: a"] * 4), "Enough."])
    response = _run(kind, llm).chat("What?")
    assert response.response == "Enough."
    assert response.metadata["stopped"] == "repeating"
    assert [source.is_error for source in response.sources] == [False, True, True, True]
    assert "made before" in llm.calls[2][-1].content


@pytest.mark.parametrize("kind", KINDS)
def test_what_goes_wrong_in_tools_is_told_to_the_model(kind: type[BaseAgent]) -> None:
    def broken(query: str) -> str:
        """Fail."""
        raise {"user": UserError("No.", "Wait."), "bug": KeyError("x")}[query]

    tools = [FunctionTool.from_defaults(broken, name="broken")]
    llm = ScriptedLLM(_replies(kind, "broken: user", "broken: bug", "nosuch: a", "Sorry."))
    response = _run(kind, llm, tools).chat("What?")
    assert response.response == "Sorry."
    assert [source.content for source in response.sources] == [
        "No. Wait.",
        "KeyError: 'x'",
        "There is no tool named nosuch. The tools are: broken.",
    ]
    assert all(source.is_error for source in response.sources)


@pytest.mark.parametrize("kind", KINDS)
def test_return_direct(kind: type[BaseAgent]) -> None:
    wanted = {"properties": {"query": {}}}
    tool = FunctionTool(_search, ToolMetadata("d", "search", return_direct=True, parameters=wanted))
    llm = ScriptedLLM(_replies(kind, "search: cats"))
    assert _run(kind, llm, [tool]).chat("What?").response == str(_search("cats"))
    assert len(llm.calls) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_history_is_shown_and_kept(kind: type[BaseAgent]) -> None:
    llm = ScriptedLLM(_replies(kind, "one", "two"))
    agent = _run(kind, llm, context="The user is Ann.")
    agent.chat("first")
    agent.chat("second")
    assert [message.content for message in llm.calls[1][1:]] == ["first", "one", "second"]
    assert "The user is Ann." in llm.calls[0][0].content
    agent.chat("third", chat_history=[ChatMessage(MessageRole.USER, "other")])
    assert [message.content for message in llm.calls[2][1:]] == ["other", "third"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_window_is_never_exceeded(kind: type[BaseAgent]) -> None:
    def long(query: str) -> str:
        """Say much."""
        return f"{query} " + "word " * 5000

    tools = [FunctionTool.from_defaults(long, name="search")]
    metadata = LLMMetadata(2000, 256, "small")
    llm = ScriptedLLM(_replies(kind, *(f"search: {n}" for n in range(15)), "done"), metadata)
    agent = _run(kind, llm, tools)
    assert agent.chat("What?").response == "done"
    assert max(llm.count_tokens(*sent) for sent in zip(llm.calls, llm.options, strict=True)) <= 2000 - 256
    roles = [message.role for message in llm.calls[-1]]
    assert roles[:3] == [MessageRole.SYSTEM, MessageRole.USER, MessageRole.ASSISTANT]


@pytest.mark.parametrize("kind", KINDS)
def test_a_window_too_small_for_steps_still_gets_an_answer(kind: type[BaseAgent]) -> None:
    def search(query: str) -> str:
        """Say much."""
        return "the vote was on Tuesday " + "word " * 5000

    llm = ScriptedLLM(["It was on Tuesday."], LLMMetadata(400, 100, "small"))
    agent = _run(kind, llm, [FunctionTool.from_defaults(search, description="Find words. " * 40)])
    agent.first_tool = "search"
    response = agent.chat("When was the vote?")
    assert response.response == "It was on Tuesday."
    assert response.metadata["stopped"] == "small_window"
    assert len(llm.calls) == 1
    assert "the vote was on Tuesday" in llm.calls[0][-1].content
    assert llm.count_tokens(llm.calls[0]) <= 300


@pytest.mark.parametrize("kind", KINDS)
def test_stopping(kind: type[BaseAgent]) -> None:
    token = CancelToken()

    def stop(query: str) -> str:
        """Stop the job."""
        token.cancel()
        return query

    llm = ScriptedLLM(_replies(kind, "stop: a", "never"))
    with running(token):
        agent = _run(kind, llm, [FunctionTool.from_defaults(stop)])
        with pytest.raises(CancelledError):
            agent.chat("What?")
    assert agent.chat_history == []
    assert len(llm.calls) == 1


def test_several_calls_at_once_and_arguments_that_are_no_json() -> None:
    calls = (ToolCall("a", "search", "cats"), ToolCall("b", "search", '{"query": "dogs"'), ToolCall("c", "search", ""))
    llm = ScriptedLLM([ChatResponse(ChatMessage(MessageRole.ASSISTANT, "Looking.", calls)), "Done."])
    response = FunctionAgent(_tools(), llm).chat("What?")
    assert [source.content.splitlines()[0][:30] for source in response.sources[:2]] == ["found cats", "found dogs"]
    assert response.sources[2].is_error
    assert [message.tool_call_id for message in llm.calls[1][-3:]] == ["a", "b", "c"]
    assert llm.calls[1][-4].tool_calls == calls
    assert response.response == "Done."
    assert [tool.name for tool in llm.options[0].tools] == ["search"]


def test_a_call_written_into_the_answer() -> None:
    llm = ScriptedLLM(['```json\n{"name": "search", "arguments": {"query": "cats"}}\n```', "Done."])
    response = FunctionAgent(_tools(), llm).chat("What?")
    assert [source.content for source in response.sources] == ["found cats"]
    assert response.response == "Done."


def test_a_model_without_tools_goes_on_in_plain_text() -> None:
    llm = ScriptedLLM([ToolsUnsupportedError("No tools.", "Choose another."), ACT, "Thought: t\nAnswer: Yes."])
    agent = FunctionAgent(_tools(), llm)
    response = agent.chat("What?")
    assert (response.response, len(response.sources)) == ("Yes.", 1)
    assert [message.content for message in agent.chat_history] == ["What?", "Yes."]


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_that_says_nothing(kind: type[BaseAgent]) -> None:
    llm = ScriptedLLM([""] * 9)
    response = _run(kind, llm).chat("What?")
    assert "did not come to an answer" in response.response
    assert response.metadata["stopped"] == "repeating"
    assert len(llm.calls) == 4


@pytest.mark.parametrize("kind", KINDS)
def test_a_first_tool_is_run_before_the_model_is_asked(kind: type[BaseAgent]) -> None:
    llm = ScriptedLLM(_replies(kind, "search: What?", "Found."))
    agent = _run(kind, llm)
    agent.first_tool = "search"
    response = agent.chat("What?")
    assert response.response == "Found."
    assert "found What?" in llm.calls[0][-1].content
    assert [source.is_error for source in response.sources] == [False, True]  # the same call is not made twice
    assert response.metadata == {"iterations": 2}
    agent.first_tool = "nosuch"
    assert agent.chat("again").sources == []


def test_the_answer_streams_once_its_marker_is_seen() -> None:
    llm = ScriptedLLM(["Thought: I know it.\nAnswer: one two three four five"])
    pieces = list(ReActAgent(_tools(), llm).stream_chat("What?").response_gen)
    assert len(pieces) >= 4
    assert "".join(pieces) == "one two three four five"
    long = "word " * 100
    pieces = list(ReActAgent(_tools(), ScriptedLLM([long])).stream_chat("What?").response_gen)
    assert len(pieces) > 30
    assert "".join(pieces) == long
    pieces = list(FunctionAgent(_tools(), ScriptedLLM([long])).stream_chat("What?").response_gen)
    assert len(pieces) > 30
    assert "".join(pieces) == long


def test_an_invented_observation_is_not_waited_for() -> None:
    llm = ScriptedLLM([f"{ACT}\nObservation: nonsense\nThought: x\nAnswer: wrong", "Answer: right"])
    closed: list[int] = []
    stream = llm._stream_chat

    def watched(*arguments: object) -> object:
        yield from stream(*arguments)  # type: ignore[arg-type]
        closed.append(1)

    llm._stream_chat = watched  # type: ignore[method-assign,assignment]
    assert ReActAgent(_tools(), llm).chat("What?").response == "right"
    assert len(closed) == 1  # the first reply was not read to its end


def test_settings_of_the_formatter_and_handler() -> None:
    formatter = ReActChatFormatter(PromptTemplate("T:{tool_desc} N:{tool_names} C:{context}"), "ctx", MessageRole.TOOL)
    steps = [ObservationReasoningStep("o"), ResponseReasoningStep("x", "y", is_streaming=True)]
    messages = formatter.format(_tools(), [], steps)
    assert messages[0].content.startswith("T:- search: ")
    assert [(message.role.value, message.content) for message in messages[1:]] == [
        ("tool", "Observation: o"),
        ("assistant", "Thought: x\nAnswer (Starts With): y ..."),
    ]
    llm = ScriptedLLM(["Thought: hm", "Answer: ok"])
    agent = ReActAgent.from_tools(
        _tools(),
        llm,
        react_chat_formatter=formatter,
        verbose=True,
        handle_reasoning_failure_fn=lambda error: ToolOutput(f"<{error}>", "x"),
    )
    assert agent.chat("What?").response == "ok"
    assert llm.calls[1][-1].content.startswith("Observation: <There is a thought")
    agent.update_prompts({"system_header": PromptTemplate("H {tool_desc}{tool_names}")})
    agent.chat("again")
    assert llm.calls[2][0].content.startswith("H - search")
    assert set(FunctionAgent(_tools(), llm).get_prompts()) == {"system_prompt", "final_answer"}


PIECES = st.lists(
    st.sampled_from(
        ["Thought:", "Action:", "Action Input:", "Answer:", "Observation:", "**", "`", "```", "\n", " ", "search",
         "none", "{", "}", '"q"', ":", "a", "：", "<think>", "</think>", "(", ")", "'", "answer", "[", ","]
    ),
    max_size=25,
).map("".join)  # fmt: skip


@pytest.mark.slow
@given(PIECES | st.text(max_size=60))
@settings(max_examples=150, deadline=None)
def test_the_parser_raises_nothing_but_its_own_error(text: str) -> None:
    try:
        step = ReActOutputParser().parse(text)
    except ReActParseError as error:
        assert str(error)  # noqa: PT017 - both ways are right
    else:
        assert step.get_content()


@given(st.lists(PIECES, max_size=6))
@settings(max_examples=150, deadline=None)
def test_streaming_shows_the_end_of_the_text_or_nothing(pieces: list[str]) -> None:
    scanner = AnswerScanner()
    shown = "".join(scanner.feed(piece) for piece in pieces)
    assert "".join(pieces).endswith(shown)
    assert scanner.begun or not shown


@given(st.lists(PIECES, min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_whatever_a_model_writes_there_is_an_answer(replies: list[str]) -> None:
    for kind in KINDS:
        response = _run(kind, ScriptedLLM(replies), max_iterations=3).chat("What?")
        assert response.response.strip()


@pytest.mark.parametrize("kind", [FunctionAgent, ReActAgent])
def test_a_run_is_awaited_and_remembers_what_its_context_has(kind: type[BaseAgent]) -> None:
    llm = ScriptedLLM(_replies(kind, "search: cats") + ["Answer: One."] * 3)
    agent = kind(tools=[FunctionTool.from_defaults(_search, "search", "d")], llm=llm, system_prompt="Be kind.")  # type: ignore[call-arg]
    context = Context(agent)

    async def talk() -> list[str]:
        return [
            str(await agent.run("What?", ctx=context)),
            str(await agent.run(ChatMessage(content="And?"), ctx=context)),
            str(await agent.run("Alone?")),
        ]

    assert asyncio.run(talk())[0]
    assert [message.content for message in context.memory.get_all()][::2] == ["What?", "And?"]
    assert all("Be kind." in prompt for prompt in llm.prompts)
    assert "And?" not in llm.prompts[-1], "a run of its own knows nothing of the others"
    assert agent.chat_history == []


@pytest.mark.parametrize("kind", [FunctionAgent, ReActAgent])
def test_an_agent_without_tools_answers(kind: type[BaseAgent]) -> None:
    agent = kind(llm=ScriptedLLM(["Answer: Hi."]), name="Greeter", description="Greets.")  # type: ignore[call-arg]
    assert agent.chat("Hello").response.endswith("Hi.")
    assert (agent.name, agent.description) == ("Greeter", "Greets.")  # type: ignore[attr-defined]
