from desktop_rag.agent.base import BaseAgent as BaseAgent
from desktop_rag.agent.function_agent import FunctionAgent as FunctionAgent
from desktop_rag.agent.options import generate_structured_response as generate_structured_response
from desktop_rag.agent.react_agent import ReActChatFormatter as ReActChatFormatter
from desktop_rag.agent.react_steps import ReActOutputParser as ReActOutputParser
from desktop_rag.agent.react_steps import (
    ActionReasoningStep as ActionReasoningStep,
    BaseReasoningStep as BaseReasoningStep,
    ObservationReasoningStep as ObservationReasoningStep,
    ResponseReasoningStep as ResponseReasoningStep,
)
from desktop_rag.agent.react_agent import ReActAgent as ReActAgent
from desktop_rag.agent.run_events import (
    AgentHandler as AgentHandler,
    AgentInput as AgentInput,
    AgentOutput as AgentOutput,
    AgentStream as AgentStream,
    AgentStreamStructuredOutput as AgentStreamStructuredOutput,
    PydanticConversionWarning as PydanticConversionWarning,
    ToolCall as ToolCall,
    ToolCallResult as ToolCallResult,
    WorkflowRuntimeError as WorkflowRuntimeError,
    WorkflowTimeoutError as WorkflowTimeoutError,
)
from desktop_rag.core.response import AgentChatResponse as AgentChatResponse
from desktop_rag.llamaindex.agent.react_replies import (
    extract_final_response as extract_final_response,
    extract_tool_use as extract_tool_use,
    parse_action_reasoning_step as parse_action_reasoning_step,
)
from desktop_rag.llamaindex.agent.workflow.base_agent import BaseWorkflowAgent as BaseWorkflowAgent
from desktop_rag.llamaindex.agent.workflow.codeact_agent import CodeActAgent as CodeActAgent
from desktop_rag.llamaindex.agent.workflow.multi_agent_workflow import AgentWorkflow as AgentWorkflow
from desktop_rag.llamaindex.agent.workflow.workflow_events import AgentWorkflowStartEvent as AgentWorkflowStartEvent
from desktop_rag.llamaindex.workflow.events import (
    HumanResponseEvent as HumanResponseEvent,
    InputRequiredEvent as InputRequiredEvent,
    StartEvent as StartEvent,
    StopEvent as StopEvent,
)
from desktop_rag.llamaindex.workflow.workflow import (
    Workflow as Workflow,
    WorkflowHandler as WorkflowHandler,
    WorkflowValidationError as WorkflowValidationError,
    step as step,
)
from desktop_rag.tools.context import Context as Context, JsonSerializer as JsonSerializer
from desktop_rag.tools.events import Event as Event
