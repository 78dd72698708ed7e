"""Questions as values: tests hand them to each other before they ask."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.config import OptionValue
from desktop_rag.core.results.answers import Answer
from desktop_rag.services.answers.answers import Answers
from desktop_rag.services.calls import ServiceCall, calling


@dataclass(frozen=True, slots=True)
class Question:
    """What ``Answers.ask`` is to be called with."""

    library: str
    text: str
    conversation_id: str = ""
    overrides: Mapping[str, OptionValue] | None = None
    output_schema: Mapping[str, object] | None = None
    images: tuple[Path, ...] = ()
    also: tuple[str, ...] = ()
    attached: tuple[Path, ...] = ()


def answer_to(answers: Answers, asked: Question, call: ServiceCall) -> Answer:
    """Return the answer to a question, asked in a call."""
    with calling(call):
        return answers.ask(
            asked.library,
            asked.text,
            conversation_id=asked.conversation_id,
            overrides=asked.overrides,
            output_schema=asked.output_schema,
            images=asked.images,
            also=asked.also,
            attached=asked.attached,
        )
