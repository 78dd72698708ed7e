"""Take a reasoning model's thoughts out of its answer, and keep them within a budget."""

from collections.abc import Callable

_OPEN = "<think>"
_CLOSE = "</think>"
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
    """Return how a server is told how long to think: services by their host, llama.cpp and vLLM by their kind."""
    fields = next((fields for name, fields in _BUDGETS if host == name or host.endswith(f".{name}")), None)
    if fields is not None:
        return fields(tokens)
    name = {"llama.cpp": "thinking_budget_tokens", "vllm": "thinking_token_budget"}.get(server)
    return {name: tokens} if name else {}


class ThoughtMeter:
    """Tells when thoughts are longer than a budget of tokens, None: never; ``count`` says how long a text is."""

    def __init__(self, budget: int | None, count: Callable[[str], float]) -> None:
        self._left = None if budget is None else budget * _LEEWAY + _MORE
        self._count = count
        self._waiting = ""

    def is_beyond(self, thought: str, text: str) -> bool:
        """Whether the thoughts so far are too long; once there is text of the answer, they never are."""
        if self._left is None or text:
            self._left = None
            return False
        self._waiting += thought
        if len(self._waiting) >= _MEASURED:
            self._left -= self._count(self._waiting)
            self._waiting = ""
        return self._left < 0


class ThinkFilter:
    """Removes ``<think>…</think>`` from text that comes in pieces, wherever the pieces are cut."""

    def __init__(self) -> None:
        self.thought = ""  # what the last piece added to the thoughts
        self._held = ""  # may be the beginning of a tag
        self._thoughts: list[str] = []
        self._thinking = False
        self._answered = False

    def feed(self, piece: str) -> str:
        """Return what of the text so far is surely part of the answer."""
        text, self._held = self._held + piece, ""
        thoughts: list[str] = []
        shown: list[str] = []
        start = 0
        while start < len(text):
            tag = _CLOSE if self._thinking else _OPEN
            end = text.find(tag, start)
            found = end >= 0
            if not found:
                # a tag may be cut anywhere between two pieces
                end = len(text) - _overlap(text[max(start, len(text) - len(tag)) :], tag)
                self._held = text[end:]
            self._take(text[start:end], thoughts, shown)
            start = len(text)
            if found:
                self._thinking = not self._thinking
                self._thoughts.clear()
                start = end + len(tag)
        self.thought = "".join(thoughts)
        return "".join(shown)

    def finish(self) -> str:
        """Return the rest: a half tag, or words after a ``<think>`` in mid-answer that never closed."""
        rest, self._held = self._held, ""
        if not self._thinking:
            return rest if self._answered or rest.strip() else ""
        return _OPEN + "".join(self._thoughts) + rest if self._answered else ""

    def _take(self, text: str, thoughts: list[str], shown: list[str]) -> None:
        """Put text where it belongs; white space before the answer's first word is dropped."""
        if self._thinking:
            self._thoughts.append(text)
            thoughts.append(text)
            return
        if not self._answered:
            text = text.lstrip()
        if text:
            self._answered = True
            shown.append(text)


def _overlap(text: str, tag: str) -> int:
    """Return how many characters at the end of ``text`` may begin ``tag``."""
    return next((size for size in range(min(len(tag) - 1, len(text)), 0, -1) if text.endswith(tag[:size])), 0)
