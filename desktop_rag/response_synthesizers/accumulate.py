"""One answer for each passage, one below the other."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar, TypeVar, Unpack

from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import TEXT_QA_PROMPT
from desktop_rag.response_synthesizers.base import EMPTY_RESPONSE, BaseSynthesizer, SynthesizerOptions
from desktop_rag.response_synthesizers.model_calls import ModelCalls
from desktop_rag.response_synthesizers.type import ResponseMode

T = TypeVar("T")
RESPONSE_SEPARATOR = "\n---------------------\n"


class Accumulate(BaseSynthesizer):
    """Asks about each passage (and each part of one that is too long); the answers stream one after the other.

    ``use_async`` asks about several at once, unless the answers are streamed. With ``output_cls`` each answer is
    the text of an object.
    """

    mode: ClassVar[ResponseMode] = ResponseMode.ACCUMULATE
    builds_objects: ClassVar[bool] = False
    takes: ClassVar[frozenset[str]] = frozenset({"separator"})

    def __init__(
        self,
        llm: LLM | None = None,
        text_qa_template: BasePromptTemplate | None = None,
        **options: Unpack[SynthesizerOptions],
    ) -> None:
        super().__init__(llm, **options)
        self._declare_prompts({"text_qa_template": TEXT_QA_PROMPT}, {"text_qa_template": text_qa_template})

    def _write(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        """Yield the answers, each with its number."""
        extra = calls.schema_tokens(self._output_cls)
        prompt = calls.asking(self._prompt("text_qa_template"), query_str, extra)
        texts = self._texts(prompt, chunks, calls, extra)
        separator = calls.given.get("separator", RESPONSE_SEPARATOR)
        for number, answer in enumerate(self._answers(prompt, texts, calls), 1):
            first = next(filter(None, answer), EMPTY_RESPONSE)  # the number stands only above what came
            yield f"{separator if number > 1 else ''}Response {number}: "
            yield first
            yield from answer

    def _answers(self, prompt: BasePromptTemplate, texts: Sequence[str], calls: ModelCalls) -> Iterator[Iterator[str]]:
        """Yield the pieces of each answer."""
        if calls.streaming and self._output_cls is None:
            yield from (calls.say(prompt, context_str=text) for text in texts)
            return
        whole = partial(self._whole, prompt, calls)
        if self._use_async:
            yield from (iter([answer]) for answer in run_parallel(whole, texts, max_workers=DEFAULT_WORKERS))
            return
        yield from (iter([whole(text)]) for text in texts)

    def _whole(self, prompt: BasePromptTemplate, calls: ModelCalls, text: str) -> str:
        if self._output_cls is not None:
            return str(calls.build(prompt, self._output_cls, context_str=text))
        return calls.whole(prompt, context_str=text)

    def _texts(self, prompt: BasePromptTemplate, chunks: Sequence[str], calls: ModelCalls, extra: int) -> list[str]:
        """Return the texts to ask about."""
        return self.flatten_list([calls.helper.repack(prompt, [chunk], extra=extra) for chunk in chunks])

    @staticmethod
    def flatten_list(md_array: Sequence[Sequence[T]]) -> list[T]:
        """Return the items of nested lists as one list."""
        return [item for part in md_array for item in part]
