"""What differs from the person's settings in this library and this conversation: read, kept and stored here."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from desktop_rag.config import OPTIONS, AnyOption, Config, OptionValue
from desktop_rag.config.options import MODE
from desktop_rag.errors import UserError
from desktop_rag.events import Event
from desktop_rag.gui.bridge import Bridge
from desktop_rag.gui.option_form import value_of

if TYPE_CHECKING:
    from desktop_rag.worker.job import Job

GROUPS = ("Search", "Answers")
_STANDING = frozenset({"rerank.base_url", "rerank.model"})  # who serves a model is no matter of one conversation


def advanced_options() -> list[AnyOption]:
    """Return the options that a conversation or a library may have otherwise; searching first, the mode apart."""
    return [
        option
        for group in GROUPS
        for option in OPTIONS
        if option.group == group and option.key != MODE.key and option.key not in _STANDING
    ]


class Overrides(QObject):
    """Defaults, then the person's settings, then the library's, then the conversation's.

    Before a conversation exists its values are kept here; ``attach`` stores them once it does.
    """

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._library = ""
        self._conversation_id = ""
        self._of_library: dict[str, OptionValue] = {}
        self._of_conversation: dict[str, OptionValue] = {}
        self._reading: set[str] = set()  # what is being read; a change in between makes that void
        self._storing: Job[None] | None = None
        bridge.job_ended.connect(self._on_end)

    @property
    def library(self) -> str:
        """The library whose values apply."""
        return self._library

    @property
    def storing(self) -> "Job[None] | None":
        """The job that stores values right now; a question should wait for it."""
        return self._storing

    def set_library(self, name: str) -> None:
        """Read what this library has otherwise."""
        self._library = name
        self._of_library = {}
        self._reading.add(f"library {name}")
        self._bridge.run(self._bridge.worker.index_settings(name), partial(self._library_read, name), self._unread)

    def set_conversation(self, conversation_id: str) -> None:
        """Read what this conversation has otherwise; a new one ("") keeps the mode that was chosen last."""
        self._conversation_id = conversation_id
        if conversation_id:
            self._of_conversation = {}
            self._reading.add(conversation_id)
            job = self._bridge.worker.conversation_settings(conversation_id)
            self._bridge.run(job, partial(self._conversation_read, conversation_id), self._unread)
        else:
            self._of_conversation = {key: value for key, value in self._of_conversation.items() if key == MODE.key}
        self.changed.emit()

    def attach(self, conversation_id: str) -> None:
        """Store what was chosen before this conversation was made."""
        self._conversation_id = conversation_id
        if self._of_conversation:
            self._store()

    def config(self) -> Config:
        """Return the settings that apply now."""
        return self.library_config().overridden(_known(self._of_conversation))

    def standing(self) -> Config:
        """Return the person's settings, which neither library nor conversation change."""
        return self._bridge.worker.config

    def library_config(self) -> Config:
        """Return the settings that apply in this library to a conversation without own ones."""
        return self._bridge.worker.config.overridden(_known(self._of_library))

    def mode(self) -> str:
        """Return the mode of the next question."""
        return self.config()[MODE]

    def set_mode(self, mode: str) -> None:
        """Ask in this mode from now on."""
        self._of_conversation[MODE.key] = mode
        self._store()

    def use(self, values: Mapping[str, OptionValue]) -> None:
        """Use these values of the advanced options for this conversation."""
        self._of_conversation = self._mode_only() | _differing(values, self.library_config())
        self._store()

    def use_for_library(self, values: Mapping[str, OptionValue]) -> None:
        """Use these values for every conversation of the library that has no own ones, and for this one."""
        self._reading.clear()
        self._of_library = _differing(values, self._bridge.worker.config)
        self._bridge.start(self._bridge.worker.set_index_settings(self._library, dict(self._of_library)))
        self._of_conversation = self._mode_only()
        self._store()

    def in_use(self) -> tuple[str, ...]:
        """Return the labels of the advanced options that differ from the person's settings."""
        now, standing = self.config(), self._bridge.worker.config
        return tuple(
            QCoreApplication.translate("Options", option.label)
            for option in advanced_options()
            if value_of(now, option) != value_of(standing, option)
        )

    def _mode_only(self) -> dict[str, OptionValue]:
        """Return the conversation's values without those of the advanced options."""
        advanced = {option.key for option in advanced_options()}
        return {key: value for key, value in self._of_conversation.items() if key not in advanced}

    def _store(self) -> None:
        """Store the conversation's values, if there is a conversation."""
        self._reading.discard(self._conversation_id)
        if self._conversation_id:
            values = dict(self._of_conversation)
            self._storing = self._bridge.start(
                self._bridge.worker.set_conversation_settings(self._conversation_id, values)
            )
        self.changed.emit()

    def _on_end(self, event: Event) -> None:
        """Notice that the values are stored."""
        if self._storing is not None and event.job_id == self._storing.id:
            self._storing = None

    def _unread(self, _error: UserError) -> None:
        """Do without: what is wrong with a library or a conversation is said where it is shown."""

    def _library_read(self, name: str, values: Mapping[str, OptionValue]) -> None:
        """Use the library's values."""
        if name == self._library and f"library {name}" in self._reading:
            self._of_library = dict(values)
            self.changed.emit()

    def _conversation_read(self, conversation_id: str, values: Mapping[str, OptionValue]) -> None:
        """Use the conversation's values."""
        if conversation_id == self._conversation_id and conversation_id in self._reading:
            self._of_conversation = dict(values)
            self.changed.emit()


def _known(values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Leave out what this version does not know."""
    keys = {option.key for option in OPTIONS}
    return {key: value for key, value in values.items() if key in keys}


def _differing(values: Mapping[str, OptionValue], config: Config) -> dict[str, OptionValue]:
    """Return the values that are not those of ``config``."""
    by_key = {option.key: option for option in OPTIONS}
    return {key: value for key, value in values.items() if value != value_of(config, by_key[key])}
