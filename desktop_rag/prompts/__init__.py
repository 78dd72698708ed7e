"""Prompts: templates and their wording.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.prompts.base import ChatPromptTemplate, MessageTemplate, PromptTemplate
    from desktop_rag.prompts.mixin import PromptMixin

__all__ = ["ChatPromptTemplate", "MessageTemplate", "PromptMixin", "PromptTemplate"]

__getattr__ = lazily(
    __name__,
    {
        "base": (
            "ChatPromptTemplate",
            "MessageTemplate",
            "PromptTemplate",
        ),
        "mixin": ("PromptMixin",),
    },
)
