"""Parts of ZIP files that are documents: read whole, but never more than is sensible."""

import zipfile
import zlib
from pathlib import Path

from desktop_rag.errors import UserError

MOST = 300 * 1024 * 1024
_DAMAGED = "The file is damaged."
_AGAIN = "Open it in its own program and save it again."


def part_names(path: Path) -> list[str]:
    """Return the names of a file's parts.

    Raises:
        UserError: it is damaged.

    """
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError) as error:
        raise UserError(_DAMAGED, _AGAIN) from error


def read_part(path: Path, name: str, missing: bytes | None = None) -> bytes:
    """Return a part of a file, or ``missing`` where there is none of that name.

    Raises:
        UserError: it is damaged, encrypted, or larger than any document.

    """
    try:
        with zipfile.ZipFile(path) as archive, archive.open(name) as part:
            data = part.read(MOST + 1)
    except KeyError as error:
        if missing is not None:
            return missing
        raise UserError(_DAMAGED, _AGAIN) from error
    except RuntimeError as error:
        raise UserError("The file is protected by a password.", "Save a copy without the password.") from error
    except (zipfile.BadZipFile, zlib.error, ValueError, EOFError, NotImplementedError) as error:
        raise UserError(_DAMAGED, _AGAIN) from error
    if len(data) > MOST:
        raise UserError("The file is too large when it is unpacked.", "Split it into smaller files.")
    return data
