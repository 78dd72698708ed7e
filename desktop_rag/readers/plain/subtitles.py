"""Subtitles (SRT, VTT): what is said, each line with the time it begins."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import text

_TIMES = re.compile(r"\s*((?:\d+:)?\d{1,2}:\d{2})[.,]\d{1,3}\s*-->")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<[\d:.]+>")


def load_data(path: Path) -> Iterator[Document]:
    """Yield the spoken lines, each with the time it begins; see ``readers.base.Reader``."""
    said = "\n".join(_cues("".join(text.pieces(path)).split("\n")))
    return text.in_pages([said if said.strip() else "".join(text.pieces(path))])


def _cues(lines: Iterable[str]) -> Iterator[str]:
    time, words = "", list[str]()
    for line in [*lines, ""]:
        match = _TIMES.match(line)
        if time and not match and line.strip():
            words.append(_TAG.sub("", line).strip())
            continue
        if words:
            yield f"{time} {' '.join(words)}"
        time, words = match.group(1) if match else "", []
