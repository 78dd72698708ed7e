"""Pictures of messages, as the two interfaces are told of them."""

import base64
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.messages import ChatMessage, ImageBlock, TextBlock
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llms.tool_calls import ollama_messages, openai_messages
from desktop_rag.llms.types import image_tokens, without_images
from tests.helpers.scripted_server import ScriptedServer

PNG = b"\x89PNG\r\n\x1a\n"


def test_a_picture_is_sent_as_bytes_or_as_its_address(tmp_path: Path) -> None:
    path = tmp_path / "cat.png"
    path.write_bytes(PNG)
    address = ImageBlock(url="https://a.b/c.png", detail="low")
    message = ChatMessage("user", [TextBlock("What is it?"), ImageBlock(path=path), address])
    (told,) = openai_messages([message])
    content: Any = told["content"]
    text, file, url = content
    assert text == {"type": "text", "text": "What is it?"}
    letters = base64.b64encode(PNG).decode()
    assert file == {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{letters}"}}
    assert url == {"type": "image_url", "image_url": {"url": "https://a.b/c.png", "detail": "low"}}
    (told,) = ollama_messages([ChatMessage("user", [TextBlock("What is it?"), ImageBlock(path=path)])])
    assert (told["content"], told["images"]) == ("What is it?", [letters])


def test_pictures_take_room_in_the_window_and_can_be_left_out() -> None:
    small, unknown = ImageBlock(image=PNG, width=60, height=10), ImageBlock(url="https://a.b/c.png")
    message = ChatMessage("user", [TextBlock("Look."), small, unknown])
    assert image_tokens([message]) > image_tokens([ChatMessage("user", [small])]) > 0
    (without,) = without_images([message])
    assert without.blocks == [TextBlock("Look.")]
    assert message.images == (small, unknown)


@pytest.mark.parametrize(("model", "count"), [("gpt-4o-mini", 1), ("some-model", 0)])
def test_models_of_openai_see_also_through_a_proxy(
    server: ScriptedServer, model: str, count: int, caplog: pytest.LogCaptureFixture
) -> None:
    server.models = [model]
    look = ChatMessage("user", [TextBlock("What is it?"), ImageBlock(image=PNG, width=60, height=10)])
    OpenAI(model, api_base=server.base_url, api_key="k").chat([look])
    [request] = server.chats
    assert str(request.body["messages"]).count("data:image/png") == count
    assert ("see pictures" in caplog.text) is not bool(count)
