"""Logging to a rotating file, with secrets taken out."""

import logging
import logging.handlers
import re
import sys
from pathlib import Path

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
    """Writes what it can: a full disk is told of elsewhere."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Report what is wrong with a record, but not that the disk takes no more."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def set_up_logging(log_dir: Path, *, verbose: bool = False) -> logging.Handler:
    """Write this program's log below ``log_dir`` (3 files of 1 MB); return the handler for removal."""
    log_dir.mkdir(parents=True, exist_ok=True)
    handler = _FileHandler(log_dir / "desktop-rag.log", maxBytes=1_000_000, backupCount=2, encoding="utf-8", delay=True)
    handler.setFormatter(RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG if verbose else logging.INFO)
    return handler
