"""Tools of agents: functions with described parameters, query engines, and tools that return their result directly."""

from typing import Annotated

from desktop_rag.llamaindex import SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.agent.workflow import ReActAgent
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llamaindex.tools import FunctionTool, QueryEngineTool, ToolMetadata


def get_weather(location: Annotated[str, "a town"]) -> str:
    """Say how the weather is."""
    return f"sunny in {location}"


tool = FunctionTool.from_defaults(get_weather)
print(tool.metadata.get_parameters_dict()["properties"]["location"]["description"])
print(tool("Rome"), tool.call(location="Oslo"))

index = VectorStoreIndex.from_documents(SimpleDirectoryReader("data").load_data())
query_engine_tools = [
    QueryEngineTool(
        query_engine=index.as_query_engine(),
        metadata=ToolMetadata(name="animals", description="Answers questions about animals."),
    ),
    QueryEngineTool.from_defaults(query_engine=index.as_query_engine(), name="pets", description="About pets."),
]
agent = ReActAgent(tools=[*query_engine_tools, tool], llm=OpenAI(model="gpt-4o-mini"), verbose=True)
print(agent.chat("What do cats do?"))
print(agent.query("How is the weather in Rome?"))
