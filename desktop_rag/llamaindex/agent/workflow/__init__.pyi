from desktop_rag.agent.base import DEFAULT_MAX_ITERATIONS as DEFAULT_MAX_ITERATIONS
from desktop_rag.agent.function_agent import FunctionAgent as FunctionAgent
from desktop_rag.agent.react_agent import ReActAgent as ReActAgent
from desktop_rag.agent.run_events import (
    AgentInput as AgentInput,
    AgentOutput as AgentOutput,
    AgentStream as AgentStream,
    AgentStreamStructuredOutput as AgentStreamStructuredOutput,
    PydanticConversionWarning as PydanticConversionWarning,
    ToolCall as ToolCall,
    ToolCallResult as ToolCallResult,
)
from desktop_rag.llamaindex.agent.workflow.base_agent import BaseWorkflowAgent as BaseWorkflowAgent
from desktop_rag.llamaindex.agent.workflow.codeact_agent import CodeActAgent as CodeActAgent
from desktop_rag.llamaindex.agent.workflow.multi_agent_workflow import AgentWorkflow as AgentWorkflow
from desktop_rag.llamaindex.agent.workflow.workflow_events import AgentWorkflowStartEvent as AgentWorkflowStartEvent
