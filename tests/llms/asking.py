"""What the tests of both providers share."""

from collections.abc import Sequence

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM, NO_OPTIONS, ChatDelta, ChatOptions, ToolSchema
from desktop_rag.llms.ollama import Ollama
from desktop_rag.llms.openai_like import OpenAILike
from tests.helpers.scripted_server import Reply, ScriptedServer

QUESTION = [ChatMessage(MessageRole.SYSTEM, "Be brief."), ChatMessage(MessageRole.USER, "Où ça ? 東京")]
PROVIDERS = ("openai", "ollama")
WEATHER = ToolSchema(
    "weather",
    "Tells the weather.",
    {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)
WITH_TOOLS = ChatOptions((WEATHER,))


def make(provider: str, server: ScriptedServer, **settings: object) -> OpenAILike | Ollama:
    """Return a model of a provider that is asked once, unless told otherwise."""
    given = {"max_retries": 0, **settings}
    if provider == "openai":
        return OpenAILike("scripted-model", server.base_url, **given)  # type: ignore[arg-type]
    return Ollama("scripted-model", server.ollama_url, **given)  # type: ignore[arg-type]


def ask(
    llm: LLM,
    cancel: CancelToken | None = None,
    options: ChatOptions = NO_OPTIONS,
    messages: Sequence[ChatMessage] = QUESTION,
) -> tuple[str, ChatDelta]:
    """Return an answer's text and its last delta."""
    deltas = list(llm.stream_chat(messages, cancel or CancelToken(), options))
    return "".join(delta.text for delta in deltas), deltas[-1]


def failure(llm: LLM, server: ScriptedServer, reply: Reply) -> UserError:
    """Return the error that a reply leads to; it says what to do."""
    server.script(reply)
    with pytest.raises(UserError) as caught:
        ask(llm)
    assert caught.value.next_step
    return caught.value
