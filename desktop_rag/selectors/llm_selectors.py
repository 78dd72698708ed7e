"""A model chooses: in words, or by calling a function; models that cannot do that write the same as JSON."""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence

from desktop_rag.core.output_parsers import parse_json, parse_lines, parse_numbers
from desktop_rag.llms.base import LLM, ChatOptions, ToolSchema, chosen_llm, formatted
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import MULTI_SELECT_PROMPT, SINGLE_SELECT_PROMPT
from desktop_rag.selectors.base import BaseSelector, Choice, SelectorResult, SingleSelection, choice_names, choices_text

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
NOTHING_NAMED = "The model's reply named none of the choices."
_NUMBER_KEYS = ("choice", "index", "number", "answer", "selection", "id", "name")
_WHITE = re.compile(r"[\s_-]+")
_FIRST_UNSPACED = "\u0e00"  # Thai; Chinese, Japanese and Korean follow


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


def selection_of(reply: str, names: Sequence[str], at_most: int, *, fall_back_on_all: bool) -> SelectorResult:
    """Return the choices that a reply names, each once; the first one (or all of them) when it names none."""
    found: dict[int, SingleSelection] = {}
    for selection in _read(reply, names):
        found.setdefault(selection.index, selection)
    if found:
        return SelectorResult(list(found.values())[:at_most])
    fallback = range(len(names) if fall_back_on_all else 1)
    return SelectorResult([SingleSelection(index) for index in fallback][:at_most], NOTHING_NAMED)


def _read(reply: str, names: Sequence[str]) -> list[SingleSelection]:
    """Return the selections of JSON, else of lines that begin with a number, else of any number or name."""
    value = parse_json(reply)
    chosen = list(choices_of_json(value, names)) if isinstance(value, dict | list | int) else []
    if chosen:
        return chosen
    lines = [SingleSelection(index) for line in parse_lines(reply) if (index := _index(line, names)) is not None]
    if lines:
        return lines
    named = _named(reply, names)
    numbers = [number - 1 for number in parse_numbers(reply) if 0 < number <= len(names)]
    surest = named if len(named) == 1 else numbers or named  # "recipes, for 2 reasons"
    return [SingleSelection(index) for index in surest]


def choices_of_json(value: object, names: Sequence[str]) -> Iterator[SingleSelection]:
    """Yield the selections in a JSON value, however deep they lie."""
    if isinstance(value, list):
        for item in value:
            yield from choices_of_json(item, names)
        return
    if not isinstance(value, dict):
        index = _index(value, names)
        if index is not None:
            yield SingleSelection(index)
        return
    lowered = {str(key).lower(): item for key, item in value.items()}
    for key in _NUMBER_KEYS:
        index = _index(lowered.get(key), names)
        if index is not None:
            yield SingleSelection(index, str(lowered.get("reason", "")))
            return
    for item in value.values():
        if isinstance(item, dict | list):
            yield from choices_of_json(item, names)


def _index(value: object, names: Sequence[str]) -> int | None:
    """Return the position of a choice that is named by its number or its name."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        named = [index for index, name in enumerate(names) if name and _plain(name) == _plain(value)]
        if named:
            return named[0]
        numbers = parse_numbers(value) if len(value) < 20 else []
        value = numbers[0] if len(numbers) == 1 else 0
    return int(value) - 1 if 0 < value <= len(names) else None


def _named(reply: str, names: Sequence[str]) -> list[int]:
    """Return the positions of the names that occur in the reply, in the order in which they do."""
    text = _plain(reply)
    places = {index: _place(_plain(name), text) for index, name in enumerate(names)}
    return sorted((index for index, place in places.items() if place >= 0), key=places.__getitem__)


def _place(name: str, text: str) -> int:
    """Return the position of a name as a whole word, -1 without one; single letters are no names in prose.

    Scripts that put no spaces between words have no words of their own: there, anywhere will do.
    """
    if len(name) < 2:
        return -1
    spaced = max(name) < _FIRST_UNSPACED
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)" if spaced else re.escape(name), text)
    return found.start() if found else -1


def _plain(text: str) -> str:
    """Return a name without the differences that models make."""
    return _WHITE.sub(" ", text).strip(" .,:;'\"`*()[]").casefold()
