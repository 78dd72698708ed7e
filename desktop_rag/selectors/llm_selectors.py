"""A model chooses: in words, or by calling a function; models that cannot do that write the same as JSON."""

import logging
from collections.abc import Mapping, Sequence

from desktop_rag.llms.base import LLM, ChatOptions, ToolSchema, chosen_llm, formatted
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import MULTI_SELECT_PROMPT, SINGLE_SELECT_PROMPT
from desktop_rag.selectors.base import BaseSelector, Choice, SelectorResult, choice_names, choices_text
from desktop_rag.selectors.replies import selection_of

_LOG = logging.getLogger(__name__)
_ONE: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "choice": {"type": "integer", "description": "number of the choice, from 1"},
        "reason": {"type": "string", "description": "why, in a few words"},
    },
    "required": ["choice", "reason"],
}
_MANY: Mapping[str, object] = {
    "type": "object",
    "properties": {"selections": {"type": "array", "items": _ONE}},
    "required": ["selections"],
}


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


class _PydanticSelector(BaseSelector):
    """The base of both selectors."""

    def __init__(
        self,
        llm: LLM | None,
        prompt: BasePromptTemplate,
        given: BasePromptTemplate | None,
        parameters: Mapping[str, object],
        *,
        verbose: bool,
    ) -> None:
        self._verbose = verbose
        self._llm = chosen_llm(llm, "A selector")
        self._tool = ToolSchema("select", "Choose what helps to answer the question.", parameters)
        self._declare_prompts({"prompt": prompt}, {"prompt": given})

    def _reply(self, choices: Sequence[Choice | str], query_str: str, at_most: int) -> str:
        """Return the arguments of the call, or the text of a model that made none."""
        values = {
            "num_choices": str(len(choices)),
            "max_outputs": str(at_most),
            "context_list": choices_text(choices),
            "query_str": query_str,
        }
        calling = self._llm.metadata.is_function_calling_model
        options = (
            ChatOptions(tools=(self._tool,), tool_choice=self._tool.name)
            if calling
            else ChatOptions(json_schema=self._tool.parameters)
        )
        message = self._llm.chat(formatted(self._prompt("prompt"), values, self._llm), options=options).message
        calls = [call.arguments for call in message.tool_calls]
        if self._verbose:
            _LOG.info("the model chose: %s", ", ".join(calls) or message.content)
        if len(calls) > 1:  # one call for each choice
            return f"[{','.join(calls)}]"
        return calls[0] if calls else message.content


class PydanticSingleSelector(_PydanticSelector):
    """Has the model choose one; the first one when it names none."""

    def __init__(
        self, llm: LLM | None = None, prompt: BasePromptTemplate | None = None, *, verbose: bool = False
    ) -> None:
        super().__init__(llm, SINGLE_SELECT_PROMPT, prompt, _ONE, verbose=verbose)

    @classmethod
    def from_defaults(
        cls, llm: LLM | None = None, prompt: BasePromptTemplate | None = None, *, verbose: bool = False
    ) -> "PydanticSingleSelector":
        """Return a selector; the same as calling the class."""
        return cls(llm, prompt, verbose=verbose)

    def _select(self, choices: Sequence[Choice | str], query_str: str) -> SelectorResult:
        """Ask the model."""
        return selection_of(self._reply(choices, query_str, 1), choice_names(choices), 1, fall_back_on_all=False)


class PydanticMultiSelector(_PydanticSelector):
    """Has the model choose at most ``max_outputs``; all of them when it names none."""

    def __init__(
        self,
        llm: LLM | None = None,
        prompt: BasePromptTemplate | None = None,
        max_outputs: int | None = None,
        *,
        verbose: bool = False,
    ) -> None:
        super().__init__(llm, MULTI_SELECT_PROMPT, prompt, _MANY, verbose=verbose)
        self._max_outputs = max_outputs

    @classmethod
    def from_defaults(
        cls,
        llm: LLM | None = None,
        prompt: BasePromptTemplate | None = None,
        max_outputs: int | None = None,
        *,
        verbose: bool = False,
    ) -> "PydanticMultiSelector":
        """Return a selector; the same as calling the class."""
        return cls(llm, prompt, max_outputs, verbose=verbose)

    def _select(self, choices: Sequence[Choice | str], query_str: str) -> SelectorResult:
        """Ask the model."""
        at_most = min(self._max_outputs or len(choices), len(choices))
        reply = self._reply(choices, query_str, at_most)
        return selection_of(reply, choice_names(choices), at_most, fall_back_on_all=True)


def get_selector_from_llm(llm: LLM, is_multi: bool = False) -> BaseSelector:  # noqa: FBT001, FBT002 - LlamaIndex's
    """Return the selector that suits a model: by function call where it has them."""
    if llm.metadata.is_function_calling_model:
        return PydanticMultiSelector(llm) if is_multi else PydanticSingleSelector(llm)
    return LLMMultiSelector(llm) if is_multi else LLMSingleSelector(llm)
