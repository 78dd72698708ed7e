"""The synthesizer of a response mode."""

from functools import partial
from typing import TYPE_CHECKING, Unpack

from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import CONTEXT_SUMMARY_PROMPT, context_templates
from desktop_rag.response_synthesizers.accumulate import Accumulate
from desktop_rag.response_synthesizers.base import AnswerForm, BaseSynthesizer, SynthesizerOptions
from desktop_rag.response_synthesizers.compact_and_accumulate import CompactAndAccumulate
from desktop_rag.response_synthesizers.compact_and_refine import CompactAndRefine
from desktop_rag.response_synthesizers.context_only import ContextOnly
from desktop_rag.response_synthesizers.generation import Generation
from desktop_rag.response_synthesizers.no_text import NoText
from desktop_rag.response_synthesizers.passages import numbered_passage
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.response_synthesizers.refine import ProgramFactory, Refine
from desktop_rag.response_synthesizers.simple_summarize import SimpleSummarize
from desktop_rag.response_synthesizers.tree_summarize import TreeSummarize
from desktop_rag.response_synthesizers.type import ResponseMode

if TYPE_CHECKING:
    from collections.abc import Callable


class RefineOptions(SynthesizerOptions, total=False):
    """What the modes take that refine one answer."""

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
