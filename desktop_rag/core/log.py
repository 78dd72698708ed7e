"""Logging to a rotating file, with secrets taken out."""

import errno
import logging
import logging.handlers
import os
import re
import sys
from io import TextIOWrapper
from pathlib import Path

from desktop_rag.core.private_files import make_private_file, make_private_folder

_SECRET = re.compile(
    r"""(?: authorization["'=:\s]+ (?: (?:bearer|basic)\s+ )? | bearer\s+ | api[-_]?key["'=:\s]+ ) [^\s"',}]+
    | \b(?:sk|gsk|hf)[-_][a-z0-9_-]{8,}
    | (?<=://)[^\s/@"']+:[^\s/@"']+(?=@)""",
    re.IGNORECASE | re.VERBOSE,
)
LOGGER = "desktop_rag"


def redact(text: str) -> str:
    """Return ``text`` with keys and tokens replaced."""
    return _SECRET.sub("[secret]", text)


class RedactingFormatter(logging.Formatter):
    """Formats a record and removes secrets from the result, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the redacted line."""
        return redact(super().format(record))


class _FileHandler(logging.handlers.RotatingFileHandler):
    """Writes what it can, for the owner alone to read: a full disk is told of elsewhere."""

    def _open(self) -> TextIOWrapper:
        make_private_file(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Report what is wrong with a record, but not that the disk takes no more."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def set_up_logging(log_dir: Path, *, verbose: bool = False) -> logging.Handler:
    """Write this program's log below ``log_dir`` (3 files of 1 MB); return the handler for removal.

    Raises:
        OSError: the folder cannot be made or written.

    """
    make_private_folder(log_dir)
    if not os.access(log_dir, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(log_dir))
    handler = _FileHandler(log_dir / "desktop-rag.log", maxBytes=1_000_000, backupCount=2, encoding="utf-8", delay=True)
    handler.setFormatter(RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG if verbose else logging.INFO)
    return handler
