"""Kinds of the parts of a pipeline have names, forms and objects."""

import json

import pytest
from pydantic import ValidationError

from desktop_rag.core.schema import Document
from desktop_rag.llamaindex.ingestion import (
    ConfigurableDataSinks,
    ConfigurableDataSources,
    ConfigurableTransformations,
    ConfiguredDataSink,
    ConfiguredDataSource,
    ConfiguredTransformation,
    DocumentGroup,
    TransformationCategories,
)
from desktop_rag.llamaindex.ingestion.component import ConfigurableComponent, constructor_schema
from desktop_rag.llamaindex.node_parser.relational.markdown_element import MarkdownElementNodeParser
from desktop_rag.llamaindex.readers.base import ReaderConfig, StringIterableReader
from desktop_rag.node_parser.code import CodeSplitter
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.node_parser.token import TokenTextSplitter

KINDS = [*ConfigurableTransformations, *ConfigurableDataSources, *ConfigurableDataSinks]


def test_names_are_unique() -> None:
    for kinds in (ConfigurableTransformations, ConfigurableDataSources, ConfigurableDataSinks):
        assert len({kind.value.name for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_kind_has_a_form(kind: ConfigurableComponent) -> None:
    configured = {
        ConfigurableTransformations: ConfiguredTransformation,
        ConfigurableDataSources: ConfiguredDataSource,
        ConfigurableDataSinks: ConfiguredDataSink,
    }[type(kind)]
    form = configured[kind.value.component_type].model_json_schema()
    assert form["required"] == ["name", "component"]
    assert json.loads(json.dumps(form)) == form
    assert kind.value.component_type.__name__ in json.dumps(form)
    assert kind.value.model_json_schema()["properties"].keys() >= {"name", "component_type"}


def test_a_form_says_what_a_class_takes() -> None:
    form = constructor_schema(CodeSplitter)
    assert form["required"] == ["language"]
    assert form["properties"]["language"] == {"title": "Language", "type": "string"}
    assert form["properties"]["max_chars"] == {"title": "Max chars", "type": "integer", "default": 1500}
    assert form["properties"]["include_metadata"]["type"] == "boolean"
    assert constructor_schema(MarkdownElementNodeParser)["properties"]["num_workers"]["default"] == 4


def test_a_transformation_under_its_name() -> None:
    splitter = SentenceSplitter()
    made = ConfiguredTransformation.from_component(splitter)
    assert (made.name, made.component) == ("Sentence Splitter", splitter)
    assert made.configurable_transformation_type is ConfigurableTransformations.SENTENCE_AWARE_NODE_PARSER
    assert made.configurable_transformation_type.value.transformation_category is TransformationCategories.NODE_PARSER
    assert isinstance(made, ConfiguredTransformation[SentenceSplitter])
    assert not isinstance(made, ConfiguredTransformation[TokenTextSplitter])


def test_objects_of_other_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="takes a TokenTextSplitter, not a SentenceSplitter"):
        ConfigurableTransformations.TOKEN_AWARE_NODE_PARSER.build_configured_transformation(SentenceSplitter())
    with pytest.raises(ValueError, match="HierarchicalNodeParser is no component"):
        ConfiguredTransformation.from_component(HierarchicalNodeParser.from_defaults())
    with pytest.raises(ValueError, match="takes a ChromaVectorStore"):
        ConfigurableDataSinks.CHROMA.build_configured_data_sink(Document())
    with pytest.raises(ValidationError):
        ConfiguredTransformation[TokenTextSplitter](name="x", component=SentenceSplitter())  # type: ignore[arg-type]


def test_sources_have_names_of_their_own() -> None:
    document = Document("Tea is warm.")
    first, second = (ConfiguredDataSource.from_component(document) for _ in range(2))
    assert first.name.startswith("Document [")
    assert first.name != second.name
    assert first.configurable_data_source_type is ConfigurableDataSources.DOCUMENT
    assert ConfiguredDataSource.from_component(document, "tea").name == "tea"
    reader = ReaderConfig(StringIterableReader(), reader_kwargs={"texts": ["a"]})
    assert ConfiguredDataSource.from_component(reader).component is reader


def test_the_pages_of_a_file_are_read_together() -> None:
    group = DocumentGroup("folder/tea.pdf", [Document("one"), Document("two")])
    assert ConfiguredDataSource.from_component(group).name == "folder/tea.pdf"
    assert group.file_name == "tea.pdf"
    assert [document.text for document in ReaderConfig(group).read()] == ["one", "two"]
