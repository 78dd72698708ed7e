"""Get an answer of a given form out of any model.

Endpoints that can be held to a JSON schema are; every model is also asked in words, because which endpoint can is only
known afterwards. A reply that does not fit is sent back once with the reason.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEventType, event
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.output_parsers import parse_json
from desktop_rag.llms.types import NO_OPTIONS, ChatOptions, ChatResponse
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import STRUCTURED_ANSWER_PROMPT, STRUCTURED_RETRY_PROMPT

_LONGEST_PROBLEM = 300


class Chats(Protocol):
    """A model, as far as it is needed here."""

    def chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> ChatResponse:
        """Return the whole answer at once."""


@dataclass(frozen=True, slots=True)
class OutputShape:
    """The shape of an answer; ``load`` makes the wanted object or raises ``ValueError`` with the reason."""

    schema: Mapping[str, object]
    load: Callable[[object], Any]


def formatted(prompt: BasePromptTemplate, prompt_args: Mapping[str, Any], llm: object) -> list[ChatMessage]:
    """Return the messages of the template for a model, filled in; a ``TEMPLATING`` event."""
    with event(CBEventType.TEMPLATING, template_vars=sorted(prompt_args)):
        return prompt.select(llm).format_messages(**prompt_args)


def structured_predict(
    llm: Chats,
    /,
    output_cls: type | Mapping[str, object],
    prompt: BasePromptTemplate,
    llm_kwargs: Mapping[str, Any] | None = None,  # noqa: ARG001 - LlamaIndex's
    **prompt_args: Any,  # noqa: ANN401 - texts, and what has one
) -> Any:  # noqa: ANN401 - an object of the wanted class
    """Fill in a template and return the answer as an object of ``output_cls``.

    That is a pydantic model, a dataclass, or a JSON schema (then the answer is what JSON has for it, mostly a dict).
    ``llm_kwargs`` changes nothing: what a request asks for is set on the model.

    Raises:
        UserError: the model did not manage, or could not be asked.

    """
    return structured_chat(llm, output_cls, formatted(prompt, prompt_args, llm))


def stream_structured_predict(
    llm: Chats,
    /,
    output_cls: type | Mapping[str, object],
    prompt: BasePromptTemplate,
    **prompt_args: Any,  # noqa: ANN401
) -> Iterator[Any]:
    """Yield the result of ``structured_predict``, once it is whole: half an object fits no class."""
    yield structured_predict(llm, output_cls, prompt, **prompt_args)


def structured_chat(llm: Chats, output_cls: type | Mapping[str, object], messages: list[ChatMessage]) -> Any:  # noqa: ANN401 - an object of the wanted class
    """Return the answer to a conversation as an object; see ``structured_predict``.

    Raises:
        UserError: two replies in a row do not have the form.

    """
    shape = output_shape(output_cls)
    schema = json.dumps(shape.schema, ensure_ascii=False)
    options = ChatOptions(json_schema=shape.schema)
    asked = _with_words(messages, STRUCTURED_ANSWER_PROMPT.format(schema=schema))
    reply = llm.chat(asked, options=options).message.content
    try:
        return loaded(shape, reply)
    except ValueError as error:
        problem = " ".join(str(error).split())[:_LONGEST_PROBLEM]
    correction = STRUCTURED_RETRY_PROMPT.format(problem=problem, schema=schema)
    again = [*asked, ChatMessage(MessageRole.ASSISTANT, reply), ChatMessage(MessageRole.USER, correction)]
    try:
        return loaded(shape, llm.chat(again, options=options).message.content)
    except ValueError as error:
        raise wrong_form() from error


def wrong_form() -> UserError:
    """Return the error for a model that does not manage the form of an answer."""
    return UserError(
        "The model did not answer in the required form.", "Try again, or choose a larger model in the settings."
    )


def output_shape(output_cls: type | Mapping[str, object]) -> OutputShape:
    """Return schema and loader of a pydantic model, a dataclass or a JSON schema."""
    if isinstance(output_cls, Mapping):
        return _schema_shape(output_cls)
    import pydantic

    adapter: pydantic.TypeAdapter[Any] = pydantic.TypeAdapter(output_cls)
    return OutputShape(adapter.json_schema(), adapter.validate_python)  # pydantic's errors are ValueErrors


def loaded(shape: OutputShape, reply: str) -> Any:  # noqa: ANN401 - an object of the wanted class
    """Return the object that a reply stands for.

    Raises:
        ValueError: it does not have the shape; says why.

    """
    value = parse_json(reply)
    if value is None:
        raise ValueError("it contains no JSON.")
    try:
        return shape.load(value)
    except ValueError:
        inner = _unwrapped(value)
        if inner is None:
            raise
        return shape.load(inner)


def _unwrapped(value: object) -> object | None:
    """Return the one object inside: models like to put the answer into a list, or under a name."""
    items = list(value.values()) if isinstance(value, dict) else value
    if isinstance(items, list) and len(items) == 1 and isinstance(items[0], dict | list):
        return items[0]
    return None


def _schema_shape(schema: Mapping[str, object]) -> OutputShape:
    """Return the loader of a JSON schema."""

    def load(value: object) -> object:
        import jsonschema

        try:
            jsonschema.validate(value, schema)
        except jsonschema.ValidationError as error:
            raise ValueError(f"{error.json_path}: {error.message}") from error
        return value

    return OutputShape(schema, load)


def _with_words(messages: list[ChatMessage], words: str) -> list[ChatMessage]:
    """Add the required form of the answer to the last message, so that roles still alternate."""
    if messages and messages[-1].role is MessageRole.USER:
        last = messages[-1]
        return [*messages[:-1], last.with_parts(f"{last.content}\n\n{words}")]
    return [*messages, ChatMessage(MessageRole.USER, words)]


def in_json(output_cls: type, value: Any) -> str:  # noqa: ANN401 - an object of that class
    """Return an object as JSON."""
    import pydantic

    adapter: pydantic.TypeAdapter[Any] = pydantic.TypeAdapter(output_cls)
    return adapter.dump_json(value).decode()
