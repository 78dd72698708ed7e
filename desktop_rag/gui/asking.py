"""Carries one question through the worker: conversation, stages, words, answer, and the stop button."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, Signal

from desktop_rag.errors import UserError
from desktop_rag.events import AnswerReady, AnswerStage, Event, JobCancelled, SourcesFound
from desktop_rag.gui import markdown, words
from desktop_rag.gui.bridge import Bridge
from desktop_rag.gui.turn_view import TurnView
from desktop_rag.readers.formats import is_paged
from desktop_rag.results import Answer, Source

if TYPE_CHECKING:
    from desktop_rag.worker.job import Job

_TITLE = 60
SEARCH_RESULTS = 20


class Asking(QObject):
    """At most one question at a time; a new one may start while a stopped one is still ending."""

    busy_changed = Signal(bool)
    conversation_started = Signal(str)
    sources_found = Signal(object, object)  # turn, tuple of sources
    answered = Signal(object, object)  # turn, Answer

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._turn: TurnView | None = None
        self._stopped = False
        self._job: Job[Answer] | Job[tuple[Source, ...]] | Job[str] | None = None
        bridge.answer_stage.connect(self._on_stage)
        bridge.sources_found.connect(self._on_sources)
        bridge.answer_delta.connect(self._on_delta)
        bridge.answer_ready.connect(self._on_ready)
        bridge.job_ended.connect(self._on_end)

    @property
    def busy(self) -> bool:
        """Whether an answer is on its way."""
        return self._job is not None

    def ask(self, turn: TurnView, library: str, conversation_id: str) -> None:
        """Ask the turn's question, in a new conversation when there is none yet."""
        self._begin(turn)
        if conversation_id:
            self._ask(library, turn, conversation_id)
            return
        title = " ".join(turn.question.split())
        title = title if len(title) <= _TITLE else f"{title[: _TITLE - 1].rstrip()}…"
        job = self._bridge.worker.create_conversation(library, title)
        self._job = self._bridge.run(job, partial(self._created, library, turn), self._fail)

    def search(self, turn: TurnView, library: str) -> None:
        """List the passages that match the turn's question, without an answer."""
        self._begin(turn)
        job = self._bridge.worker.search(library, turn.question, top_k=SEARCH_RESULTS)
        self._job = self._bridge.run(job, self._found, self._fail)

    def stop(self) -> None:
        """Stop the answer; what came is kept."""
        self._stopped = True
        if self._job is not None:
            self._job.cancel()

    def abandon(self) -> None:
        """Stop the answer and show nothing more of it."""
        self.stop()
        self._turn = None
        self._finish()

    def _begin(self, turn: TurnView) -> None:
        """Show that something happens, at once."""
        self._turn, self._stopped = turn, False
        turn.show_stage(words.stage("searching"))
        self.busy_changed.emit(True)  # noqa: FBT003

    def _created(self, library: str, turn: TurnView, conversation_id: str) -> None:
        """Ask in the conversation just made."""
        if turn is not self._turn:
            return
        self.conversation_started.emit(conversation_id)
        if self._stopped:
            turn.show_stopped()
            self._finish()
        else:
            self._ask(library, turn, conversation_id)

    def _ask(self, library: str, turn: TurnView, conversation_id: str) -> None:
        """Hand the question to the worker."""
        job = self._bridge.worker.ask(library, turn.question, conversation_id=conversation_id)
        self._job = self._bridge.run(job, self._done, self._fail)

    def _mine(self, event: Event) -> TurnView | None:
        """Return the turn an event belongs to, None when it is gone or another's."""
        if self._job is None or event.job_id != self._job.id:
            return None
        return self._turn if self._turn is not None and shiboken6.isValid(self._turn) else None

    def _on_stage(self, event: AnswerStage) -> None:
        """Say what is happening."""
        if turn := self._mine(event):
            turn.show_stage(words.stage(event.stage))

    def _on_sources(self, event: SourcesFound) -> None:
        """Show the passages beside the answer before it begins."""
        if turn := self._mine(event):
            turn.set_sources(event.sources)
            self.sources_found.emit(turn, event.sources)

    def _on_delta(self, job_id: int, text: str) -> None:
        """Show the next words."""
        if turn := self._mine(Event(job_id)):
            turn.add_text(text)

    def _on_ready(self, event: AnswerReady) -> None:
        """Show the whole answer with its citations."""
        if turn := self._mine(event):
            turn.show_answer(event.answer)
            self.answered.emit(turn, event.answer)

    def _found(self, sources: Sequence[Source]) -> None:
        """Show what a search found."""
        turn = self._turn
        if turn is not None and shiboken6.isValid(turn):
            turn.show_answer(self._passages(turn.question, tuple(sources)))
            self.sources_found.emit(turn, tuple(sources))
        self._finish()

    def _passages(self, question: str, sources: tuple[Source, ...]) -> Answer:
        """Write what a search found as a list with citations."""
        lines = [
            f"**{markdown.escape(words.place(source, paged=is_paged(source.file)))}** [{source.rank}]\n\n"
            f"> {markdown.escape(words.excerpt(words.plain(source.text), 240))}"
            for source in sources
        ]
        nothing = self.tr("No passage of this library matches. Try other words, or fewer of them.")
        notice = "" if sources else nothing
        return Answer(question, "\n\n".join(lines), (), sources, model="", extractive=False, notice=notice)

    def _done(self, _answer: Answer) -> None:
        """End a job that went well."""
        self._finish()

    def _fail(self, error: UserError) -> None:
        """Show why there is no answer."""
        if self._turn is not None and shiboken6.isValid(self._turn):
            self._turn.show_error(error)
        self._finish()

    def _on_end(self, event: Event) -> None:
        """Notice that the job was cancelled before it had anything to show."""
        if isinstance(event, JobCancelled) and (turn := self._mine(event)):
            turn.show_stopped()
            self._finish()

    def _finish(self) -> None:
        """Be ready for the next question."""
        self._job = None
        self.busy_changed.emit(False)  # noqa: FBT003
