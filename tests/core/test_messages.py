"""Messages say the same in fields, in blocks and in what programs of LlamaIndex note beside them."""

from dataclasses import replace

import msgspec
import pytest

from desktop_rag.core.messages import ChatMessage, ImageBlock, MessageRole, TextBlock, ToolCall
from desktop_rag.tools import ToolSelection

PICTURE = ImageBlock(b"png", 1, 1)


def test_blocks_are_the_content_and_the_images() -> None:
    message = ChatMessage("user", blocks=[TextBlock("one"), PICTURE, TextBlock("two")])
    assert (message.content, message.images) == ("one\ntwo", (PICTURE,))
    assert message.blocks == [TextBlock("one\ntwo"), PICTURE]
    assert ChatMessage(content="zero", blocks=[TextBlock("one")]).content == "zero\none"
    assert ChatMessage(content=None, blocks=[]).blocks == []


def test_what_is_noted_beside_them() -> None:
    noted = {"tool_calls": [ToolSelection("1", "add", {"a": 1})], "tool_call_id": "2", "name": "x"}
    message = ChatMessage("assistant", None, additional_kwargs=noted)
    assert (message.content, message.tool_call_id, message.additional_kwargs) == ("", "2", {"name": "x"})
    assert message.tool_calls == (ToolCall("1", "add", '{"a": 1}'),)
    assert ChatMessage.from_row(message.to_row()) == message
    assert "additional_kwargs" not in ChatMessage(content="Hi").to_row()
    assert hash(message)
    assert noted["name"] == "x"
    assert len(noted) == 3


def test_messages_are_copied_and_written() -> None:
    message = ChatMessage("tool", "8", (ToolCall("1", "add", "{}"),), "1", additional_kwargs={"a": [1]})
    assert replace(message, content="9") == ChatMessage("tool", "9", message.tool_calls, "1", (), {"a": [1]})
    assert msgspec.convert(msgspec.to_builtins(message), ChatMessage) == message
    assert msgspec.convert({"role": "user"}, ChatMessage) == ChatMessage()
    assert ChatMessage().role is MessageRole.USER
    with pytest.raises(ValueError, match="nobody"):
        ChatMessage("nobody")
