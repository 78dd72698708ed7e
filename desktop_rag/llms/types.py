"""Types of requests to models and of their replies: options, pieces of answers, whole answers, abilities."""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_rag.core.answer_pieces import joined_pieces
from desktop_rag.core.errors import UserError
from desktop_rag.core.media.blocks import UNREADABLE
from desktop_rag.core.media.dumping import Dumpable
from desktop_rag.core.messages import ChatMessage, ImageBlock, MessageRole, ToolCall
from desktop_rag.core.output_parsers import parse_json_object
from desktop_rag.core.results.answers import Usage
from desktop_rag.core.user_text import UserText
from desktop_rag.prompts.document_words import on_one_line

DEFAULT_NUM_OUTPUT = 1024
_PIXELS_A_TOKEN, _AROUND_IMAGE = 600, 40
ANSWER_SHARE = 0.25  # of the window, where nothing is said about the length of answers


@dataclass(slots=True)
class LLMMetadata(Dumpable):
    """The capabilities of a model: ``num_output`` tokens of ``context_window`` are reserved for its answer."""

    context_window: int = 3900
    num_output: int = 256
    model_name: str = "unknown"
    is_chat_model: bool = True
    is_function_calling_model: bool = False
    sees_images: bool = False


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool's description for models; ``parameters`` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """The options of one request beside its messages.

    ``tool_choice`` is "auto", "none", "required" or a tool's name. ``json_schema`` wants an answer of that shape from
    endpoints that can be held to one; the others are asked in words (see ``structured``). ``question`` is the place of
    the message to be answered: what follows it are the steps of an agent. ``thinks`` False asks a reasoning model to
    answer at once, whatever its settings say.
    """

    tools: tuple[ToolSchema, ...] = ()
    tool_choice: str = "auto"
    json_schema: Mapping[str, object] | None = None
    question: int = -1
    thinks: bool = True


_LOG = logging.getLogger(__name__)
NO_OPTIONS = ChatOptions()


@dataclass(frozen=True, slots=True)
class ChatDelta:
    """The next piece of an answer.

    ``text`` may be empty: while the model thinks before it answers (``thought`` is what that adds), and at the end.
    A ``text`` that is an ``AnswerStart`` takes the place of all before it, which was thoughts.
    The last delta of a complete answer has ``finish_reason``, the ``tool_calls``, and ``usage`` if the server counted;
    ``refusal`` is why a model does not answer, which is also the end of the text. ``said`` are the pieces of the
    answer, and how many of them were said when this one was.
    """

    text: str
    usage: Usage | None = None
    finish_reason: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    thought: str = ""
    refusal: str = ""
    said: tuple[Sequence[str], int] | None = field(default=None, repr=False, compare=False)

    @property
    def delta(self) -> str:
        """The text, by LlamaIndex's name."""
        return self.text

    @property
    def message(self) -> ChatMessage:
        """The answer as far as it is said, all of it with the last piece."""
        pieces = [self.text] if self.said is None else self.said[0][: self.said[1]]
        return ChatMessage(MessageRole.ASSISTANT, joined_pieces(pieces), self.tool_calls)


@dataclass(frozen=True, slots=True)
class ChatResponse:
    """A whole answer of a model."""

    message: ChatMessage
    usage: Usage = field(default_factory=Usage)
    finish_reason: str = ""
    raw: Any = None
    delta: str | None = None
    logprobs: Any = None
    additional_kwargs: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The text added by a piece of a stream (``ChatDelta.text``)."""
        return (self.message.content if self.delta is None else self.delta) or ""

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The calls of tools in the message."""
        return self.message.tool_calls

    @property
    def thought(self) -> str:
        """The part of the model's thoughts added by a piece of a stream."""
        return self.additional_kwargs.get("thinking_delta") or ""

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class CompletionResponse:
    """A model's text so far; of a stream, ``delta`` is the part added by this piece."""

    text: str
    delta: str = ""
    usage: Usage = field(default_factory=Usage)
    finish_reason: str = ""
    raw: Any = None
    logprobs: Any = None
    additional_kwargs: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text


@dataclass(slots=True)
class ToolSelection:
    """A model's choice of a tool with its arguments; {} if they are no arguments by name."""

    tool_id: str
    tool_name: str
    tool_kwargs: dict[str, object]

    def __post_init__(self) -> None:
        given: object = self.tool_kwargs
        self.tool_kwargs = dict(given) if isinstance(given, Mapping) else {}

    @classmethod
    def of(cls, call: ToolCall) -> "ToolSelection":
        """Return the selection of a call; words in place of JSON become ``input``."""
        given = parse_json_object(call.arguments)
        if given is None:
            given = {"input": call.arguments} if call.arguments.strip() else {}
        return cls(call.id, call.name, given)


def request_texts(messages: Sequence[ChatMessage], options: ChatOptions) -> list[str]:
    """Return every text of a request that a model reads: messages, calls of tools, and the tools."""
    texts = [message.content for message in messages]
    texts += [f"{call.name}{call.arguments}" for message in messages for call in message.tool_calls]
    tools = options.tools if options.tool_choice != "none" else ()
    texts += [json.dumps([tool.name, tool.description, tool.parameters], ensure_ascii=False) for tool in tools]
    return texts


def image_tokens(messages: Sequence[ChatMessage]) -> int:
    """Return the number of tokens of the images in messages, rather too many than too few.

    Models cut them into patches of 28 × 28 pixels (Qwen) to 32 × 32 with a factor of 1.6 (OpenAI): one token for 600
    pixels covers both; those with a fixed number for each image take less.
    """
    return sum(tokens_of_image(image) for message in messages for image in message.images)


def tokens_of_image(image: ImageBlock) -> int:
    """Return the number of tokens of one image; see ``image_tokens``."""
    width, height = image.measured()
    return _AROUND_IMAGE + -(-width * height // _PIXELS_A_TOKEN)


def text_with_names(message: ChatMessage) -> str:
    """Return a message's words, with the names of its images."""
    names = "; ".join(f"{number}. {on_one_line(one.name)}" for number, one in enumerate(message.images, 1) if one.name)
    return f"{message.content}\n\n(Images: {names})" if names else message.content


def check_readable(messages: Sequence[ChatMessage]) -> None:
    """Raise an error for messages with parts that no model would receive.

    Raises:
        UserError: there is a sound, a film or a document as it is.

    """
    for block in (block for message in messages for block in message.blocks):
        if isinstance(block, UNREADABLE):
            raise UserError(
                UserText(
                    "Models are sent text and pictures, and this message has a block of {block_type}.",
                    block_type=block.block_type,
                ),
                "Say in a TextBlock what is in it.",
            )


def has_images(messages: Sequence[ChatMessage]) -> bool:
    """Return True if images go along with any of the messages."""
    return any(message.images for message in messages)


def without_images(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return messages as a model reads them that sees no images."""
    return [message.with_parts(images=()) if message.images else message for message in messages]


def readable(messages: Sequence[ChatMessage], metadata: LLMMetadata) -> Sequence[ChatMessage]:
    """Return messages as a model of these abilities can read them; it is logged when pictures are left out."""
    if metadata.sees_images or not has_images(messages):
        return messages
    _LOG.warning("%s isn't known to see pictures: they aren't sent (sees_images=True: it does)", metadata.model_name)
    return without_images(messages)


def request_room(metadata: LLMMetadata) -> int:
    """Return the number of tokens a request may have beside the answer."""
    return max(metadata.context_window - metadata.num_output, metadata.context_window // 2, 1)


def whole(deltas: Iterator[ChatDelta]) -> ChatResponse:
    """Drain a stream into one answer."""
    texts: list[str] = []
    usage, reason = Usage(), ""
    calls: tuple[ToolCall, ...] = ()
    for delta in deltas:
        texts.append(delta.text)
        usage = delta.usage or usage
        reason = delta.finish_reason or reason
        calls = delta.tool_calls or calls
    return ChatResponse(ChatMessage(MessageRole.ASSISTANT, joined_pieces(texts), calls), usage, reason)


def default_num_output(max_tokens: int | None, context_window: int) -> int:
    """Return the number of tokens of the window to keep free for the answer: half of it at most."""
    return min(max_tokens or min(DEFAULT_NUM_OUTPUT, int(context_window * ANSWER_SHARE)), context_window // 2) or 1
