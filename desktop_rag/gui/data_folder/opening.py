"""Open the data folder before the window: carry out a move that was asked for, or ask where the folder is."""

import sys
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QProcess
from PySide6.QtWidgets import QFileDialog, QMessageBox, QProgressDialog

from desktop_rag.config import Config
from desktop_rag.config.data_folder import (
    DataFolder,
    MissingDataFolderError,
    current_data_dir,
    read_data_folder,
    use_data_folder,
    use_of,
)
from desktop_rag.config.options import LANGUAGE, TEXT_SIZE, THEME
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.file_lock import FileLock
from desktop_rag.core.paths import APP_NAME, named_data_dir, person_data_dir
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import sentence
from desktop_rag.services.data_folder import Moved, finish_move

_STEPS = 1000


def _tr(text: str) -> str:
    return QCoreApplication.translate("DataFolderMove", text)


def open_data_folder() -> Path | None:
    """Return the data folder of this start, moved when that was asked for; None when the person rather quits."""
    if named := named_data_dir():
        return named
    try:
        place = read_data_folder()
        if place.target is not None or place.old is not None:
            _move(place)
        return current_data_dir()
    except MissingDataFolderError as error:
        return _ask_where(error)
    except UserError as error:
        _tell(error)
        return None


def hold_data_folder(named: Path | None) -> tuple[Path, FileLock | None] | None:
    """Return the data folder of this start, and its lock against moving; None for no window."""
    while (data_dir := named or open_data_folder()) is not None:
        try:
            lock = use_of(data_dir)
        except UserError as error:
            _tell(error)
            return None
        if named is not None or not _is_moved(data_dir):
            return data_dir, lock
        if lock is not None:
            lock.release()
    return None


def _is_moved(data_dir: Path) -> bool:
    """Return True if another program moved the data just now."""
    try:
        return current_data_dir() != data_dir
    except UserError:  # it is not there, and the person chose the default folder for this start
        return False


def restart_to_move(data_dir: Path, arguments: list[str]) -> None:
    """Restart the program if the data in ``data_dir`` is to be moved."""
    try:
        place = read_data_folder()
    except UserError:
        return
    if named_data_dir() is None and place.target is not None and place.folder == data_dir:
        start = [] if hasattr(sys, "_MEIPASS") else ["-m", "desktop_rag.gui.shell.app"]
        QProcess.startDetached(sys.executable, [*start, *arguments])


def _move(place: DataFolder) -> None:
    """Move the data while a box shows the progress; on an error it is shown, and the data stays."""
    languages = Languages()
    config = Config(place.folder / SETTINGS_FILE) if place.folder.is_dir() else Config()
    languages.choose(config[LANGUAGE])
    appearance = Appearance(config[THEME], config[TEXT_SIZE])
    appearance.apply()
    folder = place.target or place.folder
    dialog = QProgressDialog(_tr("Moving all data to {folder}…").format(folder=folder), _tr("Cancel"), 0, _STEPS)
    dialog.setObjectName("data_folder_progress")
    dialog.setWindowTitle(APP_NAME)
    dialog.setAutoReset(False)
    dialog.setAutoClose(False)
    dialog.setMinimumDuration(0)
    dialog.show()
    try:
        moved = finish_move(partial(_show, dialog))
        dialog.hide()
        _tell_left(moved)
    except CancelledError:
        dialog.hide()
    except MissingDataFolderError:
        raise
    except UserError as error:
        dialog.hide()
        _tell(error)
    finally:
        dialog.deleteLater()
        appearance.deleteLater()
        languages.end()


def _show(dialog: QProgressDialog, done: int, total: int) -> None:
    dialog.setValue(done * _STEPS // max(total, 1))
    QCoreApplication.processEvents()
    if dialog.wasCanceled():
        raise CancelledError


def _tell_left(moved: Moved | None) -> None:
    if moved is not None and moved.left:
        names = "\n".join(map(str, moved.left[:20]))
        text = _tr("All data is now in {folder}. These old files could not be removed:").format(folder=moved.folder)
        QMessageBox.information(None, APP_NAME, f"{text}\n{names}")


def _tell(error: UserError) -> None:
    QMessageBox.critical(None, APP_NAME, f"{sentence(error.message)}\n{sentence(error.next_step)}")


def _ask_where(missing: MissingDataFolderError) -> Path | None:
    """Ask what to do about a missing folder, until something can be opened."""
    languages = Languages()
    languages.choose("system")
    try:
        while True:
            box = QMessageBox(QMessageBox.Icon.Warning, APP_NAME, sentence(missing.message))
            box.setObjectName("missing_data_folder_box")
            box.setInformativeText(
                _tr(
                    "If it is on another disk, quit, connect that disk and start again. "
                    "The default folder is used for this start only."
                )
            )
            choose = box.addButton(_tr("Choose folder…"), QMessageBox.ButtonRole.AcceptRole)
            default = box.addButton(_tr("Use the default folder"), QMessageBox.ButtonRole.ActionRole)
            quitting = box.addButton(_tr("Quit"), QMessageBox.ButtonRole.RejectRole)
            box.setDefaultButton(quitting)
            box.exec()
            if box.clickedButton() is default:
                return person_data_dir()
            if box.clickedButton() is not choose:
                return None
            if found := _chosen():
                return found
    finally:
        languages.end()


def _chosen() -> Path | None:
    """Return a folder with data that the person names, from now on the one that is used."""
    given = QFileDialog.getExistingDirectory(None, _tr("Where is the data folder now?"), str(Path.home()))
    if not given:
        return None
    try:
        use_data_folder(Path(given))
    except UserError as error:
        _tell(error)
        return None
    return Path(given)
