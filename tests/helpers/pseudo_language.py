"""A language that nobody speaks: every word of English is longer by 40 % and begins with a mark of its own."""

from PySide6.QtCore import QObject, QTranslator

MARK = "⟦"
_LONGER = 0.4


def pseudo(text: str) -> str:
    """Return a text with its placeholders and keys, 40 % longer, between marks."""
    return f"{MARK}{text}{'·' * max(1, round(len(text) * _LONGER))}⟧"


class PseudoLanguage(QTranslator):
    """Translates every text that the window has translated; what stays English in the window is not."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.asked: set[tuple[str, str]] = set()

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's
        """Return that there is something to translate with: an empty one is not installed."""
        return False

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:
        """Return the text in this language."""
        self.asked.add((context, text))
        return pseudo(text)
