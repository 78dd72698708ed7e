"""Response synthesizers: they write an answer from nodes.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.response_synthesizers.accumulate import Accumulate
    from desktop_rag.response_synthesizers.base import BaseSynthesizer
    from desktop_rag.response_synthesizers.compact_and_accumulate import CompactAndAccumulate
    from desktop_rag.response_synthesizers.compact_and_refine import CompactAndRefine
    from desktop_rag.response_synthesizers.context_only import ContextOnly
    from desktop_rag.response_synthesizers.factory import get_response_synthesizer
    from desktop_rag.response_synthesizers.generation import Generation
    from desktop_rag.response_synthesizers.no_text import NoText
    from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
    from desktop_rag.response_synthesizers.refine import Refine
    from desktop_rag.response_synthesizers.simple_summarize import SimpleSummarize
    from desktop_rag.response_synthesizers.tree_summarize import TreeSummarize
    from desktop_rag.response_synthesizers.type import ResponseMode

__all__ = [
    "Accumulate",
    "BaseSynthesizer",
    "CompactAndAccumulate",
    "CompactAndRefine",
    "ContextOnly",
    "Generation",
    "NoText",
    "PromptHelper",
    "Refine",
    "ResponseMode",
    "SimpleSummarize",
    "TreeSummarize",
    "get_response_synthesizer",
]

__getattr__ = lazily(
    __name__,
    {
        "accumulate": ("Accumulate",),
        "base": ("BaseSynthesizer",),
        "compact_and_accumulate": ("CompactAndAccumulate",),
        "compact_and_refine": ("CompactAndRefine",),
        "context_only": ("ContextOnly",),
        "factory": ("get_response_synthesizer",),
        "generation": ("Generation",),
        "no_text": ("NoText",),
        "prompt_helper": ("PromptHelper",),
        "refine": ("Refine",),
        "simple_summarize": ("SimpleSummarize",),
        "tree_summarize": ("TreeSummarize",),
        "type": ("ResponseMode",),
    },
)
