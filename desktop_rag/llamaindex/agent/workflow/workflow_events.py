"""Events that programs know by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_rag.agent.run_events import (
    AgentInput as AgentInput,
)
from desktop_rag.agent.run_events import (
    AgentOutput as AgentOutput,
)
from desktop_rag.agent.run_events import (
    AgentStream as AgentStream,
)
from desktop_rag.agent.run_events import (
    AgentStreamStructuredOutput as AgentStreamStructuredOutput,
)
from desktop_rag.agent.run_events import (
    PydanticConversionWarning as PydanticConversionWarning,
)
from desktop_rag.agent.run_events import (
    ToolCall as ToolCall,
)
from desktop_rag.agent.run_events import (
    ToolCallResult as ToolCallResult,
)
from desktop_rag.core.messages import ChatMessage
from desktop_rag.llamaindex.workflow.events import StartEvent


class AgentWorkflowStartEvent(StartEvent):
    """What ``run`` is told, for ``run(start_event=...)``: ``user_msg``, ``chat_history``, ``memory`` and so on.

    Messages of ``chat_history`` may be dictionaries (``{"role": "user", "content": "Hello"}``).
    """

    user_msg: str | ChatMessage | None = None
    chat_history: Sequence[ChatMessage] | None = None
    max_iterations: int | None = None
    early_stopping_method: str | None = None
    kept_out = frozenset({"memory"})

    def __init__(self, **given: Any) -> None:  # noqa: ANN401 - any fields
        super().__init__(**given)
        if self.chat_history:
            self.chat_history = [ChatMessage(**one) if isinstance(one, Mapping) else one for one in self.chat_history]
