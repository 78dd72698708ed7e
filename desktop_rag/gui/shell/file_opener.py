"""Opens files in the programs they belong to, and shows them in their folders. The disk is asked in the background."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QProcess, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import is_inside, real_path, shown_name, shown_path
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm
from desktop_rag.processes.programs import command_for_page, is_program, start_program

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusPendingCallWatcher

    Places = dict[Path, list[Path]]
    Opening = tuple[Path, list[str]]
    OnError = Callable[[UserError], None]

_FOLDERS = 10  # at most so many are opened at once
_ANSWERS_MS = 10_000  # a file manager that has to start first may take so long
_MANAGER = "org.freedesktop.FileManager1"


def open_file(parent: QWidget, bridge: Bridge, file: str, on_error: "OnError", page: int = 0) -> None:
    """Open a file in its own program, at a page (from 1) where that program can, but never run one.

    What lies inside another file came from somebody else, as an attachment or in an archive: it is unpacked and opened
    after asking over ``parent``.
    """
    if not is_inside(file):
        bridge.call(partial(_opening, real_path(file), page), _start, on_error)
    # before it is unpacked
    elif is_program(Path(file)):
        on_error(_not_run(Path(file)))
    else:
        confirm(
            parent,
            _question(file),
            lambda: bridge.run(bridge.worker.pages.export_member(file), partial(_open_at, bridge, page), on_error),
        )


def open_path(path: Path) -> None:
    """Open a file or folder that is there; a name whose bytes are no UTF-8 keeps them."""
    QDesktopServices.openUrl(QUrl.fromEncoded(path.absolute().as_uri().encode()))


def _open_at(bridge: Bridge, page: int, path: Path) -> None:
    """Open an unpacked file at a page."""
    bridge.call(lambda: (path, command_for_page(path, page)), _start, bridge.failed.emit)


def _opening(path: Path, page: int) -> "Opening":
    """Return a file that is there and is no program, and the command that opens it at a page."""
    return _openable(path), command_for_page(path, page)


def _start(opening: "Opening") -> None:
    """Open a file by its command; without one, or if that cannot be started, as the system does."""
    path, command = opening
    started = QProcess.startDetached(command[0], command[1:]) if command else False
    if not (started[0] if isinstance(started, tuple) else started):
        open_path(path)


def show_in_folder(bridge: Bridge, file: str, on_error: "OnError") -> None:
    """Open the folder of a file with the file chosen in it; see ``show_in_folders``."""
    show_in_folders(bridge, (file,), on_error)


def show_in_folders(bridge: Bridge, files: Sequence[str], on_error: "OnError") -> None:
    """Open the folders of files with the files chosen in them; of what lies inside another, that one is chosen.

    Where the system cannot choose files, or one is gone, its folder is opened.
    """
    bridge.call(partial(_places, tuple(files)), _show, on_error)


def _question(member: str) -> Confirmation:
    note = QCoreApplication.translate(
        "Opening", "It is inside another file: {path}. Open it only if you trust where it came from."
    )
    return Confirmation(
        name="open_member",
        title=QCoreApplication.translate("Opening", "Open file"),
        question=QCoreApplication.translate("Opening", "Open “{name}”?").format(name=shown_name(member)),
        note=note.format(path=shown_path(member)),
        action=QCoreApplication.translate("Opening", "Open"),
    )


def _openable(path: Path) -> Path:
    """Return a path that is there and is no program."""
    if is_program(_reached(path)):
        raise _not_run(path)
    return path


def _not_run(path: Path) -> UserError:
    return UserError(
        QCoreApplication.translate("Opening", "“{name}” is a program or a script. Desktop RAG does not run it.").format(
            name=path.name
        ),
        QCoreApplication.translate("Opening", "Choose “Show in folder” to find it on your disk."),
    )


def _reached(path: Path) -> Path:
    """Return a path that is there."""
    if path.exists():
        return path
    raise UserError(
        QCoreApplication.translate("Opening", "“{name}” cannot be reached.").format(name=path.name),
        QCoreApplication.translate(
            "Opening", "Check whether it was moved or deleted, and whether its drive is connected."
        ),
    )


def _places(files: Sequence[str]) -> "Places":
    """Return the folders of files that can be reached, each with those of the files that are there."""
    places: Places = {}
    for path in dict.fromkeys(map(real_path, files)):
        if path.parent in places or len(places) < _FOLDERS:
            places.setdefault(path.parent, []).append(path)
    there = {folder: [path for path in paths if path.exists()] for folder, paths in places.items() if folder.exists()}
    if not there:
        _reached(next(iter(places)))
    return there


def _show(places: "Places") -> None:
    choose = {"win32": _choose_in_explorer, "darwin": _choose_in_finder}.get(sys.platform, _ask_file_manager)
    for folder, paths in places.items():
        if paths:
            choose(paths)
        else:
            open_path(folder)


def _choose_in_explorer(paths: Sequence[Path]) -> None:
    """Choose the first of some files of a folder: Explorer takes no more, and quotation marks only around the path."""
    start_program(f'explorer.exe /select,"{paths[0]}"')


def _choose_in_finder(paths: Sequence[Path]) -> None:
    QProcess.startDetached("/usr/bin/open", ["-R", *map(str, paths)])


def _ask_file_manager(paths: Sequence[Path]) -> None:
    """Ask the desktop's file manager to choose some files of a folder; open the folder when none answers."""
    from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher  # not needed elsewhere

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        open_path(paths[0].parent)
        return
    message = QDBusMessage.createMethodCall(_MANAGER, "/org/freedesktop/FileManager1", _MANAGER, "ShowItems")
    message.setArguments([[path.absolute().as_uri() for path in paths], ""])
    watcher = QDBusPendingCallWatcher(bus.asyncCall(message, _ANSWERS_MS), QCoreApplication.instance())
    watcher.finished.connect(partial(_answered, watcher, paths[0].parent))


def _answered(watcher: "QDBusPendingCallWatcher", folder: Path) -> None:
    """Open the folder when there was no file manager to do it."""
    if watcher.isError():
        open_path(folder)
    watcher.deleteLater()
