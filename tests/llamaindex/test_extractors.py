"""What a model finds out about nodes goes into their metadata."""

import asyncio
from collections.abc import Sequence

import pytest
from pydantic import BaseModel

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document, MetadataMode, TextNode
from desktop_rag.llamaindex.extractors import (
    BaseExtractor,
    DocumentContextExtractor,
    KeywordExtractor,
    PydanticProgramExtractor,
    QuestionsAnsweredExtractor,
    SummaryExtractor,
    TitleExtractor,
)
from desktop_rag.llamaindex.ingestion import IngestionPipeline
from desktop_rag.llamaindex.llms.custom import MockLLM
from desktop_rag.llamaindex.program import LLMTextCompletionProgram
from desktop_rag.llamaindex.readers.base import ReaderConfig, StringIterableReader
from desktop_rag.llamaindex.storage.docstore.simple_docstore import SimpleDocumentStore
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.scripted_llm import ScriptedLLM

DOCUMENTS = [
    Document("Tea is warm. Milk is cold. Rice is white.", id_="a"),
    Document("Trains are fast.", id_="b"),
]


def nodes() -> list[TextNode]:
    return SentenceSplitter(6, 0).get_nodes_from_documents(DOCUMENTS)


def one_at_a_time(*replies: str) -> dict[str, object]:
    return {"llm": ScriptedLLM(replies), "num_workers": 1}


def test_each_document_has_a_title() -> None:
    asked = ScriptedLLM(["warm tea", "cold milk", "fast trains", "Drinks", " Trains\n"])
    given = nodes()
    made = TitleExtractor(asked, nodes=2, num_workers=1)(given)
    assert [node.metadata["document_title"] for node in made] == ["Drinks", "Drinks", "Drinks", "Trains"]
    assert "warm tea, cold milk" in asked.prompts[3]
    assert made[0] is given[0]
    assert made[0].get_content(MetadataMode.LLM).startswith("[Excerpt from document]\ndocument_title: Drinks\nExcerpt:")


def test_keywords_of_each_node() -> None:
    asked = ScriptedLLM(["tea, warm", "milk", "rice", "trains"])
    given = nodes()
    extractor = KeywordExtractor(asked, 3, num_workers=1, in_place=False, disable_template_rewrite=True)
    made = extractor.process_nodes(given, ["excerpt_keywords"], ["other"])
    assert [node.metadata["excerpt_keywords"] for node in made] == ["tea, warm", "milk", "rice", "trains"]
    assert "3 keywords" in asked.prompts[0]
    assert "excerpt_keywords" not in made[0].get_content(MetadataMode.EMBED)
    assert "excerpt_keywords" in made[0].get_content(MetadataMode.LLM)
    assert (given[0].metadata, given[0].excluded_embed_metadata_keys) == ({}, [])
    assert made[0].text_template == given[0].text_template


def test_questions_help_to_find_and_are_not_told() -> None:
    (made,) = QuestionsAnsweredExtractor(**one_at_a_time("What is warm?"))(nodes()[:1])  # type: ignore[arg-type]
    assert "What is warm?" in made.get_content(MetadataMode.EMBED)
    assert "What is warm?" not in made.get_content(MetadataMode.LLM)
    told = QuestionsAnsweredExtractor(**one_at_a_time("What?"), embedding_only=False)(nodes()[:1])  # type: ignore[arg-type]
    assert "What?" in told[0].get_content(MetadataMode.LLM)


def test_summaries_of_nodes_and_their_neighbours() -> None:
    extractor = SummaryExtractor(summaries=["prev", "self", "next"], **one_at_a_time("A", "B", ""))  # type: ignore[arg-type]
    found = extractor.extract(nodes()[:3])
    assert found == [
        {"next_section_summary": "B", "section_summary": "A"},
        {"prev_section_summary": "A", "section_summary": "B"},
        {"prev_section_summary": "B"},
    ]
    assert SummaryExtractor(**one_at_a_time("A")).extract(nodes()[:1]) == [{"section_summary": "A"}]  # type: ignore[arg-type]


class Length(BaseExtractor):
    """An extractor of a program's own, as LlamaIndex's guide shows them."""

    unit: str = "letters"

    async def aextract(self, nodes: Sequence[TextNode]) -> list[dict[str, object]]:
        return [{self.unit: len(node.text)} for node in nodes]


def test_an_extractor_of_ones_own() -> None:
    assert [node.metadata for node in Length(unit="n")(nodes())] == [{"n": 12}, {"n": 13}, {"n": 14}, {"n": 16}]
    assert asyncio.run(Length().acall(nodes()))[0].metadata == {"letters": 12}
    asked = KeywordExtractor(**one_at_a_time("tea"))  # type: ignore[arg-type]
    assert asyncio.run(asked.aextract(nodes()[:1])) == [{"excerpt_keywords": "tea"}]
    with pytest.raises(NotImplementedError, match="neither extract nor aextract"):
        BaseExtractor()(nodes())


def test_what_cannot_be_extracted() -> None:
    with pytest.raises(UserError, match="extractor"):
        KeywordExtractor()(nodes())
    with pytest.raises(ValueError, match="at least 1"):
        KeywordExtractor(MockLLM(), keywords=0)
    with pytest.raises(ValueError, match="summaries"):
        SummaryExtractor(MockLLM(), summaries=["both"])
    with pytest.raises(TypeError, match="'keyword'"):
        KeywordExtractor(MockLLM(), keyword=3)


def test_a_pipeline_reads_splits_and_extracts() -> None:
    readers = [ReaderConfig(StringIterableReader(), reader_kwargs={"texts": ["This is a test."]})]
    steps = [SentenceSplitter(), KeywordExtractor(llm=MockLLM())]
    made = IngestionPipeline(steps, documents=DOCUMENTS[:1], readers=readers).run()
    assert [node.text for node in made] == [DOCUMENTS[0].text, "This is a test."]
    assert all("excerpt_keywords" in node.metadata for node in made)


def test_a_bar_shows_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    KeywordExtractor(MockLLM(), show_progress=True)(nodes())
    shown = capsys.readouterr()
    assert ("KeywordExtractor" in shown.err, shown.out) == (True, "")


def stored() -> SimpleDocumentStore:
    docstore = SimpleDocumentStore()
    docstore.add_documents(DOCUMENTS)
    return docstore


def test_what_a_node_is_about_in_its_document() -> None:
    asked = ScriptedLLM(["of a list of drinks", "of trains"])
    given = nodes()
    given[1].metadata = {"place": "known"}
    given = [given[3], TextNode(text="of nowhere"), given[1], given[0]]
    made = DocumentContextExtractor(stored(), asked, key="place", prompt="Where is it?", num_workers=1)(given)
    assert [node.metadata for node in made] == [
        {"place": "of trains"},
        {},
        {"place": "known"},
        {"place": "of a list of drinks"},
    ]
    assert [message.content for message in asked.calls[0]] == [
        f"<document>\n{DOCUMENTS[0].text}\n</document>",
        "This is a part of the document:\n<chunk>\nTea is warm.\n</chunk>\nWhere is it?",
    ]


def test_nodes_without_a_context(caplog: pytest.LogCaptureFixture) -> None:
    assert DocumentContextExtractor(SimpleDocumentStore(), MockLLM()).extract(nodes()[:1]) == [{}]
    assert "not in the docstore" in caplog.text
    failing = ScriptedLLM([UserError("It is full.", "Wait."), "of milk"])
    made = DocumentContextExtractor(stored(), failing, num_workers=1).extract(nodes()[:2])
    assert made == [{}, {"context": "of milk"}]
    assert "It is full." in caplog.text


def test_a_document_that_is_long(caplog: pytest.LogCaptureFixture) -> None:
    def of_six_tokens(**options: str) -> DocumentContextExtractor:
        return DocumentContextExtractor(stored(), MockLLM(), max_context_length=6, **options)  # type: ignore[arg-type]

    with pytest.raises(ValueError, match="max_context_length=6"):
        of_six_tokens(oversized_document_strategy="error").extract(nodes())
    assert all(of_six_tokens(oversized_document_strategy="ignore").extract(nodes()))
    assert "max_context_length" not in caplog.text
    assert all(of_six_tokens().extract(nodes()))
    assert caplog.text.count("max_context_length=6") == 1
    with pytest.raises(ValueError, match="oversized"):
        of_six_tokens(oversized_document_strategy="cut")


def test_a_context_is_no_longer_than_wanted() -> None:
    long = ScriptedLLM(["one two three four"])
    extractor = DocumentContextExtractor(stored(), long, max_output_tokens=2)
    (found,) = extractor.extract(nodes()[:1])
    assert "one" in found["context"]
    assert get_tokenizer().count(found["context"]) == 2


class Drink(BaseModel):
    name: str
    warm: bool


def test_what_a_program_finds_in_each_node() -> None:
    asked = ScriptedLLM(['{"name": "tea", "warm": true}', '{"name": "milk", "warm": false}'])
    program = LLMTextCompletionProgram.from_defaults(output_cls=Drink, prompt_template_str="Look: {text}", llm=asked)
    extractor = PydanticProgramExtractor(
        program=program, input_key="text", extract_template_str="{class_name} of {context_str}", num_workers=1
    )
    made = extractor.process_nodes(nodes()[:2])
    assert [node.metadata for node in made] == [{"name": "tea", "warm": True}, {"name": "milk", "warm": False}]
    assert "Look: Drink of Tea is warm." in asked.prompts[0]
    told = PydanticProgramExtractor(program=program).extract_template_str
    assert "Fill in a Drink" in told.format(context_str="Tea", class_name="Drink")
