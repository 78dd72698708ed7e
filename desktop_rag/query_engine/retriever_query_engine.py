"""Search, sort out what was found, write the answer."""

from collections.abc import Mapping, Sequence
from typing import Unpack

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.response import AnyResponse
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.llms.base import LLM
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.factory import RefineOptions, get_response_synthesizer
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.retrievers.base import BaseRetriever, as_query_bundle


class RetrieverQueryEngine(BaseQueryEngine):
    """Asks any retriever (your own is a subclass of ``BaseRetriever``), then the postprocessors in order."""

    def __init__(
        self,
        retriever: BaseRetriever,
        response_synthesizer: BaseSynthesizer | None = None,
        node_postprocessors: Sequence[BaseNodePostprocessor] | None = None,
        *,
        llm: LLM | None = None,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self._retriever = retriever
        self._response_synthesizer = response_synthesizer or get_response_synthesizer(llm)
        self._node_postprocessors = tuple(node_postprocessors or ())

    @classmethod
    def from_args(  # noqa: PLR0913, PLR0917 - LlamaIndex's
        cls,
        retriever: BaseRetriever,
        llm: LLM | None = None,
        response_synthesizer: BaseSynthesizer | None = None,
        node_postprocessors: Sequence[BaseNodePostprocessor] | None = None,
        response_mode: ResponseMode | str = ResponseMode.COMPACT,
        text_qa_template: BasePromptTemplate | None = None,
        refine_template: BasePromptTemplate | None = None,
        summary_template: BasePromptTemplate | None = None,
        simple_template: BasePromptTemplate | None = None,
        **options: Unpack[RefineOptions],
    ) -> "RetrieverQueryEngine":
        """Return an engine whose synthesizer is made of the other arguments, unless it is given."""
        synthesizer = response_synthesizer or get_response_synthesizer(
            llm,
            text_qa_template=text_qa_template,
            refine_template=refine_template,
            summary_template=summary_template,
            simple_template=simple_template,
            response_mode=response_mode,
            **options,
        )
        return cls(retriever, synthesizer, node_postprocessors, callback_manager=options.get("callback_manager"))

    @property
    def retriever(self) -> BaseRetriever:
        """The retriever of nodes."""
        return self._retriever

    @property
    def response_synthesizer(self) -> BaseSynthesizer:
        """The synthesizer of the answer."""
        return self._response_synthesizer

    def with_retriever(self, retriever: BaseRetriever) -> "RetrieverQueryEngine":
        """Return the same engine with another retriever."""
        return type(self)(
            retriever,
            self._response_synthesizer,
            self._node_postprocessors,
            callback_manager=self._callback_manager,
        )

    def retrieve(self, query_bundle: str | QueryBundle) -> list[NodeWithScore]:
        """Return the nodes an answer would be made of, best first."""
        bundle = as_query_bundle(query_bundle)
        nodes = self._retriever.retrieve(bundle)
        for postprocessor in self._node_postprocessors:
            nodes = postprocessor.postprocess_nodes(nodes, bundle)
        return nodes

    def synthesize(
        self,
        query_bundle: QueryBundle,
        nodes: Sequence[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
        *,
        streaming: bool | None = None,
    ) -> AnyResponse:
        """Return the answer made of given nodes; ``streaming`` overrides what was set."""
        return self._response_synthesizer.synthesize(query_bundle, nodes, additional_source_nodes, streaming=streaming)

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        """Search and write."""
        return self.synthesize(query_bundle, self.retrieve(query_bundle))

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the synthesizer, whose templates can be edited."""
        return {"response_synthesizer": self._response_synthesizer}
