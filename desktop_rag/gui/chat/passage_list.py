"""An answer that is no text but a list of passages, written as Markdown with citations."""

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.results.answers import Answer
from desktop_rag.gui.chat import markdown
from desktop_rag.gui.widgets import words

_EXCERPT = 240


def passage_text(answer: Answer) -> str:
    """Return the passages with their places."""
    return "\n\n".join(
        f"**{markdown.escape(words.place(source))}** [{source.rank}]\n\n"
        f"> {markdown.escape(words.excerpt(words.plain(source.text), _EXCERPT))}"
        for source in answer.sources
    )


def nothing_found() -> str:
    """Return what to say when no passage was found."""
    return QCoreApplication.translate(
        "Passages", "No passage of this library matches. Try other words, or fewer of them."
    )
