"""The messages of a conversation, as models read and write them."""

import enum
from collections.abc import Mapping
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
class ChatMessage:
    """One message of a conversation.

    ``tool_calls`` are what an assistant asked for, ``tool_call_id`` says which of them a tool's message answers.
    ``images`` are seen by models that can.
    """

    role: MessageRole = MessageRole.USER
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    images: tuple[ImageBlock, ...] = ()

    def __post_init__(self) -> None:
        """Let roles be told by their names ("user"); ValueError for others."""
        object.__setattr__(self, "role", MessageRole(self.role))

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
        return values

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "ChatMessage":
        """Return the message that was stored."""
        calls = tuple(ToolCall(**call) for call in row["tool_calls"])
        return cls(**{**row, "tool_calls": calls})
