"""Fits texts into a model's window: how much room a prompt leaves, and how texts are packed into it or cut for it.

Every text is counted once and remembered, so asking again costs nothing.
"""

import json
from collections import deque
from collections.abc import Callable, Sequence, Sized
from typing import Protocol

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.program import program_choice
from desktop_rag.core.schema import TextNode
from desktop_rag.llms.base import LLM, LLMMetadata, request_room
from desktop_rag.llms.window import NoRoomError, no_room
from desktop_rag.node_parser.base import truncate_text
from desktop_rag.node_parser.token import TokenTextSplitter
from desktop_rag.prompts.base import BasePromptTemplate, ChatPromptTemplate, MessageTemplate, PromptTemplate
from desktop_rag.text.shortening import beginning, both_ends
from desktop_rag.text.tokenizer import Tokenizer, as_tokenizer, get_tokenizer

DEFAULT_CONTEXT_WINDOW = 3900
DEFAULT_NUM_OUTPUTS = 256
DEFAULT_CHUNK_OVERLAP_RATIO = 0.1
DEFAULT_PADDING = 5
SEPARATOR = "\n\n"
_JOINT = 2  # tokens that joining two texts adds at most
_PER_CHAT_MESSAGE = 3
_REMEMBERED = 1024
_SMALLEST_ROOM = 64  # tokens; a long question is shortened rather than leave less for the passages ...
_SMALLEST_SHARE = 0.25  # ... or less than this share of the room: 38 calls of 64 tokens each are no way of reading

CountMessages = Callable[[Sequence[ChatMessage]], int]
_PADDING = 16  # tokens: what joining texts adds
_LEAST = 8  # tokens left of each text, however small the window


class ToolDescription(Protocol):
    """The description of a tool for models."""

    def to_openai_tool(self) -> dict[str, object]:
        """Return the description in OpenAI's format."""


class DescribedTool(Protocol):
    """A tool, as far as its description takes room."""

    @property
    def metadata(self) -> ToolDescription:
        """The tool's description for models."""


class PromptHelper:
    """Packs and cuts texts for prompts.

    ``num_output`` tokens of ``context_window`` are kept free for the answer. Texts that are cut overlap by
    ``chunk_overlap_ratio``, at most ``chunk_size_limit`` tokens go into one prompt. ``tokenizer`` counts texts,
    ``count_messages`` prompts as a whole (without it: their texts, and for chats 3 and the role for each message).
    ``whole_chunks``, as in the helpers of synthesizers that were given none, keeps texts whole wherever they fit;
    without it all are repacked, as in LlamaIndex.
    """

    def __init__(
        self,
        context_window: int = DEFAULT_CONTEXT_WINDOW,
        num_output: int = DEFAULT_NUM_OUTPUTS,
        chunk_overlap_ratio: float = DEFAULT_CHUNK_OVERLAP_RATIO,
        chunk_size_limit: int | None = None,
        tokenizer: Tokenizer | Callable[[str], Sized] | None = None,
        separator: str = " ",
        *,
        count_messages: CountMessages | None = None,
        whole_chunks: bool = False,
    ) -> None:
        if not 0 <= chunk_overlap_ratio <= 1:
            raise ValueError(f"chunk_overlap_ratio must be between 0 and 1, got {chunk_overlap_ratio}")
        self.context_window = context_window
        self.num_output = num_output
        self.chunk_overlap_ratio = chunk_overlap_ratio
        self.chunk_size_limit = chunk_size_limit
        self.separator = separator
        self.count_messages = count_messages
        self.whole_chunks = whole_chunks
        self._tokenizer = as_tokenizer(tokenizer)
        self._counts: dict[str, int] = {}

    @classmethod
    def from_llm_metadata(
        cls,
        llm_metadata: LLMMetadata,
        chunk_overlap_ratio: float = DEFAULT_CHUNK_OVERLAP_RATIO,
        chunk_size_limit: int | None = None,
        tokenizer: Tokenizer | Callable[[str], Sized] | None = None,
        separator: str = " ",
        *,
        count_messages: CountMessages | None = None,
        whole_chunks: bool = False,
    ) -> "PromptHelper":
        """Return a helper for a model's window; -1 tokens of output stand for the default."""
        num_output = DEFAULT_NUM_OUTPUTS if llm_metadata.num_output == -1 else llm_metadata.num_output
        return cls(
            llm_metadata.context_window,
            num_output,
            chunk_overlap_ratio,
            chunk_size_limit,
            tokenizer,
            separator,
            count_messages=count_messages,
            whole_chunks=whole_chunks,
        )

    @classmethod
    def for_llm(cls, llm: LLM) -> "PromptHelper":
        """Return a helper that counts as the model does; as LlamaIndex does where the model does not know better."""
        if llm.tokenizer is get_tokenizer():
            return cls.from_llm_metadata(llm.metadata, whole_chunks=True)
        return cls.from_llm_metadata(
            llm.metadata, tokenizer=llm.tokenizer, count_messages=llm.count_tokens, whole_chunks=True
        )

    @classmethod
    def from_settings(cls, llm: LLM) -> "PromptHelper":
        """Return the helper that a program chose, or one for a model with the sizes that it chose."""
        chosen = program_choice("prompt_helper")
        if isinstance(chosen, cls):
            return chosen
        helper = cls.for_llm(llm)
        helper.context_window = program_choice("context_window") or helper.context_window
        num_output = program_choice("num_output")
        helper.num_output = helper.num_output if num_output is None else num_output
        return helper

    def count(self, text: str) -> int:
        """Return the number of tokens in a text."""
        size = self._counts.get(text)
        if size is None:
            if len(self._counts) >= _REMEMBERED:
                self._counts.clear()
            size = self._counts[text] = self._tokenizer.count(text)
        return size

    def prompt_tokens(self, prompt: BasePromptTemplate) -> int:
        """Return the size of a prompt whose open variables are empty."""
        messages = empty_messages(prompt)
        if self.count_messages is not None:
            return self.count_messages(messages)
        size = sum(self.count(message.content) for message in messages)
        if isinstance(prompt, PromptTemplate):
            return size
        return size + sum(self.count(message.role.value) + _PER_CHAT_MESSAGE for message in messages)

    def available_context_size(self, prompt: BasePromptTemplate, extra: int = 0) -> int:
        """Return the number of tokens that a prompt, and ``extra`` ones beside it, leave for text.

        Raises:
            NoRoomError: prompt and answer are larger than the window.

        """
        left = self.context_window - self.num_output - self.prompt_tokens(prompt) - extra
        if left < 0:
            raise self._no_room()
        return left

    def available_chunk_size(
        self,
        prompt: BasePromptTemplate,
        num_chunks: int = 1,
        padding: int = DEFAULT_PADDING,
        llm: LLM | None = None,  # noqa: ARG002 - LlamaIndex's; a helper counts as its model does
        tools: Sequence[DescribedTool] | None = None,
        *,
        extra: int = 0,
    ) -> int:
        """Return the token limit of each of several texts beside ``tools``; not positive when they are too many.

        Raises:
            NoRoomError: prompt, tools and answer are larger than the window.

        """
        room = self.available_context_size(prompt, extra + self._tool_tokens(tools))
        size = room // num_chunks - padding
        return size if self.chunk_size_limit is None else min(size, self.chunk_size_limit)

    _get_available_chunk_size = available_chunk_size  # where some of LlamaIndex's programs look for it

    def get_text_splitter_given_prompt(
        self,
        prompt: BasePromptTemplate,
        num_chunks: int = 1,
        padding: int = DEFAULT_PADDING,
        llm: LLM | None = None,
        tools: Sequence[DescribedTool] | None = None,
        *,
        extra: int = 0,
    ) -> TokenTextSplitter:
        """Return a splitter whose chunks fill the prompt.

        Raises:
            NoRoomError: not one token fits.

        """
        size = self.available_chunk_size(prompt, num_chunks, padding, llm, tools, extra=extra)
        if size <= 0:
            raise self._no_room()
        overlap = int(self.chunk_overlap_ratio * size)
        return TokenTextSplitter(
            size, overlap, separator=self.separator, tokenizer=self._tokenizer, include_metadata=False
        )

    def repack(
        self,
        prompt: BasePromptTemplate,
        text_chunks: Sequence[str],
        padding: int = DEFAULT_PADDING,
        llm: LLM | None = None,
        tools: Sequence[DescribedTool] | None = None,
        *,
        extra: int = 0,
    ) -> list[str]:
        """Join all texts, then cut them into as few as fit the prompt. No text at all is one empty text."""
        splitter = self.get_text_splitter_given_prompt(prompt, 1, padding, llm, tools, extra=extra)
        parts = present(text_chunks)
        joined = SEPARATOR.join(parts)
        if not splitter.is_replaced():
            size = sum(self.count(part) + _JOINT for part in parts)
            if size <= splitter.chunk_size:
                return [self._sized(joined, size)]
        return splitter.split_text(joined) or [""]

    def truncate(
        self,
        prompt: BasePromptTemplate,
        text_chunks: Sequence[str],
        padding: int = DEFAULT_PADDING,
        llm: LLM | None = None,
        tools: Sequence[DescribedTool] | None = None,
        *,
        extra: int = 0,
    ) -> list[str]:
        """Return the beginning of every text so that all of them fit into one prompt.

        Where there are more texts than room for a token of each, the last ones become empty.
        """
        if not text_chunks:
            return []
        room = self.available_context_size(prompt, extra + self._tool_tokens(tools))
        kept = min(len(text_chunks), max(1, room // (padding + 1)))
        splitter = self.get_text_splitter_given_prompt(prompt, kept, padding, llm, tools, extra=extra)
        cut = [truncate_text(text, splitter) for text in text_chunks[:kept]]
        return cut + [""] * (len(text_chunks) - kept)

    def pack(
        self,
        prompt: BasePromptTemplate,
        text_chunks: Sequence[str],
        padding: int = DEFAULT_PADDING,
        extra: int = 0,
    ) -> list[str]:
        """Return texts that each fill the prompt: whole ones joined, or repacked (see ``whole_chunks``)."""
        if not self.whole_chunks:
            return self.repack(prompt, text_chunks, padding, extra=extra)
        waiting = deque(present(text_chunks) or [""])
        packs = []
        while waiting:
            packs.append(self.take(prompt, waiting, padding=padding, extra=extra))
        return packs

    def take(
        self,
        prompt: BasePromptTemplate,
        waiting: deque[str],
        at_most: int | None = None,
        padding: int = DEFAULT_PADDING,
        extra: int = 0,
    ) -> str:
        """Take the first texts off the queue, as many as fit the prompt together; return them joined.

        Of one that alone is too large the beginning is taken, the rest (with an overlap) waits at its place. What need
        not stay whole (see ``whole_chunks``) is taken one text at a time, and repacked.
        """
        if not self.whole_chunks:
            packs = self.repack(prompt, [waiting.popleft()], padding, extra=extra)
            first, *others = [text for text in packs if text.strip()] or [""]
            waiting.extendleft(reversed(others))
            return first
        splitter = self.get_text_splitter_given_prompt(prompt, padding=padding, extra=extra)
        room = splitter.chunk_size
        first = waiting.popleft()
        size = self.count(first)
        if size > room:
            first, rest = _first_and_rest(first, splitter, self.count)
            if rest:
                waiting.appendleft(rest)
            return first
        taken = [first]
        while waiting and (at_most is None or len(taken) < at_most):
            more = self.count(waiting[0]) + _JOINT
            if size + more > room:
                break
            size += more
            taken.append(waiting.popleft())
        return self._sized(SEPARATOR.join(taken), size)

    def with_query(self, prompt: BasePromptTemplate, query_str: str, extra: int = 0) -> BasePromptTemplate:
        """Return a prompt with the question in it; of one that would fill the window, beginning and end.

        Raises:
            NoRoomError: there is no room even without the question.

        """
        filled = prompt.partial_format(query_str=query_str)
        left = self._leaves(filled, extra)
        if left > DEFAULT_PADDING and self.count(query_str) < _SMALLEST_ROOM:
            return filled  # the prompt is what is long
        room = self.available_context_size(prompt.partial_format(query_str=""), extra)
        if left >= max(_SMALLEST_ROOM, room * _SMALLEST_SHARE):
            return filled
        return prompt.partial_format(query_str=self.shortened(query_str, room // 2))

    def shortened(self, text: str, limit: int) -> str:
        """Return beginning and end of a text that has more than ``limit`` tokens.

        Raises:
            NoRoomError: so few tokens hold no text.

        """
        short = text if self.count(text) <= limit else both_ends(text, limit if limit >= 8 else 0, self.count)
        if text and not short:
            raise self._no_room()
        return short

    def _leaves(self, prompt: BasePromptTemplate, extra: int) -> int:
        """Return the room a prompt leaves; negative when it does not fit."""
        try:
            return self.available_context_size(prompt, extra)
        except NoRoomError:
            return -1

    def _sized(self, text: str, size: int) -> str:
        """Remember the size of a text made of counted ones; at most a little too much."""
        self._counts.setdefault(text, size)
        return text

    def _tool_tokens(self, tools: Sequence[DescribedTool] | None) -> int:
        """Return the number of tokens of the tools' descriptions."""
        return sum(self.count(json.dumps(tool.metadata.to_openai_tool())) for tool in tools or ())

    def _no_room(self) -> NoRoomError:
        return no_room(self.context_window)


def _first_and_rest(text: str, splitter: TokenTextSplitter, count: Callable[[str], int]) -> tuple[str, str]:
    """Return the first chunk of a text and the rest, from the start of the second chunk."""
    spans = list(splitter.split_document(TextNode(text=text)))
    if not spans:
        return "", ""
    first = text[spans[0].start : spans[0].end]
    kept = beginning(first, splitter.chunk_size, count) or first  # parts may be shorter than the whole
    if len(kept) < len(first):
        return kept, text[spans[0].start + len(kept) :]
    return first, text[spans[1].start :] if len(spans) > 1 else ""


def empty_messages(prompt: BasePromptTemplate) -> list[ChatMessage]:
    """Return the messages of a prompt; variables without a value yet are empty."""
    if isinstance(prompt, PromptTemplate):
        return prompt.format_messages(**_empty_values(prompt))
    if not isinstance(prompt, ChatPromptTemplate):
        return prompt.format_messages(**dict.fromkeys(prompt.template_vars, ""))
    return [
        message.format(**(_empty_values(message.template) if isinstance(message, MessageTemplate) else {}))
        for message in prompt.messages
    ]


def _empty_values(prompt: PromptTemplate) -> dict[str, str]:
    """Return empty values for the variables that have none yet."""
    outside = {inside: name for name, inside in prompt.template_var_mappings.items()}
    names = {outside.get(name, name) for name in prompt.template_vars} - set(prompt.partial)
    return dict.fromkeys(names, "")


def present(text_chunks: Sequence[str]) -> list[str]:
    """Return the texts without white space around them, blank ones left out."""
    return [text.strip() for text in text_chunks if text.strip()]


def available_tokens(llm: LLM, prompt: BasePromptTemplate, **values: str) -> int:
    """Return the number of tokens of texts that fit into a prompt beside its own words and the answer."""
    messages = prompt.format_messages(**(dict.fromkeys(prompt.template_vars, "") | values))
    return max(_LEAST, request_room(llm.metadata) - llm.count_tokens(messages) - _PADDING)


def truncated(texts: Sequence[str], tokens: int, tokenizer: Tokenizer) -> list[str]:
    """Return the texts, the longest cut so that all have ``tokens`` at most; what short ones leave, long ones get."""
    counts = [tokenizer.count(text) for text in texts]
    left, waiting, limit = tokens, len(texts), 0
    for count in sorted(counts):
        limit = max(_LEAST, left // waiting)
        if count > limit:
            break
        left -= count
        waiting -= 1
    return [
        text if count <= limit or not waiting else beginning(text, limit, tokenizer.count).rstrip()
        for text, count in zip(texts, counts, strict=True)
    ]
