"""The metrics of the test questions, and what changed since the baseline run."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_rag.core.results.test_questions import QuestionSet
from desktop_rag.evaluation.baseline import Moved
from desktop_rag.evaluation.metrics import FIGURES
from desktop_rag.gui.test_questions.model import comparison, figure_texts
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import label


def _tr(text: str) -> str:
    return QCoreApplication.translate("TestQuestions", text)


class FigureCards(QWidget):
    """A card for each figure."""

    def __init__(self) -> None:
        super().__init__()
        self._figures: dict[str, QLabel] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        meanings = (
            self.tr("Expected source ranked first"),
            self.tr("Expected sources in the top five"),
            self.tr("Average position (higher is better)"),
            self.tr("Ranking of the top ten"),
        )
        for name, meaning in zip(FIGURES, meanings, strict=True):
            row.addWidget(self._make_card(name, meaning), 1)

    def show_questions(self, question_set: QuestionSet) -> None:
        """Show each figure, as “before → now” where there are both."""
        for name, text in figure_texts(question_set, FIGURES).items():
            self._figures[name].setText(text)

    def _make_card(self, name: str, meaning: str) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        inner = QVBoxLayout(card)
        inner.setContentsMargins(12, 8, 12, 8)
        inner.setSpacing(2)
        self._figures[name] = label("–", "title")
        self._figures[name].setObjectName(f"questions_{name}")
        inner.addWidget(self._figures[name])
        inner.addWidget(label(meaning, "muted", wrap=True))
        inner.addWidget(label(name, "small"))
        return card


def change_text(question_set: QuestionSet) -> str:
    """Return a sentence on what changed since the baseline run."""
    if not question_set.questions:
        return _tr(
            "No test questions yet. Choose “Save as test question” from the menu of a source or a search "
            "result, or add one here."
        )
    changed = comparison(question_set)
    if changed is None:
        return _tr("Not asked yet.")
    if (
        question_set.baseline is not None
        and question_set.last is not None
        and question_set.baseline.made == question_set.last.made
    ):
        return _tr("Later runs are compared with this one.")
    texts = {question.id: question.text for question in question_set.questions}
    parts = [_moved_text(_tr("Better"), changed.better, texts), _moved_text(_tr("Worse"), changed.worse, texts)]
    if not changed.same_questions:
        parts.append(_tr("The questions have changed since the saved result, so the scores can't be compared."))
    return " · ".join(parts)


def _moved_text(title: str, moved: Sequence[Moved], texts: Mapping[str, str]) -> str:
    """Return how many questions moved one way, with the first of them."""
    names = ", ".join(words.quoted(words.excerpt(texts.get(one.id, one.id), 40)) for one in moved[:3])
    return f"{title}: {len(moved)}" + (f" ({names})" if moved else "")
