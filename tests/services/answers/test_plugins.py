"""Plug-ins of a package that is really installed: the one in PLUGINS.md, with one of each kind."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config import Config, plugins
from desktop_rag.config.options import MODE, PLUGINS_ENABLED, RETRIEVER
from desktop_rag.config.plugins import enabled_plugins, installed_plugins, parse_plugins, plugin_notice
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
from desktop_rag.response_synthesizers.factory import NoText
from desktop_rag.services.answers.engine_factory import AnswerResources, EngineFactory
from desktop_rag.services.answers.plugged import AnswerPlugins
from desktop_rag.services.answers.retriever_factory import RetrieverFactory, SearchResources
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.command_line import run, run_json
from tests.helpers.mock_embedding import MockEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

PAGE = (Path(plugins.__file__).parent.parent / "PLUGINS.md").read_text(encoding="utf-8")
BROKEN = """
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.retrievers.base import BaseRetriever

class Synthesizer(BaseSynthesizer):
    mode = ResponseMode.CONTEXT_ONLY

    def _write(self, query_str, chunks, calls):
        raise ValueError("no words")
        yield

class Postprocessor(BaseNodePostprocessor):
    def _postprocess_nodes(self, nodes, query_bundle):
        raise KeyError("nothing there")

class Retriever(BaseRetriever):
    def _retrieve(self, query_bundle):
        raise RuntimeError("no connection")

class Leaving(BaseNodePostprocessor):
    def _postprocess_nodes(self, nodes, query_bundle):
        raise SystemExit("it leaves")

class Reader:
    def load_data(self, file):
        raise SystemExit("no shelf")
"""


def install(site: Path, module: str, code: str, entry_points: str) -> None:
    (site / f"{module}.py").write_text(code, encoding="utf-8")
    info = site / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages: the page's, and one where everything fails."""
    folder = tmp_path_factory.mktemp("site")
    (project,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    groups = re.findall(r'\[project\.entry-points\."(.*?)"\]\n(\w+) = "(.*?)"', project)
    assert len(groups) == len(plugins.KINDS)
    install(folder, "shelf", code, "\n".join(f"[{group}]\n{name} = {value}" for group, name, value in groups))
    broken = {
        "postprocessors": "Postprocessor\nleaving = broken_shelf:Leaving",
        "retrievers": "Retriever",
        "readers": "Reader",
        "synthesizers": "Synthesizer",
        "tools": "missing",
    }
    points = "\n".join(f"[desktop_rag.{kind}]\nbroken = broken_shelf:{name}" for kind, name in broken.items())
    install(folder, "broken_shelf", BROKEN, points)
    return folder


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(site))
    plugins._failures.cache_clear()
    yield
    plugins._failures.cache_clear()
    for module in ("shelf", "broken_shelf"):
        sys.modules.pop(module, None)


def found(*texts: str) -> list[NodeWithScore]:
    return [NodeWithScore(TextNode(text, text), 0.5) for text in texts]


@pytest.mark.usefixtures("installed")
def test_installed_plugins_are_known_and_not_imported() -> None:
    known = installed_plugins()
    assert {f"{kind}/{name}" for kind, name in re.findall(r'"desktop_rag\.(\w+)"\]\n(\w+) =', PAGE)} <= set(known)
    assert "shelf" not in sys.modules
    assert enabled_plugins("", "readers") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("short_first", "doesn't name a plug-in"),
        ("sounds/one", "doesn't name a plug-in"),
        ("readers/", "doesn't name a plug-in"),
        ("readers/one loud", "no setting"),
        ('readers/one name="a', "quotation mark"),
    ],
)
def test_lines_that_cannot_be_read_are_refused(text: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        parse_plugins(text)


def test_arguments_are_json_or_text() -> None:
    (one,) = parse_plugins('# mine\n\nretrievers/by_name top=3 deep=true words="a b" like=x\n')
    assert (one.key, one.arguments) == ("retrievers/by_name", {"top": 3, "deep": True, "words": "a b", "like": "x"})


@pytest.mark.usefixtures("installed")
def test_each_kind_of_plugin_takes_part_in_answers() -> None:
    enabled = "\n".join(f"{kind}/{name}" for kind, name in re.findall(r'"desktop_rag\.(\w+)"\]\n(\w+) =', PAGE))
    enabled = enabled.replace("by_name", "by_name top=1")
    config = Config().overridden({PLUGINS_ENABLED.key: enabled, MODE.key: "agent", RETRIEVER.key: "bm25"})
    llm, embed_model = ScriptedLLM([]), MockEmbedding(8)
    with StorageContext() as storage:
        with storage.transaction():
            storage.docstore.add_documents([TextNode(f"Page {n}", f"{n}", {"file_name": "Tea.txt"}) for n in (1, 2)])
        retrievers = RetrieverFactory(SearchResources(storage, embed_model, llm, config, None, lambda *_: None))
        assert [one.text for one in retrievers.retriever().retrieve("What does tea say?")] == ["Page 1"]
        resources = AnswerResources(storage, embed_model, llm, config, retrievers)
        with EngineFactory(resources, ChatMemoryBuffer(1000)) as engines:
            last = engines.postprocessors()[-1]
            assert [one.text for one in last.postprocess_nodes(found("longer", "short"))] == ["short", "longer"]
            tools = {tool.metadata.name: tool for tool in engines.engine().tools}
            assert tools["count_letters"].call(word="shelf").content == "5"
    added = AnswerPlugins(enabled)
    assert added.has_synthesizer()
    (clock,) = added.query_tools()
    assert (clock.metadata.name, clock.metadata.description) == ("clock", "Tells the time of day.")
    assert str(clock.query_engine.query("What time is it?")) == "It is noon."
    assert str(added.synthesizer(NoText()).synthesize("What?", found("One.\nMore.", "Two."))) == "- One.\n- Two.\n"
    assert plugin_notice(enabled) == ""


@pytest.mark.usefixtures("installed")
def test_what_fails_is_left_out_and_switched_off() -> None:
    enabled = "postprocessors/broken\npostprocessors/leaving\nretrievers/broken\ntools/broken\nreaders/absent"
    added = AnswerPlugins(enabled)
    for step in added.postprocessors():
        assert step.postprocess_nodes(found("kept")) == found("kept")
    with StorageContext() as storage:
        with storage.transaction():
            storage.docstore.add_documents([TextNode("Tea is hot.", "tea")])
        usual = RetrieverFactory(
            SearchResources(storage, MockEmbedding(8), None, Config().overridden({RETRIEVER.key: "bm25"}), None, print)
        )
        assert added.retriever(usual.retriever).retrieve(QueryBundle("tea"))[0].text == "Tea is hot."
    assert added.tools() == []
    notice = plugin_notice(enabled)
    for words in (
        "“postprocessors/broken” failed",
        "nothing there",
        "SystemExit: it leaves",
        "no connection",
        "tools/broken",
    ):
        assert words in notice
    assert added.postprocessors() == []
    assert plugin_notice("readers/shelf") == ""


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("streaming", [False, True])
def test_a_synthesizer_that_fails_before_its_first_word_is_replaced(*, streaming: bool) -> None:
    added = AnswerPlugins("synthesizers/broken")
    answer = added.synthesizer(NoText()).synthesize("What?", found("One."), streaming=streaming)
    assert str(answer) == str(NoText().synthesize("What?", found("One."), streaming=streaming))
    assert "no words" in plugin_notice("synthesizers/broken")


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_files_are_read_and_cut_by_plugins_in_the_confined_processes(tmp_path: Path) -> None:
    data_dir, files = tmp_path / "data", tmp_path / "files"
    files.mkdir()
    (files / "books.shelf").write_text("Whales sing.\nTea is hot.\n---\nCats sleep.")
    (files / "odd.broken").write_text("What is this?")
    enabled = "readers/shelf\nreaders/broken\nnode_parsers/lines"
    Config(data_dir / SETTINGS_FILE).update({PLUGINS_ENABLED.key: enabled})
    run("index", "create", "zoo", data_dir=data_dir)
    run("add", "zoo", files, data_dir=data_dir)
    found = run_json("search", "zoo", "tea hot", data_dir=data_dir)
    assert found[0]["text"] == "Tea is hot.", "each line is a passage"
    assert "The plug-in “readers/broken” can't read this file" in run("status", "zoo", data_dir=data_dir)
    listed = run("doctor", data_dir=data_dir)
    assert "readers/shelf," in listed
    assert "tools/broken (off)" in listed
    Config(data_dir / SETTINGS_FILE).update({PLUGINS_ENABLED.key: "tools/broken"})
    assert "wrong plug-ins: “tools/broken” fails: AttributeError" in run("doctor", data_dir=data_dir, code=1)
