"""An answer from any number of passages: each call's share is summed up, then the summaries, until one call is left."""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar, Unpack

from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import TREE_SUMMARIZE_PROMPT
from desktop_rag.response_synthesizers.base import BaseSynthesizer, SynthesizerOptions
from desktop_rag.response_synthesizers.model_calls import ModelCalls, OutputClass
from desktop_rag.response_synthesizers.prompt_helper import SEPARATOR
from desktop_rag.response_synthesizers.type import ResponseMode


class TreeSummarize(BaseSynthesizer):
    """Sums up level by level (all calls of a level at once with ``use_async``); only the last call is streamed.

    Where a level does not get smaller, the summaries are cut so that one call takes them all.
    """

    mode: ClassVar[ResponseMode] = ResponseMode.TREE_SUMMARIZE
    empty_response: ClassVar[str] = ""

    def __init__(
        self,
        llm: LLM | None = None,
        summary_template: BasePromptTemplate | None = None,
        **options: Unpack[SynthesizerOptions],
    ) -> None:
        super().__init__(llm, **options)
        self._declare_prompts({"summary_template": TREE_SUMMARIZE_PROMPT}, {"summary_template": summary_template})

    def _write(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        """Yield the last call's answer."""
        prompt = calls.asking(self._prompt("summary_template"), query_str)
        yield from calls.say(prompt, context_str=self._one_text(prompt, chunks, calls, 0))

    def _build(self, query_str: str, chunks: Sequence[str], calls: ModelCalls, output_cls: OutputClass) -> object:
        """Return the last call's object; the levels before are summed up as text."""
        extra = calls.schema_tokens(output_cls)
        prompt = calls.asking(self._prompt("summary_template"), query_str, extra)
        return calls.build(prompt, output_cls, context_str=self._one_text(prompt, chunks, calls, extra))

    def _one_text(self, prompt: BasePromptTemplate, chunks: Sequence[str], calls: ModelCalls, extra: int) -> str:
        """Return the texts, or else their summaries, as one that fits the prompt."""
        packs = calls.packed(prompt, chunks, extra)
        while len(packs) > 1:
            summaries = run_parallel(
                partial(_summary, calls, prompt), packs, max_workers=DEFAULT_WORKERS if self._use_async else 1
            )
            smaller = calls.packed(prompt, summaries, extra)
            if len(smaller) >= len(packs):
                beginnings = calls.helper.truncate(prompt, summaries, extra=extra)
                return calls.helper.take(prompt, deque([SEPARATOR.join(beginnings).strip()]), extra=extra)
            packs = smaller
        return packs[0]


def _summary(calls: ModelCalls, prompt: BasePromptTemplate, text: str) -> str:
    """Return a summary of a part of the texts for the question."""
    return calls.quoted(calls.whole(prompt, context_str=text))
