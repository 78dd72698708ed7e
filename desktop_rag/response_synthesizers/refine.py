"""An answer that is improved step by step: from the first texts, then with each of the others, in reading order."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Unpack

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.llms.base import LLM
from desktop_rag.llms.window import NoRoomError
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import TEXT_QA_PROMPT, TEXT_REFINE_PROMPT
from desktop_rag.response_synthesizers.base import BaseSynthesizer, SynthesizerOptions
from desktop_rag.response_synthesizers.model_calls import ModelCalls, OutputClass, is_unreadable
from desktop_rag.response_synthesizers.type import ResponseMode


@dataclass(frozen=True, slots=True)
class StructuredRefineResponse:
    """query_satisfied: whether the text contains the answer to the question. answer: the answer, "" without one."""

    query_satisfied: bool
    answer: str = ""


class RefineAnswer(Protocol):
    """The result of a program: an answer, and whether the texts contained one."""

    @property
    def query_satisfied(self) -> bool:
        """True if the texts contained an answer."""

    @property
    def answer(self) -> str:
        """The answer."""


Program = Callable[..., RefineAnswer]
"""Called with the values of the template's open variables."""
ProgramFactory = Callable[[BasePromptTemplate], Program]


@dataclass(frozen=True, slots=True)
class _Step:
    """One call to make: the prompt with question and earlier answer in it, and the texts it is about."""

    prompt: BasePromptTemplate
    text: str
    last: bool

    @property
    def values(self) -> dict[str, str]:
        """The texts under the names that templates have for them."""
        return {"context_str": self.text, "context_msg": self.text}


class Refine(BaseSynthesizer):
    """One call for each text (and each part of one that is too long); only the last one is streamed.

    With ``structured_answer_filtering`` the model says whether a text contains the answer; those that don't are
    passed over. ``program_factory`` makes what asks it, of a template. ``output_cls`` makes filtering superfluous.
    """

    mode: ClassVar[ResponseMode] = ResponseMode.REFINE
    prompt_aliases = {"context_msg": "context_str"}  # noqa: RUF012 - never changed
    _texts_at_once: ClassVar[int | None] = 1
    _most_calls: ClassVar[int | None] = None

    def __init__(
        self,
        llm: LLM | None = None,
        text_qa_template: BasePromptTemplate | None = None,
        refine_template: BasePromptTemplate | None = None,
        *,
        structured_answer_filtering: bool = False,
        program_factory: ProgramFactory | None = None,
        **options: Unpack[SynthesizerOptions],
    ) -> None:
        super().__init__(llm, **options)
        if program_factory is not None and not structured_answer_filtering:
            raise ValueError("program_factory is only used with structured_answer_filtering")
        if structured_answer_filtering and self.streaming:
            raise ValueError("a filtered answer is not streamed; synthesize(streaming=True) gives it in one piece")
        self._filtering = structured_answer_filtering
        self._program_factory = program_factory
        self._declare_prompts(
            {"text_qa_template": TEXT_QA_PROMPT, "refine_template": TEXT_REFINE_PROMPT},
            {"text_qa_template": text_qa_template, "refine_template": refine_template},
        )

    def _write(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        """Yield the answer from all texts, or from those that the model says contain it."""
        write = self._write_filtered if self._filtering else self._write_refined
        return write(query_str, chunks, calls)

    def _write_refined(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        """Yield the last call's answer; when that says nothing, or a stream fails before it, the one before."""
        waiting, answer, made = self._queue(query_str, chunks, calls), "", 0
        try:
            while waiting and (step := self._step(query_str, waiting, answer, calls)):
                made += 1
                if made == self._most_calls and calls.is_framed:
                    calls.leave_out(waiting)
                if not step.last and waiting:
                    answer = calls.whole(step.prompt, **step.values) or answer
                    continue
                for text in calls.say(step.prompt, **step.values):
                    answer = ""  # what comes now takes its place
                    yield text
        except UserError:
            if answer and calls.streaming:  # better than nothing
                yield answer
            raise
        if answer:
            yield answer

    def _write_filtered(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        """Yield the answer from the texts that contain one; nothing when none does."""
        waiting, answer = self._queue(query_str, chunks, calls), ""
        extra = calls.schema_tokens(StructuredRefineResponse)
        calls.outcome.query_satisfied = False
        while waiting and (step := self._step(query_str, waiting, answer, calls, extra)):
            reply = self._satisfying(step, calls)
            if reply:
                calls.outcome.query_satisfied = True
                answer = reply
        if answer:
            yield answer

    def _satisfying(self, step: _Step, calls: ModelCalls) -> str:
        """Return an answer; nothing when the texts contain none, or the reply cannot be read."""
        try:
            if self._program_factory is None:
                reply = calls.build(step.prompt, StructuredRefineResponse, **step.values)
            else:
                calls.count_call(step.prompt, context_str=step.text)
                reply = self._program_factory(step.prompt)(**step.values)
        except UserError as error:
            if not is_unreadable(error):
                raise
            return ""
        except ValueError:
            return ""
        return str(reply.answer) if reply.query_satisfied else ""

    def _build(self, query_str: str, chunks: Sequence[str], calls: ModelCalls, output_cls: OutputClass) -> object:
        """Return the object of the last readable reply; the reason when there is none."""
        from pydantic_core import to_json

        waiting, built, answer = self._queue(query_str, chunks, calls), None, ""
        extra = calls.schema_tokens(output_cls)
        failure: UserError | None = None
        while waiting and (step := self._step(query_str, waiting, answer, calls, extra)):
            try:
                built = calls.build(step.prompt, output_cls, **step.values)
                answer = to_json(built).decode()
            except UserError as error:
                if not is_unreadable(error):
                    raise
                failure = error
        if built is None and failure is not None:
            raise failure
        return built

    def _queue(self, _query_str: str, chunks: Sequence[str], _calls: ModelCalls) -> deque[str]:
        """Return the texts in the order in which they are read."""
        return deque(chunk.strip() for chunk in chunks)

    def _step(
        self, query_str: str, waiting: deque[str], answer: str, calls: ModelCalls, extra: int = 0
    ) -> _Step | None:
        """Take the next texts off the queue, as many as fit beside question and earlier answer.

        None, and an empty queue, when they no longer fit: the earlier answer stands then.
        """
        current_token().raise_if_cancelled()
        helper = calls.helper
        prompt = calls.asking(self._prompt("refine_template" if answer else "text_qa_template"), query_str, extra)
        if not answer:
            text = calls.take(prompt, waiting, self._texts_at_once, extra)
            return _Step(prompt, text, last=not waiting)
        try:
            room = helper.available_context_size(prompt.partial_format(existing_answer=""), extra)
            prompt = prompt.partial_format(existing_answer=helper.shortened(calls.quoted(answer), room // 2))
            text = calls.take(prompt, waiting, self._texts_at_once, extra)
        except NoRoomError:
            calls.leave_out(waiting)
            return None
        return _Step(prompt, text, last=not waiting)
