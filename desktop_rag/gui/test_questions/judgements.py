"""Store a person's verdict on an answer (“This doesn't answer it”) among the test questions."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.test_questions import JudgedQuestion, QuestionSet, QuotedWords, quoted_words
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.search.pane import SearchPane
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.pane import SourcePane
from desktop_rag.gui.widgets.basics import NoticeButton

if TYPE_CHECKING:
    from desktop_rag.gui.chat.turn_view import TurnView


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question of a library, the one before it in its conversation ("": none), and its turn if it has one."""

    library: str
    question: str
    before: str = ""
    turn: "TurnView | None" = None


class AnswerJudgements(QObject):
    """Stores a person's judgements of answers, and lets them undo one; one question at a time waits for its words."""

    def __init__(
        self, bridge: Bridge, chat: ChatPane, search: SearchPane, sources: SourcePane, window: QWidget
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._chat = chat
        self._search = search
        self._sources = sources
        self._waiting: _Asked | None = None
        chat.refused.connect(self.refuse)
        sources.answer_bar.shown.connect(self.choose_open)
        sources.answer_bar.dropped.connect(self._drop)
        sources.answer_shown.connect(self._choose_source)
        chat.conversation_shown.connect(self._drop)

    def refuse_answer(self) -> None:
        """Mark the last answer as not answering its question."""
        turn = self._chat.turns.last_answered()
        if turn is not None:
            self.refuse(turn)

    def refuse(self, turn: "TurnView") -> None:
        """Mark a turn's answer as not answering its question."""
        answer, library = turn.answer, self._chat.overrides.library
        if answer is None or not turn.can_be_refused or not library:
            return
        asked = _Asked(library, turn.question, self._chat.turns.question_before(turn), turn)
        job = self._bridge.worker.test_questions.refuse(library, asked.question, asked.before, quoted_words(answer))
        self._bridge.run(job, partial(self._refused, asked), self._chat.show_error)

    def choose_open(self) -> None:
        """Mark the open source's selection, or else its marked words, as answering the question."""
        viewer = self._sources.opened
        source = viewer.source() if viewer is not None else None
        if viewer is None or source is None:
            self._sources.say(self.tr("Open the source first."))
        else:
            self._choose(source, viewer.selected_words() or _words_of(source))

    def _choose_source(self, source: Source) -> None:
        """Mark a passage of the list as answering the question."""
        self._choose(source, _words_of(source))

    def _choose(self, source: Source, words: QuotedWords) -> None:
        asked = self._question_of(source)
        if asked is None:
            self._sources.say(self.tr("Ask a question first."))
            return
        asked = _Asked(source.library or asked.library, asked.question, asked.before, asked.turn)
        job = self._bridge.worker.test_questions.choose(asked.library, asked.question, asked.before, words)
        self._bridge.run(job, partial(self._chosen, asked, words), self._sources.show_error)

    def _question_of(self, source: Source) -> _Asked | None:
        """Return the question that waits, or else the one that a source was found for."""
        if self._waiting is not None:
            return self._waiting
        library = self._sources.library
        if self._search.isVisible():
            query = self._search.box.edit.text().strip()
            return _Asked(library, query) if query else None
        turn = self._chat.turns.last_with(source)
        return _Asked(library, turn.question, self._chat.turns.question_before(turn), turn) if turn else None

    def _refused(self, asked: _Asked, judged: JudgedQuestion) -> None:
        if asked.turn not in self._chat.turns.turns():
            return  # the person has gone on to another conversation
        self._waiting = asked
        self._sources.answer_bar.ask_for(asked.question)
        self._sources.wanted.emit()
        self._tell(
            asked,
            judged,
            self.tr("Kept as a test question. These words won't be quoted for it again."),
            self.tr("Next, show in the sources what answers it."),
        )

    def _chosen(self, asked: _Asked, words: QuotedWords, judged: JudgedQuestion) -> None:
        self._drop()
        told = self.tr("Next time “{file}” comes first for this question.").format(file=shown_name(words.file))
        self._sources.say(told)
        self._tell(asked, judged, told)

    def _tell(self, asked: _Asked, judged: JudgedQuestion, message: str, next_step: str = "") -> None:
        if asked.turn in self._chat.turns.turns():
            undo = NoticeButton(self.tr("Undo"), "judgement_undo_button", partial(self._undo, asked, judged))
            asked.turn.show_judgement(message, next_step, (undo,))

    def _undo(self, asked: _Asked, judged: JudgedQuestion) -> None:
        job = self._bridge.worker.test_questions.put_back(asked.library, judged)
        self._bridge.run(job, partial(self._undone, asked), self._chat.show_error)

    def _undone(self, asked: _Asked, _kept: QuestionSet) -> None:
        self._drop()
        if asked.turn in self._chat.turns.turns():
            asked.turn.hide_judgement()

    def _drop(self, *_of_signal: object) -> None:
        """Let no question wait any longer."""
        self._waiting = None
        self._sources.answer_bar.ask_for("")


def _words_of(source: Source) -> QuotedWords:
    return QuotedWords(source.file, source.page, source.text)
