"""Questions that are searched for in other words than they were asked in (LlamaIndex's query transforms)."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.llamaindex.prompts.transform_prompts import (
    DECOMPOSE_QUERY_PROMPT,
    HYDE_PROMPT,
    STEP_DECOMPOSE_QUERY_PROMPT,
)
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.retrievers.base import BaseRetriever, as_query_bundle

Facts = Mapping[str, object]
_LOG = logging.getLogger(__name__)


class BaseQueryTransform(PromptMixin, ABC):
    """Makes another question of a question; one of one's own implements ``_run``."""

    def run(self, query_bundle_or_str: str | QueryBundle, metadata: Facts | None = None) -> QueryBundle:
        """Return the other question; ``metadata`` is what the transform may know of who answers it."""
        return self._run(as_query_bundle(query_bundle_or_str), metadata or {})

    def __call__(self, query_bundle_or_str: str | QueryBundle, metadata: Facts | None = None) -> QueryBundle:
        """Do what ``run`` does."""
        return self.run(query_bundle_or_str, metadata)

    @abstractmethod
    def _run(self, query_bundle: QueryBundle, metadata: Facts) -> QueryBundle:
        """Do the work (implemented by each transform)."""


class HyDEQueryTransform(BaseQueryTransform):
    """Has a model imagine the passage that answers, and searches by meaning for that, and the question unless told."""

    def __init__(
        self,
        llm: LLM | None = None,
        hyde_prompt: BasePromptTemplate | None = None,
        include_original: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
    ) -> None:
        self._llm = chosen_llm(llm, "A query transform")
        self._include_original = include_original
        self._declare_prompts({"hyde_prompt": HYDE_PROMPT}, {"hyde_prompt": hyde_prompt})

    def _run(self, query_bundle: QueryBundle, _metadata: Facts) -> QueryBundle:
        imagined = self._llm.predict(self._prompt("hyde_prompt"), context_str=query_bundle.query_str)
        also = query_bundle.embedding_strs if self._include_original else ()
        return QueryBundle(query_bundle.query_str, (imagined, *also))


class DecomposeQueryTransform(BaseQueryTransform):
    """Has a model ask for a part of the question; ``metadata["index_summary"]`` tells it what can be looked up."""

    def __init__(self, llm: LLM | None = None, decompose_query_prompt: BasePromptTemplate | None = None) -> None:
        self._llm = chosen_llm(llm, "A query transform")
        self._declare_prompts(
            {"decompose_query_prompt": DECOMPOSE_QUERY_PROMPT}, {"decompose_query_prompt": decompose_query_prompt}
        )

    def _run(self, query_bundle: QueryBundle, metadata: Facts) -> QueryBundle:
        part = self._llm.predict(
            self._prompt("decompose_query_prompt"),
            query_str=query_bundle.query_str,
            context_str=str(metadata.get("index_summary", "None")),
        )
        return QueryBundle(part)


class StepDecomposeQueryTransform(BaseQueryTransform):
    """Has a model ask what has to be known next, after ``metadata["prev_reasoning"]``; "None" where that is nothing.

    With ``verbose`` the log has the questions.
    """

    def __init__(
        self,
        llm: LLM | None = None,
        step_decompose_query_prompt: BasePromptTemplate | None = None,
        *,
        verbose: bool = False,
    ) -> None:
        self._llm = chosen_llm(llm, "A query transform")
        self._verbose = verbose
        self._declare_prompts(
            {"step_decompose_query_prompt": STEP_DECOMPOSE_QUERY_PROMPT},
            {"step_decompose_query_prompt": step_decompose_query_prompt},
        )

    def _run(self, query_bundle: QueryBundle, metadata: Facts) -> QueryBundle:
        step = self._llm.predict(
            self._prompt("step_decompose_query_prompt"),
            query_str=query_bundle.query_str,
            context_str=str(metadata.get("index_summary", "None")),
            prev_reasoning=str(metadata.get("prev_reasoning") or "None"),
        )
        if self._verbose:
            _LOG.info("next question: %s", step)
        return replace(query_bundle, query_str=step, custom_embedding_strs=None, embedding=None)


class TransformRetriever(BaseRetriever):
    """Searches for what a transform makes of the question; ``verbose`` logs that."""

    def __init__(
        self,
        retriever: BaseRetriever,
        query_transform: BaseQueryTransform,
        transform_metadata: Facts | None = None,
        *,
        verbose: bool = False,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self._verbose = verbose
        self._retriever = retriever
        self._query_transform = query_transform
        self._transform_metadata = transform_metadata

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        asked = self._query_transform.run(query_bundle, self._transform_metadata)
        if self._verbose:
            _LOG.info("%s: %s", type(self._query_transform).__name__, asked.query_str)
        return self._retriever.retrieve(asked)

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the parts whose templates can be edited."""
        return {"retriever": self._retriever, "query_transform": self._query_transform}
