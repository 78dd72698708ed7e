"""Agents: models that use tools.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.agent.base import BaseAgent
    from desktop_rag.agent.codeact_agent import CodeActAgent
    from desktop_rag.agent.function_agent import FunctionAgent
    from desktop_rag.agent.multi_agent_workflow import AgentWorkflow
    from desktop_rag.agent.react.formatter import ReActChatFormatter
    from desktop_rag.agent.react.output_parser import ReActOutputParser
    from desktop_rag.agent.react_agent import ReActAgent
    from desktop_rag.agent.run_events import (
        AgentHandler,
        AgentInput,
        AgentOutput,
        AgentStream,
        AgentStreamStructuredOutput,
        AgentWorkflowStartEvent,
        PydanticConversionWarning,
        ToolCall,
        ToolCallResult,
        WorkflowRuntimeError,
        WorkflowTimeoutError,
    )
    from desktop_rag.agent.workflow import Workflow, WorkflowHandler, WorkflowValidationError, step
    from desktop_rag.agent.workflow_agent import BaseWorkflowAgent
    from desktop_rag.core.response import AgentChatResponse
    from desktop_rag.tools.context import Context, JsonSerializer
    from desktop_rag.tools.events import Event, HumanResponseEvent, InputRequiredEvent, StartEvent, StopEvent

__all__ = [
    "AgentChatResponse",
    "AgentHandler",
    "AgentInput",
    "AgentOutput",
    "AgentStream",
    "AgentStreamStructuredOutput",
    "AgentWorkflow",
    "AgentWorkflowStartEvent",
    "BaseAgent",
    "BaseWorkflowAgent",
    "CodeActAgent",
    "Context",
    "Event",
    "FunctionAgent",
    "HumanResponseEvent",
    "InputRequiredEvent",
    "JsonSerializer",
    "PydanticConversionWarning",
    "ReActAgent",
    "ReActChatFormatter",
    "ReActOutputParser",
    "StartEvent",
    "StopEvent",
    "ToolCall",
    "ToolCallResult",
    "Workflow",
    "WorkflowHandler",
    "WorkflowRuntimeError",
    "WorkflowTimeoutError",
    "WorkflowValidationError",
    "step",
]

__getattr__ = lazily(
    __name__,
    {
        "run_events": (
            "AgentHandler",
            "AgentInput",
            "AgentOutput",
            "AgentStream",
            "AgentStreamStructuredOutput",
            "AgentWorkflowStartEvent",
            "PydanticConversionWarning",
            "ToolCall",
            "ToolCallResult",
            "WorkflowRuntimeError",
            "WorkflowTimeoutError",
        ),
        "workflow": ("Workflow", "WorkflowHandler", "WorkflowValidationError", "step"),
        "workflow_agent": ("BaseWorkflowAgent",),
        "codeact_agent": ("CodeActAgent",),
        "react.output_parser": ("ReActOutputParser",),
        "react.formatter": ("ReActChatFormatter",),
        "desktop_rag.chat_engine.types": ("AgentChatResponse",),
        "base": ("BaseAgent",),
        "function_agent": ("FunctionAgent",),
        "react_agent": ("ReActAgent",),
        "multi_agent_workflow": ("AgentWorkflow",),
        "desktop_rag.tools.context": ("Context", "JsonSerializer"),
        "desktop_rag.tools.events": ("Event", "HumanResponseEvent", "InputRequiredEvent", "StartEvent", "StopEvent"),
    },
)
