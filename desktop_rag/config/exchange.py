"""Settings as a file of their own, to be taken to another computer: without keys, passwords and values of headers."""

import json
from pathlib import Path

from desktop_rag.config.options import OPTIONS_BY_KEY
from desktop_rag.config.store import CONNECTIONS, Config
from desktop_rag.core.errors import UnusableInputError, UserError
from desktop_rag.core.private_files import make_private_file


def export_settings(config: Config, file: Path) -> None:
    """Write settings and connections to a file, which is replaced; secrets are masked.

    Raises:
        UserError: the file cannot be written.

    """
    try:
        make_private_file(file)
        file.write_text(json.dumps(config.stored(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}.", "Choose another place.") from error


def import_settings(config: Config, file: Path) -> tuple[str, ...]:
    """Put the settings of a file in the place of all that were set; keys stay. Return the names it does not know.

    Raises:
        UserError: the file cannot be read, it holds no settings, or they cannot be saved; then nothing changes.

    """
    try:
        stored = json.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.", "Choose another file.") from error
    except (ValueError, RecursionError):
        stored = None
    if not isinstance(stored, dict) or (stored and not stored.keys() & {CONNECTIONS, *OPTIONS_BY_KEY}):
        raise UnusableInputError(
            f"{file} does not hold settings.", "Choose a file that was written by exporting settings."
        )
    config.restore(stored)
    return tuple(sorted(stored.keys() - {CONNECTIONS, *OPTIONS_BY_KEY}))
