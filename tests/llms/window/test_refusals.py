"""Servers say in many ways how long a prompt was and how long it may be."""

import pytest

from desktop_rag.llms.failures import too_long_numbers

SAID = {
    "llama.cpp": (
        (
            '{"error":{"code":400,"message":"request (2430 tokens) exceeds the available context size (512 tokens), '
            'try increasing it","type":"exceed_context_size_error","n_prompt_tokens":2430,"n_ctx":512}}'
        ),
        (2430, 512),
    ),
    "llama.cpp in words": ("request (2430 tokens) exceeds the available context size (512 tokens)", (2430, 512)),
    "llama.cpp, older": (
        "the request exceeds the available context size. try increasing the context size",
        (None, None),
    ),
    "OpenAI": (
        (
            '{"error":{"message":"This model\'s maximum context length is 8192 tokens. However, your messages resulted '
            'in 10,021 tokens. Please reduce the length of the messages.","code":"context_length_exceeded"}}'
        ),
        (10021, 8192),
    ),
    "OpenAI, with the answer": (
        (
            "This model's maximum context length is 4097 tokens, however you requested 5000 tokens (4000 in your "
            "prompt; 1000 for the completion)."
        ),
        (4000, 4097),
    ),
    "vLLM": (
        (
            "This model's maximum context length is 2048 tokens. However, you requested 3012 tokens (2500 in the "
            "messages, 512 in the completion)."
        ),
        (2500, 2048),
    ),
    "vLLM, newer": (
        (
            "This model's maximum context length is 2048 tokens. However, your request has an input that contains 2500 "
            "input tokens. The prompt contains at least 2500 input tokens."
        ),
        (2500, 2048),
    ),
    "LM Studio": (
        (
            "Trying to keep the first 5120 tokens when context the overflows. However, the model is loaded with "
            "context length of only 4096 tokens, which is not enough."
        ),
        (None, 4096),
    ),
    "LM Studio, n_keep": (
        "The number of tokens to keep is greater than the context (n_keep: 5120 >= n_ctx: 4096)",
        (5120, 4096),
    ),
    "Ollama": ('{"error":"the input length exceeds the context length"}', (None, None)),
    "Anthropic": ("prompt is too long: 209000 tokens > 200000 maximum", (209000, 200000)),
    "Gemini": ("The input token count (32000) exceeds the maximum number of tokens allowed (30720).", (32000, 30720)),
    "Mistral": (
        "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        (40000, 32768),
    ),
    "nothing": ("", (None, None)),
}


@pytest.mark.parametrize("server", SAID)
def test_the_servers_own_numbers_are_read(server: str) -> None:
    text, numbers = SAID[server]
    assert too_long_numbers(text) == numbers
