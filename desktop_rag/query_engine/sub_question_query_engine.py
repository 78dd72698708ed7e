"""Answer a question in parts: simpler ones to several engines, then one answer of theirs."""

import difflib
import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEventType, event
from desktop_rag.core.output_parsers import parse_json, parse_lines
from desktop_rag.core.parallel import DEFAULT_WORKERS, asynchronous, run_parallel
from desktop_rag.core.response import AnyResponse, StreamingResponse
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import SUB_ANSWERS_PROMPT, SUB_QUESTION_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.query_engine.base import BaseQueryEngine, combined
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.tools.base import ToolMetadata
from desktop_rag.tools.query_engine_tool import QueryEngineTool

_LOG = logging.getLogger(__name__)
_ALIKE = 0.6
_QUESTION_KEYS = ("sub_question", "question", "query", "sub_query")
_TOOL_KEYS = ("tool_name", "tool", "source", "name")
_MARKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """A simpler question and the name of the source it is for, as the model wrote it."""

    sub_question: str
    tool_name: str


class BaseQuestionGenerator(PromptMixin, ABC):
    """Makes simpler questions."""

    @abstractmethod
    def generate(self, tools: Sequence[ToolMetadata], query: QueryBundle) -> list[SubQuestion]:
        """Return the simpler questions, in the order in which they should be answered; none when that fails."""

    agenerate = asynchronous(generate)


class LLMQuestionGenerator(BaseQuestionGenerator):
    """Asks a model."""

    def __init__(self, llm: LLM | None = None, prompt: BasePromptTemplate | None = None) -> None:
        self._llm = chosen_llm(llm, "Taking questions apart")
        self._declare_prompts({"question_gen_prompt": SUB_QUESTION_PROMPT}, {"question_gen_prompt": prompt})

    @classmethod
    def from_defaults(cls, llm: LLM | None = None, prompt: BasePromptTemplate | None = None) -> "LLMQuestionGenerator":
        """Return a generator; the same as calling the class."""
        return cls(llm, prompt)

    def generate(self, tools: Sequence[ToolMetadata], query: QueryBundle) -> list[SubQuestion]:
        """Return the simpler questions; see ``BaseQuestionGenerator``."""
        described = "\n".join(f"- {tool.name}: {' '.join(tool.description.split())}" for tool in tools)
        prompt = self._prompt("question_gen_prompt")
        reply = self._llm.predict(prompt, tools_str=described, query_str=query.query_str)
        return sub_questions_of(reply)


def sub_questions_of(reply: str) -> list[SubQuestion]:
    """Return the questions in a reply: JSON, else lines that end like questions; each once."""
    value = parse_json(reply)
    found = list(_of_json(value)) if isinstance(value, dict | list) else []
    if not found:
        found = [SubQuestion(line, "") for line in parse_lines(reply) if line.endswith(_MARKS)]
    return list(dict.fromkeys(found))


def _of_json(value: object) -> Iterator[SubQuestion]:
    """Yield the questions in a JSON value, however deep they lie."""
    if isinstance(value, list):
        for item in value:
            yield from [SubQuestion(item.strip(), "")] if isinstance(item, str) and item.strip() else _of_json(item)
    elif isinstance(value, dict):
        question = _text(value, _QUESTION_KEYS)
        if question:
            yield SubQuestion(question, _text(value, _TOOL_KEYS))
            return
        for item in value.values():
            if isinstance(item, dict | list):
                yield from _of_json(item)


def _text(value: dict[str, object], keys: Sequence[str]) -> str:
    """Return the first text that stands under one of the keys."""
    texts = (value.get(key) for key in keys)
    return next((text.strip() for text in texts if isinstance(text, str) and text.strip()), "")


@dataclass(frozen=True, slots=True)
class SubQuestionAnswerPair:
    """A simpler question with its answer; ``note`` says what was not as it should be."""

    sub_q: SubQuestion
    response: AnyResponse | None
    note: str = ""
    failure: Exception | None = None


class SubQuestionQueryEngine(BaseQueryEngine):
    """Asks simpler questions (several at once with ``use_async``) and answers from their answers.

    A question for a source that does not exist goes to the one with the most similar name, else to the first; one
    that fails is left out as long as another was answered. ``outcome.sub_questions`` holds them all. The sources
    come first in ``source_nodes``, so that markers fit them; the answers follow, with "sub_question" in their metadata.
    """

    def __init__(
        self,
        question_gen: BaseQuestionGenerator,
        response_synthesizer: BaseSynthesizer,
        query_engine_tools: Sequence[QueryEngineTool],
        *,
        use_async: bool = False,
        verbose: bool = False,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        if not query_engine_tools:
            raise ValueError("there is no query engine to ask")
        self._question_gen = question_gen
        self._synthesizer = response_synthesizer
        self._tools = {tool.metadata.name: tool for tool in query_engine_tools}
        self._use_async = use_async
        self._verbose = verbose

    @classmethod
    def from_defaults(
        cls,
        query_engine_tools: Sequence[QueryEngineTool],
        llm: LLM | None = None,
        question_gen: BaseQuestionGenerator | None = None,
        response_synthesizer: BaseSynthesizer | None = None,
        *,
        use_async: bool = True,
        verbose: bool = False,
    ) -> "SubQuestionQueryEngine":
        """Return an engine; what is not given is made with ``llm``.

        Raises:
            UserError: there is neither ``question_gen`` nor a model.

        """
        question_gen = question_gen or LLMQuestionGenerator(llm)
        synthesizer = response_synthesizer or get_response_synthesizer(
            llm, text_qa_template=SUB_ANSWERS_PROMPT, use_async=use_async
        )
        return cls(question_gen, synthesizer, query_engine_tools, use_async=use_async, verbose=verbose)

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        """Take apart, ask, and answer."""
        questions = self._sub_questions(query_bundle)
        pairs = run_parallel(self._ask, questions, max_workers=DEFAULT_WORKERS if self._use_async else 1)
        answered = [(pair, pair.response) for pair in pairs if pair.response is not None]
        failures = [pair.failure for pair in pairs if pair.failure is not None]
        if not answered and failures:
            raise failures[0]
        parts = combined([response for _, response in answered])
        records = [_record_of(pair, text) for (pair, _), text in zip(answered, parts.texts, strict=True)]
        nodes = [_node(pair, text) for (pair, _), text in zip(answered, parts.texts, strict=True)]
        response = self._synthesizer.synthesize(query_bundle, nodes, parts.source_nodes)
        response.source_nodes = [*parts.source_nodes, *nodes]
        unanswered = (_record_of(pair, "") for pair in pairs if pair.response is None)
        response.outcome.sub_questions = (*records, *unanswered)
        return response

    def _sub_questions(self, query_bundle: QueryBundle) -> list[SubQuestion]:
        """Return simpler questions; without any usable ones the question itself, to everybody."""
        metadatas = [tool.metadata for tool in self._tools.values()]
        questions = self._question_gen.generate(metadatas, query_bundle)
        return questions or [SubQuestion(query_bundle.query_str, name) for name in self._tools]

    def _ask(self, sub_question: SubQuestion) -> SubQuestionAnswerPair:
        name, note = self._tool_name(sub_question.tool_name)
        asked = replace(sub_question, tool_name=name)
        if self._verbose:
            _LOG.info("%s: %s", name, asked.sub_question)
        payload = {"sub_question": asked.sub_question, "tool_name": name, "note": note}
        with event(CBEventType.SUB_QUESTION, **payload) as stage:
            try:
                response = self._tools[name].query_engine.query(asked.sub_question)
            except (UserError, ValueError) as error:
                stage.error = str(error)
                return SubQuestionAnswerPair(asked, None, str(error), error)
            if isinstance(response, StreamingResponse):
                response = response.get_response()
            stage.payload["response"] = str(response)
        return SubQuestionAnswerPair(asked, response, note)

    def _tool_name(self, wanted: str) -> tuple[str, str]:
        """Return the name of the source that is meant, and a note when it is a guess."""
        if wanted in self._tools:
            return wanted, ""
        names = {name.casefold().replace("_", " "): name for name in self._tools}
        alike = difflib.get_close_matches(wanted.casefold().replace("_", " "), names, 1, _ALIKE)
        name = names[alike[0]] if alike else next(iter(self._tools))
        return name, UserText("There is no source named “{wanted}”; “{name}” was asked.", wanted=wanted, name=name)

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the parts whose templates can be edited."""
        return {"question_gen": self._question_gen, "response_synthesizer": self._synthesizer}


def _node(pair: SubQuestionAnswerPair, answer: str) -> NodeWithScore:
    """Return question and answer as the final call reads them."""
    metadata = {"sub_question": pair.sub_q.sub_question, "tool_name": pair.sub_q.tool_name}
    text = f"Question: {pair.sub_q.sub_question}\nAnswer: {answer}"
    return NodeWithScore(
        TextNode(
            text=text,
            metadata=dict(metadata),
            excluded_llm_metadata_keys=list(metadata),
            excluded_embed_metadata_keys=list(metadata),
        )
    )


def _record_of(pair: SubQuestionAnswerPair, answer: str) -> dict[str, str]:
    """Return the response's record of one question."""
    return {
        "sub_question": pair.sub_q.sub_question,
        "tool_name": pair.sub_q.tool_name,
        "answer": answer,
        "note": pair.note,
    }
