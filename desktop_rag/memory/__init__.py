"""How much of a conversation a model is shown.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.memory.blocks import BaseMemoryBlock, StaticMemoryBlock
    from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
    from desktop_rag.memory.chat_summary_memory_buffer import ChatSummaryMemoryBuffer
    from desktop_rag.memory.fact_block import FactExtractionMemoryBlock
    from desktop_rag.memory.memory import InsertMethod, Memory
    from desktop_rag.memory.simple_composable_memory import SimpleComposableMemory
    from desktop_rag.memory.types import BaseMemory
    from desktop_rag.memory.vector_block import VectorMemoryBlock
    from desktop_rag.memory.vector_memory import VectorMemory
    from desktop_rag.storage.chat_store import BaseChatStore, SimpleChatStore

__all__ = [
    "BaseChatStore",
    "BaseMemory",
    "BaseMemoryBlock",
    "ChatMemoryBuffer",
    "ChatSummaryMemoryBuffer",
    "FactExtractionMemoryBlock",
    "InsertMethod",
    "Memory",
    "SimpleChatStore",
    "SimpleComposableMemory",
    "StaticMemoryBlock",
    "VectorMemory",
    "VectorMemoryBlock",
]

__getattr__ = lazily(
    __name__,
    {
        "blocks": (
            "BaseMemoryBlock",
            "StaticMemoryBlock",
        ),
        "memory": (
            "InsertMethod",
            "Memory",
        ),
        "chat_memory_buffer": ("ChatMemoryBuffer",),
        "chat_summary_memory_buffer": ("ChatSummaryMemoryBuffer",),
        "simple_composable_memory": ("SimpleComposableMemory",),
        "fact_block": ("FactExtractionMemoryBlock",),
        "types": ("BaseMemory",),
        "vector_block": ("VectorMemoryBlock",),
        "vector_memory": ("VectorMemory",),
        "desktop_rag.storage.chat_store": (
            "BaseChatStore",
            "SimpleChatStore",
        ),
    },
)
