"""Conversations in a database of the program's own choice (the optional packages ``sqlalchemy`` and a driver)."""

import asyncio
import enum
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Self

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import finished
from desktop_rag.llamaindex.extras import extra_module
from desktop_rag.storage.chat_store import messages_of, rows_of

DEFAULT_ASYNC_DATABASE_URI = "sqlite+aiosqlite:///:memory:"
_IN_MEMORY = frozenset({DEFAULT_ASYNC_DATABASE_URI, "sqlite+aiosqlite://"})
_COLUMNS = ("key", "timestamp", "role", "status", "data")


class MessageStatus(enum.StrEnum):
    """Whether a message is still shown to a model."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    """It left what is shown; it stays in the database."""


class AsyncDBChatStore(ABC):
    """Keeps the messages of many conversations, each under its key, behind a network: everything is awaited."""

    @abstractmethod
    async def get_messages(
        self,
        key: str,
        status: MessageStatus | None = MessageStatus.ACTIVE,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[ChatMessage]:
        """Return the messages of a conversation with a status (None: all), the first one first."""

    @abstractmethod
    async def count_messages(self, key: str, status: MessageStatus | None = MessageStatus.ACTIVE) -> int:
        """Return how many messages of a conversation have a status."""

    @abstractmethod
    async def add_message(self, key: str, message: ChatMessage, status: MessageStatus = MessageStatus.ACTIVE) -> None:
        """Add a message at the end."""

    @abstractmethod
    async def add_messages(
        self, key: str, messages: Sequence[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Add messages at the end."""

    @abstractmethod
    async def set_messages(
        self, key: str, messages: Sequence[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Put other messages in the place of all that were."""

    @abstractmethod
    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Forget the message with an id of the database, and return it; None when there is no such message."""

    @abstractmethod
    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """Forget the messages of a conversation with a status (None: all)."""

    @abstractmethod
    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Forget the first active messages, and return them."""

    @abstractmethod
    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Archive the first active messages, and return them."""

    @abstractmethod
    async def get_keys(self) -> list[str]:
        """Return the keys of all conversations."""

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the class."""
        return cls.__name__


class SQLAlchemyChatStore(AsyncDBChatStore):
    """Keeps messages in a table of any database that SQLAlchemy speaks to; nothing is opened before the first use.

    ``async_database_uri`` needs an asynchronous driver (``aiosqlite``, ``asyncpg`` …); ``async_engine`` is one that is
    there already. ``db_schema`` is where the table stands, except in SQLite, which has none. ``db_data`` are the rows
    that a store in memory begins with, as ``dump_store`` tells them.
    """

    def __init__(
        self,
        table_name: str,
        async_database_uri: str | None = DEFAULT_ASYNC_DATABASE_URI,
        async_engine: Any = None,  # noqa: ANN401 - SQLAlchemy's
        db_data: Sequence[Mapping[str, Any]] | None = None,
        db_schema: str | None = None,
    ) -> None:
        self.table_name = table_name
        # of an engine that is there already its address, without the password
        uri = async_database_uri if async_engine is None else str(async_engine.url)
        self.async_database_uri = uri or DEFAULT_ASYNC_DATABASE_URI
        self.db_schema = db_schema
        self._async_engine = async_engine
        self._is_own = async_engine is None
        self._db_data = list(db_data or ())
        self._async_session_factory: Any = None
        self._metadata: Any = None
        self._table: Any = None
        self._opening = asyncio.Lock()

    async def get_messages(
        self,
        key: str,
        status: MessageStatus | None = MessageStatus.ACTIVE,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[ChatMessage]:
        """Return the messages of a conversation with a status (None: all), the first one first."""
        rows = await self._rows(key, status, limit, offset)
        return messages_of([row.data for row in rows])

    async def count_messages(self, key: str, status: MessageStatus | None = MessageStatus.ACTIVE) -> int:
        """Return how many messages of a conversation have a status."""
        table = await self._initialize()
        import sqlalchemy

        counted = sqlalchemy.select(sqlalchemy.func.count()).select_from(table).where(*self._which(key, status))
        async with self._async_session_factory() as session:
            return int((await session.execute(counted)).scalar_one())

    async def add_message(self, key: str, message: ChatMessage, status: MessageStatus = MessageStatus.ACTIVE) -> None:
        """Add a message at the end."""
        await self.add_messages(key, [message], status)

    async def add_messages(
        self, key: str, messages: Sequence[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Add messages at the end."""
        table = await self._initialize()
        if rows := _rows_of(key, messages, status):
            async with self._async_session_factory() as session:
                await session.execute(table.insert(), rows)
                await session.commit()

    async def set_messages(
        self, key: str, messages: Sequence[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Put other messages in the place of all that were, in one transaction."""
        table = await self._initialize()
        async with self._async_session_factory() as session:
            await session.execute(table.delete().where(*self._which(key)))
            if rows := _rows_of(key, messages, status):
                await session.execute(table.insert(), rows)
            await session.commit()

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Forget the message with an id of the database, and return it; None when there is no such message."""
        table = await self._initialize()
        which = (*self._which(key), table.c.id == idx)
        async with self._async_session_factory() as session:
            rows = (await session.execute(table.select().where(*which))).fetchall()
            await session.execute(table.delete().where(*which))
            await session.commit()
        return next(iter(messages_of([row.data for row in rows])), None)

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """Forget the messages of a conversation with a status (None: all)."""
        table = await self._initialize()
        async with self._async_session_factory() as session:
            await session.execute(table.delete().where(*self._which(key, status)))
            await session.commit()

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Forget the first active messages, and return them."""
        return await self._change_oldest(key, n, lambda table: table.delete())

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Archive the first active messages, and return them."""
        return await self._change_oldest(key, n, lambda table: table.update().values(status=MessageStatus.ARCHIVED))

    async def get_keys(self) -> list[str]:
        """Return the keys of all conversations, in order."""
        table = await self._initialize()
        import sqlalchemy

        async with self._async_session_factory() as session:
            rows = await session.execute(sqlalchemy.select(table.c.key).distinct().order_by(table.c.key))
            return [str(row.key) for row in rows.fetchall()]

    def dump_store(self) -> dict[str, Any]:
        """Return where the messages are, for ``model_validate``; of a store in memory, the messages too."""
        told: dict[str, Any] = {
            "table_name": self.table_name,
            "async_database_uri": self.async_database_uri,
            "db_schema": self.db_schema,
        }
        return told | (
            {"db_data": finished(self._dump)} if self._is_own and self.async_database_uri in _IN_MEMORY else {}
        )

    model_dump = dump_store  # pydantic's name

    @classmethod
    def model_validate(cls, obj: Mapping[str, Any]) -> Self:
        """Return the store that ``dump_store`` described."""
        return cls(**obj)

    async def _rows(
        self, key: str, status: MessageStatus | None, limit: int | None = None, offset: int | None = None
    ) -> list[Any]:
        """Return rows of a conversation, the first one first."""
        table = await self._initialize()
        wanted = table.select().where(*self._which(key, status)).order_by(table.c.timestamp, table.c.id)
        async with self._async_session_factory() as session:
            return list((await session.execute(wanted.limit(limit).offset(offset))).fetchall())

    def _which(self, key: str, status: MessageStatus | None = None) -> tuple[Any, ...]:
        """Return the conditions that rows of a conversation meet, once there is a table."""
        columns = self._table.c
        return (columns.key == key,) + (() if status is None else (columns.status == MessageStatus(status).value,))

    async def _change_oldest(self, key: str, n: int, change: Any) -> list[ChatMessage]:  # noqa: ANN401
        """Do something with the first active messages, and return them."""
        rows = await self._rows(key, MessageStatus.ACTIVE, n)
        async with self._async_session_factory() as session:
            await session.execute(change(self._table).where(self._table.c.id.in_([row.id for row in rows])))
            await session.commit()
        return messages_of([row.data for row in rows])

    async def _dump(self) -> list[dict[str, Any]]:
        """Return all rows."""
        table = await self._initialize()
        async with self._async_session_factory() as session:
            rows = (await session.execute(table.select().order_by(table.c.timestamp, table.c.id))).fetchall()
        return [{name: getattr(row, name) for name in _COLUMNS} for row in rows]

    async def _initialize(self) -> Any:  # noqa: ANN401 - SQLAlchemy's
        """Return the table, which is made where there is none."""
        async with self._opening:
            if self._table is None:
                self._table = await self._open()
        return self._table

    async def _open(self) -> Any:  # noqa: ANN401 - SQLAlchemy's
        """Return the table of the database, with the rows that were handed in."""
        asking = extra_module("sqlalchemy.ext.asyncio", "sqlalchemy[asyncio]", "SQLAlchemyChatStore")
        if self._async_engine is None:
            self._async_engine = asking.create_async_engine(self.async_database_uri)
        self._async_session_factory = asking.async_sessionmaker(self._async_engine, expire_on_commit=False)
        table = await self._setup_tables(self._async_engine)
        if self._db_data:
            async with self._async_session_factory() as session:
                await session.execute(table.insert(), self._db_data)
                await session.commit()
        self._db_data = []
        return table

    async def _setup_tables(self, async_engine: Any) -> Any:  # noqa: ANN401 - SQLAlchemy's
        """Make the schema and the table where there are none."""
        import sqlalchemy as sql
        from sqlalchemy.schema import CreateSchema
        from sqlalchemy.sql import quoted_name

        schema = None if self._async_engine.dialect.name == "sqlite" else self.db_schema
        self._metadata = sql.MetaData(schema=schema)
        table = sql.Table(
            self.table_name,
            self._metadata,
            sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
            sql.Column("key", sql.String, nullable=False, index=True),
            sql.Column("timestamp", sql.BigInteger, nullable=False, index=True),
            sql.Column("role", sql.String, nullable=False),
            sql.Column("status", sql.String, nullable=False, default=MessageStatus.ACTIVE.value, index=True),
            sql.Column("data", sql.JSON, nullable=False),
        )
        async with async_engine.begin() as connection:
            if schema is not None:
                await connection.execute(CreateSchema(quoted_name(schema, quote=True), if_not_exists=True))
            await connection.run_sync(self._metadata.create_all)
        return table


def _rows_of(key: str, messages: Sequence[ChatMessage], status: MessageStatus) -> list[dict[str, Any]]:
    """Return rows for messages, in their order."""
    now = time.time_ns()
    told = zip(messages, rows_of(messages), strict=True)
    rows = [(key, now + i, message.role.value, status.value, data) for i, (message, data) in enumerate(told)]
    return [dict(zip(_COLUMNS, row, strict=True)) for row in rows]
