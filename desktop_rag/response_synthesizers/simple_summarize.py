"""An answer in one call, whatever the number of passages: what does not fit is cut off."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Unpack

from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import TEXT_QA_PROMPT
from desktop_rag.response_synthesizers.base import BaseSynthesizer, SynthesizerOptions
from desktop_rag.response_synthesizers.model_calls import ModelCalls, OutputClass
from desktop_rag.response_synthesizers.type import ResponseMode


class SimpleSummarize(BaseSynthesizer):
    """One call with the beginning of all passages together."""

    mode: ClassVar[ResponseMode] = ResponseMode.SIMPLE_SUMMARIZE

    def __init__(
        self,
        llm: LLM | None = None,
        text_qa_template: BasePromptTemplate | None = None,
        **options: Unpack[SynthesizerOptions],
    ) -> None:
        super().__init__(llm, **options)
        self._declare_prompts({"text_qa_template": TEXT_QA_PROMPT}, {"text_qa_template": text_qa_template})

    def _write(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        """Yield the call's answer."""
        prompt, text = self._fitted(query_str, chunks, calls, 0)
        yield from calls.say(prompt, context_str=text)

    def _build(self, query_str: str, chunks: Sequence[str], calls: ModelCalls, output_cls: OutputClass) -> object:
        """Return the call's object."""
        prompt, text = self._fitted(query_str, chunks, calls, calls.schema_tokens(output_cls))
        return calls.build(prompt, output_cls, context_str=text)

    def _fitted(
        self, query_str: str, chunks: Sequence[str], calls: ModelCalls, extra: int
    ) -> tuple[BasePromptTemplate, str]:
        """Return the prompt and as much text as fits it."""
        prompt = calls.asking(self._prompt("text_qa_template"), query_str, extra)
        whole = "\n".join(chunks)
        text = calls.helper.truncate(prompt, [whole], extra=extra)[0]
        sent = sum(len(text) >= len("\n".join(chunks[: number + 1])) for number in range(len(chunks)))
        known = calls.outcome.left_out
        cut = min(len(chunks) - sent, 1)
        calls.outcome.left_out = replace(known, passages=max(len(chunks) - sent - cut, 0), ends=cut)
        return prompt, text
