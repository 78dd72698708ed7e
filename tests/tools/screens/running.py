"""Screens of work that takes a while: files that are being read, and a model file that comes over the network."""

import time
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial

from PySide6.QtWidgets import QProgressBar, QPushButton, QScrollArea

from desktop_rag.gui.files.activity import LibraryActivity
from desktop_rag.gui.models.files_dialog import ModelFilesDialog
from tests.helpers.file_server import Behaviour, FileServer
from tests.helpers.gguf_files import header_bytes
from tests.helpers.scripted_server import Reply
from tests.tools.screens.stage import Stage
from tests.tools.screens.worlds import INCOMING, LIBRARY, OTHERS, QUESTION

_MODEL_BYTES, _CUT = 240_000_000, 80_000_000
_BLOCK_SECONDS = 0.002  # for 100,000 bytes
_LONG_SECONDS = 8  # after them it is said how far a long file is
DOWNLOADS = ("runs", "stopped", "continues", "failed", "refused", "here")


def _activity(stage: Stage) -> LibraryActivity:
    activity = stage.window.library_pane.activity()
    assert activity is not None
    return activity


def _is_reading(stage: Stage) -> bool:
    progress = _activity(stage).progress
    return progress is not None and progress.stage == "reading" and bool(progress.running)


def read(stage: Stage) -> None:
    """Let libraries read scans, each of which takes long; two are read at a time, the last one waits."""
    if _activity(stage).paused:
        stage.command("library.resume")
    if not _is_reading(stage):
        folder = stage.data.parent / INCOMING
        for library in (LIBRARY, *OTHERS):
            stage.window.adder.add_to(library, [folder])
        stage.wait(partial(_is_reading, stage))
        began = time.monotonic()
        stage.wait(lambda: time.monotonic() - began > _LONG_SECONDS)


def read_files(stage: Stage) -> None:
    """Show the page of files while they are being read."""
    read(stage)
    page = stage.window.files_commands.page
    stage.window.files_commands.show_files()
    stage.wait(lambda: page.model.rowCount() > 0)
    page.table.selectRow(0)


def ask(stage: Stage) -> None:
    """Ask while files are being read."""
    read(stage)
    chat = stage.window.chat_pane
    chat.new_conversation()
    stage.server.script(Reply(tokens=["The lease may be ended with a notice period of three months."]))
    chat.ask(QUESTION)
    for _ in range(3):  # text recognition takes what the computer has
        if chat.busy:
            with suppress(TimeoutError):
                stage.wait(lambda: not chat.busy)


def search(stage: Stage) -> None:
    """Search while files are being read."""
    read(stage)
    stage.command("view.search")
    pane = stage.window.search_pane
    pane.search_for("notice period")
    stage.wait(lambda: pane.list.model().rowCount() > 0)


def queue(stage: Stage) -> None:
    """Show a library whose files wait for those of others."""
    read(stage)
    stage.choose_library(OTHERS[-1])


def pause(stage: Stage) -> None:
    """Pause reading, and show the page of files."""
    read_files(stage)
    stage.command("library.pause")
    stage.wait(lambda: _activity(stage).paused)


@cache
def _file_server() -> FileServer:
    """Start a server of one large file, which runs as long as the process."""
    server = FileServer(header_bytes({"general.architecture": "llama"}).ljust(_MODEL_BYTES, b"\0"))
    server.__enter__()
    return server


def download(stage: Stage, state: str) -> None:
    """Download a model file from a server on this computer, until ``state`` is reached."""
    dialog = _open_models(stage)
    name = list(dialog._rows)[DOWNLOADS.index(state)]  # each has a row of its own, where the last one left nothing
    row = dialog._rows[name]
    push = row.findChild(QPushButton, f"model_push_{name}")
    bar = row.findChild(QProgressBar)
    dialog.findChild(QScrollArea).ensureWidgetVisible(row)
    behaviours = {"failed": Behaviour(cut_after=[_CUT, *[0] * 40]), "refused": Behaviour(linked_etag="0" * 64)}
    _file_server().behaviour = behaviours.get(state, Behaviour(block_pause=_BLOCK_SECONDS))
    push.click()
    if state in ("failed", "refused"):
        stage.wait(lambda: not row._running)
        return
    stage.wait(lambda: bar.isVisible() and bar.value() * _MODEL_BYTES >= _CUT * bar.maximum())
    if state in ("stopped", "continues"):
        push.click()
        stage.wait(lambda: not row._running)
    if state == "continues":
        push.click()
        stage.wait(lambda: row._running and "GB" in row._line._line.text())
    if state == "here":
        stage.wait(lambda: not row._running)
        stage.rest()
        dialog.findChild(QScrollArea).verticalScrollBar().setValue(0)


def _open_models(stage: Stage) -> ModelFilesDialog:
    """Open the dialog of model files, whose catalogue leads to our server."""
    service = stage.worker._services.model_files()
    server = _file_server()
    service._models = tuple(
        replace(model, address=server.address, size=_MODEL_BYTES, sha256=server.sha256) for model in service._models
    )
    dialog = ModelFilesDialog(stage.window._bridge, stage.window)
    dialog.open()
    stage.wait(lambda: len(dialog._rows) == len(service._models))
    stage.rest()
    return dialog
