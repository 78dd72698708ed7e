"""The memory that LlamaIndex's programs make: the end of the conversation, and blocks that keep what left it."""

import enum
from collections.abc import Callable, Sequence, Sized
from dataclasses import replace
from functools import partial

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import finished
from desktop_rag.core.schema import new_id
from desktop_rag.memory.blocks import BaseMemoryBlock
from desktop_rag.memory.chat_memory_buffer import fitting_from
from desktop_rag.memory.types import BaseMemory, CountTokens
from desktop_rag.storage.chat_store import BaseChatStore
from desktop_rag.text.tokenizer import as_tokenizer

DEFAULT_TOKEN_LIMIT = 30_000
DEFAULT_FLUSH_SIZE = 3_000
DEFAULT_RATIO = 0.7


class InsertMethod(enum.StrEnum):
    """Which message tells what the blocks say: the system's, or the person's last one."""

    SYSTEM = "system"
    USER = "user"


class Memory(BaseMemory):
    """Shows the end of the conversation, and what blocks tell.

    When it grows longer than ``chat_history_token_ratio`` of ``token_limit``, its oldest messages of at least
    ``token_flush_size`` tokens leave it, together with the rest of their turn, and go into the blocks; the last turn
    stays. ``get_all`` returns them still.
    """

    def __init__(
        self,
        *,
        session_id: str | None = None,
        token_limit: int = DEFAULT_TOKEN_LIMIT,
        token_flush_size: int = DEFAULT_FLUSH_SIZE,
        chat_history_token_ratio: float = DEFAULT_RATIO,
        memory_blocks: Sequence[BaseMemoryBlock[str]] = (),
        insert_method: InsertMethod | str = InsertMethod.SYSTEM,
        count_tokens: CountTokens | None = None,
        chat_store: BaseChatStore | None = None,
    ) -> None:
        self.session_id = session_id or new_id()
        super().__init__(chat_store, self.session_id, token_limit)
        self.token_flush_size = token_flush_size
        self.chat_history_token_ratio = chat_history_token_ratio
        self.memory_blocks = sorted(memory_blocks, key=lambda block: block.priority)
        self.insert_method = InsertMethod(insert_method)
        self._count = count_tokens or as_tokenizer(None).count
        self._left = 0  # messages that are in the conversation no more

    @classmethod
    def from_defaults(  # noqa: PLR0913, PLR0917 - LlamaIndex's
        cls,
        session_id: str | None = None,
        chat_history: Sequence[ChatMessage] | None = None,
        token_limit: int = DEFAULT_TOKEN_LIMIT,
        memory_blocks: Sequence[BaseMemoryBlock[str]] | None = None,
        tokenizer_fn: Callable[[str], Sized] | None = None,
        chat_history_token_ratio: float = DEFAULT_RATIO,
        token_flush_size: int = DEFAULT_FLUSH_SIZE,
        insert_method: InsertMethod | str = InsertMethod.SYSTEM,
        chat_store: BaseChatStore | None = None,
    ) -> "Memory":
        """Make a memory that begins with ``chat_history``."""
        memory = cls(
            session_id=session_id,
            token_limit=token_limit,
            token_flush_size=token_flush_size,
            chat_history_token_ratio=chat_history_token_ratio,
            memory_blocks=memory_blocks or (),
            insert_method=insert_method,
            count_tokens=as_tokenizer(tokenizer_fn).count,
            chat_store=chat_store,
        )
        if chat_history:
            memory.put_messages(chat_history)
        return memory

    def get(self, input: str | None = None, initial_token_count: int = 0) -> list[ChatMessage]:  # noqa: A002, ARG002
        """Return the end of the conversation, with what the blocks tell; the last turn always."""
        shown = self.get_all()[self._left :]
        told = self._told(shown, self.token_limit - initial_token_count - self._tokens(shown))
        room = self.token_limit - initial_token_count - self._count(told)
        turns = (place for place in reversed(range(len(shown))) if shown[place].role is MessageRole.USER)
        start = fitting_from(shown, room, self._count)
        shown = shown[min(start, next(turns, start)) :]
        return self._with(shown, told) if told else shown

    def put(self, message: ChatMessage) -> None:
        """Remember one more message."""
        self.put_messages([message])

    def put_messages(self, messages: Sequence[ChatMessage]) -> None:
        """Remember more messages."""
        for message in messages:
            super().put(message)
        self._flush()

    def set(self, messages: Sequence[ChatMessage]) -> None:
        """Remember these messages and no others; the blocks forget nothing."""
        super().set(messages)
        self._left = 0

    def reset(self) -> None:
        """Forget the conversation; the blocks forget nothing."""
        super().reset()
        self._left = 0

    def _flush(self) -> None:
        """Let the oldest messages leave a conversation that is too long."""
        messages = self.get_all()[self._left :]
        count = _leaving(messages, self._count, self.token_limit * self.chat_history_token_ratio, self.token_flush_size)
        if not count:
            return
        self._left += count
        for block in self.memory_blocks:
            finished(partial(block.aput, messages[:count], from_short_term_memory=True, session_id=self.session_id))

    def _told(self, messages: Sequence[ChatMessage], room: int) -> str:
        """Return what the blocks tell, as far as there is room for those that are not always told."""
        contents = {block.name: self._content(block, messages) for block in self.memory_blocks}
        for block in reversed(self.memory_blocks):
            too_many = self._count(_written(contents)) - room
            if too_many > 0 and block.priority > 0:
                contents[block.name] = _cut(block, contents[block.name], too_many)
        return _written(contents)

    def _content(self, block: BaseMemoryBlock[str], messages: Sequence[ChatMessage]) -> str:
        return finished(lambda: block.aget(messages, session_id=self.session_id))

    def _with(self, messages: list[ChatMessage], told: str) -> list[ChatMessage]:
        """Return the messages, one of which tells what the blocks say."""
        role = MessageRole(self.insert_method.value)
        places = [place for place, message in enumerate(messages) if message.role is role]
        if not places:
            return [ChatMessage(role, told), *messages]
        place = places[0] if self.insert_method is InsertMethod.SYSTEM else places[-1]
        changed = replace(messages[place], content=f"{told}\n{messages[place].content}")
        return [*messages[:place], changed, *messages[place + 1 :]]

    def _tokens(self, messages: Sequence[ChatMessage]) -> int:
        return sum(self._count(message.content) for message in messages)


def _leaving(messages: Sequence[ChatMessage], count: CountTokens, most: float, flush_size: int) -> int:
    """Return how many of the oldest messages leave: at least so many tokens, whole turns, and never the last turn."""
    sizes = [count(message.content) for message in messages]
    left = leaving = gone = 0
    while sum(sizes) - left > most and leaving < len(sizes):
        gone = 0
        while gone < flush_size and leaving < len(sizes):
            gone += sizes[leaving]
            leaving += 1
        left += gone
    turns = [place for place, message in enumerate(messages) if message.role is MessageRole.USER]
    return next((place for place in turns if place >= leaving), turns[-1] if turns else 0) if leaving else 0


def _cut(block: BaseMemoryBlock[str], content: str, too_many: int) -> str:
    return finished(lambda: block.atruncate(content, too_many)) or ""


def _written(contents: dict[str, str]) -> str:
    """Return what blocks tell, each between marks of its name."""
    parts = [f"<{name}>\n{content}\n</{name}>" for name, content in contents.items() if content]
    return "\n".join(["<memory>", *parts, "</memory>"]) if parts else ""
