"""Agents and their tools."""

from typing import Any

from desktop_rag.llamaindex.instrumentation.events.base import BaseEvent


class AgentRunStepStartEvent(BaseEvent):
    """A step of an agent begins."""

    task_id: str
    step: Any = None
    input: str | None = None


class AgentRunStepEndEvent(BaseEvent):
    """A step ended; ``step_output`` tells what it did."""

    step_output: Any


class AgentChatWithStepStartEvent(BaseEvent):
    """An agent is asked."""

    user_msg: str


class AgentChatWithStepEndEvent(BaseEvent):
    """It has answered."""

    response: Any


class AgentToolCallEvent(BaseEvent):
    """An agent runs a tool; the arguments are JSON."""

    arguments: str
    tool: Any
