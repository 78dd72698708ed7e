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
        SelectorPromptTemplate,
        display_prompt_dict,
        format_string,
        get_biggest_prompt,
        get_empty_prompt_txt,
        get_template_vars,
    )
    from desktop_rag.prompts.guidance_utils import convert_to_handlebars, pydantic_to_guidance_output_template
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
    "SelectorPromptTemplate",
    "convert_to_handlebars",
    "display_prompt_dict",
    "format_string",
    "get_biggest_prompt",
    "get_empty_prompt_txt",
    "get_template_vars",
    "pydantic_to_guidance_output_template",
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
            "SelectorPromptTemplate",
            "format_string",
            "get_biggest_prompt",
            "get_empty_prompt_txt",
            "get_template_vars",
            "display_prompt_dict",
        ),
        "guidance_utils": ("convert_to_handlebars", "pydantic_to_guidance_output_template"),
        "mixin": ("PromptMixin",),
        "rich": ("RichPromptTemplate",),
    },
)
