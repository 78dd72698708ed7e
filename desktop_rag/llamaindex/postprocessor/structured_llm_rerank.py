"""Have a model judge what was found, as an object rather than in words."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel, Field

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.llamaindex.indices.utils import default_format_node_batch_fn
from desktop_rag.llamaindex.prompts.further_prompts import STRUCTURED_CHOICE_SELECT_PROMPT
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.postprocessor.llm_rerank import FormatNodeBatch
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.mixin import PromptMixin

ParseJudgements = Callable[[Any, int], tuple[Sequence[int], Sequence[float]]]
_PROMPT = "choice_select_prompt"
_LOG = logging.getLogger(__name__)


class DocumentWithRelevance(BaseModel):
    """What a model says of one passage."""

    document_number: int = Field(description="The number of the passage in the list, from 1")
    relevance: int = Field(
        description="How much the passage helps to answer the question, from 1 (hardly) to 10 (it is the answer)",
        json_schema_extra={"minimum": 1, "maximum": 10},
    )


class DocumentRelevanceList(BaseModel):
    """What a model says of the passages that help."""

    documents: list[DocumentWithRelevance] = Field(description="The passages that help to answer the question")


def default_parse_structured_choice_select_answer(
    document_relevance_list: DocumentRelevanceList, num_choices: int
) -> tuple[list[int], list[int]]:
    """Return the numbers of the passages that a model named, and how relevant it says each is."""
    named = [one for one in document_relevance_list.documents if 1 <= one.document_number <= num_choices]
    return [one.document_number for one in named], [one.relevance for one in named]


class StructuredLLMRerank(PromptMixin, BaseNodePostprocessor):
    """Asks the model which of ``choice_batch_size`` passages at a time help, and how much; keeps the ``top_n`` best.

    Its answers are objects of ``document_relevance_list_cls``, which ``parse_choice_select_answer_fn`` reads. Where a
    model gives no object but a text, that is an error, unless ``raise_on_structured_prediction_failure`` is False: the
    passages of that request stay then, with a score of 0.

    Raises:
        ValueError: there is no question, or the model gave no object.

    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's
        self,
        llm: LLM | None = None,
        choice_select_prompt: BasePromptTemplate | None = None,
        choice_batch_size: int = 10,
        format_node_batch_fn: FormatNodeBatch | None = None,
        parse_choice_select_answer_fn: ParseJudgements | None = None,
        document_relevance_list_cls: type | None = None,
        raise_on_structured_prediction_failure: bool = True,  # noqa: FBT001, FBT002
        top_n: int = 10,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self.llm = chosen_llm(llm, "Reranking")
        self.choice_batch_size = choice_batch_size
        self.top_n = top_n
        self._format = format_node_batch_fn or default_format_node_batch_fn
        self._parse = parse_choice_select_answer_fn or default_parse_structured_choice_select_answer
        self._output_cls = document_relevance_list_cls or DocumentRelevanceList
        self._raises = raise_on_structured_prediction_failure
        self._declare_prompts({_PROMPT: STRUCTURED_CHOICE_SELECT_PROMPT}, {_PROMPT: choice_select_prompt})

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        if query_bundle is None:
            raise ValueError("reranking needs the question")
        judged: list[NodeWithScore] = []
        for first in range(0, len(nodes), self.choice_batch_size):
            current_token().raise_if_cancelled()
            judged += self._judged(nodes[first : first + self.choice_batch_size], query_bundle.query_str, first)
        return sorted(judged, key=NodeWithScore.get_score, reverse=True)[: self.top_n]

    def _judged(self, batch: Sequence[NodeWithScore], question: str, first: int) -> list[NodeWithScore]:
        """Return the passages of a request that the model chose, with its scores."""
        shown = self._format([found.node for found in batch])
        reply = self._reply(shown, question)
        if isinstance(reply, str):
            failure = f"Structured prediction failed for nodes {first} - {first + len(batch)}: {reply}"
            if self._raises:
                raise ValueError(failure)
            _LOG.warning("%s", failure)
            return [found.with_score(0.0) for found in batch]
        numbers, relevances = self._parse(reply, len(batch))
        scores = relevances or [1.0] * len(numbers)
        return [batch[int(number) - 1].with_score(score) for number, score in zip(numbers, scores, strict=True)]

    def _reply(self, shown: str, question: str) -> Any:  # noqa: ANN401 - an object of the wanted class
        """Return the model's object; where it wrote none, what was wrong."""
        try:
            return self.llm.structured_predict(
                output_cls=self._output_cls, prompt=self._prompt(_PROMPT), context_str=shown, query_str=question
            )
        except UserError as error:
            if not isinstance(error.__cause__, ValueError):  # the model could not be asked
                raise
            return str(error)
