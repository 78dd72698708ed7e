"""Mailboxes of many messages in one file, read in one pass however large they are."""

import re
from collections.abc import Iterator
from email.parser import BytesHeaderParser
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import BinaryIO

from desktop_rag.readers.base import Contents, NothingToRead, ReadOptions
from desktop_rag.readers.containers.mail_message import as_time, header, message_name, read_date, sent
from desktop_rag.readers.containers.unpacking import EnoughError, Unpacker

_LONGEST_LINE = 1 << 16
_HEADERS = 1 << 15  # bytes looked at for the subject
_HEADER_LINE = re.compile(rb"[!-9;-~]+:|>From ")
_QUOTED = re.compile(rb">+From ")


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Take a mailbox apart: each message is a member.

    Raises:
        UserError: the disk is full.
        NothingToRead: there is no message in it, or it lies too deep.

    """
    unpacker = Unpacker(path, options, name, wanted)
    unpacker.trusted = True
    try:
        with path.open("rb") as file:
            _unpack(file, unpacker, _number_of(wanted))
    except EnoughError:
        pass
    if options.scratch is not None and not unpacker.members and not unpacker.full:
        raise NothingToRead(unpacker.notice() or "The mailbox contains no messages.")
    return unpacker.contents()


def _number_of(name: str) -> int:
    """Return the number of the message with this name, 0 for none."""
    first = name.partition(" ")[0]
    return int(first[:9]) if first.isdecimal() else 0


def _unpack(file: BinaryIO, unpacker: Unpacker, wanted: int) -> None:
    """Write each message, or only the one with the number ``wanted``."""
    for number, numbered in groupby(_lines(file), key=itemgetter(0)):
        if number == 0 or number < wanted:
            continue
        if 0 < wanted < number:
            return
        if unpacker.full:
            unpacker.leave_out(1)
            continue
        lines = (line for _, line in numbered)
        head = _head(lines)
        headers = BytesHeaderParser().parsebytes(head)
        name = unpacker.name(f"{number:05d} {message_name(header(headers, 'subject'))}")
        if name:
            unpacker.add(name, chain([head], _joined(lines)), as_time(read_date(sent(headers))))


def _head(lines: Iterator[bytes]) -> bytes:
    """Return the first lines of a message: its headers, and perhaps a little more."""
    head = bytearray()
    for line in lines:
        head += line
        if len(head) > _HEADERS or line in (b"\n", b"\r\n"):
            break
    return bytes(head)


def _joined(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Yield lines in blocks, which are quicker to write."""
    block = bytearray()
    for line in lines:
        block += line
        if len(block) >= _LONGEST_LINE:
            yield bytes(block)
            block.clear()
    yield bytes(block)


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield each line with the number of its message; long lines come in parts."""
    number, after_blank = 0, True
    line = file.readline(_LONGEST_LINE)
    while line:
        following = file.readline(_LONGEST_LINE)
        if after_blank and line.startswith(b"From ") and _HEADER_LINE.match(following):
            number += 1
        else:
            yield number, line[1:] if _QUOTED.match(line) else line
        after_blank = line in (b"\n", b"\r\n")
        line = following
