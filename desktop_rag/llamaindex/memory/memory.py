"""The memory that LlamaIndex's programs make: the end of the conversation, and blocks that keep what left it."""

import asyncio
import enum
from collections.abc import Callable, Mapping, Sequence, Sized
from functools import partial
from typing import Any

from desktop_rag.core.media.blocks import ContentBlock, TextBlock
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import finished
from desktop_rag.core.schema import new_id
from desktop_rag.llamaindex.memory.memory_blocks.static import BaseMemoryBlock
from desktop_rag.llamaindex.memory.status_store import StatusChatStore
from desktop_rag.llamaindex.storage.chat_store.sql import AsyncDBChatStore, MessageStatus, SQLAlchemyChatStore
from desktop_rag.memory.chat_memory_buffer import fitting_from
from desktop_rag.memory.types import BaseMemory, CountTokens
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.storage.chat_store import BaseChatStore
from desktop_rag.text.tokenizer import as_tokenizer

DEFAULT_TOKEN_LIMIT = 30_000
DEFAULT_FLUSH_SIZE = 3_000
DEFAULT_RATIO = 0.7
DEFAULT_TABLE = "llama_index_memory"
_MEDIA_TOKENS = 256
Content = str | list[ContentBlock] | list[ChatMessage]


class InsertMethod(enum.StrEnum):
    """Which message tells what the blocks say: the system's, or the person's last one."""

    SYSTEM = "system"
    USER = "user"


class Memory(BaseMemory):
    """Shows the end of the conversation, and what blocks tell.

    When it grows longer than ``chat_history_token_ratio`` of ``token_limit``, its oldest messages of at least
    ``token_flush_size`` tokens leave it, together with the rest of their turn, and go into the blocks; the last turn
    stays. ``get_all`` returns them still. Messages are kept in ``sql_store``, which is awaited and knows what left, or
    in ``chat_store``, which does not. ``memory_blocks_template`` writes what the blocks tell (``memory_blocks``: pairs
    of a name and blocks of a message). A picture counts as ``image_token_size_estimate`` tokens, and so on.

    Raises:
        ValueError: two blocks have one name.

    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's fields
        self,
        *,
        session_id: str | None = None,
        token_limit: int = DEFAULT_TOKEN_LIMIT,
        token_flush_size: int = DEFAULT_FLUSH_SIZE,
        chat_history_token_ratio: float = DEFAULT_RATIO,
        memory_blocks: Sequence[BaseMemoryBlock[Any]] = (),
        memory_blocks_template: BasePromptTemplate | None = None,
        insert_method: InsertMethod | str = InsertMethod.SYSTEM,
        image_token_size_estimate: int = _MEDIA_TOKENS,
        audio_token_size_estimate: int = _MEDIA_TOKENS,
        video_token_size_estimate: int = _MEDIA_TOKENS,
        tokenizer_fn: Callable[[str], Sized] | None = None,
        count_tokens: CountTokens | None = None,
        chat_store: BaseChatStore | None = None,
        sql_store: AsyncDBChatStore | None = None,
    ) -> None:
        self.session_id = session_id or new_id()
        super().__init__(chat_store, self.session_id, token_limit)
        self.sql_store = sql_store or StatusChatStore(self.chat_store)
        self.token_flush_size = token_flush_size
        self.chat_history_token_ratio = chat_history_token_ratio
        self.memory_blocks = sorted(memory_blocks, key=lambda block: block.priority)
        if len({block.name for block in memory_blocks}) < len(self.memory_blocks):
            raise ValueError("Each memory block needs a name of its own.")
        self.memory_blocks_template = memory_blocks_template
        self.insert_method = InsertMethod(insert_method)
        self.image_token_size_estimate = image_token_size_estimate
        self.audio_token_size_estimate = audio_token_size_estimate
        self.video_token_size_estimate = video_token_size_estimate
        self.tokenizer_fn = as_tokenizer(tokenizer_fn)
        self._count = count_tokens or self.tokenizer_fn.count

    @classmethod
    def from_defaults(  # noqa: PLR0913, PLR0917 - LlamaIndex's
        cls,
        session_id: str | None = None,
        chat_history: Sequence[ChatMessage] | None = None,
        token_limit: int = DEFAULT_TOKEN_LIMIT,
        memory_blocks: Sequence[BaseMemoryBlock[Any]] | None = None,
        tokenizer_fn: Callable[[str], Sized] | None = None,
        chat_history_token_ratio: float = DEFAULT_RATIO,
        token_flush_size: int = DEFAULT_FLUSH_SIZE,
        memory_blocks_template: BasePromptTemplate | None = None,
        insert_method: InsertMethod | str = InsertMethod.SYSTEM,
        image_token_size_estimate: int = _MEDIA_TOKENS,
        audio_token_size_estimate: int = _MEDIA_TOKENS,
        video_token_size_estimate: int = _MEDIA_TOKENS,
        table_name: str = DEFAULT_TABLE,
        async_database_uri: str | None = None,
        async_engine: Any = None,  # noqa: ANN401 - SQLAlchemy's
        db_schema: str | None = None,
        chat_store: BaseChatStore | AsyncDBChatStore | None = None,
    ) -> "Memory":
        """Make a memory that begins with ``chat_history``.

        With ``async_database_uri`` or ``async_engine``, or a table or schema of another name, messages are kept in a
        database, for which SQLAlchemy has to be installed (see ``SQLAlchemyChatStore``).
        """
        sql_store = chat_store if isinstance(chat_store, AsyncDBChatStore) else None
        if async_database_uri or async_engine is not None or db_schema or table_name != DEFAULT_TABLE:
            sql_store = SQLAlchemyChatStore(table_name, async_database_uri, async_engine, db_schema=db_schema)
        memory = cls(
            session_id=session_id,
            token_limit=token_limit,
            token_flush_size=token_flush_size,
            chat_history_token_ratio=chat_history_token_ratio,
            memory_blocks=memory_blocks or (),
            memory_blocks_template=memory_blocks_template,
            insert_method=insert_method,
            image_token_size_estimate=image_token_size_estimate,
            audio_token_size_estimate=audio_token_size_estimate,
            video_token_size_estimate=video_token_size_estimate,
            tokenizer_fn=tokenizer_fn,
            chat_store=None if isinstance(chat_store, AsyncDBChatStore) else chat_store,
            sql_store=sql_store,
        )
        if chat_history:
            memory.put_messages(chat_history)
        return memory

    async def aget(
        self,
        input: str | None = None,  # noqa: A002
        initial_token_count: int = 0,
        **block_kwargs: Any,  # noqa: ANN401
    ) -> list[ChatMessage]:
        """Return the end of the conversation, with what the blocks tell; the last turn always."""
        shown = await self._active()
        limit = self.token_limit - initial_token_count
        contents = await self._get_memory_blocks_content(shown, input, **block_kwargs)
        contents = await self._fitting(contents, limit - self._estimate_token_count(shown))
        named, earlier = await self._format_memory_blocks(contents)
        told = self._written(named)
        room = limit - self._estimate_token_count([*told, *earlier])
        turns = (place for place in reversed(range(len(shown))) if shown[place].role is MessageRole.USER)
        start = fitting_from(shown, room, self._estimate_token_count)
        shown = [*earlier, *shown[min(start, next(turns, start)) :]]
        return self._with(shown, told) if told else shown

    async def aget_all(self, status: MessageStatus | None = None) -> list[ChatMessage]:
        """Return everything that is remembered, or what has a status."""
        return await self.sql_store.get_messages(self.session_id, status)

    async def aput(self, message: ChatMessage) -> None:
        """Remember one more message."""
        await self.aput_messages([message])

    async def aput_messages(self, messages: Sequence[ChatMessage]) -> None:
        """Remember more messages."""
        await self.sql_store.add_messages(self.session_id, list(messages))
        await self._flush()

    async def aset(self, messages: Sequence[ChatMessage]) -> None:
        """Remember these messages and no others; the blocks forget nothing."""
        await self.sql_store.set_messages(self.session_id, list(messages))

    async def areset(self, status: MessageStatus | None = None) -> None:
        """Forget the conversation, or what has a status; the blocks forget nothing."""
        await self.sql_store.delete_messages(self.session_id, status)

    def get(
        self,
        input: str | None = None,  # noqa: A002
        initial_token_count: int = 0,
        **block_kwargs: Any,  # noqa: ANN401
    ) -> list[ChatMessage]:
        """Do what ``aget`` does; so do the others."""
        return finished(partial(self.aget, input, initial_token_count, **block_kwargs))

    def get_all(self, status: MessageStatus | None = None) -> list[ChatMessage]:
        """Return everything that is remembered, or what has a status."""
        return finished(partial(self.aget_all, status))

    def put(self, message: ChatMessage) -> None:
        """Remember one more message."""
        finished(partial(self.aput, message))

    def put_messages(self, messages: Sequence[ChatMessage]) -> None:
        """Remember more messages."""
        finished(partial(self.aput_messages, messages))

    def set(self, messages: Sequence[ChatMessage]) -> None:
        """Remember these messages and no others."""
        finished(partial(self.aset, messages))

    def reset(self, status: MessageStatus | None = None) -> None:
        """Forget the conversation, or what has a status."""
        finished(partial(self.areset, status))

    async def _active(self) -> list[ChatMessage]:
        """Return the messages that did not leave."""
        return await self.sql_store.get_messages(self.session_id, MessageStatus.ACTIVE)

    async def _flush(self) -> None:
        """Let the oldest messages leave a conversation that is too long."""
        messages = await self._active()
        sizes = list(map(self._estimate_token_count, messages))
        count = _leaving(messages, sizes, self.token_limit * self.chat_history_token_ratio, self.token_flush_size)
        if not count:
            return
        # what the store says that left: others may have put messages there since
        leaving = await self.sql_store.archive_oldest_messages(self.session_id, count)
        for block in self.memory_blocks:
            await block.aput(leaving, from_short_term_memory=True, session_id=self.session_id)

    async def _get_memory_blocks_content(
        self,
        chat_history: Sequence[ChatMessage],
        input: str | None = None,  # noqa: A002
        **block_kwargs: Any,  # noqa: ANN401
    ) -> dict[str, Content]:
        """Return what each block has to tell."""
        asked = [ChatMessage(MessageRole.USER, input)] if isinstance(input, str) else []
        given = [*chat_history, *asked]
        told = [block.aget(given, session_id=self.session_id, **block_kwargs) for block in self.memory_blocks]
        contents = zip(self.memory_blocks, await asyncio.gather(*told), strict=True)
        return {block.name: content for block, content in contents if content}

    async def _fitting(self, contents: Mapping[str, Content], room: int) -> dict[str, Content]:
        """Return what blocks tell as far as there is room for those that are not always told."""
        kept = dict(contents)
        for block in reversed(self.memory_blocks):
            named, messages = await self._format_memory_blocks(kept)
            too_many = self._estimate_token_count([*self._written(named), *messages]) - room
            if too_many > 0 and block.priority > 0 and block.name in kept:
                kept[block.name] = await block.atruncate(kept[block.name], too_many) or ""
        return kept

    async def _format_memory_blocks(
        self, content_per_memory_block: Mapping[str, Content]
    ) -> tuple[list[tuple[str, list[ContentBlock]]], list[ChatMessage]]:
        """Return what is told in one message, by the names of the blocks, and what stands before the conversation."""
        named: list[tuple[str, list[ContentBlock]]] = []
        messages: list[ChatMessage] = []
        for block in self.memory_blocks:
            content = content_per_memory_block.get(block.name) or []
            parts = [TextBlock(content)] if isinstance(content, str) else content
            messages += [one for one in parts if isinstance(one, ChatMessage)]
            if blocks := [one for one in parts if not isinstance(one, ChatMessage)]:
                named.append((block.name, blocks))
        return named, messages

    def _written(self, named: Sequence[tuple[str, list[ContentBlock]]]) -> list[ContentBlock]:
        """Return what blocks tell as parts of a message: texts between marks of their names, then the rest."""
        if not named:
            return []
        if self.memory_blocks_template is not None:
            told: Any = {"memory_blocks": named}
            return self.memory_blocks_template.format_messages(**told)[0].blocks
        parts = [f"<{name}>\n{_text_of(blocks)}\n</{name}>" for name, blocks in named]
        others = [one for _, blocks in named for one in blocks if not isinstance(one, TextBlock)]
        return [TextBlock("\n".join(["<memory>", *parts, "</memory>"])), *others]

    def _with(self, messages: list[ChatMessage], told: Sequence[ContentBlock]) -> list[ChatMessage]:
        """Return the messages, one of which tells what the blocks say."""
        role = MessageRole(self.insert_method.value)
        places = [place for place, message in enumerate(messages) if message.role is role]
        if not places:
            return [ChatMessage(role, blocks=told), *messages]
        place = places[0] if self.insert_method is InsertMethod.SYSTEM else places[-1]
        old = messages[place]
        changed = ChatMessage(role, additional_kwargs=old.additional_kwargs, blocks=[*told, *old.blocks])
        return [*messages[:place], changed, *messages[place + 1 :]]

    def _estimate_token_count(
        self, message_or_blocks: "str | ChatMessage | Sequence[ChatMessage | ContentBlock]"
    ) -> int:
        """Return how many tokens something takes: texts as the tokenizer counts them, media by their estimates."""
        if isinstance(message_or_blocks, str):
            return self._count(message_or_blocks)
        if isinstance(message_or_blocks, ChatMessage):
            noted = message_or_blocks.additional_kwargs
            return self._estimate_token_count(message_or_blocks.blocks) + (self._count(str(noted)) if noted else 0)
        return sum(map(self._size, message_or_blocks))

    def _size(self, part: ChatMessage | ContentBlock) -> int:
        if isinstance(part, ChatMessage):
            return self._estimate_token_count(part)
        if isinstance(part, TextBlock):
            return self._count(part.text)
        return {
            "image": self.image_token_size_estimate,
            "audio": self.audio_token_size_estimate,
            "video": self.video_token_size_estimate,
        }.get(part.block_type, 0)


def _text_of(blocks: Sequence[ContentBlock]) -> str:
    return "\n".join(one.text for one in blocks if isinstance(one, TextBlock))


def _leaving(messages: Sequence[ChatMessage], sizes: Sequence[int], most: float, flush_size: int) -> int:
    """Return how many of the oldest messages leave: at least so many tokens, whole turns, and never the last turn."""
    left = leaving = gone = 0
    while sum(sizes) - left > most and leaving < len(sizes):
        gone = 0
        while gone < flush_size and leaving < len(sizes):
            gone += sizes[leaving]
            leaving += 1
        left += gone
    turns = [place for place, message in enumerate(messages) if message.role is MessageRole.USER]
    return next((place for place in turns if place >= leaving), turns[-1] if turns else 0) if leaving else 0
