"""Which steps an answer takes after searching, with and without steps in the settings."""

import pytest

from desktop_rag.config import Config
from desktop_rag.config.options import FILTERS, MODE, NODE_POSTPROCESSORS, RETRIEVER
from desktop_rag.llms.base import LLM
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
from desktop_rag.services.answers.engine_factory import AnswerResources, EngineFactory
from desktop_rag.services.answers.retriever_factory import RetrieverFactory, SearchResources
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.mock_embedding import MockEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

MAIL = "MailOriginalsPostprocessor"
SPREAD, ONCE, WIDER = "SpreadFilesPostprocessor", "NearDuplicatesPostprocessor", "WidenBestPostprocessor"


def steps(llm: LLM | None, **settings: str) -> list[str]:
    """Return the names of the steps."""
    options = {"mode": MODE, "retriever": RETRIEVER, "after": NODE_POSTPROCESSORS, "filters": FILTERS}
    config = Config().overridden({options[name].key: value for name, value in settings.items()})
    embed_model = MockEmbedding(8)
    with StorageContext() as storage:
        search = SearchResources(storage, embed_model, llm, config, None, lambda *_: None)
        resources = AnswerResources(storage, embed_model, llm, config, RetrieverFactory(search))
        with EngineFactory(resources, ChatMemoryBuffer(1000)) as engines:
            return [type(step).__name__ for step in engines.postprocessors()]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [SPREAD, ONCE, WIDER]),
        ({"mode": "chat"}, [SPREAD, ONCE, WIDER]),
        ({"mode": "search"}, [SPREAD, ONCE]),
        ({"mode": "summarise"}, [ONCE]),
        ({"retriever": "auto_merging"}, [ONCE]),
        ({"after": "keyword required=tea\nprev_next"}, ["KeywordNodePostprocessor", ONCE, "PrevNextNodePostprocessor"]),
        ({"after": "long_context_reorder"}, [ONCE, "LongContextReorder"]),
    ],
)
def test_passages_are_spread_and_the_best_widened_unless_the_settings_name_steps(
    settings: dict[str, str], expected: list[str]
) -> None:
    assert steps(ScriptedLLM([]), **settings) == [MAIL, *expected]


def test_quotations_are_made_of_the_passages_as_they_were_found() -> None:
    assert steps(None) == [MAIL, SPREAD, ONCE]


def test_what_is_asked_of_some_files_stays_in_them() -> None:
    assert steps(None, filters="file_name=anna.eml") == [SPREAD, ONCE]
