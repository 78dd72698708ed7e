from desktop_rag.agent.run_events import (
    WorkflowRuntimeError as WorkflowRuntimeError,
    WorkflowTimeoutError as WorkflowTimeoutError,
)
from desktop_rag.llamaindex.workflow.events import (
    HumanResponseEvent as HumanResponseEvent,
    InputRequiredEvent as InputRequiredEvent,
    StartEvent as StartEvent,
    StopEvent as StopEvent,
)
from desktop_rag.llamaindex.workflow.workflow import (
    Workflow as Workflow,
    WorkflowValidationError as WorkflowValidationError,
    step as step,
)
from desktop_rag.tools.context import Context as Context, JsonSerializer as JsonSerializer
from desktop_rag.tools.events import Event as Event
