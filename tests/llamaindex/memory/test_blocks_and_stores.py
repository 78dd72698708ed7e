"""What a ``Memory`` of a program's own blocks and stores shows."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.messages import ChatMessage, ImageBlock, MessageRole, TextBlock
from desktop_rag.llamaindex.llms.custom import MockLLM
from desktop_rag.llamaindex.memory import BaseMemoryBlock, Memory, StaticMemoryBlock
from desktop_rag.llamaindex.memory.status_store import StatusChatStore
from desktop_rag.llamaindex.prompts import RichPromptTemplate
from desktop_rag.llamaindex.storage.chat_store.sql import MessageStatus, SQLAlchemyChatStore
from desktop_rag.memory.chat_summary_memory_buffer import ChatSummaryMemoryBuffer
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.storage.chat_store import SimpleChatStore

PICTURE = ImageBlock(b"x", width=1, height=1)


class Asked(BaseMemoryBlock[list[ChatMessage]]):
    """Tells what it was asked, as messages."""

    async def _aget(self, messages: Sequence[ChatMessage] | None = None, **block_kwargs: object) -> list[ChatMessage]:
        extra = block_kwargs.get("extra", "nothing")
        return [message("user", f"{len(messages or [])} and {extra}")]

    async def _aput(self, messages: Sequence[ChatMessage]) -> None:
        """Learn nothing."""


def message(role: str, content: str) -> ChatMessage:
    return ChatMessage(MessageRole(role), content)


def turns(count: int) -> list[ChatMessage]:
    return [message("assistant" if i % 2 else "user", f"message {i}") for i in range(count)]


def texts(messages: Sequence[ChatMessage]) -> list[str]:
    return [one.content for one in messages]


def test_blocks_tell_messages_and_pictures() -> None:
    parts = StaticMemoryBlock([TextBlock("one"), PICTURE, TextBlock("two")], "parts")
    memory = Memory(memory_blocks=[Asked(name="asked"), parts])
    memory.put(message("user", "hi"))
    system, asked, said = memory.get("So?", extra="more")
    assert system.content == "<memory>\n<parts>\none\ntwo\n</parts>\n</memory>"
    assert list(system.images) == [PICTURE]
    assert texts([asked, said]) == ["2 and more", "hi"]


def test_the_wording_around_blocks_can_be_chosen() -> None:
    template = RichPromptTemplate("{% for name, parts in memory_blocks %}{{ name }}: {{ parts[0].text }}{% endfor %}")
    memory = Memory(memory_blocks=[StaticMemoryBlock("told", "core")], memory_blocks_template=template)
    assert texts(memory.get()) == ["core: told"]


def test_blocks_need_names_of_their_own() -> None:
    with pytest.raises(ValueError, match="name"):
        Memory(memory_blocks=[StaticMemoryBlock("a"), StaticMemoryBlock("b")])


def test_pictures_count_as_estimated() -> None:
    seen = ChatMessage(MessageRole.USER, "hello", images=(PICTURE,))
    memory = Memory(image_token_size_estimate=100, token_limit=250, chat_history_token_ratio=1, token_flush_size=1)
    memory.put_messages([seen, message("assistant", "ok"), seen, message("assistant", "ok"), seen])
    assert len(memory.get()) == 3
    assert len(memory.get_all()) == 5


def test_what_left_has_a_status() -> None:
    store = StatusChatStore(SimpleChatStore())
    memory = Memory(session_id="s", token_limit=10, token_flush_size=2, sql_store=store)
    memory.put_messages(turns(6))
    assert memory.sql_store is store
    active = memory.get_all(MessageStatus.ACTIVE)
    assert 0 < len(active) < 6
    assert memory.get_all() == turns(6) == [*memory.get_all(MessageStatus.ARCHIVED), *active]
    memory.reset(MessageStatus.ACTIVE)
    assert memory.get() == []
    assert texts(memory.get_all()) == texts(turns(6))[: 6 - len(active)]


async def stored(store: StatusChatStore) -> list[Any]:
    await store.add_messages("k", turns(4))
    await store.archive_oldest_messages("k", 1)
    told = [texts(await store.get_messages("k", limit=2, offset=1)), await store.count_messages("k")]
    await store.add_message("k", message("user", "old"), MessageStatus.ARCHIVED)
    told += [texts(await store.get_messages("k", None)), texts(await store.delete_oldest_messages("k", 1))]
    removed = await store.delete_message("k", 1)
    told += [removed and removed.content, await store.delete_message("k", 9), await store.get_keys()]
    await store.delete_messages("k", MessageStatus.ARCHIVED)
    told.append(texts(await store.get_messages("k", None)))
    await store.set_messages("k", turns(1), MessageStatus.ARCHIVED)
    told.append((await store.count_messages("k"), await store.count_messages("k", None)))
    await store.delete_messages("k")
    return [*told, await store.count_messages("k", None)]


def test_a_store_knows_what_left_while_it_lives() -> None:
    first, count, everything, oldest, removed, missing, keys, left, archived, none = asyncio.run(
        stored(StatusChatStore())
    )
    assert (first, count) == (["message 2", "message 3"], 3)
    assert everything == ["message 0", "old", "message 1", "message 2", "message 3"]
    assert (oldest, removed, missing, keys) == (["message 1"], "message 3", None, ["k"])
    assert (left, archived, none) == (["message 2"], (0, 1), 0)


def test_a_database_is_named_not_opened() -> None:
    memory = Memory.from_defaults(table_name="talks", async_database_uri="postgresql+asyncpg://h/db", db_schema="app")
    store = memory.sql_store
    assert isinstance(store, SQLAlchemyChatStore)
    assert (store.table_name, store.db_schema) == ("talks", "app")
    assert isinstance(Memory.from_defaults(chat_store=StatusChatStore()).sql_store, StatusChatStore)


def test_a_database_keeps_a_conversation() -> None:
    pytest.importorskip("sqlalchemy")
    pytest.importorskip("aiosqlite")
    memory = Memory.from_defaults(table_name="talks", chat_history=turns(2))
    assert texts(memory.get()) == texts(turns(2))
    assert isinstance(memory.sql_store, SQLAlchemyChatStore)
    asyncio.run(memory.sql_store._async_engine.dispose())


def test_a_memory_of_summaries_is_written_and_read_again() -> None:
    memory = ChatSummaryMemoryBuffer.from_defaults(
        turns(2), MockLLM(), token_limit=50, summarize_prompt="Sum it up.", count_initial_tokens=True
    )
    again = ChatSummaryMemoryBuffer.from_string(memory.to_string())
    assert (again.summarize_prompt, again.count_initial_tokens, again.llm) == ("Sum it up.", True, None)
    again.llm, again.token_limit = MockLLM(), 3
    summary, *_ = again.get()
    assert summary.content.startswith("Sum it up.\n\nuser: message 0"), "the model repeats what it is told"
    given = ChatSummaryMemoryBuffer.from_dict(
        ChatSummaryMemoryBuffer(9, summarize_prompt=TEMPLATE).to_dict(), MockLLM()
    )
    given.put_messages(turns(6))
    assert given.get()[0].content.startswith("In short: user: message 0")


TEMPLATE = PromptTemplate("In short: {chat_history}")


class Told(BaseMemoryBlock[str]):
    """Keeps what left the conversation."""

    heard: list[str] = []  # noqa: RUF012 - each block has its own

    async def _aget(self, messages: Sequence[ChatMessage] | None = None, **block_kwargs: object) -> str:
        return ""

    async def _aput(self, messages: Sequence[ChatMessage]) -> None:
        self.heard += texts(messages)


class Slow(StatusChatStore):
    """Lets others go on while messages are read, as a database does."""

    async def get_messages(self, *args: Any, **kwargs: Any) -> list[ChatMessage]:  # noqa: ANN401 - those of the store
        found = await super().get_messages(*args, **kwargs)
        await asyncio.sleep(0)
        return found


def test_blocks_hear_of_exactly_what_left_though_several_put_messages_at_once() -> None:
    block = Told(name="told")
    store = Slow()
    memory = Memory(token_limit=40, token_flush_size=5, memory_blocks=[block], sql_store=store, session_id="s")

    async def put() -> list[ChatMessage]:
        await asyncio.gather(*(memory.aput_messages([message("user", f"number {i} " * 5)]) for i in range(6)))
        return await store.get_messages("s", MessageStatus.ARCHIVED)

    left = texts(asyncio.run(put()))
    assert left
    assert block.heard == left


def test_pictures_count_where_less_room_is_left() -> None:
    memory = Memory(token_limit=1_000, image_token_size_estimate=100, session_id="s")
    picture = ImageBlock(image=b"\x89PNG")
    memory.put_messages([ChatMessage(MessageRole.USER, f"look {i}", images=[picture]) for i in range(5)])
    assert [one.content for one in memory.get(initial_token_count=750)] == ["look 3", "look 4"]


def test_an_engine_that_is_there_says_which_database_it_is(tmp_path: Path) -> None:
    pytest.importorskip("aiosqlite")
    engine = pytest.importorskip("sqlalchemy.ext.asyncio").create_async_engine(
        f"sqlite+aiosqlite:///{tmp_path}/chat.db"
    )

    async def keep() -> list[str]:
        store = SQLAlchemyChatStore("messages", async_engine=engine, db_schema="other")
        await store.add_message("k", message("user", "hello"))
        again = SQLAlchemyChatStore("messages", async_database_uri=store.async_database_uri)
        found = texts(await again.get_messages("k"))
        await engine.dispose()
        await again._async_engine.dispose()
        return found

    assert asyncio.run(keep()) == ["hello"]
    assert "db_data" not in SQLAlchemyChatStore("messages", async_engine=engine).dump_store()
