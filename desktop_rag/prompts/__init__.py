"""Prompts: templates and their wording.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.core.messages import ChatMessage, MessageRole
    from desktop_rag.prompts.base import (
        BasePromptTemplate,
        ChatPromptTemplate,
        FixedMessage,
        MessageTemplate,
        PromptTemplate,
        PromptType,
        display_prompt_dict,
        get_biggest_prompt,
        get_empty_prompt_txt,
    )
    from desktop_rag.prompts.mixin import PromptMixin
    from desktop_rag.prompts.rich import RichPromptTemplate

__all__ = [
    "BasePromptTemplate",
    "ChatMessage",
    "ChatPromptTemplate",
    "FixedMessage",
    "MessageRole",
    "MessageTemplate",
    "PromptMixin",
    "PromptTemplate",
    "PromptType",
    "RichPromptTemplate",
    "display_prompt_dict",
    "get_biggest_prompt",
    "get_empty_prompt_txt",
]

__getattr__ = lazily(
    __name__,
    {
        "desktop_rag.core.messages": (
            "ChatMessage",
            "MessageRole",
        ),
        "base": (
            "BasePromptTemplate",
            "ChatPromptTemplate",
            "FixedMessage",
            "MessageTemplate",
            "PromptTemplate",
            "PromptType",
            "get_biggest_prompt",
            "get_empty_prompt_txt",
            "display_prompt_dict",
        ),
        "mixin": ("PromptMixin",),
        "rich": ("RichPromptTemplate",),
    },
)
