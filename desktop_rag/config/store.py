"""The person's settings: what differs from the defaults, in ``settings.json`` in the data folder."""

import contextlib
import json
import os
import threading
from pathlib import Path
from typing import cast

from desktop_rag.config.option import AnyOption, Option, OptionValue, T
from desktop_rag.config.options import OPTIONS_BY_KEY
from desktop_rag.core.disk_space import is_no_space, no_space
from desktop_rag.core.errors import UserError
from desktop_rag.core.private_files import FOLDER_MODE, make_private_file

SETTINGS_FILE = "settings.json"


class Config:
    """The person's settings. Reads and writes may come from any thread; writes are atomic."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._values: dict[str, OptionValue] = self._load() if path is not None else {}

    def __getitem__(self, option: Option[T]) -> T:
        with self._lock:
            return cast("T", self._values.get(option.key, option.default))

    def value(self, option: AnyOption) -> OptionValue:
        """Return the value of an option of any type."""
        with self._lock:
            return self._values.get(option.key, option.default)

    def update(self, values: dict[str, OptionValue]) -> None:
        """Set options by key and save them; nothing changes when one of them is wrong, or they cannot be saved.

        Raises:
            NoSpaceError: the disk is full.
            UserError: an unknown key, a wrong value, or the settings file cannot be written.

        """
        unknown = sorted(values.keys() - OPTIONS_BY_KEY.keys())
        if unknown:
            raise UserError(f"There is no setting named {unknown[0]!r}.")
        checked = {key: OPTIONS_BY_KEY[key].check(value) for key, value in values.items()}
        with self._lock:
            merged = self._values | checked
            # defaults are not stored, so that those of a later version reach everybody who never chose
            changed = {key: value for key, value in merged.items() if value != OPTIONS_BY_KEY[key].default}
            # saved first: what is not on disk is not in effect either
            # saved first: when that fails, the old values still hold
            self._save(changed)
            self._values = changed

    def overridden(self, values: dict[str, OptionValue]) -> "Config":
        """Return a copy with other values that is never saved (for one command or question)."""
        copy = Config()
        with self._lock:
            copy._values = dict(self._values)
        copy.update(values)
        return copy

    def _load(self) -> dict[str, OptionValue]:
        """Read the file; a damaged one is set aside under another name rather than overwritten.

        Raises:
            UserError: it cannot be read. It may be in order, so it stays as it is.

        """
        path = self._path
        if path is None:
            return {}
        try:
            stored = json.loads(path.read_text(encoding="utf-8-sig"))  # editors may put a mark in front
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (ValueError, RecursionError, IsADirectoryError):
            stored = None
        except OSError as error:
            raise UserError(
                f"The settings in {path} cannot be read: {error.strerror}.",
                "Check that you have permission to read the file, or move it elsewhere to start with new settings.",
            ) from error
        if not isinstance(stored, dict):
            with contextlib.suppress(OSError):
                path.replace(path.with_suffix(".damaged.json"))
            return {}
        return known_values(stored)

    def _save(self, values: dict[str, OptionValue]) -> None:
        """Write a new file beside the old one and swap them."""
        if self._path is None:
            return
        temporary = self._path.with_suffix(".tmp")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
            make_private_file(temporary)
            temporary.write_text(json.dumps(values, indent=1, ensure_ascii=False), encoding="utf-8")
            os.replace(temporary, self._path)  # noqa: PTH105 - atomic on every system
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            if is_no_space(error):
                raise no_space(self._path) from error
            raise UserError(
                f"The settings could not be saved: {error.strerror}.",
                f"Check the folder {self._path.parent}.",
            ) from error


def known_values(stored: dict[str, object]) -> dict[str, OptionValue]:
    """Keep the stored values that this version understands."""
    known: dict[str, OptionValue] = {}
    for key, option in OPTIONS_BY_KEY.items():
        if key in stored:
            with contextlib.suppress(UserError):
                known[key] = option.check(stored[key])
    return known
