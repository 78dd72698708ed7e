"""The reference agent's sequences of calls, and where ours does better.

``react_agent_calls.json`` holds replies, calls and results only; the prompts are ours.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.tools.base import BaseTool
from desktop_rag.tools.function_tool import FunctionTool
from tests.helpers.scripted_llm import ScriptedLLM

CASES = json.loads((Path(__file__).parent / "react_agent_calls.json").read_text(encoding="utf-8"))["cases"]
RETRY = ["system", "user", "assistant", "user"]
OURS: dict[str, tuple[dict[str, object], str]] = {
    "parse_error_then_ok": ({"roles": [["system", "user"], RETRY]}, "the reference says the question twice in a row"),
    "empty_then_ok": ({"roles": [["system", "user"], RETRY]}, "the same; some servers refuse two messages of a role"),
    "answer_prefix_only": (
        {"n_calls": 1, "roles": [["system", "user"]]},
        "weakness of the reference: an answer without a thought fails; 0.12 showed it with its marker",
    ),
    "max_iterations": (
        {"n_calls": 5, "tools_run": [["search", {"query": "loop", "k": 2}]], "response": "ANSWER7"},
        "weakness of the reference: it ends in an error (0.12 after 5 of 10 calls); ours asks for an answer",
    ),
}


def _tools(run: list[list[object]]) -> list[BaseTool]:
    def search(query: str, k: int = 2) -> str:
        """Look something up."""
        run.append(["search", {"query": query, "k": k}])
        return f"[{k} results for {query}]"

    def add(a: int, b: int) -> int:
        """Add two numbers."""
        run.append(["add", {"a": a, "b": b}])
        return a + b

    def boom(x: str) -> str:
        """Fail."""
        run.append(["boom", {"x": x}])
        raise ValueError("tool exploded")

    return [FunctionTool.from_defaults(function) for function in (search, add, boom)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["script"])
def test_the_calls_of_the_reference(case: dict[str, Any]) -> None:
    expected = case | OURS.get(case["script"], ({}, ""))[0]
    run: list[list[object]] = []
    replies = case["replies"] * (4 if "error" in case else 1)
    llm = ScriptedLLM(replies[:4] if "error" in case else replies)
    agent = ReActAgent.from_tools(_tools(run), llm)
    response = agent.chat("What?")
    assert run == expected["tools_run"]
    assert len(llm.calls) == expected["n_calls"]
    if "error" in case:
        assert response.response == "ANSWER5"
        return
    assert response.response == expected["response"]
    assert [[message.role.value for message in call] for call in llm.calls] == expected["roles"]
    assert [message.content for message in agent.chat_history] == ["What?", expected["response"]]


def test_what_the_model_is_shown_again() -> None:
    case = next(case for case in CASES if case["script"] == "two_tools")
    llm = ScriptedLLM(case["replies"])
    ReActAgent.from_tools(_tools([]), llm).chat("What?")
    assert [message.content for message in llm.calls[2][1:]] == [
        "What?",
        'Thought: t\nAction: search\nAction Input: {"query": "a", "k": 3}',
        "Observation: [3 results for a]",
        'Thought: t\nAction: add\nAction Input: {"a": 1, "b": 2}',
        "Observation: 3",
    ]
