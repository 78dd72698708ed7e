"""A model chooses, in words."""

from collections.abc import Sequence

from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.selector_prompts import MULTI_SELECT_PROMPT, SINGLE_SELECT_PROMPT
from desktop_rag.selectors.base import BaseSelector, Choice, SelectorResult, choice_names, choices_text
from desktop_rag.selectors.replies import selection_of


class LLMSingleSelector(BaseSelector):
    """Has the model choose one; the first one when its reply names none."""

    def __init__(self, llm: LLM | None = None, prompt: BasePromptTemplate | None = None) -> None:
        self._llm = chosen_llm(llm, "A selector")
        self._declare_prompts({"prompt": SINGLE_SELECT_PROMPT}, {"prompt": prompt})

    @classmethod
    def from_defaults(cls, llm: LLM | None = None, prompt: BasePromptTemplate | None = None) -> "LLMSingleSelector":
        """Return a selector; the same as calling the class."""
        return cls(llm, prompt)

    def _select(self, choices: Sequence[Choice | str], query_str: str) -> SelectorResult:
        """Ask the model."""
        reply = self._llm.predict(
            self._prompt("prompt"),
            num_choices=str(len(choices)),
            context_list=choices_text(choices),
            query_str=query_str,
        )
        return selection_of(reply, choice_names(choices), 1, fall_back_on_all=False)


class LLMMultiSelector(BaseSelector):
    """Has the model choose at most ``max_outputs``; all of them when its reply names none."""

    def __init__(
        self, llm: LLM | None = None, prompt: BasePromptTemplate | None = None, max_outputs: int | None = None
    ) -> None:
        self._llm = chosen_llm(llm, "A selector")
        self._max_outputs = max_outputs
        self._declare_prompts({"prompt": MULTI_SELECT_PROMPT}, {"prompt": prompt})

    @classmethod
    def from_defaults(
        cls, llm: LLM | None = None, prompt: BasePromptTemplate | None = None, max_outputs: int | None = None
    ) -> "LLMMultiSelector":
        """Return a selector; the same as calling the class."""
        return cls(llm, prompt, max_outputs)

    def _select(self, choices: Sequence[Choice | str], query_str: str) -> SelectorResult:
        """Ask the model."""
        at_most = min(self._max_outputs or len(choices), len(choices))
        reply = self._llm.predict(
            self._prompt("prompt"),
            num_choices=str(len(choices)),
            max_outputs=at_most,
            context_list=choices_text(choices),
            query_str=query_str,
        )
        return selection_of(reply, choice_names(choices), at_most, fall_back_on_all=True)
