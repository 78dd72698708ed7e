"""An answer from the question alone; the passages are only named as sources."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Unpack

from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import SIMPLE_INPUT_PROMPT
from desktop_rag.response_synthesizers.base import BaseSynthesizer, SynthesizerOptions
from desktop_rag.response_synthesizers.model_calls import ModelCalls, OutputClass
from desktop_rag.response_synthesizers.type import ResponseMode


class Generation(BaseSynthesizer):
    """One call without any passage, with or without nodes."""

    mode: ClassVar[ResponseMode] = ResponseMode.GENERATION
    empty_response: ClassVar[str] = ""
    needs_nodes: ClassVar[bool] = False

    def __init__(
        self,
        llm: LLM | None = None,
        simple_template: BasePromptTemplate | None = None,
        **options: Unpack[SynthesizerOptions],
    ) -> None:
        super().__init__(llm, **options)
        self._declare_prompts({"simple_template": SIMPLE_INPUT_PROMPT}, {"simple_template": simple_template})

    def _write(self, query_str: str, _chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        """Yield the model's own answer."""
        yield from calls.say(self._prompt("simple_template"), query_str=query_str)

    def _build(
        self,
        query_str: str,
        _chunks: Sequence[str],
        calls: ModelCalls,
        output_cls: OutputClass,
    ) -> object:
        """Return the model's own answer as an object."""
        return calls.build(self._prompt("simple_template"), output_cls, query_str=query_str)
