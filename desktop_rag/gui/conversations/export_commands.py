"""Exports conversations and answers: asks for the file, has it written, and says where it is."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_rag.core.jobs import Job
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.packs.formats import is_pack, pack_kinds
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import show_in_folders
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import NoticeButton
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save

if TYPE_CHECKING:
    from desktop_rag.gui.chat.turn_view import TurnView

_NO_NAME = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
_LONGEST = 60  # characters of a file's name
_FIRST = ".docx"  # what the dialog offers first


class ExportCommands(QObject):
    """Handlers of the commands that export."""

    def __init__(self, bridge: Bridge, pane: LibraryPane, chat: ChatPane, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._pane = pane
        self._chat = chat
        self._window = window
        chat.export_wanted.connect(self.export_turn)

    def export_conversation(self) -> None:
        """Ask for the target of the shown conversation, and write it."""
        info = self._pane.conversations.conversation(self._pane.conversations.current)
        if info is not None:
            export = self._bridge.worker.exports.conversation

            def write(target: Path) -> None:
                self._run(export(info.id, target, replace=True, say=words.sentence))

            self._ask(self.tr("Export conversation"), info.title, write)

    def export_answer(self) -> None:
        """Ask for the target of the last answer, and write it."""
        turn = self._chat.turns.last_answered()
        if turn is not None:
            self.export_turn(turn)

    def export_turn(self, turn: "TurnView") -> None:
        """Ask for the target of a turn's answer, and write it."""
        if turn.answer is None:
            return
        answer, library, time = turn.answer, self._chat.overrides.library, turn.asked_at
        worker = self._bridge.worker

        def write(target: Path) -> None:
            export = worker.packs.answer if is_pack(target) else worker.exports.answer
            self._run(export(answer, library, target, asked_at=time, replace=True, say=words.sentence))

        self._ask(self.tr("Export answer"), turn.question, write, pack_kinds())

    def _ask(
        self, title: str, name: str, write: Callable[[Path], None], more: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Ask for the target, of the usual formats or ``more``, and write there."""
        kinds = {
            ".docx": self.tr("Word document (*.docx)"),
            ".pdf": self.tr("PDF (*.pdf)"),
            ".html": self.tr("Web page (*.html)"),
            ".md": self.tr("Markdown (*.md)"),
            ".bib": self.tr("Cited works as BibTeX (*.bib)"),
            ".ris": self.tr("Cited works as RIS (*.ris)"),
            ".json": self.tr("Cited works as CSL JSON (*.json)"),
            **more,
        }
        ask_where_to_save(self._window, title, f"{_file_name(name)}{_FIRST}", kinds, write)

    def _run(self, job: Job[Path]) -> None:
        self._bridge.run(job, self._written, self._chat.show_error)

    def _written(self, path: Path) -> None:
        show = partial(show_in_folders, self._bridge, [str(path)], self._chat.show_error)
        choices = (NoticeButton(self.tr("Show in folder"), "show_export_button", show),)
        self._chat.notice.set_role("notice")
        self._chat.notice.tell(self.tr("Exported to “{name}”.").format(name=path.name), "", choices)


def _file_name(title: str) -> str:
    """Return a name that every system can write."""
    name = " ".join(_NO_NAME.sub(" ", title).split()).strip(".")
    return name[:_LONGEST].rstrip(" .") or "Desktop RAG"
