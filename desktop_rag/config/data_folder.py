"""Find the data folder: a small file in the person's default folder points to one that was moved."""

import json
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_lock import FileLock, lock_within
from desktop_rag.core.paths import named_data_dir, person_data_dir
from desktop_rag.core.private_files import make_private_folder
from desktop_rag.core.shared_files import tidy, update_json
from desktop_rag.core.unfinished import remove_abandoned, remove_abandoned_folders
from desktop_rag.core.user_text import UserText

POINTER_FILE = "data-folder.json"
MARK_FILE = "desktop-rag-data"
"""Lies in a folder that data was moved to: a disk that is not plugged in may leave an empty folder of that name."""
INCOMPLETE = "incomplete "  # the mark begins so while the data is copied
LOCK_FILE = "data-folder.lock"
_CONTENTS = ("conversations.sqlite", "libraries", "settings.json")
_STEPS = ("target", "old")
_IF_DAMAGED = UserText("It stored where your data folder is. From now on the folder you named is used.")
_USE_SECONDS = 2.0  # a move holds the folder for minutes; who only looks whether it is in use, for a moment


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The place of the data; ``target`` is the folder to move it to, ``old`` the one to remove the remains of."""

    folder: Path
    target: Path | None = None
    old: Path | None = None

    @property
    def is_default(self) -> bool:
        """True if nobody moved anything."""
        return self == DataFolder(person_data_dir())


class MissingDataFolderError(UserError):
    """The data was moved to a folder that is not there now, as when its disk is not plugged in."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            UserText("The data folder {folder} is not there.", folder=folder),
            "Connect its disk and try again. "
            "If the folder has another name now, tell it to “desktop-rag data-folder use”.",
        )
        self.folder = folder


def current_data_dir() -> Path:
    """Return the data folder of this start: the one that the environment or a portable program names, else the moved.

    Raises:
        MissingDataFolderError: the data was moved, and is not there.
        UserError: the file that says where cannot be read.

    """
    return named_data_dir() or present_folder(read_data_folder())


def present_folder(place: DataFolder) -> Path:
    """Return the folder of the data.

    Raises:
        MissingDataFolderError: it was moved, and is not there.

    """
    if place.folder != person_data_dir() and not (place.folder / MARK_FILE).is_file():
        raise MissingDataFolderError(place.folder)
    return place.folder


def use_of(data_dir: Path) -> FileLock | None:
    """Return a lock that keeps a data folder from being moved until released; None where there is no such folder.

    Several programs use a folder at once.

    Raises:
        UserError: it is being moved.

    """
    try:
        lock = lock_within(data_dir, _USE_SECONDS, alone=False, create=False)
    except OSError:
        return None
    if lock is None:
        raise being_moved()
    return lock


def being_moved() -> UserError:
    """Return the error that another program moves the data folder."""
    return UserError("The data folder is being moved by another window or command.", "Wait until that is done.")


def remove_all_abandoned(data_dir: Path) -> None:
    """Remove unfinished files, and notes, of killed programs in a data folder."""
    for name in ("libraries", "libraries/attached", "attachments"):
        remove_abandoned(data_dir / name)
    remove_abandoned_folders(data_dir / "scratch")
    tidy(data_dir / "models")  # the lock of a download
    for folder in {data_dir, person_data_dir()} if named_data_dir() is None else {data_dir}:
        remove_abandoned(folder)
        tidy(folder)


def read_data_folder() -> DataFolder:
    """Return the data folder of this person, without the environment and portable programs.

    Raises:
        UserError: the file that says so cannot be read.

    """
    file = person_data_dir() / POINTER_FILE
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        return DataFolder(Path(stored["folder"]), *(Path(stored[key]) if stored.get(key) else None for key in _STEPS))
    except FileNotFoundError:
        return DataFolder(person_data_dir())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(
            UserText("The file {file}, which names the data folder, cannot be read.", file=file),
            "Tell “desktop-rag data-folder use” where the folder is.",
        ) from error


def write_data_folder(place: DataFolder) -> None:
    """Store the data folder, in one step that is done wholly or not at all.

    Raises:
        UserError: it cannot be written.

    """
    file = person_data_dir() / POINTER_FILE
    steps = {key: str(path) for key in _STEPS if (path := getattr(place, key)) is not None}
    try:
        if place.is_default:
            file.unlink(missing_ok=True)
            return
        make_private_folder(file.parent)
        update_json(file, lambda _: {"folder": str(place.folder), **steps}, next_step=_IF_DAMAGED)
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=file, reason=reason_of(error)),
            "Check its permissions.",
        ) from error


def use_data_folder(folder: Path) -> None:
    """Take a folder that holds data already from now on; nothing is moved.

    Raises:
        UserError: there is no data of this program, or that cannot be noted.

    """
    mark = folder / MARK_FILE
    if folder == person_data_dir():
        write_data_folder(DataFolder(folder))
        return
    try:
        if not holds_data(folder) or (mark.exists() and mark.read_text(encoding="utf-8").startswith(INCOMPLETE)):
            raise UserError(
                UserText("{folder} holds no complete data of this program.", folder=folder),
                "Choose the folder that was moved.",
            )
        mark.touch()
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=folder, reason=reason_of(error)),
            "Choose another folder.",
        ) from error
    write_data_folder(DataFolder(folder))


def holds_data(folder: Path) -> bool:
    """Return True if a folder has what a data folder has."""
    return any((folder / name).exists() for name in _CONTENTS)


def check_movable(data_dir: Path) -> None:
    """Make sure that the data folder of this start is one whose place the person chose in no other way.

    Raises:
        UserError: an option, the environment or a portable program names it.

    """
    if named_data_dir() or data_dir != read_data_folder().folder:
        raise UserError(
            "This data folder was named when the program started, so it cannot be moved here.",
            "Close the program, move the folder yourself, and start with the new place.",
        )
