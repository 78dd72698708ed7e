from desktop_rag.llamaindex.memory.memory import (
    DEFAULT_FLUSH_SIZE as DEFAULT_FLUSH_SIZE,
    InsertMethod as InsertMethod,
    Memory as Memory,
)
from desktop_rag.llamaindex.memory.memory_blocks.fact import FactExtractionMemoryBlock as FactExtractionMemoryBlock
from desktop_rag.llamaindex.memory.memory_blocks.static import (
    BaseMemoryBlock as BaseMemoryBlock,
    StaticMemoryBlock as StaticMemoryBlock,
)
from desktop_rag.llamaindex.memory.memory_blocks.vector import VectorMemoryBlock as VectorMemoryBlock
from desktop_rag.llamaindex.memory.simple_composable_memory import SimpleComposableMemory as SimpleComposableMemory
from desktop_rag.llamaindex.memory.vector_memory import VectorMemory as VectorMemory
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer as ChatMemoryBuffer
from desktop_rag.memory.chat_summary_memory_buffer import ChatSummaryMemoryBuffer as ChatSummaryMemoryBuffer
from desktop_rag.memory.types import (
    BaseMemory as BaseMemory,
    DEFAULT_CHAT_STORE_KEY as DEFAULT_CHAT_STORE_KEY,
    DEFAULT_TOKEN_LIMIT as DEFAULT_TOKEN_LIMIT,
    DEFAULT_TOKEN_LIMIT_RATIO as DEFAULT_TOKEN_LIMIT_RATIO,
)
from desktop_rag.prompts.default_prompts import SUMMARIZE_PROMPT as SUMMARIZE_PROMPT
from desktop_rag.storage.chat_store import BaseChatStore as BaseChatStore, SimpleChatStore as SimpleChatStore
