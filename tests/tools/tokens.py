"""Prints how many tokens texts in many scripts have: estimated before anything is learnt, learnt, and true.

python -m tests.tools.tokens                             the real small model (SmolLM2)
python -m tests.tools.tokens http://127.0.0.1:8080/v1 NAME    a server that counts tokens (llama.cpp, vLLM)
"""

import sys
from collections.abc import Callable
from contextlib import nullcontext

from desktop_rag.llms.openai_like import OpenAILike, ServerTokens
from desktop_rag.text.script_sizes import script_sizes
from desktop_rag.text.token_factors import RequestSize, TokenFactors
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.languages import TEXTS
from tests.helpers.llama_server import LlamaServer

_LINE = "{:<12}{:>7}{:>9}{:>12}{:>9}{:>9}"


def lines(true_tokens: Callable[[str], int | None]) -> list[str]:
    """Return the table; learnt is what three requests in the language have taught."""
    table = [_LINE.format("", "true", "cl100k", "unlearnt", "learnt", "true/cl")]
    for language, text in TEXTS.items():
        true = true_tokens(text)
        if true is None:
            return ["The server does not tell how many tokens a text has."]
        size, factors = RequestSize(script_sizes(text)), TokenFactors()
        first = factors.estimate(size).high
        for _ in range(3):
            factors.learn(size, true)
        plain = get_tokenizer().count(text)
        learnt = factors.estimate(size).high
        table.append(_LINE.format(language, true, plain, f"{first:.0f}", f"{learnt:.0f}", f"{true / plain:.2f}"))
    return table


def main(arguments: list[str]) -> None:
    """Print the table of the model at an address, or of the real small one."""
    with LlamaServer(context_window=512) if len(arguments) < 2 else nullcontext() as server:
        address, model = (server.base_url, server.model) if server else (arguments[0], arguments[1])
        llm = OpenAILike(model, address)
        tokens = ServerTokens(model, llm._asking_client, lambda: llm.address)
        print("\n".join(lines(tokens.of_text)))


if __name__ == "__main__":
    main(sys.argv[1:])
