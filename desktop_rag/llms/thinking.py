"""Keep a reasoning model's thoughts within a budget."""

from collections.abc import Callable

_LEEWAY = 1.25  # our counts are estimates, and a server that was told the budget is to end the thoughts by itself
_MORE = 32  # tokens
_MEASURED = 200  # characters of thoughts that are counted at a time
_BUDGETS: tuple[tuple[str, Callable[[int], dict[str, object]]], ...] = (
    ("openrouter.ai", lambda tokens: {"reasoning": {"max_tokens": tokens}}),
    ("anthropic.com", lambda tokens: {"thinking": {"type": "enabled", "budget_tokens": tokens}}),
    (
        "googleapis.com",
        lambda tokens: {"extra_body": {"google": {"thinking_config": {"thinking_budget": tokens}}}},
    ),
    ("aliyuncs.com", lambda tokens: {"enable_thinking": True, "thinking_budget": tokens}),
    ("siliconflow.com", lambda tokens: {"enable_thinking": True, "thinking_budget": tokens}),
    ("siliconflow.cn", lambda tokens: {"enable_thinking": True, "thinking_budget": tokens}),
)


def budget_fields(host: str, server: str, tokens: int) -> dict[str, object]:
    """Return a server's fields for a thinking budget: services by their host, llama.cpp and vLLM by their kind."""
    fields = next((fields for name, fields in _BUDGETS if host == name or host.endswith(f".{name}")), None)
    if fields is not None:
        return fields(tokens)
    name = {"llama.cpp": "thinking_budget_tokens", "vllm": "thinking_token_budget"}.get(server)
    return {name: tokens} if name else {}


class ThoughtMeter:
    """Checks thoughts against a budget of tokens, None: no limit; ``count`` returns the tokens of a text."""

    def __init__(self, budget: int | None, count: Callable[[str], float]) -> None:
        self._left = None if budget is None else budget * _LEEWAY + _MORE
        self._count = count
        self._waiting = ""

    def is_beyond(self, thought: str, text: str) -> bool:
        """Return True if the thoughts so far are too long; never once there is text of the answer."""
        if self._left is None or text:
            self._left = None
            return False
        self._waiting += thought
        if len(self._waiting) >= _MEASURED:
            self._left -= self._count(self._waiting)
            self._waiting = ""
        return self._left < 0
