"""The messages of a conversation, as models read and write them."""

import enum
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any


class MessageRole(enum.StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    DEVELOPER = "developer"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    FUNCTION = "function"
    CHATBOT = "chatbot"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to have a tool run: ``arguments`` is JSON as the model wrote it, valid or not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ImageBlock:
    """An image that goes along with a message: ``data`` is a file of so many pixels, ``name`` says what it shows."""

    data: bytes = field(repr=False)
    width: int
    height: int
    name: str = ""
    media_type: str = "image/jpeg"


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A part of a message that is text."""

    text: str


@dataclass(frozen=True, slots=True, init=False)
class ChatMessage:
    """One message of a conversation.

    ``tool_calls`` are what an assistant asked for, ``tool_call_id`` says which of them a tool's message answers.
    ``images`` are seen by models that can. ``additional_kwargs`` is for whatever else a program notes; LlamaIndex's
    ``tool_calls`` and ``tool_call_id`` in it become those of the message. ``blocks`` say the same in parts: their texts
    are the content, each on a line of its own.
    """

    role: MessageRole = MessageRole.USER
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    images: tuple[ImageBlock, ...] = ()
    additional_kwargs: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __init__(
        self,
        role: MessageRole | str = MessageRole.USER,
        content: str | None = None,
        tool_calls: Sequence[ToolCall] = (),
        tool_call_id: str = "",
        images: Sequence[ImageBlock] = (),
        additional_kwargs: Mapping[str, Any] | None = None,
        blocks: Sequence[TextBlock | ImageBlock] = (),
    ) -> None:
        """Let roles be told by their names ("user"; ValueError for others)."""
        noted = dict(additional_kwargs or {})
        called = tuple(_called(one) for one in noted.pop("tool_calls", None) or ())
        answered = noted.pop("tool_call_id", None)
        texts = [block.text for block in blocks if isinstance(block, TextBlock)]
        pictures = [block for block in blocks if isinstance(block, ImageBlock)]
        fields = {
            "role": MessageRole(role),
            "content": "\n".join([content, *texts] if content else texts),
            "tool_calls": (*tool_calls, *called),
            "tool_call_id": tool_call_id or answered or "",
            "images": (*images, *pictures),
            "additional_kwargs": noted,
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @property
    def blocks(self) -> list[TextBlock | ImageBlock]:
        """The parts of the message: its text, if there is any, and its images."""
        return [*([TextBlock(self.content)] if self.content else []), *self.images]

    def __str__(self) -> str:
        return f"{self.role.value}: {self.content}"

    @classmethod
    def from_str(cls, content: str, role: MessageRole | str = MessageRole.USER) -> "ChatMessage":
        """Return a message of this text."""
        return cls(MessageRole(role), content)

    def to_row(self) -> dict[str, Any]:
        """Return what is stored of it: all but its images, which are large, and drawn again where they are wanted."""
        values = asdict(replace(self, images=()))
        del values["images"]
        if not self.additional_kwargs:
            del values["additional_kwargs"]
        return values

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "ChatMessage":
        """Return the message that was stored."""
        calls = tuple(ToolCall(**call) for call in row["tool_calls"])
        return cls(**{**row, "tool_calls": calls})


def _called(one: Any) -> ToolCall:  # noqa: ANN401 - a call, or a selection of a tool
    if isinstance(one, ToolCall):
        return one
    return ToolCall(one.tool_id, one.tool_name, json.dumps(one.tool_kwargs, ensure_ascii=False))
