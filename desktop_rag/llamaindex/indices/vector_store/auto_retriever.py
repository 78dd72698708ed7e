"""A model chooses what to look for in a vector store: the words, conditions on metadata, and how many nodes."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from desktop_rag.core.schema import IndexNode, NodeWithScore, QueryBundle, Vector
from desktop_rag.llamaindex.output_parsers.utils import OutputParserException
from desktop_rag.llamaindex.prompts.further_prompts import VECTOR_STORE_QUERY_PROMPT
from desktop_rag.llamaindex.vector_stores.query_spec import (
    QUERY_SPEC_SCHEMA,
    VectorStoreInfo,
    VectorStoreQueryOutputParser,
    VectorStoreQuerySpec,
)
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.vector import VectorIndex, VectorIndexRetriever
from desktop_rag.vector_stores.types import FilterCondition, MetadataFilters, VectorStoreQueryMode

_LOG = logging.getLogger(__name__)
_PROMPT = "prompt"


class VectorIndexAutoRetriever(BaseRetriever):
    """Has a model read a question as something to look for, with conditions on the metadata it is told of.

    At most ``max_top_k`` nodes are returned, and ``similarity_top_k``; where only conditions are left,
    ``empty_query_top_k`` instead, with ``default_empty_query_vector`` as the question's. ``extra_filters`` hold
    besides. What the model replies is logged; where that cannot be read, the question is looked for as it is.
    ``options`` are those of ``VectorIndexRetriever``.

    Raises:
        ValueError: of ``extra_filters`` one would be enough.

    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's
        self,
        index: VectorIndex,
        vector_store_info: VectorStoreInfo,
        llm: LLM | None = None,
        prompt_template_str: str | None = None,
        max_top_k: int = 10,
        similarity_top_k: int = 2,
        empty_query_top_k: int | None = 10,
        *,
        vector_store_query_mode: VectorStoreQueryMode | str = VectorStoreQueryMode.DEFAULT,
        default_empty_query_vector: Sequence[float] | Vector | None = None,
        verbose: bool = False,
        extra_filters: MetadataFilters | None = None,
        object_map: Mapping[str, object] | None = None,
        objects: Sequence[IndexNode] | None = None,
        **options: Any,  # noqa: ANN401 - those of VectorIndexRetriever
    ) -> None:
        super().__init__(object_map=object_map, objects=objects, verbose=verbose)
        if extra_filters is not None and extra_filters.condition is FilterCondition.OR:
            raise ValueError("extra_filters must all hold: put those of which one is enough into a group inside")
        self._index = index
        self._vector_store_info = vector_store_info
        self._llm = chosen_llm(llm, "Choosing what to look for")
        self._output_parser = VectorStoreQueryOutputParser()
        self._max_top_k = max_top_k
        self._similarity_top_k = similarity_top_k
        self._empty_query_top_k = empty_query_top_k
        self._mode = VectorStoreQueryMode(vector_store_query_mode)
        self._empty_vector = default_empty_query_vector
        self._extra_filters = extra_filters
        self._options = options
        own = None if prompt_template_str is None else PromptTemplate(prompt_template_str)
        self._declare_prompts({_PROMPT: VECTOR_STORE_QUERY_PROMPT}, {_PROMPT: own})

    def generate_retrieval_spec(self, query_bundle: QueryBundle) -> VectorStoreQuerySpec:
        """Return what the model wants to look for."""
        reply = self._llm.predict(
            self._prompt(_PROMPT),
            schema_str=json.dumps(QUERY_SPEC_SCHEMA),
            info_str=json.dumps(asdict(self._vector_store_info), indent=4, ensure_ascii=False),
            query_str=query_bundle.query_str,
        )
        try:
            spec = self._output_parser.parse(reply).parsed_output
        except OutputParserException:
            _LOG.warning("the model did not say what to look for: the question is taken as it is")
            spec = None
        return spec if isinstance(spec, VectorStoreQuerySpec) else VectorStoreQuerySpec(query_bundle.query_str)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        spec = self.generate_retrieval_spec(query_bundle)
        _LOG.info("looking for %r, with %s", spec.query, spec.filters)
        by_meaning = bool(spec.query) or self._empty_query_top_k is None
        top_k = self._similarity_top_k if by_meaning else self._empty_query_top_k or 0
        if spec.top_k is not None:
            top_k = min(spec.top_k, self._max_top_k, top_k)
        conditions = [*spec.filters, *([self._extra_filters] if self._extra_filters is not None else ())]
        retriever = VectorIndexRetriever(
            self._index,
            similarity_top_k=top_k,
            filters=MetadataFilters(conditions) if conditions else None,
            vector_store_query_mode=self._mode,
            object_map=self.object_map,
            **self._options,
        )
        vector = None if spec.query else self._empty_vector
        return retriever.retrieve(QueryBundle(spec.query, embedding=vector))  # type: ignore[arg-type]
