"""The steps of a model that reasons in plain text."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field


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
