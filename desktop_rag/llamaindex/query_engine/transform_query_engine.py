"""Ask an engine something else than was asked: another question, or several one after the other."""

from collections.abc import Callable, Mapping, Sequence

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.response import AnyResponse
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.indices.query.query_transform.base import (
    BaseQueryTransform,
    Facts,
    StepDecomposeQueryTransform,
)
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.query_engine.base import BaseQueryEngine, combined
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.factory import get_response_synthesizer


class TransformQueryEngine(BaseQueryEngine):
    """Asks an engine what a transform makes of the question."""

    def __init__(
        self,
        query_engine: BaseQueryEngine,
        query_transform: BaseQueryTransform,
        transform_metadata: Facts | None = None,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self._query_engine = query_engine
        self._query_transform = query_transform
        self._transform_metadata = transform_metadata

    def retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Return the nodes an answer would be made of."""
        return self._query_engine.retrieve(self._transformed(query_bundle))

    def synthesize(
        self,
        query_bundle: QueryBundle,
        nodes: Sequence[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
    ) -> AnyResponse:
        """Return the answer to the other question, made of given nodes."""
        return self._query_engine.synthesize(self._transformed(query_bundle), nodes, additional_source_nodes)

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        return self._query_engine.query(self._transformed(query_bundle))

    def _transformed(self, query_bundle: QueryBundle) -> QueryBundle:
        return self._query_transform.run(query_bundle, self._transform_metadata)

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the parts whose templates can be edited."""
        return {"query_transform": self._query_transform, "query_engine": self._query_engine}


StopFn = Callable[[dict[str, object]], bool]


def default_stop_fn(stop_dict: Mapping[str, object]) -> bool:
    """Return whether the next question (``query_bundle``) says that there is none.

    Raises:
        ValueError: there is no question.

    """
    bundle = stop_dict.get("query_bundle")
    if not isinstance(bundle, QueryBundle):
        raise ValueError("Query bundle must be provided to stop function.")  # noqa: TRY004 - LlamaIndex's
    return "none" in bundle.query_str.lower()


class MultiStepQueryEngine(BaseQueryEngine):
    """Asks an engine one question after the other, each with the answers before it, then answers with all of them.

    It ends after ``num_steps`` questions (None: any number), or earlier, unless ``early_stopping`` is off, when
    ``stop_fn`` says so of the next one. ``metadata["sub_qa"]`` of the answer has the questions with their answers.

    Raises:
        ValueError: it would never end.

    """

    def __init__(
        self,
        query_engine: BaseQueryEngine,
        query_transform: StepDecomposeQueryTransform,
        response_synthesizer: BaseSynthesizer | None = None,
        num_steps: int | None = 3,
        early_stopping: bool = True,  # noqa: FBT001, FBT002
        index_summary: str = "None",
        stop_fn: StopFn | None = None,
    ) -> None:
        if num_steps is None and not early_stopping:
            raise ValueError("num_steps must be given where nothing else ends the questions")
        self._query_engine = query_engine
        self._query_transform = query_transform
        self._synthesizer = response_synthesizer or get_response_synthesizer()
        self._num_steps = num_steps
        self._stop_fn = (stop_fn or default_stop_fn) if early_stopping else None
        self._index_summary = index_summary

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        answered = self._answers(query_bundle)
        parts = combined([response for _, response in answered])
        pairs = [(question, text) for (question, _), text in zip(answered, parts.texts, strict=True)]
        nodes = [NodeWithScore(TextNode(f"\nQuestion: {question}\nAnswer: {text}")) for question, text in pairs]
        response = self._synthesizer.synthesize(query_bundle, nodes, parts.source_nodes)
        response.metadata["sub_qa"] = answered
        return response

    def _answers(self, query_bundle: QueryBundle) -> list[tuple[str, AnyResponse]]:
        """Return the questions that were asked, with their answers."""
        answered: list[tuple[str, AnyResponse]] = []
        reasoning = ""
        while self._num_steps is None or len(answered) < self._num_steps:
            facts = {"prev_reasoning": reasoning, "index_summary": self._index_summary}
            step = self._query_transform(query_bundle, facts)
            if self._stop_fn is not None and self._stop_fn({"query_bundle": step}):
                break
            response = self._query_engine.query(step)
            answered.append((step.query_str, response))
            reasoning += f"- {step.query_str}\n- {response}\n"
        return answered

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the parts whose templates can be edited."""
        return {"response_synthesizer": self._synthesizer, "query_transform": self._query_transform}
