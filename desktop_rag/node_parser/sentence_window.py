"""One node for each sentence, with the sentences around it beside."""

from collections.abc import Callable, Iterator, Sequence
from typing import Unpack

from desktop_rag.core.schema import TextNode
from desktop_rag.evidence.blocks import Kind, blocks, line_spans
from desktop_rag.evidence.sentences import found_spans, sentence_spans
from desktop_rag.node_parser.base import NodeParserOptions, Span, TextSplitter
from desktop_rag.node_parser.passage import is_prose

DEFAULT_WINDOW_SIZE = 3
DEFAULT_WINDOW_METADATA_KEY = "window"
DEFAULT_OG_TEXT_METADATA_KEY = "original_text"
_WHOLE_LINES = frozenset([Kind.TABLE, Kind.CODE])


class SentenceWindowNodeParser(TextSplitter):
    """Makes a node of every sentence (row of a table, line of code), to be searched alone and read in its place.

    The metadata hold the sentence itself and the text from ``window_size`` sentences before to as many after it,
    as it stands in the document; neither is embedded or shown to a model (see MetadataReplacementPostProcessor).
    ``sentence_splitter`` returns the sentences of a text in order; what it leaves out belongs to none.
    """

    def __init__(
        self,
        *,
        sentence_splitter: Callable[[str], Sequence[str]] | None = None,
        window_size: int = DEFAULT_WINDOW_SIZE,
        window_metadata_key: str = DEFAULT_WINDOW_METADATA_KEY,
        original_text_metadata_key: str = DEFAULT_OG_TEXT_METADATA_KEY,
        **options: Unpack[NodeParserOptions],
    ) -> None:
        super().__init__(**options)
        if window_size <= 0:
            raise ValueError(f"window_size must be positive, got {window_size}")
        self.sentence_splitter = sentence_splitter
        self.window_size = window_size
        self.window_metadata_key = window_metadata_key
        self.original_text_metadata_key = original_text_metadata_key

    def split_document(self, document: TextNode) -> Iterator[Span]:
        """Yield the sentences of a document in order."""
        text = document.text
        found = found_spans(text, self.sentence_splitter(text)) if self.sentence_splitter else _sentences(document)
        spans = list(found)
        for i, (start, end) in enumerate(spans):
            first = spans[max(0, i - self.window_size)][0]
            last = spans[min(i + self.window_size, len(spans) - 1)][1]
            keys = {self.window_metadata_key: text[first:last], self.original_text_metadata_key: text[start:end]}
            yield Span(start, end, dict(keys))

    def parse_document(self, document: TextNode) -> list[TextNode]:
        """Return the nodes of one document."""
        nodes = super().parse_document(document)
        keys = [self.window_metadata_key, self.original_text_metadata_key]
        for node in nodes:
            node.excluded_embed_metadata_keys += keys
            node.excluded_llm_metadata_keys += keys
        return nodes


def _sentences(document: TextNode) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a document; rows of tables and lines of code count as such."""
    text = document.text
    for block in blocks(text, prose=is_prose(document)):
        spans = line_spans if block.kind in _WHOLE_LINES else sentence_spans
        yield from spans(text, block.start, block.end)
