"""Keeps what was typed and not yet asked, for each conversation, also when the program ends or crashes."""

import json

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QPlainTextEdit

from desktop_rag.gui.widgets.timers import single_shot

_KEY = "drafts"
_SAVE_MS = 500
_MOST = 50


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
