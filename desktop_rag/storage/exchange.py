"""Copies of libraries as files of their own: made at any moment, checked before they become libraries here."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.disk_space import is_no_space, no_space
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.private_files import make_folders, make_private_file
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.permissions import new_library_id
from desktop_rag.storage.sqlite.connection import connect, storage_errors
from desktop_rag.storage.sqlite.files.database_files import (
    copy_database,
    naming,
    shut_others_out,
    strangers_beside,
    take_name,
)
from desktop_rag.storage.sqlite.foreign_files import DamagedFileError, ForeignFileError
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.inspection import inspect_library
from desktop_rag.storage.sqlite.properties import get_library_id, set_library_id, set_old_name
from desktop_rag.storage.storage_context import SUFFIX, StorageContext

_BLOCK_BYTES = 1 << 20


def export_index(files: IndexFiles, name: str, target: Path, *, replace: bool = False) -> Path:
    """Copy a library as it is now to a file, or into a folder, and return the file; others may write meanwhile.

    Raises:
        NoSpaceError: there is no room for the copy.
        UserError: the file exists and is not to be replaced or is open elsewhere, or cannot be written.

    """
    source = files.existing(name)
    file = target / source.name if target.is_dir() else target
    if file.exists() and (not replace or _are_one_file(file, source)):
        raise _file_exists_error(file)
    if strangers := strangers_beside(file):
        raise _file_exists_error(strangers[0])
    with (
        _replacing(file, files.folder) as copy,
        files.open(source, read_only=True) as storage,
        storage_errors(file),
    ):
        copy_database(storage.connection, copy)
        _sync(copy)
        with naming(files.folder, alone=True):
            take_name(copy, file, replace=replace)
    return file


def _are_one_file(one: Path, other: Path) -> bool:
    """Return True if two paths lead to the same file; False if another program has just removed one."""
    try:
        return one.samefile(other)
    except FileNotFoundError:
        return False


def import_index(files: IndexFiles, source: Path, name: str = "") -> str:
    """Make a library of a copy, and return its name: by default that of the file.

    Raises:
        NoSpaceError: there is no room for it.
        UserError: the file is no library, damaged or of a later version of the program, or the name is taken.

    """
    if not source.is_file():
        raise UserError(UserText("There is no file at {source}.", source=source), "Check the spelling.")
    wanted = name or files.name_of(source)
    with _replacing(files.free(wanted), files.folder) as copy:
        _copy(source, copy)
        _check(copy, source)
        _make_library(files, copy, wanted, is_foreign=True)
    return wanted


def duplicate_index(files: IndexFiles, name: str, new_name: str) -> None:
    """Make another library like one, as it is now; others may write meanwhile.

    Raises:
        NoSpaceError: there is no room for it.
        UserError: there is no such library, or the new name is taken or not possible.

    """
    source = files.existing(name)
    with _replacing(files.free(new_name), files.folder) as copy:
        with files.open(source, read_only=True) as storage, storage_errors(copy):
            copy_database(storage.connection, copy)
        _make_library(files, copy, new_name, is_foreign=False)


def _make_library(files: IndexFiles, copy: Path, name: str, *, is_foreign: bool) -> None:
    """Make a copy a separate library, brought up to date, with the permissions of the original."""
    with StorageContext(copy) as storage:
        set_old_name(storage.connection, "")
        original, own = get_library_id(storage.connection), new_library_id()
        set_library_id(storage.connection, own)
        files.permissions.add(own, original, is_foreign=is_foreign)
        shut_others_out(storage.connection)  # all is in the one file then; closing would not say when that fails
    _sync(copy)
    try:
        files.add(copy, name)
    except UserError:
        files.permissions.forget(own)
        raise


def _file_exists_error(file: Path) -> UserError:
    return UserError(UserText("There is already a file at {file}.", file=file), "Choose another place.")


@contextlib.contextmanager
def _replacing(target: Path, unfinished_folder: Path) -> Iterator[Path]:
    """Yield a path beside ``target`` for a file that may take its name; a file left there is removed."""
    try:
        make_folders(target.parent)
        with unfinished_file(target, unfinished_folder) as copy:
            yield copy
    except FileExistsError as error:
        raise _file_exists_error(target) from error
    except OSError as error:
        if is_no_space(error):
            raise no_space(target) from error
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=target, reason=reason_of(error)),
            "Choose another place.",
        ) from error


def _sync(copy: Path) -> None:
    with copy.open("rb+") as file:
        os.fsync(file.fileno())


def _copy(source: Path, copy: Path) -> None:
    """Copy a library, including changes that another program has not yet written into its file."""
    if not Path(f"{source}-wal").exists():
        make_private_file(copy)
        with copy.open("wb") as file:
            file.writelines(_blocks(source))
        return
    connection = connect(source, read_only=True)
    try:
        with storage_errors(source):
            copy_database(connection, copy)
    finally:
        connection.close()


def _blocks(source: Path) -> Iterator[bytes]:
    """Yield a file in blocks; where it cannot be read, the error names it, and not the file that it is copied to."""
    try:
        with source.open("rb") as file:
            while block := file.read(_BLOCK_BYTES):
                yield block
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be read: {reason}.", path=source, reason=reason_of(error)), "Choose another file."
        ) from error


def _check(copy: Path, source: Path) -> None:
    """Raise UserError when a copy of ``source`` is no whole library that this version can open."""
    try:
        connection = connect(copy, INDEX_SCHEMA, shown=source)
        try:
            if connection.pragma("application_id") != INDEX_SCHEMA.application_id:
                raise UserError(
                    UserText("{source} is not a library of this program.", source=source),
                    UserText("Choose a file that ends in {suffix}.", suffix=SUFFIX),
                )
            inspect_library(connection, source)
        finally:
            connection.close()
    except ForeignFileError:
        raise  # says more than that the file is damaged
    except DamagedFileError as error:
        raise DamagedFileError(
            UserText("{file} is damaged or not a library.", file=source), "Copy it again, or use another backup."
        ) from error
