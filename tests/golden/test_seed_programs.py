"""Programs as they are written for LlamaIndex, their imports exchanged: they run here and give what they should.

Each file of ``seed_programs`` does what a post on LlamaIndex's source shows, or a page of its documentation (“starter”,
“usage pattern”, “customization”). It runs in a folder of its own, and asks models of a server; where it names no
models, those that are set before are used, for there are none of OpenAI's by default here.
"""

import json
import re
import runpy
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from desktop_rag import Settings, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llamaindex.settings import LibrarySettings
from tests.helpers.embedding_server import vector_of
from tests.helpers.mock_embedding import VocabularyEmbedding
from tests.helpers.pages import pdf_of
from tests.helpers.scripted_server import Reply, ReplyLike, ScriptedServer

PROGRAMS = Path(__file__).parent / "seed_programs"
MODELS = ["gpt-3.5-turbo", "gpt-4", "gpt-4o", "gpt-4o-mini"]
WORDS = ["cats", "dogs", "sleep", "bark", "animal", "models", "chat", "benchmarks"]
ESSAY = "My cats sleep all day.\n"
FACTS = "Our dogs bark at night. The office of the town picks up any dead animal.\n"


@dataclass(frozen=True)
class Program:
    """What the model says, what the program prints, and words that the model must have been sent."""

    replies: tuple[ReplyLike | str, ...]
    printed: tuple[str, ...]
    sent: tuple[str, ...] = ()
    needs: str = ""


def calls(*wanted: tuple[str, dict[str, Any]]) -> Reply:
    return Reply(tokens=[], tool_calls=[(name, json.dumps(arguments)) for name, arguments in wanted])


REACT_ACT = 'Thought: look\nAction: animals\nAction Input: {"input": "What do cats do?"}'
PROGRAM = {
    "post_000_query_engine": Program(("The office.", "It does."), ("The office.\n1 It does.\n",), ("dead animal",)),
    "post_001_stages": Program(
        ("Not much.",), ("essay.txt text/plain None\n1 0 True\nNot much.\n",), ("sup?", ESSAY[:20])
    ),
    "post_001_chat_engines": Program(
        ("Hello.", "What about cats?", "They sleep.", "Sleep.", "They bark."),
        ("Hello.\nquery_engine They sleep.\nSleep.\n['user', 'assistant']\nThey bark.\n",),
        ("What about cats?", "What do cats do?", "user: Hi\nassistant: Hello"),
    ),
    "post_002_index_and_query": Program(("A way.",), ("A way.\n", "facts.txt", "essay.txt"), ("What is RAG?",)),
    "post_003_save_and_load": Program(("Dear user,",), ("Dear user,\n",), ("Write an email",)),
    "post_003_insert_and_delete": Program(
        ("They bark.",), ("['facts.txt']\nThey bark.\n",), ("What do dogs do?", "Our dogs bark")
    ),
    "post_003_chroma": Program(
        ("They sleep.", "They bark."),
        ("They sleep.\nThey bark.\n",),
        ("What do cats do?", "Our dogs bark"),
        needs="chromadb",
    ),
    "post_004_fusion": Program(
        ("chat models\nbenchmarks", "chat models\nbenchmarks", "They compare well."),
        ("['chat models', 'benchmarks']\n", "**Similarity:** 0.0", "They compare well.\n"),
        ("Generate 3 search queries", "open-source chat models on benchmarks"),
    ),
    "starter_agent": Program(
        (calls(("multiply", {"a": 1234, "b": 4567})), "It is 5635678.", "Hi Logan.", "Logan."),
        ("It is 5635678.\nLogan.\n",),
        ("You are an assistant that multiplies.", "5635678", "My name is Logan"),
    ),
    "starter_rag": Program(
        (
            calls(("search_documents", {"query": "What do cats do?"}), ("multiply", {"a": 7, "b": 8})),
            "They sleep.",
            "They sleep, and it is 56.",
        ),
        ("They sleep, and it is 56.\n",),
        ("They sleep.", "56", ESSAY[:20]),
    ),
    "usage_query_engine": Program(
        ("Cats.", "Dogs.", Reply(tokens=["No", "body."]), "Fish.", "Birds."),
        ("Cats.\nDogs.\nNobody.\nFish.\nBirds.\n",),
        ("Question: Who flies?",),
    ),
    "usage_chat_engine": Program(
        ("A cat walks in.", "Do cats sleep?", "All day.", Reply(tokens=["Dogs,", " arr."])),
        ("A cat walks in.\nAll day.\nDogs, arr.\n",),
        ("Question alone:", "Do cats sleep?", "You speak like a pirate."),
    ),
    "usage_custom_llm": Program((), ("It is all about cats.\n",)),
    "faq_customization": Program(
        ("Cats.", "Dogs.", Reply(tokens=["No", "body."]), "Cats do.", "All day."),
        ("Cats.\nDogs.\nNobody.\nCats do.\nAll day.\n",),
        ("Oh interesting, tell me more.",),
    ),
    "usage_custom_embeddings": Program(("Nobody.",), ("[1.0, 1.0]\nOur dogs bark", "Nobody.\n"), ("Our dogs bark",)),
    "usage_steps": Program(
        ("Doc: 1, Relevance: 8", "Dogs.", "Both.", "Thy cats."),
        ("['cats']\n['dogs']\nDogs. True\nBoth.\nThy cats.\n2\n",),
        ("the tone of a Shakespeare play", "Who walks in?"),
    ),
    "usage_prompts": Program(
        ("Thy cats.", "Dogs."),
        (
            "'response_synthesizer:text_qa_template'",
            "Thy cats.\nDogs.\n",
            "- one\n\n- two\nQuestion: three\n",
            "abc def user: hi\n",
            "system: Answer from the context.; user: - one\n- two\nthree\n",
        ),
        ("like Shakespeare, as {json}.", "Always answer, whatever is asked."),
    ),
    "usage_documents": Program(
        (),
        (
            "Metadata: category=>finance::author=>Mara\n-----\nContent: A document",
            "Metadata: file_name=>plans.txt::category",
            "['essay.txt', 'facts.txt'] True\n",
            "2\n['A b C'] True\n['A b c']\n",
        ),
    ),
    "usage_storage": Program(
        ("They sleep.",), ("2 1\nThey sleep.\n", "[False, True] ['doc_id_1', 'doc_id_2']\n"), ("What do cats do?",)
    ),
    "usage_ingestion": Program(
        ("Cats", "Dogs", "On cats", "On dogs", "cats, day", "dogs, night"),
        ("('My cats sleep all day.', 22, 'On cats')", "['cats, day', 'dogs, night']\n", "\n0 2\n"),
        ("My cats sleep all day.",),
    ),
    "usage_structured": Program(
        (
            '{"name": "cat", "does": ["sleep"]}',
            '{"name": "dog", "does": ["bark"]}',
            '{"name": "bird", "does": ["sing"]}',
            '{"name": "fish", "does": ["swim"]}',
            calls(("Animal", {"name": "bee", "does": ["fly"]}), ("Animal", {"name": "ant", "does": []})),
        ),
        (
            "cat ['sleep']\nname='dog' does=['bark']\nname='bird' does=['sing']\nname='fish' does=['swim']\n",
            "[Animal(name='bee', does=['fly']), Animal(name='ant', does=[])]\n",
        ),
        ("Tell me of dogs.", "Tell me of birds.", "Tell me of bees and ants.", "An animal, and what it does."),
    ),
    "usage_callbacks": Program(("They sleep.",), ("True 0\nThey sleep.\nTrue True\n1 1\n",), ("What do cats do?",)),
    "usage_workflows": Program(
        ("Arr.", "So so.", calls(("dogs", {"question": "What do they do?"})), "They bark."),
        ("So so.\nThey bark.\n",),
        ("Write a joke about pirates.", "this joke about pirates: Arr.", "Tell about dogs.", "dogs bark"),
    ),
    "usage_agents": Program(
        (REACT_ACT, "They sleep.", "Thought: done\nAnswer: They sleep.", "Thought: done\nAnswer: Sunny."),
        ("a town\nsunny in Rome sunny in Oslo\nThey sleep.\nSunny.\n",),
        ("Say how the weather is.", "Answers questions about animals."),
    ),
    "usage_agent_workflow": Program(
        (
            calls(("record_notes", {"notes": "They sleep.", "notes_title": "Cats"})),
            calls(("handoff", {"to_agent": "WriteAgent", "reason": "there are notes"})),
            calls(("dangerous_task", {})),
            "Cats sleep all day.",
            '{"title": "Cats"}',
            "Hello.",
        ),
        (
            (
                "Agent: ResearchAgent\n\nOutput:  ['record_notes']\nCall: record_notes\nnoted\n"
                "Result: record_notes Notes recorded.\n"
            ),
            "Call: handoff\n",
            (
                "Agent: WriteAgent\n\nOutput:  ['dangerous_task']\nCall: dangerous_task\nResult: dangerous_task Done.\n"
                "Cats sleep all day.\n"
            ),
            "Output: Cats sleep all day. ['record_notes', 'handoff', 'dangerous_task']\n",
            "Cats sleep all day. {'title': 'Cats'} title='Cats'\n{'Cats': 'They sleep.'}\nHello.\n",
        ),
        ("there are notes", "Writes reports.", "Current state:", "Notes recorded."),
    ),
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """A server of models, which the environment names, and settings that end with the test."""
    with ScriptedServer() as server:
        server.models = MODELS
        server.pages["/v1/embeddings"] = _embeddings
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        before = dict(vars(Settings))
        vars(Settings).update(vars(LibrarySettings()))
        Settings.llm, Settings.embed_model = OpenAI(), VocabularyEmbedding(WORDS)
        yield server
        vars(Settings).update(before)
        Settings.callback_manager = None


def _embeddings(_method: str, body: dict[str, Any]) -> dict[str, Any]:
    rows = [{"index": place, "embedding": vector_of(text)} for place, text in enumerate(body["input"])]
    return {"data": rows, "model": body["model"], "object": "list"}


def _prepare(folder: Path) -> None:
    """Write what the programs read: two texts, a paged file, and an index that was saved before."""
    data = folder / "data"
    data.mkdir()
    (data / "essay.txt").write_text(ESSAY, encoding="utf-8")
    (data / "facts.txt").write_text(FACTS, encoding="utf-8")


@pytest.mark.parametrize("name", PROGRAM)
def test_a_program_runs_and_gives_what_it_should(
    name: str,
    server: ScriptedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program = PROGRAM[name]
    if program.needs:
        pytest.importorskip(program.needs)
    monkeypatch.chdir(tmp_path)
    _prepare(tmp_path)
    if name == "post_000_query_engine":
        VectorStoreIndex.from_documents(SimpleDirectoryReader("data").load_data()).storage_context.persist("storage")
    if name == "post_004_fusion":
        pdf_of(tmp_path / "data" / "llama2.pdf", "We compare open-source chat models on benchmarks.", "Cats sleep.")
    server.script(*(Reply(tokens=[one]) if isinstance(one, str) else one for one in program.replies))
    runpy.run_path(str(PROGRAMS / f"{name}.py"), run_name="__main__")
    output = capsys.readouterr().out
    for text in program.printed:
        assert text in output
    sent = "\n".join(json.dumps(request.body, ensure_ascii=False) for request in server.chats)
    for text in program.sent:
        assert json.dumps(text, ensure_ascii=False)[1:-1] in sent
    assert len(server.chats) == len(program.replies)


def test_every_path_of_llama_index_has_its_names() -> None:
    """``module_paths.json`` has the modules of LlamaIndex 0.14.14, and what we have of the names of each."""
    paths = json.loads(Path(__file__).with_name("module_paths.json").read_text("utf-8"))
    assert len(paths) > 250
    missing = []
    for path, names in paths.items():
        module = import_module(f"desktop_rag.llamaindex.{path}".rstrip("."))
        missing += [f"{path}: {name}" for name in names.split() if not hasattr(module, name)]
    assert missing == []


@pytest.mark.parametrize(
    "line",
    [
        "from desktop_rag.llamaindex import QueryBundle, SimpleDirectoryReader, StorageContext, VectorStoreIndex",
        "from desktop_rag.llamaindex.query_engine.retriever_query_engine import RetrieverQueryEngine",
        "from desktop_rag.llamaindex.settings import Settings",
        "from desktop_rag.llamaindex.program.utils import get_program_for_llm",
        "from desktop_rag.llamaindex.llms.openai import OpenAI",
        "from desktop_rag.llamaindex.llms.ollama import Ollama",
        "from desktop_rag.llamaindex.embeddings.huggingface import HuggingFaceEmbedding",
        "from desktop_rag.llamaindex.tools.ondemand_loader_tool import OnDemandLoaderTool",
        "from desktop_rag.llamaindex.tools.tool_spec.load_and_search import LoadAndSearchToolSpec",
        "from desktop_rag.llamaindex.tools.tool_spec.load_and_search.base import LoadAndSearchToolSpec",
        "from desktop_rag.llamaindex.data_structs import Node",
        "from desktop_rag.llamaindex.workflow.context import Context",
        "from desktop_rag.llamaindex.workflow.errors import WorkflowRuntimeError, WorkflowTimeoutError",
        "from desktop_rag.llamaindex.workflow.events import Event, StartEvent",
        "from desktop_rag.llamaindex.response_synthesizers.refine import DefaultRefineProgram",
        "from desktop_rag.llamaindex.response.notebook_utils import display_response, display_source_node",
        "import desktop_rag.llamaindex.base.llms.types as types; types.ChatMessage",
        "import desktop_rag.llamaindex; desktop_rag.llamaindex.VectorStoreIndex",
    ],
)
def test_lines_of_the_posts_and_others_need_one_exchange(line: str) -> None:
    exec(line, {})


def test_a_path_that_llama_index_has_not_is_not_there() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("desktop_rag.llamaindex.retrievers.nonsense")


def test_every_program_is_run() -> None:
    assert {path.stem for path in PROGRAMS.glob("*.py")} == set(PROGRAM)


def test_nothing_but_this_package_takes_llama_indexs_place() -> None:
    texts = [path.read_text(encoding="utf-8") for path in PROGRAMS.glob("*.py")]
    assert not any("llama_index" in text for text in texts)
    lines = [line for text in texts for line in text.splitlines() if re.match(r" *(from|import) desktop_rag", line)]
    assert [line for line in lines if "desktop_rag.llamaindex" not in line] == []
