"""Files cut by their own structure, Markdown by headings and code by syntax, into passages that fit the model."""

from abc import ABC, abstractmethod
from functools import cache

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.schema import TextNode
from desktop_rag.evidence.blocks import HEADING_SEPARATOR
from desktop_rag.node_parser.base import NodeParser, link_neighbours
from desktop_rag.node_parser.code import CodeSplitter, language_of
from desktop_rag.node_parser.markdown import HEADER_PATH_KEY, MarkdownNodeParser
from desktop_rag.node_parser.passage import HEADING_KEY, PassageSplitter, file_name_of
from desktop_rag.node_parser.token_map import Offsets
from desktop_rag.readers.formats import of_ending, of_name

_MARKDOWN = of_ending(".md")
_CODE_LINES = 80
_CHARACTERS_PER_TOKEN = 3  # of code, roughly; what comes out too long is cut again


class StructuredFiles(NodeParser, ABC):
    """Cuts some files by their structure, and as passages all others and every part that is too long."""

    def __init__(self, passages: PassageSplitter, tokenizer: Offsets) -> None:
        super().__init__()
        self._passages = passages
        self._tokenizer = tokenizer

    @abstractmethod
    def parts(self, document: TextNode) -> list[TextNode] | None:
        """Return the parts of a document by its structure; None: it has none that is known here."""

    def parse_document(self, document: TextNode) -> list[TextNode]:
        """Return the nodes of one document."""
        parts = self.parts(document)
        if parts is None:
            return self._passages.parse_document(document)
        nodes = [node for part in parts for node in self._fitting(part)]
        link_neighbours(nodes)
        return nodes

    def _fitting(self, part: TextNode) -> list[TextNode]:
        """Return a part as it is if it fits, else cut."""
        limit = self._passages.chunk_size
        if len(part.text) <= limit or (
            len(part.text) < limit * 16 and len(self._tokenizer(without_surrogates(part.text))) <= limit
        ):
            return [part]
        return self._passages.parse_document(part)


class MarkdownFiles(StructuredFiles):
    """Cuts Markdown into the sections below its headings; nodes name the headings above them as ``heading``."""

    _sections = MarkdownNodeParser(header_path_separator=HEADING_SEPARATOR)

    def parts(self, document: TextNode) -> list[TextNode] | None:
        """Return the sections of a Markdown file."""
        if of_name(file_name_of(document)) is not _MARKDOWN:
            return None
        sections = self._sections.parse_document(document)
        for section in sections:
            path = str(section.metadata.pop(HEADER_PATH_KEY))
            if path != HEADING_SEPARATOR:
                section.metadata[HEADING_KEY] = path.removeprefix(HEADING_SEPARATOR).removesuffix(HEADING_SEPARATOR)
        return sections


class CodeFiles(StructuredFiles):
    """Cuts source code between its constructs."""

    def parts(self, document: TextNode) -> list[TextNode] | None:
        """Return the constructs of a file of source code."""
        language = language_of(file_name_of(document))
        if language is None:
            return None
        return _splitter(language, self._passages.chunk_size * _CHARACTERS_PER_TOKEN).parse_document(document)


@cache
def _splitter(language: str, max_chars: int) -> CodeSplitter:
    return CodeSplitter(language, _CODE_LINES, 0, max_chars)
