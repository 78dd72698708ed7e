"""The messages of a conversation, as models read and write them."""

import enum
import json
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
    ``images`` are seen by models that can. ``additional_kwargs`` is for whatever else a program notes; LlamaIndex's
    ``tool_calls`` and ``tool_call_id`` in it become those of the message.
    """

    role: MessageRole = MessageRole.USER
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    images: tuple[ImageBlock, ...] = ()
    additional_kwargs: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        """Let roles be told by their names ("user"; ValueError for others), and no text by None."""
        object.__setattr__(self, "role", MessageRole(self.role))
        object.__setattr__(self, "content", self.content or "")
        if self.additional_kwargs:
            noted = dict(self.additional_kwargs)
            calls = tuple(_called(one) for one in noted.pop("tool_calls", None) or ())
            object.__setattr__(self, "tool_calls", self.tool_calls or calls)
            object.__setattr__(self, "tool_call_id", self.tool_call_id or noted.pop("tool_call_id", "") or "")
            object.__setattr__(self, "additional_kwargs", noted)

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
    return (
        one
        if isinstance(one, ToolCall)
        else ToolCall(one.tool_id, one.tool_name, json.dumps(one.tool_kwargs, ensure_ascii=False))
    )
