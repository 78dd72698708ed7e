"""The steps of a model that reasons in plain text, read also while they are still being written.

Models write the markers in bold, in lower case, with full-width colons, without a thought, inside fences, or mention
them in the middle of a thought. A marker at the beginning of a line counts more than one in the middle of it.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop_rag.core.answer_pieces import AnswerStart, appended
from desktop_rag.core.output_parsers import parse_json, parse_json_object, without_fence

IMPLICIT_THOUGHT = "(Implicit) No tool is needed."
_NAMES = r"(?P<name>thought|action[ _]?input|action|(?:final[ ])?answer|observation)"
MARKER = re.compile(
    r"^[ \t>#-]*(?P<deco>\*{1,2}|_{1,2}|`)?"
    + _NAMES
    + r"(?(deco)(?:(?P=deco))?)[ \t]*[:：](?(deco)(?:(?P=deco))?)[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_INLINE_ACTION = re.compile(
    r"\baction:\s*(?P<action>\S.*?)\s*\baction input:\s*(?P<input>.*)", re.IGNORECASE | re.DOTALL
)
_INLINE_ANSWER = re.compile(r"\banswer:\s*(?P<answer>.*)", re.IGNORECASE | re.DOTALL)
_THOUGHTS = re.compile(r"<think>.*?</think>", re.DOTALL)
_NO_ACTION = frozenset(["", "none", "n/a", "null", "no tool", "no action", "nothing", "answer"])
_LONGEST_NAME = 80
_SURELY_PLAIN = 240  # characters without any marker after which a text is an answer
_PARTS_OF_MARKERS = frozenset(":：*_` \t")  # a marker ends with one of these
_SURELY_BEGUN = 3  # characters after the marker: they may still be its decoration


class ReActParseError(ValueError):
    """The text is neither a tool call nor an answer; ``str()`` says why, for the model."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker at the beginning of a line."""

    name: str
    start: int
    end: int


class BaseReasoningStep(ABC):
    """One step, as it is shown to the model again."""

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """True if this step ends the work."""

    @abstractmethod
    def get_content(self) -> str:
        """Return the step as text."""


@dataclass(frozen=True, slots=True)
class ActionReasoningStep(BaseReasoningStep):
    """The model wants a tool to be run."""

    thought: str
    action: str
    action_input: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        """No: the tool's output follows."""
        return False

    def get_content(self) -> str:
        """Return the step as the model should have written it: its input is valid JSON."""
        arguments = json.dumps(self.action_input, ensure_ascii=False, default=str)
        return f"Thought: {self.thought}\nAction: {self.action}\nAction Input: {arguments}"


class ReActOutputParser:
    """Parses a model's text into a step."""

    def parse(self, output: str, *, is_streaming: bool = False) -> BaseReasoningStep:
        """Return the first tool call or answer; a text without any marker is an answer.

        Raises:
            ReActParseError: there is only a thought, or a tool call without a tool.

        """
        text = _THOUGHTS.sub("", output) if "<think>" in output else output
        marks = find_marks(text)
        action = next((mark for mark in marks if mark.name == "action"), None)
        answer = next((mark for mark in marks if mark.name == "answer"), None)
        if action and (answer is None or action.start < answer.start):
            step = self._action(text, marks, action, has_answer=answer is not None)
            if step is not None:
                return step
        if answer is not None:
            thought = thought_before(text, marks, answer.start) or IMPLICIT_THOUGHT
            return ResponseReasoningStep(thought, _unfenced(text[answer.end :], text), is_streaming)
        return self._without_lines(text, output, marks, is_streaming=is_streaming)

    def _action(self, text: str, marks: list[Mark], action: Mark, *, has_answer: bool) -> ActionReasoningStep | None:
        """Return the tool call; None when there is none and the text is an answer."""
        input_mark = next((mark for mark in marks if mark.name == "input" and mark.start > action.start), None)
        meant = input_mark or marks[0].name == "thought" or not text[: action.start].strip("`* \n\t")
        if not meant:
            return None
        named = section_of(text, marks, action).strip()
        name = tool_name(named)
        if name.lower() in _NO_ACTION:
            if has_answer:
                return None
            raise ReActParseError("No tool is named after “Action:”.")
        given = named.partition("(")[2] if input_mark is None else section_of(text, marks, input_mark)
        return ActionReasoningStep(thought_before(text, marks, action.start), name, parse_arguments(given))

    def _without_lines(self, text: str, output: str, marks: list[Mark], *, is_streaming: bool) -> BaseReasoningStep:
        """Read a text whose markers, if any, are in the middle of its lines."""
        called = _INLINE_ACTION.search(text)
        if called and tool_name(called["action"]).lower() not in _NO_ACTION:
            thought = thought_before(text, marks, called.start())
            return ActionReasoningStep(thought, tool_name(called["action"]), parse_arguments(called["input"]))
        if not any(mark.name == "thought" for mark in marks):
            return ResponseReasoningStep(IMPLICIT_THOUGHT, output, is_streaming)
        answered = _INLINE_ANSWER.search(text)
        if answered:
            return ResponseReasoningStep(
                thought_before(text, marks, answered.start()), _unfenced(answered["answer"], text), is_streaming
            )
        raise ReActParseError("There is a thought, but neither “Action:” nor “Answer:”.")


def find_marks(text: str) -> list[Mark]:
    """Return the markers at the beginnings of lines, in order."""
    return [Mark(_known(match["name"]), match.start(), match.end()) for match in MARKER.finditer(text)]


def parse_arguments(text: str) -> dict[str, object]:
    """Return a tool's arguments; a plain text becomes ``input``, nothing at all becomes no arguments."""
    value = parse_json_object(text) if "{" in text else None
    if value is not None:
        return value
    plain = without_fence(text).strip("`) \n\t")
    if plain.lower() in ("", "none", "null", "{}", "n/a", "{"):
        return {}
    scalar = parse_json(plain)
    return {"input": scalar if isinstance(scalar, str) else plain.strip("\"'")}


def _known(name: str) -> str:
    """Return thought, action, input, answer or observation."""
    name = name.lower()
    if "input" in name:
        return "input"
    return name.rpartition(" ")[2]


def tool_name(text: str) -> str:
    """Return a tool's name without decoration, or the call's parentheses."""
    line = text.strip().partition("\n")[0].partition("(")[0]
    return line.strip(" \t\r`*_\"'.:")[:_LONGEST_NAME]


def section_of(text: str, marks: list[Mark], mark: Mark) -> str:
    """Return the text between a marker and the next one."""
    end = next((other.start for other in marks if other.start > mark.start), len(text))
    return text[mark.end : end]


def thought_before(text: str, marks: list[Mark], end: int) -> str:
    """Return the thought before ``end``."""
    start = next((mark.end for mark in marks if mark.name == "thought" and mark.start < end), 0)
    return text[start:end].strip().strip("`").strip()


def _unfenced(answer: str, text: str) -> str:
    """Return an answer without the end of a fence that began before it."""
    answer = answer.strip()
    if text.lstrip().startswith("```") and answer.endswith("```") and answer.count("```") % 2:
        answer = answer[:-3].rstrip()
    return answer


class AnswerScanner:
    """Takes a step in pieces and lets through what is surely the answer."""

    def __init__(self) -> None:
        self.text = ""
        self._start: int | None = None
        self._sent = 0
        self._marks: list[Mark] = []
        self._takes_back = False  # what was passed on

    @property
    def begun(self) -> bool:
        """True if some of the answer was let through; then the step is an answer, whatever follows."""
        return self._start is not None

    @property
    def invents(self) -> bool:
        """True if the model, after calling a tool, makes up the tool's output."""
        names = [mark.name for mark in self._marks]
        return not self.begun and "observation" in names and "action" in names[: names.index("observation")]

    def feed(self, piece: str) -> str:
        """Return the part of the text so far that surely belongs to the answer and was not returned yet."""
        if isinstance(piece, AnswerStart):
            self._takes_back = self._sent > 0
            self._start, self._sent, self._marks = None, 0, []
        self.text = appended(self.text, piece)
        if self._start is None:
            if not _PARTS_OF_MARKERS.isdisjoint(piece):
                self._marks = find_marks(self.text)
            self._start = self._find()
            self._sent = self._start or 0
        return self.rest() if self.begun else ""

    def rest(self) -> str:
        """Return the text that was not returned yet."""
        piece = self.text[self._sent :]
        if self._takes_back:
            piece, self._takes_back = AnswerStart(piece), False
        self._sent = len(self.text)
        return piece

    def _find(self) -> int | None:
        """Return the start of the answer, None while it is unknown."""
        marks = self._marks
        first = next((mark for mark in marks if mark.name in ("action", "answer")), None)
        if first is None:
            plain = not marks and len(self.text.strip()) > _SURELY_PLAIN and "action" not in self.text.lower()
            return self._visible(0) if plain else None
        if first.name == "action" or len(self.text[first.end :].strip()) < _SURELY_BEGUN:
            return None
        return self._visible(first.end)

    def _visible(self, start: int) -> int:
        """Return the position of the first visible character."""
        return len(self.text) - len(self.text[start:].lstrip())


@dataclass(frozen=True, slots=True)
class ObservationReasoningStep(BaseReasoningStep):
    """The output of a tool; ``return_direct`` makes it the answer."""

    observation: str
    return_direct: bool = False

    @property
    def is_done(self) -> bool:
        """True if the output is the answer."""
        return self.return_direct

    def get_content(self) -> str:
        """Return the step as text."""
        return f"Observation: {self.observation}"


@dataclass(frozen=True, slots=True)
class ResponseReasoningStep(BaseReasoningStep):
    """The answer, or with ``is_streaming`` its beginning."""

    thought: str
    response: str
    is_streaming: bool = False

    @property
    def is_done(self) -> bool:
        """Yes."""
        return True

    def get_content(self) -> str:
        """Return the step as text."""
        if self.is_streaming:
            return f"Thought: {self.thought}\nAnswer (Starts With): {self.response} ..."
        return f"Thought: {self.thought}\nAnswer: {self.response}"


@dataclass(frozen=True, slots=True)
class UnreadableReasoningStep(BaseReasoningStep):
    """A model's text that is no step; it is shown again together with its error."""

    text: str

    @property
    def is_done(self) -> bool:
        """No: another try follows."""
        return False

    def get_content(self) -> str:
        """Return the text; some models refuse empty messages."""
        return self.text.strip() or "(nothing)"
