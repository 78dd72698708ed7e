"""Programs: a filled-in template goes to a model, and an object of a wanted class comes back.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.program.base import BasePydanticProgram
    from desktop_rag.program.function_program import FunctionCallingProgram, get_function_tool, get_program_for_llm
    from desktop_rag.program.llm_program import LLMTextCompletionProgram

__all__ = [
    "BasePydanticProgram",
    "FunctionCallingProgram",
    "LLMTextCompletionProgram",
    "get_function_tool",
    "get_program_for_llm",
]

__getattr__ = lazily(
    __name__,
    {
        "base": ("BasePydanticProgram",),
        "function_program": ("FunctionCallingProgram", "get_function_tool", "get_program_for_llm"),
        "llm_program": ("LLMTextCompletionProgram",),
    },
)
