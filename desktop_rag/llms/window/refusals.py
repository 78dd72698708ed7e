"""Reads how long a prompt was, and how long it may be, from what servers say when it is too long."""

import re

from desktop_rag.llms.json_values import count_at, number_in, parsed

_NUMBER = r"(\d[\d,]*)"
_PROMPTS = tuple(
    re.compile(pattern.replace("N", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"\(N in (?:the )?(?:your )?(?:prompt|messages|text input)",  # vLLM, OpenAI (older)
        r"messages resulted in N tokens",  # OpenAI
        r"request \(N tokens\) exceeds",  # llama.cpp
        r"n_keep:? N >=",  # LM Studio
        r"prompt is too long: N tokens",  # Anthropic
        r"(?:prompt|input) contains (?:at least )?N (?:input )?tokens",  # Mistral, vLLM
        r"input token count (?:is |of )?\(?N\)?",  # Gemini
        r"input length (?:of |is )?\(?N\)?",
        r"requested (?:about )?N tokens",  # with the answer: only where nothing else was told
    )
)
_WINDOWS = tuple(
    re.compile(pattern.replace("N", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"maximum context length (?:is|of) N",  # OpenAI, vLLM
        r"available context size \(N tokens\)",  # llama.cpp
        r"(?:loaded with )?context length of (?:only )?N",  # LM Studio
        r">= n_ctx:? N",
        r"> N maximum",  # Anthropic
        r"model with N maximum context",  # Mistral
        r"maximum number of tokens allowed \(?N\)?",  # Gemini
        r"(?:context (?:length|window|size)|n_ctx)\D{0,24}N",
    )
)


def too_long_numbers(text: str) -> tuple[int | None, int | None]:
    """Return the tokens of the prompt and of the model's window; None for a missing number."""
    value = parsed(text)
    prompt = count_at(value, "error", "n_prompt_tokens") or count_at(value, "n_prompt_tokens")
    window = count_at(value, "error", "n_ctx") or count_at(value, "n_ctx")
    return prompt or _first(_PROMPTS, text), window or _first(_WINDOWS, text)


def _first(patterns: tuple[re.Pattern[str], ...], text: str) -> int | None:
    found = (pattern.search(text) for pattern in patterns)
    return next((number for match in found if match and (number := number_in(match.group(1))) is not None), None)
