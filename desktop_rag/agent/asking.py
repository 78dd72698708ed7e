"""Ask a model for a step; one that a program wrote for LlamaIndex, through the methods that the program wrote."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from desktop_rag.core.answer_pieces import appended
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.core.parallel import iterate, stepwise
from desktop_rag.llms.base import LLM, ChatDelta, ChatOptions
from desktop_rag.llms.custom_models import Answers, awaited_stream, deltas_of, overrides
from desktop_rag.llms.types import ChatResponse
from desktop_rag.tools.base import BaseTool


def asked(
    llm: LLM,
    messages: list[ChatMessage],
    options: ChatOptions,
    tools: Sequence[BaseTool] | None = None,
    *,
    streams: bool = True,
) -> Generator[ChatDelta]:
    """Yield a model's reply.

    A program's own model is asked through the first of the methods it has written that suits: with ``tools`` those
    for tools, with ``streams`` those that stream; every other one by ``stream_chat``.
    """
    way = _way(llm, messages, options, tools, streams=streams)
    if way is None:
        yield from llm.stream_chat(messages, options=options)
    else:
        yield from deltas_of(stepwise(way), partial(calls_in, llm))


async def answers(
    llm: LLM,
    messages: list[ChatMessage],
    options: ChatOptions,
    tools: Sequence[BaseTool] | None = None,
    *,
    streams: bool = True,
) -> AsyncIterator[ChatResponse]:
    """Yield the same as LlamaIndex's models do: each time the whole answer so far, and the new part as ``delta``."""
    way = _way(llm, messages, options, tools, streams=streams)
    if way is not None:
        async for answer in await way():
            yield answer
        return
    text = ""
    async for delta in iterate(lambda: llm.stream_chat(messages, options=options)):
        text = appended(text, delta.text)
        noted = {"thinking_delta": delta.thought} if delta.thought else {}
        said = ChatMessage(MessageRole.ASSISTANT, text, delta.tool_calls)
        yield ChatResponse(said, delta=delta.text, additional_kwargs=noted)


async def told(
    llm: LLM,
    messages: list[ChatMessage],
    tools: Sequence[BaseTool] | None,
    listener: Callable[[ChatResponse, str], object],
    *,
    streams: bool = True,
) -> ChatResponse:
    """Return a model's whole reply; ``listener`` receives each piece with the text so far."""
    options = ChatOptions(tuple(tool.metadata.to_schema() for tool in tools or ()))
    last, text = ChatResponse(ChatMessage(MessageRole.ASSISTANT)), ""
    async for last in answers(llm, messages, options, tools, streams=streams):
        text = appended(text, last.delta or "")
        listener(last, text)
    is_whole = last.delta is None or last.message.content == text
    return last if is_whole else replace(last, message=last.message.with_parts(text))


def calls_in(llm: LLM, answer: ChatResponse) -> tuple[ToolCall, ...]:
    """Return the calls of tools in an answer, as the model's own class reads them."""
    if not overrides(llm, "get_tool_calls_from_response"):
        return answer.message.tool_calls
    model: Any = llm
    chosen = model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)
    if not chosen:  # what it looked for may be among the message's own calls
        return answer.message.tool_calls
    return tuple(
        ToolCall(one.tool_id, one.tool_name, json.dumps(one.tool_kwargs, ensure_ascii=False)) for one in chosen
    )


Way = Callable[[], Awaitable[Answers]]


def _way(
    llm: LLM, messages: list[ChatMessage], options: ChatOptions, tools: Sequence[BaseTool] | None, *, streams: bool
) -> Way | None:
    """Return the function that calls a program's own model; None for other models."""
    model: Any = llm
    if tools is not None:
        told = {"tools": list(tools), "chat_history": messages}
        if options.tool_choice != "auto":
            told["tool_choice"] = options.tool_choice
        if streams and overrides(llm, "astream_chat_with_tools"):
            return lambda: awaited_stream(model.astream_chat_with_tools(**told))
        if streams and overrides(llm, "_prepare_chat_with_tools"):
            return lambda: awaited_stream(model.astream_chat(**model._prepare_chat_with_tools(**told)))  # noqa: SLF001
        if overrides(llm, "achat_with_tools"):
            return lambda: awaited_stream(_once(model.achat_with_tools(**told)))
    if streams and overrides(llm, "astream_chat"):
        return lambda: awaited_stream(model.astream_chat(messages))
    if overrides(llm, "achat"):
        return lambda: awaited_stream(_once(model.achat(messages)))
    return None


async def _once(answer: Awaitable[ChatResponse]) -> Answers:
    yield await answer
