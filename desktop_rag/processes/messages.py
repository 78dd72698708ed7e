"""Messages from children about their tasks, as bytes: decoded by type, without running anything in them."""

import functools
import struct
import traceback
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, cast

from desktop_rag.core.codec import UndecodableError, decode, encode
from desktop_rag.core.errors import BugError, CancelledError, NoSpaceError, UserError

Kind = Literal["part", "done", "failed"]
_KINDS: tuple[Kind, ...] = typing.get_args(Kind)
_HEAD = struct.Struct("<QB")  # number of the task, kind of the message


class Message(NamedTuple):
    """A child's message about one of its tasks, by the number that ``Child.send`` returned."""

    task: int
    kind: Kind
    value: Any


class AnswerTypes(NamedTuple):
    """The types of a function's result, and of the parts it sends through the callable that is its first argument."""

    done: Any
    part: Any


@dataclass(frozen=True, slots=True)
class _Failure:
    """An error on its way to the parent."""

    kind: Literal["person", "no space", "memory", "cancelled", "bug"]
    message: str = ""
    next_step: str = ""
    retryable: bool = False

    @classmethod
    def of(cls, error: Exception) -> "_Failure":
        """Return the parent's form of an error."""
        if isinstance(error, UserError):
            kind: Literal["person", "no space"] = "no space" if isinstance(error, NoSpaceError) else "person"
            return cls(kind, error.message, error.next_step, error.retryable)
        if isinstance(error, (MemoryError, CancelledError)):
            return cls("memory" if isinstance(error, MemoryError) else "cancelled")
        return cls("bug", "".join(traceback.format_exception(error)))

    def as_error(self) -> Exception:
        """Return the error again."""
        match self.kind:
            case "person" | "no space":
                kind = UserError if self.kind == "person" else NoSpaceError
                return kind(self.message, self.next_step, retryable=self.retryable)
            case "memory":
                return MemoryError()
            case "cancelled":
                return CancelledError()
            case _:
                return BugError(self.message)


def failure(error: Exception) -> _Failure:
    """Return an error as the value of a message of kind "failed"."""
    return _Failure.of(error)


@functools.cache
def answer_types(function: Callable[..., object]) -> AnswerTypes:
    """Return the types in a function's annotations; plain values where there are none."""
    hints = dict(typing.get_type_hints(function))
    done = hints.pop("return", Any)
    tells = typing.get_args(next(iter(hints.values()), None))
    return AnswerTypes(done, tells[0][0] if tells and isinstance(tells[0], list) and tells[0] else Any)


def to_bytes(task: int, kind: Kind, value: object) -> bytes:
    """Return a message as it is sent.

    Raises:
        TypeError: the value cannot be sent.

    """
    return _HEAD.pack(task, _KINDS.index(kind)) + encode(value)


def from_bytes(data: bytes, types_of: Callable[[int], AnswerTypes]) -> Message:
    """Return the message in some bytes; ``types_of`` returns the types of a task, KeyError for one never sent.

    Raises:
        UndecodableError: they are none.

    """
    try:
        task, place = _HEAD.unpack_from(data)
        kind, types, body = _KINDS[place], types_of(task), memoryview(data)[_HEAD.size :]
    except (struct.error, LookupError) as error:
        raise UndecodableError("not a message") from error
    if kind == "failed":
        return Message(task, kind, decode(body, _Failure).as_error())
    return Message(task, kind, decode(body, cast("type[object]", types.done if kind == "done" else types.part)))
