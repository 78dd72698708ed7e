from desktop_rag.llamaindex.memory.memory_blocks.fact import FactExtractionMemoryBlock as FactExtractionMemoryBlock
from desktop_rag.llamaindex.memory.memory_blocks.static import StaticMemoryBlock as StaticMemoryBlock
from desktop_rag.llamaindex.memory.memory_blocks.vector import VectorMemoryBlock as VectorMemoryBlock
from desktop_rag.llamaindex.prompts.further_prompts import (
    DEFAULT_FACT_CONDENSE_PROMPT as DEFAULT_FACT_CONDENSE_PROMPT,
    DEFAULT_FACT_EXTRACT_PROMPT as DEFAULT_FACT_EXTRACT_PROMPT,
)
