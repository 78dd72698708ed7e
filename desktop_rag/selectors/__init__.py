"""Selectors: a model chooses between several ways of answering.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.selectors.base import BaseSelector, MultiSelection, SelectorResult, SingleSelection
    from desktop_rag.selectors.embedding_selectors import EmbeddingSingleSelector
    from desktop_rag.selectors.llm_selectors import LLMMultiSelector, LLMSingleSelector
    from desktop_rag.selectors.pydantic_selectors import PydanticMultiSelector, PydanticSingleSelector
    from desktop_rag.selectors.replies import SelectionOutputParser
    from desktop_rag.selectors.utils import get_selector_from_llm

__all__ = [
    "BaseSelector",
    "EmbeddingSingleSelector",
    "LLMMultiSelector",
    "LLMSingleSelector",
    "MultiSelection",
    "PydanticMultiSelector",
    "PydanticSingleSelector",
    "SelectionOutputParser",
    "SelectorResult",
    "SingleSelection",
    "get_selector_from_llm",
]

__getattr__ = lazily(
    __name__,
    {
        "embedding_selectors": ("EmbeddingSingleSelector",),
        "replies": ("SelectionOutputParser",),
        "base": (
            "BaseSelector",
            "SelectorResult",
            "SingleSelection",
            "MultiSelection",
        ),
        "llm_selectors": (
            "LLMMultiSelector",
            "LLMSingleSelector",
        ),
        "pydantic_selectors": (
            "PydanticMultiSelector",
            "PydanticSingleSelector",
        ),
        "utils": ("get_selector_from_llm",),
    },
)
