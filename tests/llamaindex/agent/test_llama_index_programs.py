"""Agents as programs for LlamaIndex use them: a context that tools share, a timeout, the names of templates."""

import asyncio
import time

import pytest

from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.tools.context import Context, ContextStore
from desktop_rag.tools.function_tool import FunctionTool
from desktop_rag.tools.query_engine_tool import QueryEngineTool
from tests.helpers.scripted_llm import ScriptedLLM

CALL = 'Thought: t\nAction: note\nAction Input: {"text": "%s"}'
DONE = "Thought: d\nAnswer: done"


async def note(ctx: Context, text: str) -> str:
    """Write a text down."""
    known = [*await ctx.store.get("notes", []), text]
    await ctx.store.set("notes", known)
    return ", ".join(known)


def later(text: str, ctx: "Context") -> str:
    """Name the class as modules with postponed annotations do."""
    return f"{text} {type(ctx).__name__}"


@pytest.mark.parametrize("function", [note, later])
def test_models_are_asked_for_the_other_arguments_alone(function: object) -> None:
    tool = FunctionTool.from_defaults(function)  # type: ignore[arg-type]
    assert tool.requires_context
    assert tool.ctx_param_name == "ctx"
    assert list(tool.metadata.get_parameters_dict()["properties"]) == ["text"]  # type: ignore[call-overload]
    assert "ctx" not in tool.metadata.description


def test_without_a_context_the_tool_says_what_it_needs() -> None:
    with pytest.raises(ValueError, match=r"note needs a Context\. .* ctx=Context\(agent\)"):
        FunctionTool.from_defaults(note)(text="a")


def test_a_program_hands_the_context_over_by_name_or_position() -> None:
    context = Context(ReActAgent(llm=ScriptedLLM([DONE])))
    tool = FunctionTool.from_defaults(note)
    assert str(tool(ctx=context, text="a")) == "a"
    output = tool(context, "b")
    assert str(output) == "a, b"
    assert output.raw_input == {"text": "b"}


def test_a_tool_without_it_requires_none() -> None:
    tool = FunctionTool.from_defaults(lambda x: x, "same", "d")
    assert tool.ctx_param_name is None
    assert not tool.requires_context


def test_runs_that_share_a_context_share_its_store() -> None:
    async def talk() -> tuple[list[str], list[str]]:
        agent = ReActAgent(tools=[note], llm=ScriptedLLM([CALL % "a", DONE, CALL % "b", DONE, CALL % "c", DONE]))
        context = Context(agent)
        answers = [await agent.run(word, ctx=context) for word in ("one", "two")] + [await agent.run("three")]
        return [answer.sources[0].content for answer in answers], await context.store.get("notes")

    assert asyncio.run(talk()) == (["a", "a, b", "c"], ["a", "b"])


def test_a_conversation_of_the_agent_itself_has_one_context() -> None:
    agent = ReActAgent(tools=[note], llm=ScriptedLLM([CALL % "a", DONE, CALL % "b", DONE]))
    assert [agent.chat(word).sources[0].content for word in ("one", "two")] == ["a", "a, b"]


def test_dots_lead_into_dictionaries() -> None:
    async def use() -> None:
        store = ContextStore()
        await store.set("state.count", 1)
        assert await store.get("state") == {"count": 1}
        assert await store.get("state.count") == 1
        assert await store.get("state.count.more", None) is None
        with pytest.raises(ValueError, match=r"state\.other"):
            await store.get("state.other")

    asyncio.run(use())


async def _failing_edit(store: ContextStore) -> None:
    async with store.edit_state() as state:
        state["count"]["n"] = 3
        raise KeyError


def test_edited_values_count_once_the_block_ends_well() -> None:
    async def use() -> None:
        store = ContextStore()
        await store.set("count", {"n": 1})
        async with store.edit_state() as state:
            state["count"]["n"] = 2
            assert await store.get("count.n") == 1
        assert await store.get("count.n") == 2
        with pytest.raises(KeyError):
            await _failing_edit(store)
        assert await store.get("count.n") == 2

    asyncio.run(use())


def test_an_agent_is_the_tool_of_another() -> None:
    knowing = ReActAgent(llm=ScriptedLLM(["Thought: d\nAnswer: It is five."]))
    tool = QueryEngineTool.from_defaults(knowing, "note", "Knows numbers.")
    call = CALL.replace('"text"', '"input"') % "How many?"
    answer = ReActAgent(tools=[tool], llm=ScriptedLLM([call, DONE])).chat("q")
    assert [output.content for output in answer.sources] == ["It is five."]


def test_a_run_may_take_so_many_seconds() -> None:
    def wait(text: str) -> str:
        """Take long."""
        time.sleep(0.3)
        return text

    agent = ReActAgent(tools=[wait], llm=ScriptedLLM([CALL.replace("note", "wait") % "a", DONE]), timeout=0.05)
    with pytest.raises(TimeoutError):
        asyncio.run(agent.run("q"))


def test_the_header_goes_by_llama_index_s_name_too() -> None:
    llm = ScriptedLLM([DONE])
    agent = ReActAgent(tools=[note], llm=llm)
    agent.update_prompts({"react_header": PromptTemplate("You are Bob. {tool_desc} {tool_names} {context}")})
    agent.chat("q")
    assert "You are Bob." in llm.prompts[0]
    assert "You are Bob. {tool_desc}" in agent.formatter.system_header
    assert set(agent.get_prompts()) == {"react_header", "final_answer"}
