"""Take a question apart into simpler ones, each for the source that knows most about it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.core.output_parsers import parse_json, parse_lines
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import QueryBundle
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.prompts.selector_prompts import SUB_QUESTION_PROMPT
from desktop_rag.tools.base import ToolMetadata

_QUESTION_KEYS = ("sub_question", "question", "query", "sub_query")
_TOOL_KEYS = ("tool_name", "tool", "source", "name")
_MARKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """A simpler question and the name of the source it is for, as the model wrote it."""

    sub_question: str
    tool_name: str


class BaseQuestionGenerator(PromptMixin, ABC):
    """Makes simpler questions."""

    @abstractmethod
    def generate(self, tools: Sequence[ToolMetadata], query: QueryBundle) -> list[SubQuestion]:
        """Return the simpler questions, in the order in which they should be answered; none when that fails."""

    agenerate = asynchronous(generate)


class LLMQuestionGenerator(BaseQuestionGenerator):
    """Asks a model."""

    def __init__(self, llm: LLM | None = None, prompt: BasePromptTemplate | None = None) -> None:
        self._llm = chosen_llm(llm, "Taking questions apart")
        self._declare_prompts({"question_gen_prompt": SUB_QUESTION_PROMPT}, {"question_gen_prompt": prompt})

    @classmethod
    def from_defaults(cls, llm: LLM | None = None, prompt: BasePromptTemplate | None = None) -> "LLMQuestionGenerator":
        """Return a generator; the same as calling the class."""
        return cls(llm, prompt)

    def generate(self, tools: Sequence[ToolMetadata], query: QueryBundle) -> list[SubQuestion]:
        """Return the simpler questions; see ``BaseQuestionGenerator``."""
        described = "\n".join(f"- {tool.name}: {' '.join(tool.description.split())}" for tool in tools)
        prompt = self._prompt("question_gen_prompt")
        reply = self._llm.predict(prompt, tools_str=described, query_str=query.query_str)
        return sub_questions_of(reply)


def sub_questions_of(reply: str) -> list[SubQuestion]:
    """Return the questions in a reply: JSON, else lines that end like questions; each once."""
    value = parse_json(reply)
    found = list(_of_json(value)) if isinstance(value, dict | list) else []
    if not found:
        found = [SubQuestion(line, "") for line in parse_lines(reply) if line.endswith(_MARKS)]
    return list(dict.fromkeys(found))


def _of_json(value: object) -> Iterator[SubQuestion]:
    """Yield the questions in a JSON value, however deep they lie."""
    if isinstance(value, list):
        for item in value:
            yield from [SubQuestion(item.strip(), "")] if isinstance(item, str) and item.strip() else _of_json(item)
    elif isinstance(value, dict):
        question = _text(value, _QUESTION_KEYS)
        if question:
            yield SubQuestion(question, _text(value, _TOOL_KEYS))
            return
        for item in value.values():
            if isinstance(item, dict | list):
                yield from _of_json(item)


def _text(value: dict[str, object], keys: Sequence[str]) -> str:
    """Return the first text that stands under one of the keys."""
    texts = (value.get(key) for key in keys)
    return next((text.strip() for text in texts if isinstance(text, str) and text.strip()), "")
