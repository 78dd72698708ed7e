"""The tools over a library, over real HTTP and with a real model."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_rag.agent.function_agent import FunctionAgent
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.llms.base import LLMMetadata
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.readers.file import load_file
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.services.answers.library_tools import LibraryTools
from desktop_rag.storage.records import RefDocInfo, doc_id_of
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.tools.base import BaseTool, ToolArgumentError
from tests.helpers.llama_server import LlamaServer, available
from tests.helpers.scripted_llm import ScriptedLLM
from tests.helpers.scripted_server import Reply, ScriptedServer

REPORT = ("Annual Report 2024.pdf", ["Cats sleep sixteen hours.", "Dogs bark at night.", "Birds sing at dawn."])
NOTES = ("notes.md", ["Tea is brewed at eighty degrees."])


class FakeDocstore:
    """The part of a docstore that the tools use."""

    def __init__(self, folder: Path) -> None:
        self.infos: list[RefDocInfo] = []
        self.nodes: list[TextNode] = []
        for name, pages in (REPORT, NOTES):
            self.add(folder / name, pages)

    def add(self, path: Path, pages: list[str]) -> None:
        doc_id = doc_id_of(str(path))
        self.infos.append(RefDocInfo(doc_id, str(path), len(pages), len(pages), {"file_name": path.name}))
        for number, text in enumerate(pages, 1):
            place = {"file_name": path.name, "file_path": str(path), "page_number": number, "page_label": str(number)}
            self.nodes.append(TextNode(text, id_=f"{doc_id}-{number}", metadata=place))

    @property
    def stores(self) -> SimpleNamespace:
        return SimpleNamespace(documents=self)

    def documents(self) -> list[RefDocInfo]:
        return self.infos

    def labelled_pages(self, path: str) -> Iterator[tuple[str, str]]:
        doc_id = doc_id_of(path)
        return ((str(node.metadata["page_label"]), node.text) for node in self.iter_nodes([doc_id]))

    def iter_nodes(self, doc_ids: list[str]) -> Iterator[TextNode]:
        return (node for node in self.nodes if node.id_.rpartition("-")[0] in doc_ids)


class FakeRetriever(BaseRetriever):
    """Finds the nodes that share a word with the question."""

    def __init__(self, nodes: list[TextNode]) -> None:
        self.nodes = nodes

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        words = set(query_bundle.query_str.lower().split())
        return [NodeWithScore(node, 1.0) for node in self.nodes if words & set(node.text.lower().strip(".").split())]


class FakeStorage:
    def __init__(self, folder: Path) -> None:
        self.docstore = FakeDocstore(folder)


def _library(folder: Path, llm: object, table: bool = False) -> LibraryTools:
    storage = FakeStorage(folder)
    if table:
        path = folder / "prices.csv"
        path.write_text("item,price\ntea,3\ncoffee,5\n", encoding="utf-8")
        storage.docstore.add(path, [load_file(path)[0].text])
    return LibraryTools(storage, FakeRetriever(storage.docstore.nodes), llm)  # type: ignore[arg-type]


def _by_name(library: LibraryTools) -> dict[str, BaseTool]:
    return {tool.metadata.name: tool for tool in library.tools()}


def test_a_real_library(tmp_path: Path, folder: Path) -> None:
    table = folder / "prices.csv"
    table.write_text("item,price\ntea,3\ncoffee,5\n", encoding="utf-8")
    with StorageContext() as storage:
        with storage.transaction():
            for path in sorted(file for file in folder.rglob("*") if file.is_file()):
                storage.documents.replace_file(parse_file(ParseTask.of(path)))
        library = LibraryTools(storage, BM25Retriever(storage), ScriptedLLM())
        tools = _by_name(library)
        listed = tools["list_documents"].call().content.splitlines()
        assert sorted(listed) == ["cats.txt (1 page)", "prices.csv (1 page)", "tea.md (1 page)", "東京.txt (1 page)"]
        assert "sixteen hours" in tools["search"].call(query="How long do cats sleep?").content
        assert "dry and dark" in tools["read_document"].call(name="tea").content
        assert "東京都" in tools["read_document"].call(name="東京").content
        assert "price\n5" in tools["query_table"].call(question="SELECT price FROM prices WHERE item='coffee'").content
        library.close()


def test_passages_keep_their_numbers(tmp_path: Path) -> None:
    search = _by_name(_library(tmp_path, ScriptedLLM()))["search"]
    first = search.call(query="cats")
    assert first.content == "[1] <passage>\n(Annual Report 2024.pdf, page 1)\nCats sleep sixteen hours.\n</passage>"
    second = search.call(query="dogs cats", filters="file_name=Annual Report 2024.pdf")
    lines = second.content.splitlines()
    assert [lines[at : at + 2] for at, line in enumerate(lines) if line.startswith("[")] == [
        ["[1] <passage>", "(Annual Report 2024.pdf, page 1)"],
        ["[2] <passage>", "(Annual Report 2024.pdf, page 2)"],
    ]
    assert "Nothing was found" in search.call(query="cats", filters="file_name=notes.md").content


def test_filters_may_be_part_of_the_search(tmp_path: Path) -> None:
    storage = FakeStorage(tmp_path)
    asked: list[str] = []

    def make(filters: str) -> BaseRetriever:
        asked.append(filters)
        return FakeRetriever(storage.docstore.nodes)

    library = LibraryTools(storage, make, ScriptedLLM())  # type: ignore[arg-type]
    _by_name(library)["search"].call(query="tea", filters=" page_number<=1 ")
    assert asked == ["page_number<=1"]


@pytest.mark.parametrize(
    "name",
    ["Annual Report 2024.pdf", "annual report 2024", "“Annual Report 2024.PDF”", "report", "anual report 2024.pdf"],
)
def test_documents_are_found_by_forgiving_names(tmp_path: Path, name: str) -> None:
    read = _by_name(_library(tmp_path, ScriptedLLM()))["read_document"]
    output = read.call(name=name, first_page="2", last_page=99)
    assert output.content.splitlines()[2::5] == ["Dogs bark at night.", "Birds sing at dawn."]
    assert [found.node.metadata["page_number"] for found in output.raw_output.source_nodes] == [2, 3]  # type: ignore[attr-defined]


def test_a_name_that_fits_nothing(tmp_path: Path) -> None:
    read = _by_name(_library(tmp_path, ScriptedLLM()))["read_document"]
    for name in ("zzz", ""):
        with pytest.raises(ToolArgumentError, match="The documents are: Annual"):
            read.call(name=name)


def test_reading_stops_where_the_window_ends(tmp_path: Path) -> None:
    library = _library(tmp_path, ScriptedLLM(metadata=LLMMetadata(600, 100, "small")))
    library._docstore.add(tmp_path / "long.txt", ["word " * 60] * 20)  # type: ignore[attr-defined]
    output = _by_name(library)["read_document"].call(name="long.txt")
    assert "read on from page 3." in output.content


def test_listing_and_summarising(tmp_path: Path) -> None:
    library = _library(tmp_path, ScriptedLLM(["Animals do things."]))
    tools = _by_name(library)
    assert tools["list_documents"].call().content == "Annual Report 2024.pdf (3 pages)\nnotes.md (1 page)"
    output = tools["summarise_document"].call(name="report")
    assert output.content == "<passage>\nAnimals do things.\n</passage>"
    assert len(output.raw_output.source_nodes) == 3  # type: ignore[attr-defined]
    assert "query_table" not in tools


def test_tables(tmp_path: Path) -> None:
    library = _library(tmp_path, ScriptedLLM(["SELECT MAX(price) AS most FROM prices"]), table=True)
    ask = _by_name(library)["query_table"]
    output = ask.call(question="What costs most?")
    assert "most\n5" in output.content
    assert (
        "[1] <passage>\n(prices.csv, page 1: item | price)\n| tea | 3 |\n| coffee | 5 |\n</passage>" in output.content
    )
    assert "price\n3" in ask.call(question="SELECT price FROM prices WHERE item = 'tea'").content
    assert "CREATE TABLE prices" in ask.call(question="tables").content
    with pytest.raises(ToolArgumentError, match=r"no such column: x\. The tables are"):
        ask.call(question="SELECT x FROM prices")
    library.close()


@pytest.mark.parametrize("kind", [ReActAgent, FunctionAgent])
def test_an_agent_over_real_http(tmp_path: Path, kind: type[ReActAgent] | type[FunctionAgent]) -> None:
    with ScriptedServer() as server:
        if kind is ReActAgent:
            step = Reply(tokens=["Thought: look\nAct", 'ion: search\nAction Input: {"query":', ' "cats"}\n'])
        else:
            step = Reply(tokens=[], tool_calls=[("search", '{"query": "cats"}')])
        server.script(step, Reply(tokens=["Thought: ok\n", "Answer:", " They", " sleep [1]."]))
        llm = OpenAILike("scripted-model", server.base_url, max_retries=0)
        response = kind(_library(tmp_path, llm).tools(), llm).chat("What do cats do?")
        assert response.response.endswith("They sleep [1].")
        assert [found.node.metadata["page_number"] for found in response.source_nodes] == [1]
        assert "sixteen hours" in json.dumps(server.chats[1].body["messages"][-1])


def test_a_server_without_tools_over_real_http(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        server.script(
            Reply(status=400, error="this model does not support tools"),
            Reply(tokens=['Action: search\nAction Input: {"query": "tea"}']),
            Reply(tokens=["Answer: Eighty degrees."]),
        )
        llm = OpenAILike("scripted-model", server.base_url, max_retries=0)
        response = FunctionAgent(_library(tmp_path, llm).tools(), llm).chat("How hot?")
        assert (response.response, len(response.source_nodes)) == ("Eighty degrees.", 1)
        assert not llm.metadata.is_function_calling_model


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="xllamacpp or the model is not installed")
@pytest.mark.parametrize("kind", [pytest.param(ReActAgent, marks=pytest.mark.nightly), FunctionAgent])
def test_a_real_tiny_model_comes_to_an_end(tmp_path: Path, kind: type[ReActAgent] | type[FunctionAgent]) -> None:
    with LlamaServer(context_window=2048) as server:
        llm = OpenAILike(server.model, server.base_url, max_tokens=60, temperature=0.0)
        response = kind(_library(tmp_path, llm).tools(), llm, max_iterations=3).chat("How long do cats sleep?")
        assert response.response.strip()
        assert response.metadata["iterations"] in (1, 2, 3)
