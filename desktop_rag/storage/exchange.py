"""Copies of libraries as files of their own: made at any moment, checked before they become libraries here."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.disk_space import is_no_space, no_space
from desktop_rag.core.errors import UserError
from desktop_rag.core.private_files import FOLDER_MODE, make_private_file
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import DamagedFileError, connect, storage_errors
from desktop_rag.storage.sqlite.files.database_files import copy_database, remove_database, shut_others_out, unfinished
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.migrations import backup_prefix, check, is_whole
from desktop_rag.storage.sqlite.properties import set_old_name
from desktop_rag.storage.storage_context import SUFFIX, StorageContext


def export_index(files: IndexFiles, name: str, target: Path, *, replace: bool = False) -> Path:
    """Copy a library as it is now to a file, or into a folder, and return the file; others may write meanwhile.

    Raises:
        NoSpaceError: there is no room for the copy.
        UserError: the file exists and is not to be replaced, or cannot be written.

    """
    source = files.existing(name)
    file = target / source.name if target.is_dir() else target
    if file.exists() and (not replace or file.samefile(source)):
        raise UserError(f"There is already a file at {file}.", "Choose another place.")
    with StorageContext(source, read_only=True) as storage, _written(file) as copy, storage_errors(file):
        copy_database(storage.connection, copy)
    return file


def import_index(files: IndexFiles, source: Path, name: str = "") -> str:
    """Make a library of a copy, and return its name: by default that of the file.

    Raises:
        NoSpaceError: there is no room for it.
        UserError: the file is no library, damaged or of a later version of the program, or the name is taken.

    """
    if not source.is_file():
        raise UserError(f"There is no file at {source}.", "Check the spelling.")
    wanted = name or files.name_of(source)
    target = files.path(wanted)
    if target.exists():
        raise UserError(f"There is already a library called “{wanted}”.", "Choose another name.")
    with _written(target) as copy:
        _copy(source, copy)
        _check(copy, source)
        with StorageContext(copy) as storage:
            set_old_name(storage.connection, "")
            shut_others_out(storage.connection)  # all is in the one file then; closing would not say when that fails
    return wanted


@contextlib.contextmanager
def _written(target: Path) -> Iterator[Path]:
    """Give a path beside ``target`` whose file takes its place at the end, unless something goes wrong."""
    copy = unfinished(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        yield copy
        with copy.open("rb+") as file:
            os.fsync(file.fileno())
        copy.replace(target)
    except OSError as error:
        if is_no_space(error):
            raise no_space(target) from error
        raise UserError(f"{target} cannot be written: {error.strerror}.", "Choose another place.") from error
    finally:
        remove_database(copy)
        for backup in copy.parent.glob(f"{backup_prefix(copy)}*"):
            backup.unlink(missing_ok=True)


def _copy(source: Path, copy: Path) -> None:
    """Copy a library; what another program has not yet written into its file comes along."""
    if not Path(f"{source}-wal").exists():
        make_private_file(copy)
        shutil.copyfile(source, copy)
        return
    connection = connect(source, read_only=True)
    try:
        with storage_errors(source):
            copy_database(connection, copy)
    finally:
        connection.close()


def _check(copy: Path, source: Path) -> None:
    """Raise UserError when a copy of ``source`` is no whole library that this version can open."""
    damaged = DamagedFileError(f"{source} is damaged or not a library.", "Copy it again, or use another backup.")
    with storage_errors(source):
        try:
            connection = connect(copy)
        except DamagedFileError as error:
            raise damaged from error
        try:
            if connection.pragma("application_id") != INDEX_SCHEMA.application_id:
                raise UserError(f"{source} is not a library of this program.", f"Choose a file that ends in {SUFFIX}.")
            check(connection, INDEX_SCHEMA, source)
            if not is_whole(connection):
                raise damaged
        finally:
            connection.close()
