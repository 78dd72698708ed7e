"""The transformations that there are for the steps of a pipeline."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

from pydantic import BaseModel

from desktop_rag.core.schema import Document, TextNode
from desktop_rag.llamaindex.embeddings.openai import OpenAIEmbedding
from desktop_rag.llamaindex.ingestion.component import ConfigurableComponent, ConfigurableKind, Configured, T
from desktop_rag.llamaindex.node_parser import HTMLNodeParser, JSONNodeParser, SimpleFileNodeParser
from desktop_rag.llamaindex.node_parser.relational.markdown_element import MarkdownElementNodeParser
from desktop_rag.node_parser.code import CodeSplitter
from desktop_rag.node_parser.markdown import MarkdownNodeParser
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.node_parser.token import TokenTextSplitter


class TransformationIOType(BaseModel):
    """What goes into a transformation, or comes out of it."""

    name: str
    description: str
    python_type: str


class TransformationIOTypes(Enum):
    """Documents and nodes."""

    DOCUMENTS = TransformationIOType(
        name="Documents", description="Documents in order", python_type=str(Sequence[Document])
    )
    NODES = TransformationIOType(name="Nodes", description="Nodes in order", python_type=str(Sequence[TextNode]))


class TransformationCategory(BaseModel):
    """What transformations of a category do."""

    name: str
    description: str
    input_type: TransformationIOType
    output_type: TransformationIOType


class TransformationCategories(Enum):
    """Those that make nodes, and those that embed them."""

    NODE_PARSER = TransformationCategory(
        name="NodeParser",
        description="Makes nodes of documents",
        input_type=TransformationIOTypes.DOCUMENTS.value,
        output_type=TransformationIOTypes.NODES.value,
    )
    EMBEDDING = TransformationCategory(
        name="Embedding",
        description="Makes vectors of nodes",
        input_type=TransformationIOTypes.NODES.value,
        output_type=TransformationIOTypes.NODES.value,
    )


class ConfigurableTransformation(ConfigurableKind):
    """A kind of transformation, with its category."""

    transformation_category: TransformationCategories


def _kind(name: str, component_type: type[object]) -> ConfigurableTransformation:
    is_model = component_type is OpenAIEmbedding
    category = TransformationCategories.EMBEDDING if is_model else TransformationCategories.NODE_PARSER
    return ConfigurableTransformation(name=name, component_type=component_type, transformation_category=category)


class ConfigurableTransformations(ConfigurableComponent):
    """The kinds of transformations."""

    CODE_NODE_PARSER = _kind("Code Splitter", CodeSplitter)
    SENTENCE_AWARE_NODE_PARSER = _kind("Sentence Splitter", SentenceSplitter)
    TOKEN_AWARE_NODE_PARSER = _kind("Token Text Splitter", TokenTextSplitter)
    HTML_NODE_PARSER = _kind("HTML Node Parser", HTMLNodeParser)
    MARKDOWN_NODE_PARSER = _kind("Markdown Node Parser", MarkdownNodeParser)
    JSON_NODE_PARSER = _kind("JSON Node Parser", JSONNodeParser)
    SIMPLE_FILE_NODE_PARSER = _kind("Simple File Node Parser", SimpleFileNodeParser)
    MARKDOWN_ELEMENT_NODE_PARSER = _kind("Markdown Element Node Parser", MarkdownElementNodeParser)
    OPENAI_EMBEDDING = _kind("OpenAI Embedding", OpenAIEmbedding)

    def build_configured_transformation(self, component: object) -> "ConfiguredTransformation[Any]":
        """Return a transformation under the name of this kind; ValueError when it is of another one."""
        return self.under_name(self.value.name, component, ConfiguredTransformation)


class ConfiguredTransformation(Configured[T]):
    """A transformation under its name."""

    @classmethod
    def from_component(cls, component: object) -> "ConfiguredTransformation[Any]":
        """Return a transformation under the name of its kind; ValueError when there is none for its class."""
        return ConfigurableTransformations.from_component(component).build_configured_transformation(component)

    @property
    def configurable_transformation_type(self) -> ConfigurableTransformations:
        """Its kind."""
        return ConfigurableTransformations.from_component(self.component)
