"""Functions and query engines as tools."""

import asyncio
import datetime as dt
import json
from collections.abc import Callable
from typing import Annotated

import pytest
from pydantic import BaseModel, Field

from desktop_rag.core.response import AnyResponse, Response
from desktop_rag.core.schema import Document, NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.tools.calling import acall_tool, call_tool
from desktop_rag.llamaindex.tools.tool_spec.base import BaseToolSpec
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.tools.base import INPUT_SCHEMA, ToolArgumentError, ToolMetadata, ToolOutput
from desktop_rag.tools.function_tool import FunctionTool
from desktop_rag.tools.query_engine_tool import QueryEngineTool
from desktop_rag.tools.schemas import create_schema_from_function


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
    given = ToolMetadata("d", "mine", parameters={"type": "object"})
    assert FunctionTool.from_defaults(add, tool_metadata=given).metadata is given


def test_a_function_is_called_by_position_too() -> None:
    tool = FunctionTool.from_defaults(add)
    assert tool(3, "4", schema="xy").raw_output == 9
    assert tool.call(3).raw_input == {"a": 3}
    assert QueryEngineTool.from_defaults(Echo()).call("why?").content == "asked: why?"
    tool = QueryEngineTool.from_defaults(Echo())
    assert tool.metadata.fn_schema is not None
    assert tool(**tool.metadata.fn_schema(input="how?").model_dump()).content == "asked: how?"
    assert tool.metadata.get_parameters_dict() == dict(INPUT_SCHEMA)


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


def sphinx(a: int, b: str = "x") -> str:
    """Join them.

    :param a: how many
    :param unknown: nothing of this name
    """
    return f"{a}{b}"


def google(a: int, b: str = "x") -> str:
    """Join them.

    Args:
        a (int): how many
        b (str): of what

    """
    return f"{a}{b}"


def javadoc(a: int, b: Annotated[str, "of what"] = "x") -> str:
    """Join them.

    @param a how many
    @param b something else
    """
    return f"{a}{b}"


def with_fields(a: int = Field(3, description="how many"), b: str = Field("x", description="of what")) -> str:
    return f"{a}{b}"


@pytest.mark.parametrize(
    ("function", "of_b"), [(sphinx, None), (google, "of what"), (javadoc, "of what"), (with_fields, "of what")]
)
def test_what_is_said_of_parameters(function: Callable[..., str], of_b: str | None) -> None:
    schema = FunctionTool.from_defaults(function).metadata.fn_schema
    assert schema is not None
    assert {name: field.description for name, field in schema.model_fields.items()} == {"a": "how many", "b": of_b}
    assert schema is not create_schema_from_function("other", function)
    assert FunctionTool.from_defaults(function).call(a=3).content == "3x"


def test_types_that_only_type_checkers_import_are_anything() -> None:
    def pay(amount: "Decimal", times: "list[int]") -> str:  # type: ignore[name-defined] # noqa: F821
        return f"{amount} {times}"

    tool = FunctionTool.from_defaults(pay)
    assert tool.metadata.fn_schema is not None
    fields = tool.metadata.fn_schema.model_json_schema()["properties"]
    assert ("type" in fields["amount"], fields["times"]["items"]) == (False, {"type": "integer"})
    assert tool.call(amount="1.5", times=["2"]).content == "1.5 [2]"


def test_the_schema_of_a_function() -> None:
    def born(date: dt.date, names: list[str], copy: int = 1) -> None: ...

    made = create_schema_from_function("born", born, [("a", bool, True), ("b", int)], ["names"])
    schema = made.model_json_schema()
    assert schema["required"] == ["date", "b"]
    assert {name: value.get("type") for name, value in schema["properties"].items()} == {
        "date": "string",
        "copy": "integer",
        "a": "boolean",
        "b": "integer",
    }
    assert schema["properties"]["date"]["format"] == "date"


def test_arguments_that_no_model_is_asked_for() -> None:
    tool = FunctionTool.from_defaults(add, partial_params={"b": 10})
    assert set(tool.metadata.get_parameters_dict()["properties"]) == {"a", "schema"}  # type: ignore[call-overload]
    assert "b:" not in tool.metadata.description
    assert (tool(1).raw_output, tool(a=1, b=2).raw_output, tool(1).raw_input) == (12, 4, {"a": 1, "b": 10})


async def double(number: int) -> str:
    """Double a number."""
    await asyncio.sleep(0)
    return str(number * 2)


@pytest.mark.parametrize("tool", [FunctionTool.from_defaults(double), FunctionTool.from_defaults(async_fn=double)])
def test_an_asynchronous_function(tool: FunctionTool) -> None:
    assert tool.metadata.name == "double"
    assert tool("4").raw_output == "8"
    assert asyncio.run(tool.acall(4)).content == "8"

    async def inside_a_loop() -> str:
        return tool.call(number=4).content

    assert asyncio.run(inside_a_loop()) == "8"


def test_an_asynchronous_twin_of_ones_own() -> None:
    tool = FunctionTool.from_defaults(lambda number: f"plain {number}", "n", "d", async_fn=double)
    assert tool(2).content == "plain 2"
    assert asyncio.run(tool.acall(2)).content == "4"
    plain = FunctionTool.from_defaults(add)
    assert asyncio.run(plain.acall(2)).raw_output == 5
    with pytest.raises(ValueError, match="must be provided"):
        FunctionTool.from_defaults(None)


@pytest.mark.parametrize(
    ("callback", "shown"),
    [
        (lambda result: None, "5"),
        (lambda result: f"It is {result}.", "It is 5."),
        (lambda result: ToolOutput("other", "mine"), "other"),
    ],
)
def test_a_callback_sees_what_came_out(callback: Callable[[object], object], shown: str) -> None:
    assert FunctionTool.from_defaults(add, callback=callback)(2).content == shown


def test_what_goes_wrong_becomes_the_output() -> None:
    tool = FunctionTool.from_defaults(lambda number: 1 / number, "divide", "d")
    assert call_tool(tool, {"number": 2}).content == "0.5"
    failed = call_tool(tool, {"number": 0})
    assert failed.content.startswith("Encountered error: division by zero")
    assert failed.is_error
    assert isinstance(failed.exception, ZeroDivisionError)
    assert asyncio.run(acall_tool(tool, {"number": 0})).is_error


def test_metadata_in_other_forms() -> None:
    metadata = FunctionTool.from_defaults(add).metadata
    assert json.loads(metadata.fn_schema_str) == metadata.get_parameters_dict()
    assert metadata.to_openai_tool() == {
        "type": "function",
        "function": {
            "name": "add",
            "description": metadata.description,
            "parameters": metadata.get_parameters_dict(),
        },
    }
    long = ToolMetadata("a" * 1025)
    with pytest.raises(ValueError, match="1024"):
        long.to_openai_tool()
    assert long.to_openai_tool(skip_length_check=True)
    with pytest.raises(ValueError, match="name"):
        long.get_name()


def test_names_for_models() -> None:
    schema = ToolMetadata("d", "my library: été").to_schema()
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


class Sums(BaseToolSpec):
    """Tools as LlamaIndex's users group them."""

    spec_functions = ("add", ("twice", "atwice"))

    def __init__(self, start: int) -> None:
        self.start = start

    def add(self, a: int) -> int:
        """Add to the start."""
        return self.start + a

    def twice(self) -> int:
        """Double the start."""
        return 2 * self.start

    async def atwice(self) -> str:
        return f"awaited {self.twice()}"


def test_the_methods_of_a_spec_are_tools() -> None:
    adding, twice = Sums(3).to_tool_list()
    assert adding.metadata.description == "add(a: int) -> int\nAdd to the start."
    assert adding.call(a=2).raw_output == 5
    assert [twice.call().content, asyncio.run(twice.acall()).content] == ["6", "awaited 6"]
    (named,) = Sums(3).to_tool_list(["add"], {"add": ToolMetadata("Adds.", "plus")})
    assert (named.metadata.name, named.call(a=1).content) == ("plus", "4")
    with pytest.raises(AttributeError, match="gone"):
        Sums(3).to_tool_list(["gone"])


def test_a_tool_tells_its_functions_for_both_ways_of_calling() -> None:
    async def doubled(number: int) -> int:
        """Double it."""
        return 2 * number

    awaited, called = FunctionTool.from_defaults(async_fn=doubled), FunctionTool.from_defaults(add)
    assert (awaited.fn(4), awaited.real_fn) == (8, doubled)
    assert (asyncio.run(called.async_fn(1)), called.real_fn) == (4, add)
    assert awaited.fn.__doc__ == "Double it."


def test_an_object_that_can_be_called() -> None:
    class Doubler:
        def __call__(self, number: int) -> int:
            return 2 * number

    assert FunctionTool.from_defaults(Doubler(), name="double", description="d").call(number=4).raw_output == 8


def test_an_output_can_be_changed() -> None:
    output = ToolOutput("a", "t")
    output.content = "b"
    assert [block.text for block in output.blocks] == ["b"]
