"""A tokenizer that notes what it is asked to count."""

from desktop_rag.text.tokenizer import get_tokenizer


class CountingTokenizer:
    """Counts like the usual tokenizer; ``counted`` are the texts."""

    def __init__(self) -> None:
        self._inner = get_tokenizer()
        self.counted: list[str] = []

    def count(self, text: str) -> int:
        self.counted.append(text)
        return self._inner.count(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)
