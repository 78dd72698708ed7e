"""What programs choose once, and the names that the package itself offers."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

import desktop_rag
from desktop_rag import Settings, SimpleDirectoryReader, StorageContext, SummaryIndex, VectorStoreIndex
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.chat_engine.context import ContextChatEngine
from desktop_rag.chat_engine.simple import SimpleChatEngine
from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.llamaindex.ingestion import IngestionPipeline
from desktop_rag.llamaindex.settings import LibrarySettings
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.node_parser.token import TokenTextSplitter
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

DOCUMENTS = [Document("Cats sleep. Dogs bark. " * 20, "a")]


@pytest.fixture
def chosen() -> Iterator[LibrarySettings]:
    Settings.llm, Settings.embed_model = ScriptedLLM(), HashedEmbedding()
    yield Settings
    for name, value in vars(LibrarySettings()).items():
        setattr(Settings, name, value)


def test_a_program_chooses_its_models_once(chosen: LibrarySettings) -> None:
    index = VectorStoreIndex.from_documents(DOCUMENTS)
    assert index.embed_model is chosen.embed_model
    engine = index.as_query_engine()
    assert str(engine.query("Who sleeps?")) == "ANSWER1"
    chats = [
        index.as_chat_engine("context"),
        SimpleChatEngine.from_defaults(),
        ContextChatEngine.from_defaults(index.as_retriever()),
    ]
    assert [str(chat.chat("Who?")) for chat in chats] == ["ANSWER2", "ANSWER3", "ANSWER4"]
    chosen.llm = ScriptedLLM(["Answer: Five."])
    assert str(ReActAgent(tools=[]).chat("Who?")) == "Five."
    chosen.llm = ScriptedLLM(["Six."])
    assert str(SummaryIndex.from_documents(DOCUMENTS[:1]).as_query_engine().query("Who?")) == "Six."


def test_what_is_handed_on_goes_before(chosen: LibrarySettings) -> None:
    mine, model = ScriptedLLM(["Mine."]), HashedEmbedding()
    index = VectorStoreIndex.from_documents(DOCUMENTS, embed_model=model)
    assert index.embed_model is model
    assert str(index.as_query_engine(llm=mine).query("Who?")) == "Mine."
    assert isinstance(chosen.llm, ScriptedLLM)
    assert chosen.llm.calls == []


def test_how_documents_are_cut(chosen: LibrarySettings) -> None:
    def sizes() -> list[int]:
        return [len(node.text.split()) for node in IngestionPipeline().run(documents=DOCUMENTS)]

    assert len(sizes()) == 1
    chosen.chunk_size, chosen.chunk_overlap = 12, 0
    few = sizes()
    assert len(few) > 5
    chosen.tokenizer = str.split
    assert max(few) < max(sizes()) <= 12
    chosen.node_parser = TokenTextSplitter(6, 0)
    assert isinstance(chosen.text_splitter, TokenTextSplitter)
    assert len(sizes()) > len(few)
    chosen.transformations = [SentenceSplitter()]
    assert len(sizes()) == 1


def test_unset_they_are_the_usual_ones() -> None:
    usual = LibrarySettings()
    assert usual.llm is None
    assert isinstance(usual.embed_model, MultilingualE5Embedding)
    assert isinstance(usual.node_parser, SentenceSplitter)
    assert (usual.node_parser.chunk_size, usual.node_parser.chunk_overlap) == (1024, 200)
    usual.chunk_size = 100
    assert usual.transformations[0].chunk_overlap == 50, "no more than half of it"  # type: ignore[attr-defined]
    with pytest.raises(UserError, match="A conversation needs a language model"):
        SimpleChatEngine.from_defaults()


def test_the_usual_names_are_in_the_package_itself() -> None:
    for name in desktop_rag.__all__:
        own = name.removeprefix("GPT")  # LlamaIndex's older names begin with it
        assert own in {"Settings", "ListIndex"} or getattr(desktop_rag, name).__name__ == own
    assert (SimpleDirectoryReader.__module__, StorageContext.__module__) == (
        "desktop_rag.llamaindex.readers.file.base",
        "desktop_rag.storage.storage_context",
    )
    with pytest.raises(AttributeError, match="Nothing"):
        desktop_rag.Nothing  # noqa: B018


def test_importing_it_imports_nothing_else() -> None:
    code = (
        "import sys, desktop_rag; print([one for one in sorted(sys.modules) if one[:11] in ('desktop_rag', 'numpy')])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.split() == ["['desktop_rag']"]


def test_windows_are_those_that_were_chosen(chosen: LibrarySettings) -> None:
    def calls(**options: PromptHelper) -> int:
        llm = ScriptedLLM()
        get_response_synthesizer(llm, response_mode="refine", **options).get_response("Who?", ["cat " * 300])
        return len(llm.calls)

    assert calls() == 1
    chosen.context_window, chosen.num_output = 300, 50
    assert calls() > 1
    assert calls(prompt_helper=PromptHelper()) == 1
    chosen.prompt_helper = PromptHelper()
    assert calls() == 1


def test_what_nobody_reads_cannot_be_set() -> None:
    with pytest.raises(AttributeError, match="chunksize"):
        Settings.chunksize = 512  # type: ignore[attr-defined]


def test_where_programs_are_tested_models_that_pretend_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IS_TESTING", "1")
    assert str(SummaryIndex.from_documents(DOCUMENTS).as_query_engine().query("Who sleeps?")).endswith(
        "Who sleeps?\nAnswer:"
    )
    index = VectorStoreIndex.from_documents(DOCUMENTS)
    assert len(index.embed_model.get_text_embedding("Cats")) == 8
    assert len(index.as_retriever().retrieve("Who sleeps?")) == 1
    monkeypatch.delenv("IS_TESTING")
    assert Settings.llm is None


def test_what_was_chosen_is_taken_also_where_programs_are_tested(
    chosen: LibrarySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IS_TESTING", "1")
    assert isinstance(chosen.llm, ScriptedLLM)
    assert isinstance(chosen.embed_model, HashedEmbedding)
