"""LlamaIndex's query fusion: a model rewords the question, every retriever searches for each wording."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEventType, event
from desktop_rag.core.output_parsers import parse_lines
from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate, PromptTemplate
from desktop_rag.prompts.default_prompts import QUERY_GEN_PROMPT
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.fusion_modes import FUSION_MODES, fuse

_LOG = logging.getLogger(__name__)
_LONGEST_WORDING = 500  # characters, unless the question itself is long
_PROMPT = "query_gen_prompt"
_REQUIRED = frozenset({"query"})


@dataclass(frozen=True, slots=True)
class _Search:
    """One wording for one retriever."""

    query: QueryBundle
    retriever: BaseRetriever
    weight: float


class QueryFusionRetriever(BaseRetriever):
    """Has the model write other wordings of the question, searches for each with every retriever, fuses the lists.

    ``llm`` is that of ``Settings`` where none is given. ``num_queries`` counts the question itself, which is always
    searched for; with 1 it is the only one. Where there is no model, or it fails or writes nothing of use, the question
    alone is searched for, and the event (``SUB_QUESTION``) and the log say why. ``use_async`` searches several at once;
    ``on_done(done, total)`` hears of it.
    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's parameters
        self,
        retrievers: Sequence[BaseRetriever],
        llm: LLM | None = None,
        query_gen_prompt: str | BasePromptTemplate | None = None,
        mode: FUSION_MODES | str = FUSION_MODES.SIMPLE,
        similarity_top_k: int = 2,
        num_queries: int = 4,
        *,
        use_async: bool = True,
        verbose: bool = False,  # noqa: ARG002 - LlamaIndex's parameter; the events tell it all
        retriever_weights: Sequence[float] | None = None,
        object_map: Mapping[str, object] | None = None,
        on_done: Callable[[int, int], None] | None = None,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self._retrievers = tuple(retrievers)
        self._llm = llm
        self.mode = FUSION_MODES(mode)
        self.similarity_top_k = similarity_top_k
        self.num_queries = num_queries
        self.use_async = use_async
        self._retriever_weights = _shares(retriever_weights, len(self._retrievers))
        self.object_map = object_map or {}
        self._on_done = on_done
        if isinstance(query_gen_prompt, str):
            query_gen_prompt = PromptTemplate(query_gen_prompt, required=_REQUIRED)
        self._declare_prompts({_PROMPT: QUERY_GEN_PROMPT}, {_PROMPT: query_gen_prompt})

    @property
    def query_gen_prompt(self) -> str:
        """The prompt for other wordings."""
        prompt = self._prompt(_PROMPT)
        return prompt.template if isinstance(prompt, PromptTemplate) else str(prompt)

    @query_gen_prompt.setter
    def query_gen_prompt(self, query_gen_prompt: str) -> None:
        self.update_prompts({_PROMPT: query_gen_prompt})

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        queries = [query_bundle, *self._generated(query_bundle.query_str)]
        searches = [
            _Search(query, retriever, weight)
            for query in queries
            for retriever, weight in zip(self._retrievers, self._retriever_weights, strict=True)
        ]
        workers = DEFAULT_WORKERS if self.use_async else 1
        lists = run_parallel(_search, searches, max_workers=workers, on_done=self._on_done)
        weights = [search.weight for search in searches]
        return fuse(lists, weights, max(1, self.num_queries), self.mode)[: self.similarity_top_k]

    def _generated(self, question: str) -> list[QueryBundle]:
        """Return other wordings of the question."""
        wanted = self.num_queries - 1
        if wanted < 1 or not question.strip():
            return []
        with event(CBEventType.SUB_QUESTION, query_str=question, num_queries=wanted) as stage:
            try:
                llm = chosen_llm(self._llm, "“query_fusion”")
                reply = llm.predict(self._prompt(_PROMPT), num_queries=str(wanted), query=question)
            except UserError as error:
                stage.payload["note"] = f"Only the question itself was searched for: {error}"
                reply = ""
            lines = [line for line in dict.fromkeys(parse_lines(reply)) if _is_wording(line, question)][:wanted]
            stage.payload["queries"] = list(lines)
            if not lines:
                stage.payload.setdefault("note", "Only the question itself was searched for: the model wrote no other.")
                _LOG.warning("%s", stage.payload["note"])
        return [QueryBundle(line) for line in lines]


def _is_wording(line: str, question: str) -> bool:
    """Return True if a line rewords the question: neither the question itself nor rambling."""
    asked = question.strip()
    return line != asked and len(line) <= max(_LONGEST_WORDING, 2 * len(asked))


def _search(search: _Search) -> list[NodeWithScore]:
    """Ask one retriever."""
    return search.retriever.retrieve(search.query)


def _shares(weights: Sequence[float] | None, count: int) -> list[float]:
    """Return the weights of the retrievers, together 1."""
    if weights is None:
        return [1.0 / count] * count if count else []
    total = sum(weights)
    if len(weights) != count or total <= 0:
        raise ValueError("retriever_weights must have a weight for each retriever, together more than 0")
    return [weight / total for weight in weights]
