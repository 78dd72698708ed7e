"""A draft that is a text file: its characters, and the bytes that remarks are written between."""

import re
from collections.abc import Iterable
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.user_text import UserText
from desktop_rag.text.encodings import find_encoding

_MOST = 100 * 1024 * 1024  # bytes
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


class PlainFile:
    """The ``source`` of a file, in whose encoding ``with_inserted`` writes; bytes that are wrong in it are kept.

    Raises:
        UserError: it is no text, too large, or cannot be read.

    """

    def __init__(self, path: Path, *, declared: bool = False) -> None:
        try:
            with path.open("rb") as file:
                data = file.read(_MOST + 1)
        except OSError as error:
            raise UserError(
                UserText("{file} cannot be read: {reason}", file=path.name, reason=reason_of(error))
            ) from error
        if len(data) > _MOST:
            raise UserError("The file is too large.", "Check it in parts.")
        self._encoding = find_encoding([data], declared=declared)
        if declared and data.isascii():  # it may say another encoding that has the same letters
            self._encoding = "ascii"
        elif self._encoding in {"utf-16", "utf-32"}:  # which write their mark again with each piece
            little = data[:2] == b"\xff\xfe"
            self._encoding = f"{self._encoding}-{'le' if little else 'be'}"
        elif self._encoding == "utf-8-sig":
            self._encoding = "utf-8"
        self.source = data.decode(self._encoding, "surrogateescape")
        self.can_be_written = self.source.encode(self._encoding, "surrogateescape") == data

    def with_inserted(self, insertions: Iterable[tuple[int, str]]) -> bytes:
        """Return the file with texts inserted, each before the character that it names.

        What the encoding lacks is written as HTML writes it: ``&#26085;``.
        """
        pieces, at = list[bytes](), 0
        for place, text in sorted(insertions, key=lambda one: one[0]):
            pieces.append(self.source[at:place].encode(self._encoding, "surrogateescape"))
            pieces.append(_CONTROL.sub("", text).encode(self._encoding, "xmlcharrefreplace"))
            at = place
        return b"".join([*pieces, self.source[at:].encode(self._encoding, "surrogateescape")])
