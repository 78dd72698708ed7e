from desktop_rag.llamaindex.output_parsers.selection import SelectionOutputParser as SelectionOutputParser
from desktop_rag.llamaindex.selectors.embedding_selectors import EmbeddingSingleSelector as EmbeddingSingleSelector
from desktop_rag.selectors.base import (
    BaseSelector as BaseSelector,
    MultiSelection as MultiSelection,
    SelectorResult as SelectorResult,
    SingleSelection as SingleSelection,
)
from desktop_rag.selectors.llm_selectors import (
    LLMMultiSelector as LLMMultiSelector,
    LLMSingleSelector as LLMSingleSelector,
)
from desktop_rag.selectors.llm_selectors import (
    PydanticMultiSelector as PydanticMultiSelector,
    PydanticSingleSelector as PydanticSingleSelector,
)
from desktop_rag.selectors.llm_selectors import get_selector_from_llm as get_selector_from_llm
