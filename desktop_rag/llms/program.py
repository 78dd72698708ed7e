"""The model that a program chose once in ``Settings``, for parts that stand below it."""

from collections.abc import Callable

from desktop_rag.llms.base import LLM


class _Program:
    """Where the choice is asked for; nothing is chosen where nobody imported ``Settings``."""

    llm: Callable[[], LLM | None] | None = None


def set_program_llm(chosen: Callable[[], LLM | None]) -> None:
    """Let ``program_llm`` ask here."""
    _Program.llm = chosen


def program_llm() -> LLM | None:
    """Return the model of ``Settings``, None where there is none."""
    return None if _Program.llm is None else _Program.llm()
