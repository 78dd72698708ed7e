from desktop_rag.llamaindex.tools.asynchronous import (
    AsyncBaseTool as AsyncBaseTool,
    adapt_to_async_tool as adapt_to_async_tool,
)
from desktop_rag.llamaindex.tools.calling import (
    acall_tool as acall_tool,
    acall_tool_with_selection as acall_tool_with_selection,
    call_tool as call_tool,
    call_tool_with_selection as call_tool_with_selection,
)
from desktop_rag.llamaindex.tools.eval_query_engine import EvalQueryEngineTool as EvalQueryEngineTool
from desktop_rag.llamaindex.tools.ondemand_loader_tool import OnDemandLoaderTool as OnDemandLoaderTool
from desktop_rag.llamaindex.tools.tool_spec.base import BaseToolSpec as BaseToolSpec
from desktop_rag.llms.types import ToolSelection as ToolSelection
from desktop_rag.tools.base import BaseTool as BaseTool, ToolMetadata as ToolMetadata, ToolOutput as ToolOutput
from desktop_rag.tools.function_tool import FunctionTool as FunctionTool
from desktop_rag.tools.query_engine_tool import QueryEngineTool as QueryEngineTool
from desktop_rag.tools.retriever_tool import RetrieverTool as RetrieverTool
from desktop_rag.tools.schemas import create_schema_from_function as create_schema_from_function
