"""A block of a ``Memory`` with a fixed text under a name."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from desktop_rag.core.media.blocks import ContentBlock, TextBlock
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.schema import DeclaredFields

T = TypeVar("T")


class BaseMemoryBlock(DeclaredFields, Generic[T]):
    """A block of one's own implements ``_aget`` and ``_aput``; its content is a text, parts of a message, or messages.

    Blocks of ``priority`` 0 are always told; of the others, those with the highest number give way first where there
    is no room. Messages that leave the conversation are put into blocks that ``accept_short_term_memory``. Fields that
    a block of one's own declares are given by name when it is made.
    """

    name: str = ""
    description: str | None = None
    priority: int = 0
    accept_short_term_memory: bool = True

    def __init__(self, **fields: object) -> None:
        super().__init__(**fields)
        self.name = self.name or type(self).__name__

    async def aget(self, messages: Sequence[ChatMessage] | None = None, **block_kwargs: object) -> T:
        """Return what the block has to tell while ``messages`` are the conversation."""
        return await self._aget(messages, **block_kwargs)

    async def aput(
        self,
        messages: Sequence[ChatMessage],
        from_short_term_memory: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        session_id: str | None = None,
    ) -> None:
        """Take messages in: those of a program, or those that left the conversation ``session_id``."""
        if messages and (self.accept_short_term_memory or not from_short_term_memory):
            await self._aput_of(messages, session_id)

    async def atruncate(self, content: T, tokens_to_truncate: int) -> T | None:  # noqa: ARG002 - for blocks of one's own
        """Return the content with so many tokens less; None: nothing of it."""
        return None

    async def _aget(self, messages: Sequence[ChatMessage] | None = None, **block_kwargs: object) -> T:
        """Return the content (implemented by each block)."""
        raise NotImplementedError(f"{type(self).__name__} does not implement _aget")

    async def _aput(self, messages: Sequence[ChatMessage]) -> None:
        """Take messages in (implemented by each block)."""
        raise NotImplementedError(f"{type(self).__name__} does not implement _aput")

    async def _aput_of(self, messages: Sequence[ChatMessage], session_id: str | None) -> None:  # noqa: ARG002 - see below
        """Take messages of a conversation in (implemented by blocks that keep conversations apart)."""
        await self._aput(messages)


class StaticMemoryBlock(BaseMemoryBlock[list[ContentBlock]]):
    """Tells always the same: a text, or parts of a message."""

    def __init__(
        self,
        static_content: str | Sequence[ContentBlock],
        name: str = "StaticContent",
        description: str | None = None,
        priority: int = 0,
        *,
        accept_short_term_memory: bool = True,
    ) -> None:
        super().__init__(
            name=name,
            description=description,
            priority=priority,
            accept_short_term_memory=accept_short_term_memory,
        )
        told = [TextBlock(static_content)] if isinstance(static_content, str) else static_content
        self.static_content = list(told)

    async def _aget(
        self,
        messages: Sequence[ChatMessage] | None = None,  # noqa: ARG002
        **block_kwargs: object,  # noqa: ARG002
    ) -> list[ContentBlock]:
        return self.static_content

    async def _aput(self, messages: Sequence[ChatMessage]) -> None:
        """Learn nothing."""
