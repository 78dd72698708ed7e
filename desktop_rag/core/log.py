"""Logging to a rotating file, with secrets taken out."""

import base64
import errno
import json
import logging
import logging.handlers
import os
import re
import sys
import threading
from collections import OrderedDict
from io import TextIOWrapper
from pathlib import Path
from urllib.parse import quote, unquote

from desktop_rag.core.private_files import make_private_file, make_private_folder

_SECRET = re.compile(
    r"""(?: authorization["'=:\s]+ (?: (?:bearer|basic)\s+ )? | bearer\s+ | api[-_]?key["'=:\s]+ ) [^\s"',}]+
    | \b(?:sk|gsk|hf)[-_][a-z0-9_-]{8,}""",
    re.IGNORECASE | re.VERBOSE,
)
_LOGIN = re.compile(r"""(?<=://)[^\s/@"']+:[^\s/@"']+(?=@)""")
_REPLACEMENT = "[secret]"
_SHORTEST = 6  # a shorter value would be found in ordinary words
_MOST = 500
LOGGER = "desktop_rag"


class _KnownSecrets:
    """The secrets that this process has handled: they are removed from the texts of servers and libraries."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._forms: OrderedDict[str, None] = OrderedDict()  # in every form in which they are sent

    def add(self, secret: str) -> None:
        """Remember a secret of at least six characters, the newest 500 forms of them."""
        plain = unquote(secret)
        escaped = json.dumps(plain, ensure_ascii=True)[1:-1]
        scheme, space, token = secret.partition(" ")  # Authorization: Bearer …
        parts = [token] if space and scheme.lower() in ("bearer", "basic", "token") else []
        with self._lock:
            for form in (secret, plain, quote(plain, safe=""), escaped, *parts):
                if len(form) >= _SHORTEST:
                    self._forms[form] = None
                    self._forms.move_to_end(form)
            while len(self._forms) > _MOST:
                self._forms.popitem(last=False)

    def replace_in(self, text: str) -> str:
        """Return ``text`` without them."""
        with self._lock:
            found = [form for form in self._forms if form in text]
        for form in sorted(found, key=len, reverse=True):
            text = text.replace(form, _REPLACEMENT)
        return text


_KNOWN = _KnownSecrets()


def remember_secret(secret: str) -> None:
    """Keep a secret out of every log and error from now on."""
    _KNOWN.add(secret)


def remember_login(login: str) -> None:
    """Keep the password of ``user:password`` out of every log and error, also in the form in which it is sent."""
    _KNOWN.add(login)
    _KNOWN.add(login.partition(":")[2])
    _KNOWN.add(base64.b64encode(unquote(login).encode()).decode())


def hide_secrets(text: str) -> str:
    """Return ``text`` without the secrets that this process knows, and without passwords in addresses."""
    return _KNOWN.replace_in(_LOGIN.sub(_REPLACEMENT, text) if "://" in text else text)


def redact(text: str) -> str:
    """Return ``text`` without secrets known to ``hide_secrets``, and without texts that look like a key or token."""
    return _SECRET.sub(_REPLACEMENT, hide_secrets(text))


class RedactingFormatter(logging.Formatter):
    """Formats a record and removes secrets from the result, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the redacted line."""
        return redact(super().format(record))


class _FileHandler(logging.handlers.RotatingFileHandler):
    """A log file that only the owner may read; a full disk is ignored here and reported elsewhere."""

    def _open(self) -> TextIOWrapper:
        make_private_file(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Report an invalid record, but not a full disk."""
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
