"""The options that a library and a conversation override: read, kept and stored."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal

from desktop_rag.config import OPTIONS_BY_KEY, AnyOption, Config, OptionValue
from desktop_rag.config.options import ANSWERS, DOCUMENTS_ONLY, MODE, MODEL, SEARCH
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import Event
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.words import option_text

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

Values = dict[str, OptionValue]
Edit = Callable[[Values], Values]
GROUPS = (SEARCH, ANSWERS)
_OF_MODEL = frozenset(option.key for option in MODEL.options)
_AT_HAND = frozenset([MODE.key, DOCUMENTS_ONLY.key]) | _OF_MODEL  # chosen, and seen, beside the question


def advanced_options() -> list[AnyOption]:
    """Return the options that a conversation or a library may have otherwise; searching first, the mode apart."""
    return [option for group in GROUPS for option in group.options if option.per_conversation and option != MODE]


class Overrides(QObject):
    """Defaults, then the person's settings, then the library's, then the conversation's.

    Before a conversation exists its values are kept here; ``attach`` stores them once it does. A change made while
    a conversation's values are still being read is made again on those values.
    """

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._library = ""
        self._conversation_id = ""
        self._of_library: Values = {}
        self._of_conversation: Values = {}
        self._library_wanted = ""  # whose values are being read; a change in between makes that void
        self._reading: dict[str, Job[dict[str, OptionValue]]] = {}  # by conversation
        self._edits: dict[str, list[Edit]] = {}  # by conversation: what waits for its values
        self._storing: Job[None] | None = None
        self._awaited: Job[None] | None = None
        bridge.job_ended.connect(self._on_end)

    @property
    def library(self) -> str:
        """The library whose values apply."""
        return self._library

    @property
    def storing(self) -> "Job[object] | None":
        """The job that a question should wait for: it stores values, or reads those that a change is made on."""
        if self._awaited is not None and not self._awaited.done:
            return cast("Job[object]", self._awaited)
        waits = self._conversation_id in self._edits
        return cast("Job[object] | None", self._reading.get(self._conversation_id) if waits else self._storing)

    def wait_for(self, job: "Job[None]") -> None:
        """Let questions wait for a job that stores something else about the conversation."""
        self._awaited = job

    def set_library(self, name: str) -> None:
        """Read the changed settings of this library."""
        self._library = self._library_wanted = name
        self._of_library = {}
        self._bridge.run(self._bridge.worker.libraries.settings(name), partial(self._library_read, name), self._unread)

    def set_conversation(self, conversation_id: str) -> None:
        """Read the changed settings of a conversation; a new one ("") keeps the choices beside the question."""
        self._conversation_id = conversation_id
        if conversation_id:
            self._of_conversation = {}
            self._edits.pop(conversation_id, None)
            job = self._reading[conversation_id] = self._bridge.worker.conversations.settings(conversation_id)
            read, failed = self._conversation_read, self._conversation_unread
            self._bridge.run(job, partial(read, conversation_id, job.id), partial(failed, conversation_id, job.id))
        else:
            self._of_conversation = {key: value for key, value in self._of_conversation.items() if key in _AT_HAND}
        self.changed.emit()

    def attach(self, conversation_id: str) -> None:
        """Store the choices made before this conversation existed."""
        self._conversation_id = conversation_id
        if self._of_conversation:
            self._store(conversation_id, self._of_conversation)

    def config(self) -> Config:
        """Return the settings that apply now."""
        person = self._bridge.worker.config
        return self.library_config().overridden(person.without_lost_connection(_known(self._of_conversation)))

    def library_config(self) -> Config:
        """Return the settings of the library's new conversations."""
        return self._bridge.worker.config.overridden(_known(self._of_library))

    def person_config(self) -> Config:
        """Return the person's settings, which neither library nor conversation has changed."""
        return self._bridge.worker.config

    def mode(self) -> str:
        """Return the mode the next question is asked in."""
        return self.config()[MODE]

    def set_mode(self, mode: str) -> None:
        """Ask in this mode from now on."""
        self._change(partial(_with, MODE.key, mode))

    def set_documents_only(self, on: bool) -> None:  # noqa: FBT001 - a signal's value
        """Keep answers to the documents from now on, or no longer."""
        self._change(partial(_with, DOCUMENTS_ONLY.key, on))

    def choose_model(self, values: Mapping[str, OptionValue]) -> None:
        """Ask the model of these options from now on."""
        self._change(partial(_with_model, dict(values)))

    def use(self, values: Mapping[str, OptionValue]) -> None:
        """Use these values of the advanced options for this conversation."""
        self._change(partial(_with_advanced, _differing(values, self.library_config())))

    def use_for_library(self, values: Mapping[str, OptionValue]) -> None:
        """Use these values for every conversation of the library that has no own ones, and for this one."""
        self._library_wanted = ""
        self._of_library = _differing(values, self._bridge.worker.config)
        self._bridge.start(self._bridge.worker.libraries.set_settings(self._library, dict(self._of_library)))
        self._change(partial(_with_advanced, {}))

    def changed_labels(self) -> tuple[str, ...]:
        """Return the labels of the options that differ from the person's settings, where that is not seen anyway."""
        now, standing = self.config(), self._bridge.worker.config
        hidden = (option for option in advanced_options() if option.key not in _AT_HAND)
        return tuple(option_text(option.label) for option in hidden if now.value(option) != standing.value(option))

    def _change(self, edit: Edit) -> None:
        """Change the conversation's values, and store them as soon as it is known what the others are."""
        self._of_conversation = edit(self._of_conversation)
        if self._conversation_id in self._reading:
            self._edits.setdefault(self._conversation_id, []).append(edit)
        elif self._conversation_id:
            self._store(self._conversation_id, self._of_conversation)
        self.changed.emit()

    def _store(self, conversation_id: str, values: Values) -> None:
        job = self._bridge.worker.conversations.set_settings(conversation_id, dict(values))
        self._storing = self._bridge.run(job, self._stored)

    def _stored(self, _nothing: None) -> None:
        """Notice that values are stored, before a question that waits for it looks."""
        if self._storing is not None and self._storing.done:
            self._storing = None

    def _on_end(self, event: Event) -> None:
        if self._storing is not None and event.job_id == self._storing.id:
            self._storing = None

    def _unread(self, _error: UserError) -> None:
        """Do without: what is wrong with a library is said where it is shown."""

    def _library_read(self, name: str, values: Values) -> None:
        if name == self._library_wanted:
            self._of_library = dict(values)
            self.changed.emit()

    def _conversation_unread(self, conversation_id: str, job_id: int, _error: UserError) -> None:
        self._conversation_read(conversation_id, job_id, {})

    def _conversation_read(self, conversation_id: str, job_id: int, values: Values) -> None:
        job = self._reading.get(conversation_id)
        if job is None or job.id != job_id:
            return
        del self._reading[conversation_id]
        edits = self._edits.pop(conversation_id, [])
        for edit in edits:
            values = edit(values)
        if edits:
            self._store(conversation_id, values)
        if conversation_id == self._conversation_id:
            self._of_conversation = dict(values)
            self.changed.emit()


def _with(key: str, value: OptionValue, values: Values) -> Values:
    return {**values, key: value}


def _with_model(chosen: Values, values: Values) -> Values:
    """Return values with these options of the model and no others."""
    return {key: value for key, value in values.items() if key not in _OF_MODEL} | chosen


def _with_advanced(changed: Values, values: Values) -> Values:
    """Return values whose advanced options are these and no others."""
    advanced = {option.key for option in advanced_options()}
    return {key: value for key, value in values.items() if key not in advanced} | changed


def _known(values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    return {key: value for key, value in values.items() if key in OPTIONS_BY_KEY}


def _differing(values: Mapping[str, OptionValue], config: Config) -> dict[str, OptionValue]:
    """Return the values that are not those of ``config``."""
    return {key: value for key, value in values.items() if value != config.value(OPTIONS_BY_KEY[key])}
