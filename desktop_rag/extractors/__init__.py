"""Extractors: what a model finds out about nodes goes into their metadata.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.extractors.base import BaseExtractor
    from desktop_rag.extractors.document_context import DocumentContextExtractor
    from desktop_rag.extractors.metadata_extractors import (
        KeywordExtractor,
        PydanticProgramExtractor,
        QuestionsAnsweredExtractor,
        SummaryExtractor,
        TitleExtractor,
    )

__all__ = [
    "BaseExtractor",
    "DocumentContextExtractor",
    "KeywordExtractor",
    "PydanticProgramExtractor",
    "QuestionsAnsweredExtractor",
    "SummaryExtractor",
    "TitleExtractor",
]

__getattr__ = lazily(
    __name__,
    {
        "base": ("BaseExtractor",),
        "document_context": ("DocumentContextExtractor",),
        "metadata_extractors": (
            "KeywordExtractor",
            "PydanticProgramExtractor",
            "QuestionsAnsweredExtractor",
            "SummaryExtractor",
            "TitleExtractor",
        ),
    },
)
