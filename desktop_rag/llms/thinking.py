"""Take a reasoning model's thoughts out of its answer."""

_OPEN = "<think>"
_CLOSE = "</think>"


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
        self.thought = ""
        shown: list[str] = []
        while text:
            tag = _CLOSE if self._thinking else _OPEN
            before, found, after = text.partition(tag)
            if not found:
                # a tag may be cut anywhere between two pieces
                keep = _overlap(before, tag)
                self._held = before[len(before) - keep :]
                before = before[: len(before) - keep]
            self._take(before, shown)
            if found:
                self._thinking = not self._thinking
                self._thoughts.clear()
            text = after
        return "".join(shown)

    def finish(self) -> str:
        """Return the rest: a half tag, or words after a ``<think>`` in mid-answer that never closed."""
        rest, self._held = self._held, ""
        if not self._thinking:
            return rest if self._answered or rest.strip() else ""
        return _OPEN + "".join(self._thoughts) + rest if self._answered else ""

    def _take(self, text: str, shown: list[str]) -> None:
        """Put text where it belongs; white space before the answer's first word is dropped."""
        if self._thinking:
            self._thoughts.append(text)
            self.thought += text
            return
        if not self._answered:
            text = text.lstrip()
        if text:
            self._answered = True
            shown.append(text)


def _overlap(text: str, tag: str) -> int:
    """Return how many characters at the end of ``text`` may begin ``tag``."""
    return next((size for size in range(min(len(tag) - 1, len(text)), 0, -1) if text.endswith(tag[:size])), 0)
