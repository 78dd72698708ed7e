"""Drafts read and written in child processes, which may be hostile files as any other."""

import datetime as dt
import shutil
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import absolute_path
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.unfinished import rename_exclusively, unfinished_file
from desktop_rag.core.user_text import UserText
from desktop_rag.processes.confinement.limits import Limits
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import ScratchFolder
from desktop_rag.services.drafts.draft_file import SUFFIXES, draft_text, write_with_remarks
from desktop_rag.services.drafts.remark import Remark


class DraftFiles:
    """The drafts of a person: ``processes`` read them and write copies in ``scratch``; ``notes`` as in ``Exports``."""

    def __init__(self, processes: ChildProcesses, scratch: ScratchFolder, notes: Path | None = None) -> None:
        self._processes = processes
        self._scratch = scratch
        self._notes = notes

    def text(self, path: Path, token: CancelToken) -> str:
        """Return the text of a draft that remarks can be written into; "" for other files, and damaged ones."""
        path = absolute_path(path)
        if path.suffix.lower() not in SUFFIXES or not path.is_file():
            return ""
        try:
            text = self._processes.run(draft_text, path, seconds=_seconds(path), token=token)
        except UserError:  # as what its name says; readers look at the content, and read damaged ones as far as they go
            return ""
        return text if text.strip() else ""

    def write(
        self, draft: Path, text: str, remarks: Sequence[Remark], target: Path, token: CancelToken, *, replace: bool
    ) -> Path:
        """Write a copy of a draft with remarks on its text, and return the file.

        Raises:
            UserError: see ``TextChecks.write_reviewed``.
            CancelledError: stopped.

        """
        draft, target = absolute_path(draft), absolute_path(target)
        _check(draft, target, replace=replace)
        place = self._scratch.folder / f"reviewed-{uuid4().hex}{draft.suffix}"
        try:
            now = dt.datetime.now(dt.UTC)
            arguments = (draft, text, tuple(remarks), place, now)
            self._processes.run(write_with_remarks, *arguments, seconds=_seconds(draft), token=token)
            token.raise_if_cancelled()
            self._put(place, draft, target, replace=replace)
        finally:
            place.unlink(missing_ok=True)
        return target

    def _put(self, place: Path, draft: Path, target: Path, *, replace: bool) -> None:
        try:
            with unfinished_file(target, self._notes) as part:
                make_private_file(part)
                shutil.copyfile(place, part)
                if replace:
                    _check(draft, target, replace=True)
                    part.replace(target)
                else:
                    rename_exclusively(part, target)
        except FileExistsError as error:
            raise _there_already(target) from error
        except OSError as error:
            raise UserError(
                UserText("“{name}” cannot be written: {reason}.", name=target.name, reason=reason_of(error)),
                "Close the file if another program has it open, or choose another folder.",
            ) from error


def _check(draft: Path, target: Path, *, replace: bool) -> None:
    """Make sure that remarks can be written into a draft, and that nothing is lost by it.

    Raises:
        UserError: they cannot, or something would be.

    """
    if draft.suffix.lower() not in SUFFIXES:
        raise UserError(
            UserText("Remarks can't be written into “{name}”.", name=draft.name),
            UserText("Save it in one of these formats and check that: {known}.", known=", ".join(SUFFIXES)),
        )
    if target.suffix.lower() != draft.suffix.lower():
        raise UserError(
            UserText("“{name}” would be another format than the draft.", name=target.name),
            UserText("Let its name end in {known}.", known=draft.suffix),
        )
    try:
        is_draft = target.exists() and target.samefile(draft)
    except OSError:
        is_draft = False
    if is_draft or target == draft:
        raise UserError("The draft itself is never written over.", "Choose another name.")
    if target.is_dir() or (target.exists() and not replace):
        raise _there_already(target)


def _there_already(target: Path) -> UserError:
    return UserError(UserText("There is already a file at {file}.", file=target), "Choose another name.")


def _seconds(path: Path) -> float:
    """Return how long a file of this size may take."""
    try:
        return Limits.of_file(path.stat().st_size).seconds
    except OSError:
        return Limits.of_file(0).seconds
