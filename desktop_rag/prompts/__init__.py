"""Prompts: templates and their wording.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage, MessageTemplate, PromptTemplate
    from desktop_rag.prompts.mixin import PromptMixin

__all__ = ["ChatPromptTemplate", "FixedMessage", "MessageTemplate", "PromptMixin", "PromptTemplate"]

__getattr__ = lazily(
    __name__,
    {
        "base": (
            "ChatPromptTemplate",
            "FixedMessage",
            "MessageTemplate",
            "PromptTemplate",
        ),
        "mixin": ("PromptMixin",),
    },
)
