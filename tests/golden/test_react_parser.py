"""The reference's 43 outputs; where it errs or loses something, ours says what was meant.

The deviations are the weaknesses listed for agents and the drift of the parser between the reference's versions
(a Thought that mentions "Answer:" ended the run, "Answer: Paris" without a Thought failed).
"""

import json
from pathlib import Path

import pytest

from desktop_rag.agent.react_steps import (
    IMPLICIT_THOUGHT,
    ActionReasoningStep,
    BaseReasoningStep,
    ReActOutputParser,
    ReActParseError,
    ResponseReasoningStep,
)

HERE = Path(__file__).parent
CASES = json.loads((HERE / "react_parser.json").read_text(encoding="utf-8"))["cases"]
CLASSES = {kind.__name__: kind for kind in (ActionReasoningStep, ResponseReasoningStep)}
SEARCH = {"query": "a"}
OURS: dict[str, tuple[BaseReasoningStep | None, str]] = {
    "thought_mentions_action_word": (
        ResponseReasoningStep("The next Action: maybe none. I can answer.", "yes"),
        "the reference fails: a word in mid-line is no marker when a line begins with one",
    ),
    "thought_mentions_answer_word": (
        ActionReasoningStep("The Answer: is unknown, use a tool.", "search", SEARCH),
        "the reference shows the tool call as the answer (0.12 did not)",
    ),
    "no_thought_answer": (ResponseReasoningStep(IMPLICIT_THOUGHT, "Paris"), "the reference fails"),
    "no_thought_action": (ActionReasoningStep("", "search", SEARCH), "the reference fails"),
    "action_without_input": (ActionReasoningStep("t", "search", {}), "the reference fails"),
    "action_input_empty": (ActionReasoningStep("t", "search", {}), "the reference fails"),
    "action_input_none": (ActionReasoningStep("t", "search", {}), "the reference fails"),
    "action_input_not_json": (ActionReasoningStep("t", "search", {"input": "llama index"}), "the reference fails"),
    "action_name_spaces": (
        ActionReasoningStep("t", "web search tool", SEARCH),
        "the reference keeps the first word only; which tool is meant is found out later",
    ),
    "action_backticks": (ActionReasoningStep("t", "search", SEARCH), "the reference keeps the fence (0.12 did not)"),
    "action_markdown_bold": (ActionReasoningStep("t", "search", SEARCH), "the reference fails"),
    "unclosed_json": (ActionReasoningStep("t", "search", SEARCH), "the reference fails"),
    "lowercase": (ActionReasoningStep("t", "search", SEARCH), "the reference shows the tool call as the answer"),
    "fullwidth_colon": (ActionReasoningStep("考える", "search", SEARCH), "the reference shows the call as the answer"),
    "same_line": (ActionReasoningStep("t", "search", SEARCH), "the reference fails"),
    "think_tags": (ResponseReasoningStep("t", "ok"), "the reference reads a reasoning model's thoughts as a call"),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_output(case: dict[str, object]) -> None:
    text, name = str(case["input"]), str(case["name"])
    if name in OURS:
        assert ReActOutputParser().parse(text) == OURS[name][0]
        return
    if "error" in case:
        with pytest.raises(ReActParseError):
            ReActOutputParser().parse(text)
        return
    step = ReActOutputParser().parse(text)
    fields = dict(case["fields"])  # type: ignore[call-overload]
    if fields["thought"].startswith("(Implicit)"):
        fields["thought"] = IMPLICIT_THOUGHT  # our wording
    assert step == CLASSES[str(case["type"])](**fields)
    assert step.is_done == case["is_done"]
    if isinstance(step, ActionReasoningStep):  # valid JSON; the reference writes Python's form, against its own header
        written = f"Thought: {step.thought}\nAction: {step.action}\nAction Input: "
        assert step.get_content().startswith(written)
        assert json.loads(step.get_content().removeprefix(written)) == step.action_input
    elif fields["thought"] != IMPLICIT_THOUGHT:
        assert step.get_content() == case["content"]


def test_only_a_thought_is_left_as_an_error() -> None:
    assert [case["name"] for case in CASES if "error" in case and case["name"] not in OURS] == ["thought_only"]
