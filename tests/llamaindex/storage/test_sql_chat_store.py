"""Conversations in a database that SQLAlchemy opens: order, status, what a store in memory tells of itself."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llamaindex.storage.chat_store.sql import MessageStatus, SQLAlchemyChatStore

pytest.importorskip("sqlalchemy")
pytest.importorskip("aiosqlite")


def turns(*texts: str) -> list[ChatMessage]:
    """Questions and answers in turn."""
    roles = (MessageRole.USER, MessageRole.ASSISTANT)
    return [ChatMessage(roles[i % 2], text) for i, text in enumerate(texts)]


def words(messages: list[ChatMessage]) -> str:
    return " ".join(message.content or "" for message in messages)


@pytest.fixture
def store() -> SQLAlchemyChatStore:
    return SQLAlchemyChatStore("talks")


def run(use: Callable[[], Awaitable[None]], *stores: SQLAlchemyChatStore) -> None:
    """Use stores, then close their connections."""

    async def whole() -> None:
        try:
            await use()
        finally:
            for store in stores:
                await store._async_engine.dispose()

    asyncio.run(whole())


def test_messages_come_back_in_their_order(store: SQLAlchemyChatStore) -> None:
    async def use() -> None:
        await store.add_messages("b", turns("one", "two", "three"))
        await store.add_message("b", ChatMessage(content="four"))
        await store.add_message("a", ChatMessage(content="other"))
        assert await store.get_messages("b") == [*turns("one", "two", "three"), ChatMessage(content="four")]
        assert words(await store.get_messages("b", limit=2, offset=1)) == "two three"
        assert await store.count_messages("b") == 4
        assert await store.get_messages("nobody") == []
        assert await store.get_keys() == ["a", "b"]

    run(use, store)


def test_all_can_be_replaced_or_deleted(store: SQLAlchemyChatStore) -> None:
    async def use() -> None:
        await store.add_messages("a", turns("one", "two"))
        await store.set_messages("a", turns("new"))
        await store.add_message("b", ChatMessage(content="stays"))
        assert words(await store.get_messages("a")) == "new"
        await store.set_messages("a", [])
        await store.delete_messages("b", MessageStatus.ARCHIVED)
        assert await store.get_keys() == ["b"]
        await store.delete_messages("b")
        assert await store.get_keys() == []

    run(use, store)


def test_the_oldest_leave_first(store: SQLAlchemyChatStore) -> None:
    async def use() -> None:
        await store.add_messages("a", turns("one", "two", "three", "four"))
        assert words(await store.archive_oldest_messages("a", 2)) == "one two"
        assert words(await store.delete_oldest_messages("a", 1)) == "three"
        assert words(await store.get_messages("a")) == "four"
        assert words(await store.get_messages("a", MessageStatus.ARCHIVED)) == "one two"
        assert words(await store.get_messages("a", None)) == "one two four"
        assert await store.count_messages("a", None) == 3
        await store.delete_messages("a", MessageStatus.ARCHIVED)
        assert words(await store.get_messages("a", None)) == "four"

    run(use, store)


def test_one_is_deleted_by_its_number_in_the_database(store: SQLAlchemyChatStore) -> None:
    async def use() -> None:
        await store.add_messages("a", turns("one", "two"))
        assert await store.delete_message("b", 1) is None, "it is in another conversation"
        deleted = await store.delete_message("a", 1)
        assert deleted is not None
        assert deleted.content == "one"
        assert words(await store.get_messages("a")) == "two"

    run(use, store)


def test_a_store_in_memory_tells_its_messages(store: SQLAlchemyChatStore) -> None:
    async def use() -> None:
        await store.add_messages("a", turns("one", "two"))
        told = json.loads(json.dumps(store.model_dump()))
        again = SQLAlchemyChatStore.model_validate(told)
        await store.delete_messages("a")
        assert await again.get_messages("a") == turns("one", "two")
        await again._async_engine.dispose()

    run(use, store)


def test_a_database_on_disk_keeps_them_itself(tmp_path: Path) -> None:
    address = f"sqlite+aiosqlite:///{tmp_path / 'talks.db'}"

    store = SQLAlchemyChatStore("talks", address, db_schema="of others")

    async def use() -> None:
        await asyncio.gather(*(store.add_message("a", message) for message in turns("one", "two")))
        told = store.dump_store()
        assert told == {"table_name": "talks", "async_database_uri": address, "db_schema": "of others"}
        again = SQLAlchemyChatStore.model_validate(told)
        assert sorted(words(await again.get_messages("a")).split()) == ["one", "two"]
        await again._async_engine.dispose()

    run(use, store)
