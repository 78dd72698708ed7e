"""Functions and query engines as tools."""

from typing import Annotated

import pytest
from pydantic import BaseModel, Field

from desktop_rag.core.response import AnyResponse, Response
from desktop_rag.core.schema import Document, NodeWithScore, QueryBundle, TextNode
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.tools.base import ToolArgumentError, ToolMetadata
from desktop_rag.tools.function_tool import FunctionTool
from desktop_rag.tools.query_engine_tool import QueryEngineTool


class Echo(BaseQueryEngine):
    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        return Response(f"asked: {query_bundle.query_str}")


def add(a: int, b: int = 2, *, schema: Annotated[str, Field(description="odd name")] = "x") -> int:
    """Add two numbers."""
    return a + b + len(schema)


def test_a_function() -> None:
    tool = FunctionTool.from_defaults(add)
    assert tool.metadata.name == "add"
    assert "Add two numbers." in tool.metadata.description
    assert tool.metadata.parameters["required"] == ["a"]
    properties = tool.metadata.parameters["properties"]
    assert isinstance(properties, dict)
    assert {name: value["type"] for name, value in properties.items()} == {
        "a": "integer",
        "b": "integer",
        "schema": "string",
    }
    assert properties["schema"]["description"] == "odd name"
    output = tool.call(a="3", ignored=1)
    assert (output.content, output.raw_output, str(output)) == ("6", 6, "6")
    with pytest.raises(ToolArgumentError, match="add do not fit: a: "):
        tool.call(b="x")


def test_other_signatures() -> None:
    def untyped(x, **more):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN003, ANN202
        return x, more

    assert FunctionTool.from_defaults(untyped, "named", "described").call(x=[1], y=2).raw_output == ([1], {"y": 2})

    class Question(BaseModel):
        text: str

    tool = FunctionTool.from_defaults(lambda text: text.upper(), "shout", fn_schema=Question, return_direct=True)
    assert tool.call(text="hey").content == "HEY"
    assert tool.metadata.return_direct
    given = ToolMetadata("mine", "d", {"type": "object"})
    assert FunctionTool.from_defaults(add, tool_metadata=given).metadata is given


def test_a_function_is_called_by_position_too() -> None:
    tool = FunctionTool.from_defaults(add)
    assert tool(3, "4", schema="xy").raw_output == 9
    assert tool.call(3).raw_input == {"a": 3}
    assert QueryEngineTool.from_defaults(Echo()).call("why?").content == "asked: why?"


def test_parameters_of_a_schema_given_with_the_metadata() -> None:
    class Question(BaseModel):
        text: str

    metadata = ToolMetadata(name="shout", description="d", fn_schema=Question)
    assert metadata.parameters["required"] == ["text"]
    tool = FunctionTool(lambda text: text.upper(), metadata)
    assert tool.call(text="hey").content == "HEY"
    with pytest.raises(ToolArgumentError, match="text"):
        tool.call()


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        (Document("A page."), "A page."),
        (NodeWithScore(TextNode("A passage."), 0.5), "A passage."),
        ([Document("One."), TextNode("Two.")], "One.\n\nTwo."),
        ([NodeWithScore(TextNode("One.")), NodeWithScore(TextNode("Two."))], "One.\n\nTwo."),
        ([], "[]"),
        ([1, 2], "[1, 2]"),
        (None, "None"),
    ],
    ids=["document", "found node", "nodes", "found nodes", "nothing", "numbers", "None"],
)
def test_of_documents_and_nodes_a_model_reads_the_text(result: object, shown: str) -> None:
    assert FunctionTool.from_defaults(lambda: result, "look", "d").call().content == shown


def test_names_for_models() -> None:
    schema = ToolMetadata("my library: été", "d").to_schema()
    assert schema.name == "my_library___t_"
    assert schema.parameters["required"] == ["input"]


def test_a_query_engine() -> None:
    tool = QueryEngineTool.from_defaults(Echo())
    assert tool.metadata.name == "query_engine_tool"
    assert tool.call(input="why?").content == "asked: why?"
    assert tool.call(question="why?").content == "asked: why?"
    assert tool.call(a="b", c="d").content == "asked: {'a': 'b', 'c': 'd'}"
    assert tool.call(input="why?").raw_input == {"input": "why?"}
    strict = QueryEngineTool.from_defaults(Echo(), "n", "d", resolve_input_errors=False)
    with pytest.raises(ToolArgumentError, match="n needs"):
        strict.call(question="why?")
    with pytest.raises(ToolArgumentError):
        tool.call()
