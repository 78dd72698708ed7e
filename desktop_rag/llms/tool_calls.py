"""Tools, and messages about them, as the two interfaces write them."""

import json
from collections.abc import Mapping, Sequence

from desktop_rag.core.messages import ChatMessage, ImageBlock, ToolCall
from desktop_rag.core.output_parsers import parse_json_object
from desktop_rag.llms.json_values import count_at, dig, text_at, whole_characters
from desktop_rag.llms.repetition import LONGEST_ANSWER, endless_answer
from desktop_rag.llms.types import ChatOptions, ToolSchema, text_with_names

_MOST_CALLS = 200  # in one answer; no model is known to make more than 128


class ToolCallReader:
    """Joins tool calls that arrive in pieces; the model's arguments are kept unchanged."""

    def __init__(self) -> None:
        self._calls: list[_Pieces] = []
        self._size = 0

    def feed(self, pieces: Sequence[object]) -> bool:
        """Take the next pieces; return whether anything came with them.

        Raises:
            UserError: the calls have no end.

        """
        before = self._size
        for piece in pieces:
            self._size += self._find(piece).add(piece)
            if len(self._calls) > _MOST_CALLS or self._size > LONGEST_ANSWER:
                raise endless_answer()
        return self._size > before

    def finish(self) -> tuple[ToolCall, ...]:
        """Return the calls; one without a name is none, one without an id gets one."""
        named = [call for call in self._calls if call.name]
        return tuple(
            ToolCall(call.id or f"call_{number}", call.name, call.arguments) for number, call in enumerate(named, 1)
        )

    def _find(self, piece: object) -> "_Pieces":
        """Return the call that a piece belongs to: servers number them, name them, or just continue."""
        index, id_, name = count_at(piece, "index"), text_at(piece, "id"), text_at(piece, "function", "name")
        for call in reversed(self._calls):
            if index is not None and call.index not in (index, None):
                continue
            if not name or (id_ and id_ == call.id) or call.may_go_on(index, id_, name):
                return call
        self._calls.append(_Pieces(index))
        return self._calls[-1]


class _Pieces:
    """One call so far."""

    def __init__(self, index: int | None) -> None:
        self.index = index
        self.id = ""
        self.name = ""
        self._arguments: list[str] = []
        self._ending = _Ending()

    @property
    def arguments(self) -> str:
        """The arguments as the model wrote them."""
        return "".join(self._arguments)

    def may_go_on(self, index: int | None, id_: str, name: str) -> bool:
        """Return True if a piece with a name may be more of this call: some servers repeat the name with each piece."""
        same = index is not None and not id_ and name == self.name
        return same and not self._ending.is_reached

    def add(self, piece: object) -> int:
        """Add a piece; return the number of its characters."""
        known = len(self.id) + len(self.name)
        self.id = self.id or text_at(piece, "id")
        self.name = self.name or text_at(piece, "function", "name")
        arguments = dig(piece, "function", "arguments")
        if isinstance(arguments, dict):
            written = whole_characters(json.dumps(arguments, ensure_ascii=False))
            self._arguments = [written]
        else:
            written = text_at(arguments)
            self._arguments.append(written)
        self._ending.read(written)
        return len(written) + len(self.id) + len(self.name) - known


class _Ending:
    """Detects the end of a JSON object that is read in pieces."""

    def __init__(self) -> None:
        self.is_reached = False
        self._depth = 0
        self._quoted = self._escaped = False

    def read(self, piece: str) -> None:
        """Read the next piece; text behind the end of the object changes nothing."""
        for sign in piece:
            if self._escaped:
                self._escaped = False
            elif self._quoted:
                self._escaped, self._quoted = sign == "\\", sign != '"'
            elif sign == '"':
                self._quoted = True
            elif sign in "{[":
                self._depth += 1
            elif sign in "}]":
                self._depth -= 1
                self.is_reached = self.is_reached or self._depth <= 0


def tool_schemas(tools: Sequence[ToolSchema], *, strict: bool = False) -> list[dict[str, object]]:
    """Return the tools for a request."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": strict_schema(tool.parameters) if strict else tool.parameters,
                **({"strict": True} if strict else {}),
            },
        }
        for tool in tools
    ]


def tool_choice(options: ChatOptions) -> object:
    """Return the choice as OpenAI writes it."""
    if options.tool_choice in ("auto", "none", "required"):
        return options.tool_choice
    return {"type": "function", "function": {"name": options.tool_choice}}


def response_format(schema: Mapping[str, object], *, strict: bool) -> dict[str, object]:
    """Return OpenAI's wish for an answer of a given shape."""
    name = "".join(
        character for character in str(schema.get("title", "")) if character.isascii() and character.isalnum()
    )
    held: dict[str, object] = {"name": name or "answer", "schema": strict_schema(schema) if strict else schema}
    return {"type": "json_schema", "json_schema": {**held, **({"strict": True} if strict else {})}}


def strict_schema(schema: object) -> object:
    """Return a schema as strict endpoints want it: every property is required, others are refused."""
    if isinstance(schema, list):
        return [strict_schema(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    changed = {key: strict_schema(value) for key, value in schema.items()}
    properties = schema.get("properties")
    if schema.get("type") == "object" and isinstance(properties, Mapping):
        changed |= {"required": list(properties), "additionalProperties": False}
    return changed


def openai_messages(messages: Sequence[ChatMessage]) -> list[dict[str, object]]:
    """Return the messages of a request to an OpenAI-compatible server."""
    return [_openai_message(message) for message in messages]


def _openai_message(message: ChatMessage) -> dict[str, object]:
    written: dict[str, object] = {"role": message.role.value, "content": _openai_content(message)}
    if message.tool_calls:
        written["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments or "{}"}}
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        written["tool_call_id"] = message.tool_call_id
    return written


def _openai_content(message: ChatMessage) -> object:
    """Return a message's words, with its images in parts."""
    if not message.images:
        return message.content
    pictures = [{"type": "image_url", "image_url": _openai_image(one)} for one in message.images]
    return [{"type": "text", "text": text_with_names(message)}, *pictures]


def _openai_image(image: ImageBlock) -> dict[str, object]:
    """Return a picture: its bytes, or where the server finds it, and how closely it should look."""
    if image.in_memory is None and image.path is None and image.url is not None:
        url = str(image.url)
    else:
        url = f"data:{image.image_mimetype or 'image/jpeg'};base64,{image.in_letters()}"
    return {"url": url, **({"detail": image.detail} if image.detail else {})}


def ollama_messages(messages: Sequence[ChatMessage]) -> list[dict[str, object]]:
    """Return the messages of a request to Ollama, which wants arguments as objects and tools by name."""
    names = {call.id: call.name for message in messages for call in message.tool_calls}
    written: list[dict[str, object]] = []
    for message in messages:
        entry: dict[str, object] = {"role": message.role.value, "content": text_with_names(message)}
        if message.tool_calls:
            entry["tool_calls"] = [
                {"function": {"name": call.name, "arguments": parse_json_object(call.arguments) or {}}}
                for call in message.tool_calls
            ]
        if message.images:
            entry["images"] = [one.in_letters() for one in message.images]
        if message.tool_call_id:
            entry["tool_name"] = names.get(message.tool_call_id, "")
        written.append(entry)
    return written
