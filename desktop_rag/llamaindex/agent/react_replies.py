"""Parse the thoughts and actions in a model's replies."""

from desktop_rag.agent.react_steps import (
    ActionReasoningStep,
    ReActOutputParser,
    ReActParseError,
    find_marks,
    section_of,
    thought_before,
    tool_name,
)
from desktop_rag.llamaindex.output_parsers.utils import extract_json_str


def extract_tool_use(input_text: str) -> tuple[str, str, str]:
    """Return the thought, the tool and its arguments (a text with JSON) of a step; ValueError where it has none."""
    marks = find_marks(input_text)
    action = next((mark for mark in marks if mark.name == "action"), None)
    given = next((mark for mark in marks if action and mark.name == "input" and mark.start > action.start), None)
    if action is None or given is None:
        raise ReActParseError(f"Could not extract tool use from input text: {input_text}")
    arguments = extract_json_str(section_of(input_text, marks, given))
    return thought_before(input_text, marks, action.start), tool_name(section_of(input_text, marks, action)), arguments


def parse_action_reasoning_step(output: str) -> ActionReasoningStep:
    """Return the call of a tool in a step; ValueError where it has none."""
    step = ReActOutputParser().parse(output)
    if not isinstance(step, ActionReasoningStep):
        raise ReActParseError(f"There is no call of a tool in: {output}")
    return step


def extract_final_response(input_text: str) -> tuple[str, str]:
    """Return the thought and the answer of a step; ValueError where it has none."""
    marks = find_marks(input_text)
    answer = next((mark for mark in marks if mark.name == "answer"), None)
    if answer is None or not any(mark.name == "thought" for mark in marks):
        raise ReActParseError(f"Could not extract final answer from input text: {input_text}")
    return thought_before(input_text, marks, answer.start), input_text[answer.end :].strip()
