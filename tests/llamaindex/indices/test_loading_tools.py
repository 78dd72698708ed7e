"""Tools that put what others load into an index, and ask it."""

from collections.abc import Iterator

import pytest

from desktop_rag import Document, Settings, SummaryIndex, VectorStoreIndex
from desktop_rag.llamaindex.indices import LoadAndSearchToolSpec, OnDemandLoaderTool
from desktop_rag.llamaindex.readers.base import StringIterableReader
from desktop_rag.tools.base import ToolMetadata
from desktop_rag.tools.function_tool import FunctionTool
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM


@pytest.fixture
def llm() -> Iterator[ScriptedLLM]:
    """The model that writes the answers."""
    Settings.llm, Settings.embed_model = ScriptedLLM(["It is warm."] * 3), HashedEmbedding()
    yield Settings.llm
    Settings.llm = Settings.embed_model = None


def weather(town: str) -> list[Document]:
    """Tell the weather."""
    return [Document(f"In {town} it is warm.")]


class TestOnDemand:
    def test_loads_and_answers_at_once(self, llm: ScriptedLLM) -> None:
        tool = OnDemandLoaderTool.from_defaults(StringIterableReader(), name="read", description="Reads texts.")
        output = tool(["In Ulm it is warm."], query_str="How is it in Ulm?")
        assert (str(output), output.raw_input) == ("It is warm.", {"query": "How is it in Ulm?"})
        assert "In Ulm it is warm." in str(llm.calls[-1])
        assert set(tool.metadata.parameters["properties"]) == {"texts", "query_str"}  # type: ignore[call-overload]

    def test_of_another_tool(self, llm: ScriptedLLM) -> None:
        given: list[str] = []

        def load(town: str, query_str: str) -> list[Document]:
            given.append(query_str)
            return weather(town)

        made = FunctionTool.from_defaults(load)
        tool = OnDemandLoaderTool.from_tool(made, SummaryIndex, use_query_str_in_loader=True, name="load")
        assert str(tool(town="Ulm", query_str="How is it?")) == "It is warm."
        assert given == ["How is it?"]
        with pytest.raises(ValueError, match="query_str"):
            tool(town="Ulm")


class TestLoadAndSearch:
    def test_two_tools_of_one(self, llm: ScriptedLLM) -> None:
        spec = LoadAndSearchToolSpec.from_defaults(FunctionTool.from_defaults(weather))
        loads, reads = spec.to_tool_list()
        assert [tool.metadata.name for tool in (loads, reads)] == ["weather", "read_weather"]
        assert "Run weather first" in str(reads(query="How is it in Ulm?"))
        assert "read_weather" in str(loads(town="Ulm"))
        assert str(reads(query="How is it in Ulm?")) == "It is warm."
        loads(town="Rome")
        reads(query="How is it in Rome?")
        assert "In Rome it is warm." in str(llm.calls[-1])

    def test_whatever_the_tool_returns(self, llm: ScriptedLLM) -> None:
        tool = FunctionTool.from_defaults(lambda: ["Tea.", 3], name="things", description="Things.")
        spec = LoadAndSearchToolSpec.from_defaults(tool, VectorStoreIndex, name="all", description="All things.")
        assert spec.metadata.name == "all"
        spec.load()
        spec.read("What is there?")
        assert "Tea." in str(llm.calls[-1])

    def test_each_is_told_of_as_the_program_says(self) -> None:
        spec = LoadAndSearchToolSpec.from_defaults(FunctionTool.from_defaults(weather))
        (read,) = spec.to_tool_list(["read_weather"], {"read_weather": ToolMetadata("Asks.", "ask")})
        assert (read.metadata.name, read.metadata.description) == ("ask", "Asks.")

    def test_a_tool_without_a_name(self) -> None:
        with pytest.raises(ValueError, match="cannot be None"):
            LoadAndSearchToolSpec(FunctionTool.from_defaults(weather), SummaryIndex, {}, ToolMetadata("x"))
