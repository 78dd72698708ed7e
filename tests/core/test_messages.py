"""Messages say the same in blocks, in fields and in what programs of LlamaIndex note beside them."""

import json
from dataclasses import replace

import pytest

from desktop_rag.core.media.blocks import AudioBlock, ThinkingBlock, ToolCallBlock
from desktop_rag.core.messages import ChatMessage, ImageBlock, MessageRole, TextBlock, ToolCall
from desktop_rag.llamaindex.schema import ImageDocument
from desktop_rag.llms.types import ToolSelection

PICTURE = ImageBlock(b"\x89PNG\r\n\x1a\n", width=1, height=1, name="cat.png")


def test_blocks_are_the_message() -> None:
    message = ChatMessage("user", blocks=[TextBlock("one"), PICTURE, TextBlock("two")])
    assert (message.content, message.images) == ("one\ntwo", (PICTURE,))
    assert message.blocks == [TextBlock("one"), PICTURE, TextBlock("two")]
    message.blocks.append(TextBlock("three"))
    assert message.content == "one\ntwo\nthree"
    assert ChatMessage(content=None, blocks=[]).blocks == []


def test_a_text_takes_the_place_of_those_in_the_blocks() -> None:
    blocks = [PICTURE, TextBlock("one"), ThinkingBlock("hm"), TextBlock("two")]
    assert ChatMessage(content="zero", blocks=blocks).blocks == [PICTURE, TextBlock("zero"), ThinkingBlock("hm")]
    assert replace(ChatMessage(blocks=blocks), images=()).images == ()
    assert blocks[1] == TextBlock("one")


@pytest.mark.parametrize(
    ("made", "role", "content"),
    [
        (ChatMessage("What is it?"), "user", "What is it?"),
        (ChatMessage("What is it?", role="system"), "system", "What is it?"),
        (ChatMessage("tool", "Rain."), "tool", "Rain."),
        (ChatMessage([TextBlock("a"), TextBlock("b")]), "user", "a\nb"),
        (ChatMessage(role="assistant"), "assistant", ""),
        (ChatMessage.from_str("Hi.", "assistant"), "assistant", "Hi."),
    ],
    ids=["content", "content and role", "role and content", "blocks", "role", "from_str"],
)
def test_role_and_content_stand_where_they_may(made: ChatMessage, role: str, content: str) -> None:
    assert (made.role, made.content) == (role, content)


def test_a_role_that_nobody_has() -> None:
    with pytest.raises(ValueError, match="nobody"):
        ChatMessage("nobody", "Hi.")
    with pytest.raises(ValueError, match="nobody"):
        ChatMessage(role="nobody")


def test_the_content_can_be_set_where_it_is_all_there_is() -> None:
    message = ChatMessage()
    message.content = "one"
    message.content = "two"
    assert message.blocks == [TextBlock("two")]
    message.blocks.append(PICTURE)
    with pytest.raises(ValueError, match="several blocks"):
        message.content = "three"


def test_what_is_noted_beside_them() -> None:
    noted = {"tool_calls": [ToolSelection("1", "add", {"a": 1})], "tool_call_id": "2", "name": "x"}
    message = ChatMessage("assistant", None, additional_kwargs=noted)
    assert (message.content, message.tool_call_id) == ("", "2")
    assert message.additional_kwargs == {"name": "x", "tool_call_id": "2"}
    assert message.tool_calls == (ToolCall("1", "add", '{"a": 1}'),)
    assert message.blocks == [ToolCallBlock("1", "add", {"a": 1})]
    assert noted["name"] == "x"
    assert len(noted) == 3


def test_calls_that_are_none_stay_a_note() -> None:
    message = ChatMessage(additional_kwargs={"tool_calls": [{"name": "add"}]})
    assert (message.tool_calls, message.additional_kwargs) == ((), {"tool_calls": [{"name": "add"}]})


def test_pictures_of_older_programs() -> None:
    message = ChatMessage("Look.", additional_kwargs={"images": [ImageDocument(image=b"\xff\xd8\xffabc")]})
    assert [image.image_mimetype for image in message.images] == ["image/jpeg"]
    assert replace(message, content="See.").images == message.images


def test_messages_are_copied_and_written() -> None:
    message = ChatMessage("tool", "8", (ToolCall("1", "add", "{}"),), "1", additional_kwargs={"a": [1]})
    assert replace(message, content="9") == ChatMessage("tool", "9", message.tool_calls, "1", (), {"a": [1]})
    assert message.model_copy(update={"role": MessageRole.USER}).role is MessageRole.USER
    assert message.role is MessageRole.TOOL
    dumped = ChatMessage("a", additional_kwargs={"x": PICTURE}).model_dump()
    assert dumped["blocks"] == [{"text": "a", "block_type": "text"}]
    assert dumped["role"] is MessageRole.USER
    assert dumped["additional_kwargs"]["x"]["image_mimetype"] == "image/png"
    whole = ChatMessage("user", [TextBlock("a"), PICTURE, ToolCallBlock("1", "f", {"x": 1})])
    again = ChatMessage.model_validate_json(whole.model_dump_json())
    assert (again.content, again.tool_calls) == (whole.content, whole.tool_calls)
    assert again.images[0].in_letters() == PICTURE.in_letters()


def test_what_is_stored_of_a_message() -> None:
    message = ChatMessage("user", "a", images=(PICTURE,), additional_kwargs={"n": 1})
    row = json.loads(json.dumps(message.to_row()))
    assert ChatMessage.from_row(row) == replace(message, images=())
    assert ChatMessage.from_row(json.loads(json.dumps(message.to_row(with_images=True)))).images[0].name == "cat.png"
    assert "additional_kwargs" not in ChatMessage(content="Hi").to_row()
    sound = ChatMessage([TextBlock("a"), AudioBlock(b"ID3\x03", format="mp3"), ThinkingBlock("hm")])
    assert ChatMessage.from_row(json.loads(json.dumps(sound.to_row()))) == sound


def test_pictures_that_an_earlier_version_stored() -> None:
    row = {"role": "user", "content": "a", "tool_calls": [], "tool_call_id": "", "additional_kwargs": {}}
    old = {"data": "iVBORw0KGgo=", "width": 2, "height": 3, "name": "n", "media_type": "image/png"}
    (image,) = ChatMessage.from_row(row | {"images": [old]}).images
    assert (image.measured(), image.name, image.image_mimetype) == ((2, 3), "n", "image/png")
