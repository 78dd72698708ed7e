"""The synthesizer of a response mode."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Unpack

from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate, get_biggest_prompt
from desktop_rag.prompts.default_prompts import (
    CONTEXT_SUMMARY_PROMPT,
    SIMPLE_INPUT_PROMPT,
    TEXT_QA_PROMPT,
    context_templates,
)
from desktop_rag.response_synthesizers.accumulate import Accumulate
from desktop_rag.response_synthesizers.base import AnswerForm, BaseSynthesizer, SynthesizerOptions, numbered_passage
from desktop_rag.response_synthesizers.model_calls import ModelCalls, OutputClass
from desktop_rag.response_synthesizers.prompt_helper import SEPARATOR, PromptHelper, present
from desktop_rag.response_synthesizers.refine import ProgramFactory, Refine
from desktop_rag.response_synthesizers.tree_summarize import TreeSummarize
from desktop_rag.response_synthesizers.type import ResponseMode

if TYPE_CHECKING:
    from collections.abc import Callable


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


class CompactAndRefine(Refine):
    """Refines with full calls: a question whose passages fit the window takes one."""

    mode: ClassVar[ResponseMode] = ResponseMode.COMPACT
    _texts_at_once: ClassVar[int | None] = None
    _most_calls: ClassVar[int | None] = 12  # 8 passages of 250 tokens in a window of 512 take no more

    def _queue(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> deque[str]:
        """Return the passages that are not blank; all of them repacked when they need not stay whole."""
        if calls.keeps_whole:
            return deque(present(chunks) or [""])
        prompts = [self._prompt("text_qa_template"), self._prompt("refine_template")]
        packs = calls.packed(get_biggest_prompt([calls.asking(one, query_str) for one in prompts]), chunks)
        return deque(present(packs) or [""])


class ContextOnly(BaseSynthesizer):
    """Returns the text that a model would read; no model is called."""

    mode: ClassVar[ResponseMode] = ResponseMode.CONTEXT_ONLY
    empty_response: ClassVar[str] = ""
    builds_objects: ClassVar[bool] = False

    def _write(self, _query_str: str, chunks: Sequence[str], _calls: ModelCalls) -> Iterator[str]:
        """Yield the passages one by one."""
        for number, chunk in enumerate(chunks):
            yield f"{SEPARATOR}{chunk}" if number else chunk


class NoText(BaseSynthesizer):
    """An empty answer, also without nodes; no model is asked."""

    mode: ClassVar[ResponseMode] = ResponseMode.NO_TEXT
    empty_response: ClassVar[str] = ""
    needs_nodes: ClassVar[bool] = False
    builds_objects: ClassVar[bool] = False

    def _write(self, _query_str: str, _chunks: Sequence[str], _calls: ModelCalls) -> Iterator[str]:
        """Yield nothing."""
        return iter(())


class CompactAndAccumulate(Accumulate):
    """Accumulates with full calls."""

    mode: ClassVar[ResponseMode] = ResponseMode.COMPACT_ACCUMULATE

    def _texts(self, prompt: BasePromptTemplate, chunks: Sequence[str], calls: ModelCalls, extra: int) -> list[str]:
        """Return the passages packed into as few texts as possible."""
        return calls.packed(prompt, chunks, extra)


class RefineOptions(SynthesizerOptions, total=False):
    """The options of the modes that refine one answer."""

    structured_answer_filtering: bool
    program_factory: ProgramFactory | None


def get_response_synthesizer(  # noqa: PLR0913 - LlamaIndex's
    llm: LLM | None = None,
    prompt_helper: PromptHelper | None = None,
    text_qa_template: BasePromptTemplate | None = None,
    refine_template: BasePromptTemplate | None = None,
    summary_template: BasePromptTemplate | None = None,
    simple_template: BasePromptTemplate | None = None,
    response_mode: ResponseMode | str = ResponseMode.COMPACT,
    *,
    structured_answer_filtering: bool = False,
    program_factory: ProgramFactory | None = None,
    **form: Unpack[AnswerForm],
) -> BaseSynthesizer:
    """Return the synthesizer of a mode. Without templates, numbered passages get those that ask for citations.

    Raises:
        ValueError: there is no such mode.

    """
    mode = ResponseMode(response_mode)
    if form.get("format_node") is numbered_passage:
        cited, cited_refine = context_templates()
        text_qa_template = text_qa_template or cited
        refine_template = refine_template or cited_refine
        summary_template = summary_template or CONTEXT_SUMMARY_PROMPT
    options: SynthesizerOptions = {"prompt_helper": prompt_helper, **form}
    refine_options: RefineOptions = {
        "structured_answer_filtering": structured_answer_filtering,
        "program_factory": program_factory,
        **options,
    }
    templates = (text_qa_template, refine_template)
    makers: dict[ResponseMode, Callable[[], BaseSynthesizer]] = {
        ResponseMode.REFINE: partial(Refine, llm, *templates, **refine_options),
        ResponseMode.COMPACT: partial(CompactAndRefine, llm, *templates, **refine_options),
        ResponseMode.TREE_SUMMARIZE: partial(TreeSummarize, llm, summary_template, **options),
        ResponseMode.SIMPLE_SUMMARIZE: partial(SimpleSummarize, llm, text_qa_template, **options),
        ResponseMode.GENERATION: partial(Generation, llm, simple_template, **options),
        ResponseMode.NO_TEXT: partial(NoText, llm, **options),
        ResponseMode.CONTEXT_ONLY: partial(ContextOnly, llm, **options),
        ResponseMode.ACCUMULATE: partial(Accumulate, llm, text_qa_template, **options),
        ResponseMode.COMPACT_ACCUMULATE: partial(CompactAndAccumulate, llm, text_qa_template, **options),
    }
    return makers[mode]()
