"""How many tokens short parts of texts have, remembered."""

from collections.abc import Sequence
from functools import cache

from desktop_rag.text.tokenizer import Encoding, Tokenizer

_REMEMBERED = 300_000
_LONGEST = 48


class PartSizes(dict[str, int]):
    """The tokens of short parts, counted when they are first asked for."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._count = tokenizer.count_anew if isinstance(tokenizer, Encoding) else tokenizer.count

    def __missing__(self, part: str) -> int:
        """Count a new part."""
        size = self._count(part)
        if len(part) <= _LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[part] = size
        return size

    def of(self, parts: Sequence[str]) -> list[int]:
        """Return the sizes of some parts."""
        return list(map(self.__getitem__, parts))


@cache
def part_sizes(tokenizer: Tokenizer) -> PartSizes:
    """Return the remembered sizes of parts for a tokenizer."""
    return PartSizes(tokenizer)
