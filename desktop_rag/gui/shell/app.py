"""Starts the window."""

import argparse
import builtins
import contextlib
import logging
import multiprocessing
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from desktop_rag.config.options import TEXT_SIZE, THEME
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.links import SCHEME
from desktop_rag.core.log import set_up_logging
from desktop_rag.core.network.offline import OFFLINE
from desktop_rag.core.paths import (
    APP_ID,
    APP_NAME,
    PORTABLE_FOLDER,
    is_portable,
    portable_data_dir,
    resource_path,
)
from desktop_rag.core.shared_files import BusyFileError, locked, set_aside
from desktop_rag.core.user_text import UserText
from desktop_rag.processes.link_scheme import has_display

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from desktop_rag.gui.shell.main_window import MainWindow
    from desktop_rag.gui.shell.single_instance import SingleInstance
    from desktop_rag.worker.worker import Worker

_NO_DISPLAY = "There is no display for the window. Use the command line instead: desktop-rag --help"
_WARM_UP_MS = 600
_IF_DAMAGED = UserText(
    "It stored how the window was arranged and the questions you had not asked yet. The window starts with defaults."
)
_HOOK = "__feature_import__"


def main(argv: Sequence[str] | None = None) -> int:
    """Show the window and return the program's exit code."""
    multiprocessing.freeze_support()
    options = _parse(sys.argv[1:] if argv is None else argv)
    if not has_display():
        sys.stderr.write(f"{_NO_DISPLAY}\n")
        return 1
    return _run(options)


def run(argv: Sequence[str] | None = None) -> NoReturn:
    """Show the window, then end the process at once with the exit code of ``main``.

    When the window is closed everything is stored and every child process is gone. To take apart what was loaded
    (Qt, the models' runtime) would keep the process for seconds, and a second start waiting.
    """
    code = main(argv)
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a window without a console has none
            stream.flush()
    os._exit(code)


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="desktop-rag-gui", description=f"{APP_NAME}: the window.")
    folder = parser.add_mutually_exclusive_group()
    folder.add_argument("--data-dir", type=Path, help="folder of libraries, conversations and settings")
    folder.add_argument(
        "--portable",
        action="store_const",
        const=portable_data_dir(),
        dest="data_dir",
        help=f"keep everything in the folder “{PORTABLE_FOLDER}” beside the program, keys too",
    )
    parser.add_argument("--offline", action="store_true", help="contact nothing but programs on this computer")
    parser.add_argument("--sample", action="store_true", help="start with the user's guide as a library")
    parser.add_argument("--minimized", action="store_true", help="start with the window minimised, as at login")
    given = "files and folders to add, or a link to open"
    parser.add_argument("paths", nargs="*", metavar="PATH", help=given)
    options = parser.parse_args(argv)
    links = [one for one in options.paths if one.lower().startswith(f"{SCHEME}:")]
    options.link = links[-1] if links else ""
    options.paths = [Path(one).absolute() for one in options.paths if one not in links]
    return options


def _run(options: argparse.Namespace) -> int:
    # after the arguments: ``--help`` and a missing screen need no Qt
    from PySide6.QtCore import QSettings
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    unhook_imports()
    from desktop_rag.gui.data_folder.opening import hold_data_folder, restart_to_move
    from desktop_rag.gui.shell.garbage import GarbageCollector
    from desktop_rag.gui.shell.single_instance import SingleInstance

    application = QApplication.instance() or QApplication(sys.argv[:1])
    if not isinstance(application, QApplication):
        return 1
    application.setApplicationName(APP_NAME)
    application.setApplicationDisplayName(APP_NAME)
    application.setDesktopFileName(APP_ID)
    application.setWindowIcon(QIcon(str(resource_path("icons", "desktop-rag.png"))))
    application.setStyle("Fusion")
    garbage = GarbageCollector(application)  # first: a start imports and makes what stays, and collects nothing
    if (place := hold_data_folder(options.data_dir)) is None:
        return 1
    data_dir, in_use = place
    if is_portable(data_dir):  # Qt's own dialogs remember folders
        QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(data_dir))
    unsaved = _begin_log(data_dir)
    instance = SingleInstance(data_dir, application)
    if not instance.begin(options.paths, sample=options.sample, link=options.link):
        return 0
    end_offline = OFFLINE.follow(lambda: options.offline)
    try:
        return _show_window(application, instance, options, data_dir, unsaved)
    finally:
        garbage.close()
        end_offline()
        instance.close()
        if in_use is not None:
            in_use.release()
        restart_to_move(data_dir, ["--offline"] if options.offline else [])


def _show_window(
    application: "QApplication",
    instance: "SingleInstance",
    options: argparse.Namespace,
    data_dir: Path,
    unsaved: UserError | None,
) -> int:
    """Show the window until it is closed; ``unsaved`` says why nothing can be saved."""
    from PySide6.QtWidgets import QMessageBox

    from desktop_rag.gui.shell.window_holder import WindowHolder
    from desktop_rag.worker.worker import Worker

    try:
        worker = Worker(data_dir)
    except UserError as error:  # the settings cannot be read
        QMessageBox.critical(None, APP_NAME, str(error))
        return 1
    holder = WindowHolder(worker.config, partial(compose, worker, data_dir))
    window = holder.window
    if options.minimized:
        window.showMinimized()
    else:
        window.show()
    window.start(options.paths, sample=options.sample, link=options.link)
    instance.handed_over.connect(holder.take_over)
    instance.follow_system(application)
    if unsaved is not None:
        window.chat_pane.show_error(unsaved)
    _warm_up_later(window)
    try:
        return application.exec()
    finally:
        holder.close()


def _begin_log(data_dir: Path) -> UserError | None:
    """Write a log from now on; return what to say when the data folder cannot be written."""
    try:
        set_up_logging(data_dir / "logs")
    except OSError as error:
        return UserError(
            UserText("{path} cannot be written: {reason}.", path=data_dir, reason=reason_of(error)),
            "You can search and ask; nothing is saved.",
        )
    return None


def build(data_dir: Path) -> "MainWindow":
    """Put worker, bridge and window of a data folder together (a ``QApplication`` must exist)."""
    from desktop_rag.worker.worker import Worker

    return compose(Worker(data_dir), data_dir)


def compose(worker: "Worker", data_dir: Path) -> "MainWindow":
    """Put a window on ``worker``; closing the window closes the worker."""
    from desktop_rag.gui.shell.bridge import Bridge
    from desktop_rag.gui.shell.main_window import MainWindow
    from desktop_rag.gui.widgets.theme import Appearance

    unhook_imports()
    bridge = Bridge(worker)
    appearance = Appearance(worker.config[THEME], worker.config[TEXT_SIZE])
    appearance.apply_font_and_palette()
    settings = window_settings(data_dir / "window.ini")
    window = MainWindow(bridge, appearance, settings)
    appearance.apply_style_sheet()
    # the window owns them: nothing of Qt is left for another thread to destroy
    for part in (bridge, appearance, settings):
        part.setParent(window)
    return window


def window_settings(file: Path) -> "QSettings":
    """Return the window's stored settings; a damaged file is renamed and reported, as Qt would overwrite it."""
    from PySide6.QtCore import QSettings

    settings = QSettings(str(file), QSettings.Format.IniFormat)
    settings.allKeys()  # only then is all of it read
    if settings.status() is QSettings.Status.FormatError:
        with contextlib.suppress(OSError, BusyFileError), locked(file):
            set_aside(file, _IF_DAMAGED)
        settings = QSettings(str(file), QSettings.Format.IniFormat)
        settings.clear()  # Qt still has what it understood
    return settings


def _warm_up_later(window: "MainWindow") -> None:
    """Load the parts for the first answer while the program is idle."""
    from PySide6.QtCore import QTimer

    QTimer.singleShot(_WARM_UP_MS, window, window.warm_up)


def unhook_imports() -> None:
    """Take Qt for Python's search for ``from __feature__ import …`` out of every import that follows.

    After each import it looks through the module's source, which also asks the module for attributes. While another
    package is half imported, that runs code in it that is not ready, and the import fails. It also takes longer than
    most imports. This program uses none of those features.
    """
    if getattr(builtins.__import__, "__name__", "") == _HOOK:
        builtins.__import__ = builtins.__dict__["__orig_import__"]


if __name__ == "__main__":
    run()
