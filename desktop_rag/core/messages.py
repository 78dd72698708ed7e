"""The messages of a conversation, as models read and write them."""

import enum
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Self

from desktop_rag.core.media.blocks import ContentBlock, ImageBlock, TextBlock, ToolCallBlock, as_blocks, texts_of
from desktop_rag.core.media.dumping import Dumpable, plain

__all__ = ["ChatMessage", "ImageBlock", "MessageRole", "TextBlock", "ToolCall"]

_ANSWERS = "tool_call_id"  # where a tool's message notes which call it answers
_CALLS = "tool_calls"


class MessageRole(enum.StrEnum):
    """The role of a message's author."""

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


@dataclass(slots=True, init=False)
class ChatMessage(Dumpable):
    """One message of a conversation: its content is in ``blocks``.

    ``content`` are its texts, each on a line of its own, ``images`` its pictures, ``tool_calls`` what an assistant
    asked for. A tool's message says in ``tool_call_id`` which of these it answers. ``additional_kwargs`` is for
    whatever else a program notes; LlamaIndex's ``tool_calls`` and ``images`` in it become those of the message.
    """

    role: MessageRole
    additional_kwargs: dict[str, Any]
    blocks: list[ContentBlock]

    def __init__(
        self,
        first: MessageRole | str | Sequence[Any] | None = None,
        /,
        content: str | Sequence[Any] | None = None,
        tool_calls: Sequence[ToolCall] | None = None,
        tool_call_id: str = "",
        images: Sequence[ImageBlock] | None = None,
        additional_kwargs: Mapping[str, Any] | None = None,
        blocks: Sequence[Any] = (),
        role: MessageRole | str | None = None,
    ) -> None:
        """Make a message of its blocks, or of content, calls and images, which take the place of those in the blocks.

        What stands first is the role, unless that is named: then, or where it is no role and stands alone, it is the
        content. Roles may be told by their names.

        Raises:
            ValueError: there is no such role, or no such kind of block.

        """
        if isinstance(first, str) and role is None and (content is not None or _is_role(first)):
            role = first
        elif first is not None:
            content = first
        noted = dict(additional_kwargs or {})
        called: list[ContentBlock] = [*_taken_calls(noted), *_taken_images(noted)]
        answered = tool_call_id or noted.get(_ANSWERS)
        if answered:
            noted[_ANSWERS] = answered
        parts = as_blocks(content if content is not None and not isinstance(content, str) else blocks)
        self.role = MessageRole.USER if role is None else MessageRole(role)
        self.additional_kwargs = noted
        self.blocks = _changed(parts, content if isinstance(content, str) else None, tool_calls, images) + called

    @property
    def content(self) -> str:
        """The texts of the message, joined by newlines.

        Setting it gives the message another text; ValueError where it has other parts than one.
        """
        return texts_of(self.blocks)

    @content.setter
    def content(self, content: str) -> None:
        if len(self.blocks) > 1 or not all(isinstance(block, TextBlock) for block in self.blocks):
            raise ValueError("The message has several blocks: change those of its “blocks”.")
        self.blocks = [TextBlock(content)]

    @property
    def images(self) -> tuple[ImageBlock, ...]:
        """The pictures of the message."""
        return tuple(block for block in self.blocks if isinstance(block, ImageBlock))

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The tools that an assistant wants to have run."""
        calls = (block for block in self.blocks if isinstance(block, ToolCallBlock))
        return tuple(ToolCall(call.tool_call_id or "", call.tool_name, call.arguments) for call in calls)

    @property
    def tool_call_id(self) -> str:
        """The identifier of the call that a tool's message answers; "" for other messages."""
        return str(self.additional_kwargs.get(_ANSWERS) or "")

    def __str__(self) -> str:
        return f"{self.role.value}: {self.content}"

    @classmethod
    def from_str(cls, content: str, role: MessageRole | str = MessageRole.USER, **others: Any) -> Self:  # noqa: ANN401
        """Return a message of this text; ``others`` are those of the constructor."""
        return cls(MessageRole(role), content, **others)

    def with_parts(
        self,
        content: str | None = None,
        tool_calls: Sequence[ToolCall] | None = None,
        images: Sequence[ImageBlock] | None = None,
    ) -> Self:
        """Return a copy with another text, other calls or other images; None leaves a part unchanged."""
        made = copy(self)
        made.additional_kwargs = dict(self.additional_kwargs)
        made.blocks = _changed(self.blocks, content, tool_calls, images)
        return made

    def to_row(self, *, with_images: bool = False) -> dict[str, Any]:
        """Return the stored form of the message, as JSON values.

        Images are large, and those of a conversation are drawn again where they are wanted: they are left out unless
        they are asked for.
        """
        others = [block for block in self.blocks if not isinstance(block, TextBlock | ImageBlock | ToolCallBlock)]
        noted = {name: value for name, value in self.additional_kwargs.items() if name != _ANSWERS}
        row: dict[str, Any] = {
            "role": self.role,
            "content": self.content,
            "tool_calls": [{"id": one.id, "name": one.name, "arguments": one.arguments} for one in self.tool_calls],
            "tool_call_id": self.tool_call_id,
        }
        if with_images and self.images:
            row["images"] = [one.model_dump(mode="json", exclude_none=True) | {"name": one.name} for one in self.images]
        if noted:
            row["additional_kwargs"] = plain(noted)
        if others:
            row["blocks"] = plain(others, "json")
        return row

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Self:
        """Return the message that was stored."""
        calls = [ToolCall(**call) for call in row.get("tool_calls", ())]
        pictures = [_as_picture(one) for one in row.get("images", ())]
        others = {name: value for name, value in row.items() if name not in {"tool_calls", "images"}}
        return cls(**others, tool_calls=calls or None, images=pictures or None)


def _is_role(value: object) -> bool:
    return isinstance(value, str) and value in {role.value for role in MessageRole}


def _changed(
    blocks: list[ContentBlock],
    content: str | None,
    tool_calls: Sequence[ToolCall] | None,
    images: Sequence[ImageBlock] | None,
) -> list[ContentBlock]:
    """Return blocks with another text, other calls or other images."""
    if content is not None:
        blocks = _with(blocks, TextBlock, [TextBlock(content)] if content else [], at_front=True)
    if images is not None:
        blocks = _with(blocks, ImageBlock, images)
    if tool_calls is not None:
        blocks = _with(blocks, ToolCallBlock, [ToolCallBlock(one.id, one.name, one.arguments) for one in tool_calls])
    return list(blocks)


def _with(
    blocks: list[ContentBlock], kind: type[ContentBlock], others: Sequence[ContentBlock], *, at_front: bool = False
) -> list[ContentBlock]:
    """Return blocks in which ``others`` take the place of those of a kind."""
    places = [place for place, block in enumerate(blocks) if isinstance(block, kind)]
    start = places[0] if places else (0 if at_front else len(blocks))
    kept = [block for block in blocks[start:] if not isinstance(block, kind)]
    return [*blocks[:start], *others, *kept]


def _taken_calls(noted: dict[str, Any]) -> list[ToolCallBlock]:
    """Take the calls that were noted as LlamaIndex's programs do; what is no call stays where it is."""
    calls = [_as_call_block(one) for one in noted.get(_CALLS) or ()]
    if not all(calls):
        return []
    noted.pop(_CALLS, None)
    return calls


def _as_call_block(one: Any) -> Any:  # noqa: ANN401 - a call, a block, or a selection of a tool
    """Return a call as a part of a message; None for another value."""
    if isinstance(one, ToolCall):
        return ToolCallBlock(one.id, one.name, one.arguments)
    if hasattr(one, "tool_kwargs"):
        return ToolCallBlock(getattr(one, "tool_id", None), one.tool_name, one.tool_kwargs)
    return None


def _taken_images(noted: dict[str, Any]) -> list[ImageBlock]:
    """Take the pictures that were noted as LlamaIndex's older programs do (``ImageDocument``)."""
    return [ImageBlock(image=one.resolve_image().read()) for one in noted.pop("images", None) or ()]


def _as_picture(row: Mapping[str, Any]) -> ImageBlock:
    """Return a picture that was stored, also by an earlier version of this program."""
    names = {"data": "image", "media_type": "image_mimetype"}
    values = {names.get(name, name): value for name, value in row.items()}
    return ImageBlock(**values)
