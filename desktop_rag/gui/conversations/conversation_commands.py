"""Commands on conversations and the question box."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QSettings, Qt, QTimer
from PySide6.QtGui import QAction, QImage, QMouseEvent
from PySide6.QtWidgets import QFileDialog, QMenu, QPlainTextEdit, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.conversations import ConversationInfo, ConversationSources, versions_of
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job
    from desktop_rag.gui.chat.turn_view import TurnView

_OPEN = "conversation"
_NEW = "new:"  # before the name of a library: the draft of a conversation that has no id yet
_KEY = "drafts"
_SAVE_MS = 500
_MOST = 50
_NOTHING = ConversationSources()


class TickMenu(QMenu):
    """A menu that stays open while its entries are ticked with the mouse."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick an entry."""
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable():
            if action.isEnabled():
                action.trigger()
            return
        super().mouseReleaseEvent(event)


class AskedSources(QObject):
    """Keeps the sources of a conversation beside its library; a new one receives them with its first question."""

    def __init__(self, bridge: Bridge, pane: LibraryPane, chat: ChatPane, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._pane = pane
        self._chat = chat
        self._window = window
        self._conversation = ""
        self._wanted = ""  # whose sources are being read; a change in between makes that void
        self._chips = chat.question.sources
        self._menu = TickMenu(window)
        self._menu.setObjectName("asked_libraries_menu")
        self._menu.triggered.connect(self._tick)
        chat.conversation_shown.connect(self._shown)
        chat.conversation_started.connect(self._started)
        chat.question.attach_button.clicked.connect(self.choose_files)
        chat.question.edit.files_pasted.connect(self.attach)
        chat.question.edit.picture_pasted.connect(self._keep_picture)
        chat.tools.libraries_button.clicked.connect(self.open_libraries)
        self._chips.changed.connect(self._change)
        pane.libraries_changed.connect(self._name_libraries)

    def choose_files(self) -> None:
        """Ask for the files to attach."""
        title = self.tr("Attach files to this conversation")
        files, _ = QFileDialog.getOpenFileNames(self._window, title, str(Path.home()))
        self.attach([Path(file) for file in files])

    def attach(self, paths: Sequence[Path]) -> None:
        """Ask these files as well in this conversation."""
        sources = self._chips.sources
        files = tuple(dict.fromkeys((*sources.attachments, *map(str, paths))))
        if files != sources.attachments:
            self._change(replace(sources, attachments=files))

    def open_libraries(self) -> None:
        """Open the list of libraries above its button, those ticked that are asked."""
        self._menu.clear()
        own = self._chat.overrides.library
        for name in self._pane.libraries.names():
            action = self._menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name == own or name in self._chips.sources.libraries)
            action.setEnabled(name != own)
            action.setData(name)
        button = self._chat.tools.libraries_button
        self._menu.popup(button.mapToGlobal(QPoint(0, -self._menu.sizeHint().height() - 4)))

    def _tick(self, action: QAction) -> None:
        sources, name = self._chips.sources, str(action.data())
        others = tuple(one for one in sources.libraries if one != name)
        self._change(replace(sources, libraries=(*others, name) if action.isChecked() else others))

    def _keep_picture(self, image: QImage) -> None:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs know text as bytes only
        job = self._bridge.worker.attachments.keep_picture(bytes(buffer.data().data()))
        self._bridge.run(job, self._attach_kept, self._chat.show_error)

    def _attach_kept(self, path: Path) -> None:
        self.attach([path])

    def _shown(self, _library: str, conversation_id: str) -> None:
        """Show the stored sources of a conversation; a new one has its library alone."""
        self._conversation = self._wanted = conversation_id
        self._show(_NOTHING)
        if conversation_id:
            job = self._bridge.worker.conversations.sources(conversation_id)
            self._bridge.run(job, partial(self._show_stored, conversation_id))

    def _show_stored(self, conversation_id: str, sources: ConversationSources) -> None:
        if conversation_id == self._wanted:
            self._show(sources)

    def _started(self, conversation_id: str) -> None:
        """Store the choices made before this conversation existed."""
        self._conversation = conversation_id
        if self._chips.sources != _NOTHING:
            self._store()

    def _change(self, sources: ConversationSources) -> None:
        self._show(sources)
        self._wanted = ""
        if self._conversation:
            self._store()

    def _store(self) -> None:
        job = self._bridge.worker.conversations.set_sources(self._conversation, self._chips.sources)
        self._chat.overrides.wait_for(self._bridge.start(job))

    def _show(self, sources: ConversationSources) -> None:
        self._chips.show_sources(sources, self._pane.libraries.names())
        self._name_libraries()

    def _name_libraries(self, _infos: object = None) -> None:
        """Show the chosen libraries on the button; with one library there is nothing to choose."""
        own, names = self._chat.overrides.library, self._pane.libraries.names()
        self._chat.tools.show_libraries([own, *self._chips.sources.libraries], is_choice=len(names) > 1)


class ConversationNaming(QObject):
    """Asks for a title when the first answer of the conversation that is shown has ended."""

    def __init__(self, bridge: Bridge, chat: ChatPane, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._chat = chat
        self._job: Job[str] | None = None
        chat.busy_changed.connect(self._look)

    def _look(self, busy: bool) -> None:  # noqa: FBT001 - a signal's argument
        if busy:
            if self._job is not None:
                self._job.cancel()
            return
        turns, conversation = self._chat.turns.turns(), self._chat.conversation_id
        answer = turns[0].answer if len(turns) == 1 else None
        if conversation and answer is not None and answer.model:
            job = self._bridge.worker.titles.write(conversation)
            self._job = self._bridge.run(job, partial(self._named, conversation), self._unnamed)

    def _named(self, conversation: str, title: str) -> None:
        if title:
            self._chat.show_title(conversation, title)

    def _unnamed(self, _error: UserError) -> None:
        """Leave the beginning of the question for a title."""


class Drafts(QObject):
    """Stores the text of the question box under the conversation it was typed in, and shows it there again."""

    def __init__(self, edit: QPlainTextEdit, settings: QSettings) -> None:
        super().__init__(edit)
        self._edit = edit
        self._settings = settings
        self._place = ""
        self._texts = _read(settings)
        self._timer = single_shot(self, _SAVE_MS, self.save)
        edit.textChanged.connect(self._note)

    def open(self, place: str) -> None:
        """Show the draft of another conversation; ``place`` is its id, or what stands for a new one."""
        if place == self._place:
            return
        self._place = place
        self._edit.setPlainText(self._texts.get(place, ""))

    def move(self, place: str) -> None:
        """Go on under another name: a new conversation got its id."""
        text = self._texts.pop(self._place, "")
        self._place = place
        if text:
            self._texts[place] = text
        self._timer.start()

    def save(self) -> None:
        """Write all drafts, the latest ones where there are many."""
        self._timer.stop()
        kept = dict(list(self._texts.items())[-_MOST:])
        self._settings.setValue(_KEY, json.dumps(kept))
        self._settings.sync()

    def _note(self) -> None:
        text = self._edit.toPlainText()
        if text == self._texts.get(self._place, ""):
            return
        self._texts.pop(self._place, None)
        if text.strip():
            self._texts[self._place] = text
        self._timer.start()


def _read(settings: QSettings) -> dict[str, str]:
    """Return the stored drafts; none where the file holds something else."""
    try:
        stored = json.loads(str(settings.value(_KEY, "{}")))
    except ValueError:
        return {}
    return {str(place): str(text) for place, text in stored.items()} if isinstance(stored, dict) else {}


class ConversationCommands(QObject):
    """Handlers of the commands of the section “conversation”."""

    def __init__(
        self,
        bridge: Bridge,
        appearance: Appearance,
        pane: LibraryPane,
        chat: ChatPane,
        settings: QSettings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._pane = pane
        self._chat = chat
        self._settings = settings
        self._window = window
        self._wanted = str(settings.value(_OPEN, ""))  # the conversation that was open when the program ended
        self._drafts = Drafts(chat.question.edit, settings)
        self.sources = AskedSources(bridge, pane, chat, window)
        self._naming = ConversationNaming(bridge, chat, self)
        chat.conversation_shown.connect(self._shown)
        for told in (pane.library_chosen, pane.conversations.listed):
            told.connect(self._open_wanted_soon)
        chat.tools.advanced_wanted.connect(self.show_advanced)
        chat.explanation_wanted.connect(self.explain)
        chat.branch_wanted.connect(self.branch)
        chat.turns.turn_added.connect(self._show_versions)
        chat.version_wanted.connect(self._show_version)
        pane.conversations.listed.connect(self._show_all_versions)
        pane.conversations.model.renamed.connect(chat.show_title)

    def new_conversation(self) -> None:
        """Begin a new conversation in the chosen library."""
        self._pane.conversations.choose("")
        self._chat.new_conversation()
        self._chat.question.focus()

    def save_draft(self) -> None:
        """Write down what is typed and not yet asked."""
        self._drafts.save()

    def focus_question(self) -> None:
        """Go to the question box."""
        self._chat.question.focus()

    def choose_mode(self) -> None:
        """Open the menu of modes."""
        self._chat.tools.open_modes()

    def show_advanced(self) -> None:
        """Open the search and answer settings of this conversation."""
        from desktop_rag.gui.settings.advanced_dialog import AdvancedDialog

        if not self._chat.overrides.library:
            return
        dialog = AdvancedDialog(self._chat.overrides, self._appearance, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def explain_answer(self) -> None:
        """Explain the last answer."""
        turn = self._chat.turns.last_answered()
        if turn is not None:
            self.explain(turn)

    def explain(self, turn: "TurnView") -> None:
        """Open “Why this answer?” for a turn; the window stays usable."""
        from desktop_rag.gui.why.dialog import WhyDialog

        if turn.answer is None:
            return
        for other in self._window.findChildren(WhyDialog):
            other.close()
        dialog = WhyDialog(turn.answer, self._bridge, self._appearance, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.passage_chosen.connect(partial(self._open, turn.answer.sources))
        dialog.show()

    def _open(self, sources: tuple[Source, ...], source: Source) -> None:
        self._chat.citation_opened.emit(sources, source, None, True)  # noqa: FBT003 - the signal's argument

    def started(self, conversation_id: str) -> None:
        """Show a conversation in the list that its first question just made."""
        self._drafts.move(conversation_id)
        self._settings.setValue(_OPEN, conversation_id)
        self._pane.conversations.choose(conversation_id)
        self._pane.refresh_conversations()

    def branch(self, turn: "TurnView", edit: bool) -> None:  # noqa: FBT001 - the signal's argument
        """Go on from a turn in a new conversation; with ``edit`` from the one before, its question to be changed."""
        conversation_id, before = self._chat.conversation_id, self._chat.turns.number(turn)
        question = turn.question if edit else ""
        if conversation_id:
            turns = before if edit else before + 1
            job = self._bridge.worker.conversations.branch(conversation_id, turns, edited=edit)
            self._bridge.run(job, partial(self._branched, question), self._chat.show_error)

    def _branched(self, question: str, info: ConversationInfo) -> None:
        self._pane.open_conversation(info)
        self._chat.question.show_text(question)

    def _show_all_versions(self) -> None:
        for turn in self._chat.turns.turns():
            self._show_versions(turn)

    def _show_versions(self, turn: "TurnView") -> None:
        """Show at each turn the number of its version among those of its question."""
        conversations, shown = self._pane.conversations.conversations, self._chat.conversation_id
        if any(info.parent for info in conversations):
            found, place = versions_of(conversations, shown, self._chat.turns.number(turn))
            turn.show_version(place, len(found))

    def _show_version(self, turn: "TurnView", step: int) -> None:
        """Open the conversation with the version of a question before or after the one that is shown."""
        number = self._chat.turns.number(turn)
        found, place = versions_of(self._pane.conversations.conversations, self._chat.conversation_id, number)
        if 0 <= place + step < len(found):
            self._pane.open_conversation(found[place + step], number)

    def rename_conversation(self) -> None:
        """Let the title of the conversation that is shown be edited in the list."""
        self._pane.rename_conversation()

    def pin_conversation(self) -> None:
        """Let the conversation that is shown stand first in the list, or no longer."""
        self._pane.conversations.pin_current()

    def search_conversations(self) -> None:
        """Go to the box that searches all conversations."""
        self._pane.conversations.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._pane.conversations.search.selectAll()

    def delete_conversation(self) -> None:
        """Delete the conversation that is shown; the list offers to bring it back."""
        conversation_id = self._pane.conversations.current
        if not conversation_id:
            return
        if self._chat.conversation_id == conversation_id:
            self.new_conversation()
        self._pane.conversations.delete(conversation_id)

    def _shown(self, library: str, conversation_id: str) -> None:
        """Show the draft of a conversation; remember that it is open."""
        self._drafts.open(conversation_id or f"{_NEW}{library}")
        if conversation_id:
            self._wanted = ""
        if not self._wanted:
            self._settings.setValue(_OPEN, conversation_id)

    def _open_wanted_soon(self) -> None:
        # not before the conversation's pane has heard of the library
        QTimer.singleShot(0, self, self._open_wanted)

    def _open_wanted(self) -> None:
        """Open the conversation of last time, once libraries and conversations are known."""
        info = self._pane.conversations.conversation(self._wanted)
        if info is not None and self._pane.libraries.info(info.index_name) is not None:
            self._wanted = ""
            self._pane.open_conversation(info)
