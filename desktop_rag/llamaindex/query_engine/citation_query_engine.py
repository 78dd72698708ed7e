"""Answers that name, by its number, the short piece of text that each sentence rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.response import AnyResponse
from desktop_rag.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.prompts.transform_prompts import CITATION_QA_PROMPT, CITATION_REFINE_PROMPT
from desktop_rag.llms.base import LLM
from desktop_rag.node_parser.base import TextSplitter
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.retrievers.base import BaseRetriever

CITATION_QA_TEMPLATE = CITATION_QA_PROMPT
CITATION_REFINE_TEMPLATE = CITATION_REFINE_PROMPT
DEFAULT_CITATION_CHUNK_SIZE = 512
DEFAULT_CITATION_CHUNK_OVERLAP = 20


class Searchable(Protocol):
    """An index, as far as this engine needs it."""

    def as_retriever(self, **options: Any) -> BaseRetriever:  # noqa: ANN401 - each kind of index has its own
        """Return a retriever of the index's nodes."""


class CitationQueryEngine(BaseQueryEngine):
    """Cuts what was found into pieces, numbers them (“Source 1:”), and has the answer cite them, like [1].

    The response's ``source_nodes`` are the pieces, in the order of their numbers. Each says in its offsets where it
    stands in its document; its text begins with the line of its number.
    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's
        self,
        retriever: BaseRetriever,
        llm: LLM | None = None,
        response_synthesizer: BaseSynthesizer | None = None,
        citation_chunk_size: int = DEFAULT_CITATION_CHUNK_SIZE,
        citation_chunk_overlap: int = DEFAULT_CITATION_CHUNK_OVERLAP,
        text_splitter: TextSplitter | None = None,
        node_postprocessors: Sequence[BaseNodePostprocessor] | None = None,
        metadata_mode: MetadataMode | str = MetadataMode.NONE,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        synthesizer = response_synthesizer or get_response_synthesizer(
            llm, text_qa_template=CITATION_QA_TEMPLATE, refine_template=CITATION_REFINE_TEMPLATE
        )
        self._engine = RetrieverQueryEngine(retriever, synthesizer, node_postprocessors)
        self._splitter = text_splitter or SentenceSplitter(citation_chunk_size, citation_chunk_overlap)
        self._metadata_mode = MetadataMode(metadata_mode)

    @classmethod
    def from_args(  # noqa: PLR0913, PLR0917 - LlamaIndex's
        cls,
        index: Searchable,
        llm: LLM | None = None,
        response_synthesizer: BaseSynthesizer | None = None,
        citation_chunk_size: int = DEFAULT_CITATION_CHUNK_SIZE,
        citation_chunk_overlap: int = DEFAULT_CITATION_CHUNK_OVERLAP,
        text_splitter: TextSplitter | None = None,
        citation_qa_template: BasePromptTemplate = CITATION_QA_TEMPLATE,
        citation_refine_template: BasePromptTemplate = CITATION_REFINE_TEMPLATE,
        retriever: BaseRetriever | None = None,
        node_postprocessors: Sequence[BaseNodePostprocessor] | None = None,
        response_mode: ResponseMode | str = ResponseMode.COMPACT,
        use_async: bool = False,  # noqa: FBT001, FBT002
        streaming: bool = False,  # noqa: FBT001, FBT002
        metadata_mode: MetadataMode | str = MetadataMode.NONE,
        **options: Any,  # noqa: ANN401 - those of the index's retriever
    ) -> "CitationQueryEngine":
        """Return an engine over an index; what it does not take itself goes to ``index.as_retriever``."""
        synthesizer = response_synthesizer or get_response_synthesizer(
            llm,
            text_qa_template=citation_qa_template,
            refine_template=citation_refine_template,
            response_mode=response_mode,
            use_async=use_async,
            streaming=streaming,
        )
        return cls(
            retriever or index.as_retriever(**options),
            llm,
            synthesizer,
            citation_chunk_size,
            citation_chunk_overlap,
            text_splitter,
            node_postprocessors,
            metadata_mode,
        )

    @property
    def retriever(self) -> BaseRetriever:
        """What is asked for nodes."""
        return self._engine.retriever

    @property
    def _response_synthesizer(self) -> BaseSynthesizer:
        """What writes the answer."""
        return self._engine.response_synthesizer

    def retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Return the nodes that pieces would be made of, best first."""
        return self._engine.retrieve(query_bundle)

    def synthesize(
        self,
        query_bundle: QueryBundle,
        nodes: Sequence[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
    ) -> AnyResponse:
        """Return the answer made of given nodes, cut into pieces."""
        return self._engine.synthesize(query_bundle, self._create_citation_nodes(nodes), additional_source_nodes)

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        return self.synthesize(query_bundle, self.retrieve(query_bundle))

    def _create_citation_nodes(self, nodes: Sequence[NodeWithScore]) -> list[NodeWithScore]:
        """Return the pieces of the nodes."""
        pieces = [(found, piece) for found in nodes for piece in self._pieces(found.node)]
        return [
            replace(found, node=replace(piece, text=f"Source {number}:\n{piece.text}\n"))
            for number, (found, piece) in enumerate(pieces, 1)
        ]

    def _pieces(self, node: TextNode) -> list[TextNode]:
        """Return the pieces of one node, under its own id."""
        text = node.get_content(self._metadata_mode)
        stands = node.start_char_idx if text == node.text else None  # not where metadata is written above it
        return [
            replace(
                node,
                text=text[span.start : span.end],
                start_char_idx=None if stands is None else stands + span.start,
                end_char_idx=None if stands is None else stands + span.end,
            )
            for span in self._splitter.split_document(TextNode(text))
        ]

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the synthesizer, whose templates can be edited."""
        return {"response_synthesizer": self._response_synthesizer}
