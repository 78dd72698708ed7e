"""The two kinds of error: one is shown to the person, the other is reported to us."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from desktop_rag.core.log import hide_secrets
from desktop_rag.core.user_text import UserText, joined

_REASONS: dict[str, str] = {  # what systems say, as it is stored
    reason: reason
    for reason in (
        UserText("Permission denied"),
        UserText("Device or resource busy"),
        UserText("File exists"),
        UserText("File too large"),
        UserText("Input/output error"),
        UserText("Is a directory"),
        UserText("Too many open files"),
        UserText("File name too long"),
        UserText("No such file or directory"),
        UserText("No space left on device"),
        UserText("Not a directory"),
        UserText("Directory not empty"),
        UserText("Operation not permitted"),
        UserText("Read-only file system"),
        UserText("Connection timed out"),
    )
}


class UserError(Exception):
    """Something in the person's environment: a missing file, a wrong key, a full disk.

    ``message`` says in one plain sentence what happened, ``next_step`` what to do about it: a ``UserText`` each.
    ``retryable`` tells whether the same call may succeed later without any change. Both are freed of keys and
    passwords: servers repeat them, and what is shown is copied into reports.
    """

    def __init__(self, message: str, next_step: str = "", *, retryable: bool = False) -> None:
        message, next_step = _without_secrets(message), _without_secrets(next_step)
        super().__init__(message)
        self.message = message
        self.next_step = next_step
        self.retryable = retryable

    def __str__(self) -> str:
        """One line, for a terminal or a label."""
        return joined(self.message, self.next_step)


def reason_of(error: OSError) -> str:
    """Return the reason the system gave for an error, as a translatable text where it is a known one."""
    said = error.strerror or str(error)
    return _REASONS.get(said, said)


def _without_secrets(text: str) -> str:
    return text.with_values(hide_secrets) if isinstance(text, UserText) else hide_secrets(text)


class UnusableInputError(UserError, ValueError):
    """The input cannot be used: a missing file, a folder without files. Programs may expect ValueError."""


class NoSpaceError(UserError):
    """The disk is full: the data is intact, and the operation works once there is room."""


class BugError(Exception):
    """A broken assumption in this program; carries the data for a report."""


class CancelledError(Exception):
    """The person stopped the job; not a failure."""


def as_bug(error: BaseException) -> BugError:
    """Return the error for a fault of this program, or of code that it runs."""
    if isinstance(error, BugError):
        return error
    bug = BugError(described(error))
    bug.__cause__ = error
    return bug


def described(error: BaseException) -> str:
    """Return the text of an error from other code with its kind: “ValueError: no number”."""
    return str(error) if isinstance(error, BugError) else f"{type(error).__name__}: {error}"


@contextmanager
def only_errors() -> Iterator[None]:
    """Raise a BugError in place of an exception that is no ``Exception``, so that ``except Exception`` suffices.

    Libraries written in Rust panic with a ``BaseException``, and a plug-in may call ``sys.exit``: neither may end the
    thread it happens on. Ctrl+C on the main thread passes.
    """
    try:
        yield
    except (Exception, GeneratorExit):
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
            raise
        raise as_bug(error) from error


@contextmanager
def contained(log: logging.Logger, what: str, *values: object) -> Iterator[None]:
    """Log any failure inside as a fault, and continue after the block; being stopped is no fault."""
    try:
        with only_errors():
            yield
    except CancelledError:
        return
    except Exception:
        log.exception(what, *values)
