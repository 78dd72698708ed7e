"""Runs one question in the worker and shows its stages, text and answer in a turn."""

from functools import partial
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

from desktop_rag.config import OptionValue
from desktop_rag.config.options import FILTERS
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import (
    STALL_SECONDS,
    AgentStepTaken,
    AnswerChecked,
    AnswerDelta,
    AnswerReady,
    AnswerStage,
    AnswerThought,
    Event,
    JobCancelled,
    ModelAwaited,
    ModelSilence,
    SourcesFound,
)
from desktop_rag.core.results.answers import Answer
from desktop_rag.gui.settings.overrides import Overrides
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job
    from desktop_rag.gui.chat.turn_view import TurnView

    Waited = Job[Answer] | Job[str] | Job[object]

_TITLE = 60
_LOOK_MS = 1_000  # between two looks whether the model is silent


class QuestionRunner(QObject):
    """Runs at most one question at a time; a new one may start while a stopped one is still ending."""

    busy_changed = Signal(bool)
    conversation_started = Signal(str)
    sources_found = Signal(object, object)  # turn, tuple of sources
    answered = Signal(object, object)  # turn, Answer

    def __init__(self, bridge: Bridge, overrides: Overrides, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._overrides = overrides
        self._turn: TurnView | None = None
        self._stopped = False
        self._scope = ""
        self._job: Waited | None = None
        self._storing = False  # the job is not the answer's; stopping lets it end
        self._silence = ModelSilence()
        self._look = QTimer(self)
        self._look.setInterval(_LOOK_MS)
        self._look.timeout.connect(self._tell_stall)
        bridge.answer_stage.connect(self._on_stage)
        bridge.model_awaited.connect(self._on_model_awaited)
        bridge.sources_found.connect(self._on_sources)
        bridge.answer_delta.connect(self._on_delta)
        bridge.answer_restarted.connect(self._on_restart)
        bridge.answer_thought.connect(self._on_thought)
        bridge.answer_checked.connect(self._on_checked)
        bridge.agent_step.connect(self._on_step)
        bridge.answer_ready.connect(self._on_ready)
        bridge.job_ended.connect(self._on_end)

    @property
    def busy(self) -> bool:
        """True if an answer is on its way."""
        return self._job is not None

    def ask(self, turn: "TurnView", library: str, conversation_id: str, scope: str = "") -> None:
        """Ask the turn's question, in a new conversation when there is none yet.

        ``scope`` is a further condition on passages, as the settings write it.
        """
        self._scope = scope
        self._begin(turn)
        if conversation_id:
            self._ask_when_stored(library, turn, conversation_id)
            return
        title = " ".join(turn.question.split())
        title = title if len(title) <= _TITLE else f"{title[: _TITLE - 1].rstrip()}…"
        job = self._bridge.worker.conversations.create(library, title)
        self._job = self._bridge.run(job, partial(self._created, library, turn), self._fail)

    def resume(self, turn: "TurnView", library: str, conversation_id: str, place: int, scope: str = "") -> None:
        """Go on with the turn's answer; ``place`` is how many turns stand before it."""
        self._scope = scope
        turn.begin_again()
        self._begin(turn)
        overrides = self._scoped_overrides() or None
        job = self._bridge.worker.answers.resume(library, conversation_id, overrides=overrides, place=place)
        self._job = self._bridge.run(job, partial(self._show_kept, turn), self._fail)

    def stop(self) -> None:
        """Stop the answer; the text so far is kept."""
        self._stopped = True
        if self._job is not None and not self._storing:
            self._job.cancel()

    def abandon(self) -> None:
        """Stop the answer and show nothing more of it."""
        self.stop()
        self._turn = None
        self._finish()

    def _begin(self, turn: "TurnView") -> None:
        """Show that something happens, at once."""
        self._turn, self._stopped = turn, False
        self._silence = ModelSilence()
        self._look.start()
        turn.show_stage(words.stage("searching"))
        self.busy_changed.emit(True)  # noqa: FBT003

    def _created(self, library: str, turn: "TurnView", conversation_id: str) -> None:
        if turn is not self._turn:
            return
        self._overrides.attach(conversation_id)
        self.conversation_started.emit(conversation_id)
        self._ask_when_stored(library, turn, conversation_id)

    def _ask_when_stored(self, library: str, turn: "TurnView", conversation_id: str) -> None:
        storing = self._overrides.storing
        self._storing = storing is not None
        if storing is None:
            self._ask(library, turn, conversation_id)
        else:
            stored = partial(self._stored, library, turn, conversation_id)
            self._job = self._bridge.run(storing, stored, self._fail)

    def _stored(self, library: str, turn: "TurnView", conversation_id: str, _result: object) -> None:
        """Ask now that the settings are stored, unless there is something to wait for still."""
        if turn is self._turn:
            self._ask_when_stored(library, turn, conversation_id)

    def _ask(self, library: str, turn: "TurnView", conversation_id: str) -> None:
        """Hand the question to the worker, unless it was stopped meanwhile."""
        if self._stopped:
            turn.show_stopped()
            self._finish()
            return
        overrides = self._scoped_overrides() or None
        job = self._bridge.worker.answers.ask(
            library, turn.question, conversation_id=conversation_id, overrides=overrides
        )
        self._job = self._bridge.run(job, partial(self._show_kept, turn), self._fail)

    def _scoped_overrides(self) -> dict[str, OptionValue]:
        """Return the settings of this question alone: the conditions there are, and the scope."""
        if not self._scope:
            return {}
        lines = (self._overrides.config()[FILTERS], self._scope)
        return {FILTERS.key: "\n".join(line for line in lines if line.strip())}

    def _turn_of(self, event: Event) -> "TurnView | None":
        """Return the turn of an event, None when it is gone or another's; an event ends the notice of silence."""
        if self._job is None or event.job_id != self._job.id:
            return None
        # the person may have opened another conversation, which destroyed this one's turns
        turn = self._turn if self._turn is not None and shiboken6.isValid(self._turn) else None
        if turn is not None and self._silence.hear(event):
            turn.show_stall(0)
        return turn

    def _tell_stall(self) -> None:
        """Show that nothing has come from the model for some time."""
        seconds = self._silence.seconds()
        if seconds >= STALL_SECONDS and self._turn and shiboken6.isValid(self._turn):
            self._turn.show_stall(round(seconds))

    def _on_model_awaited(self, event: ModelAwaited) -> None:
        self._turn_of(event)

    def _on_stage(self, event: AnswerStage) -> None:
        if turn := self._turn_of(event):
            turn.show_stage(words.stage(event.stage, event.detail))

    def _on_step(self, event: AgentStepTaken) -> None:
        if turn := self._turn_of(event):
            turn.add_step(event.step)

    def _on_sources(self, event: SourcesFound) -> None:
        if turn := self._turn_of(event):
            turn.set_sources(event.sources)
            self.sources_found.emit(turn, event.sources)

    def _on_delta(self, job_id: int, text: str) -> None:
        if turn := self._turn_of(AnswerDelta(job_id, text)):
            turn.add_text(text)

    def _on_restart(self, job_id: int) -> None:
        if turn := self._turn_of(AnswerDelta(job_id, "", is_start=True)):
            turn.take_back()

    def _on_thought(self, job_id: int, text: str) -> None:
        if turn := self._turn_of(AnswerThought(job_id, text)):
            turn.thoughts.add(text)

    def _on_checked(self, event: AnswerChecked) -> None:
        if turn := self._turn_of(event):
            turn.show_checked(event)

    def _on_ready(self, event: AnswerReady) -> None:
        if turn := self._turn_of(event):
            turn.show_answer(event.answer)
            self.answered.emit(turn, event.answer)

    def _show_kept(self, turn: "TurnView", answer: Answer) -> None:
        """Show the answer as it is kept: one that could not be saved says so, one without more is the one before."""
        if turn is self._turn and shiboken6.isValid(turn) and turn.answer != answer:
            turn.show_answer(answer)
        self._finish()

    def _fail(self, error: UserError) -> None:
        if self._turn is not None and shiboken6.isValid(self._turn):
            self._turn.show_error(error)
        self._finish()

    def _on_end(self, event: Event) -> None:
        """Notice that the job was cancelled before it had anything to show."""
        if isinstance(event, JobCancelled) and (turn := self._turn_of(event)):
            turn.show_stopped()
            self._finish()

    def _finish(self) -> None:
        self._job, self._storing = None, False
        self._look.stop()
        if self._turn is not None and shiboken6.isValid(self._turn):
            self._turn.show_stall(0)
        self.busy_changed.emit(False)  # noqa: FBT003
