"""Subtitles (SRT, VTT): what is said and by whom, each line with the time it begins, and notes."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import text

_TIMES = re.compile(r"\s*((?:\d+:)?\d{1,2}:\d{2})[.,]\d{1,3}\s*-->")
_NOTE = re.compile(r"NOTE(?:[ \t]|$)")
_SPEAKER = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>]{1,80})>")
_CUT = re.compile(r"(?<=[^\W\d_][-\u2010]) (?=[^\W\d_])")  # of a word that goes on in the next line
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<[\d:.]+>")


def load_data(path: Path) -> Iterator[Document]:
    """Yield the spoken lines, each with the time it begins; see ``readers.base.Reader``."""
    said = "\n".join(_cues("".join(text.pieces(path)).split("\n")))
    return text.in_pages([said if said.strip() else "".join(text.pieces(path))])


def _cues(lines: Iterable[str]) -> Iterator[str]:
    """Yield the spoken texts, each with its time, and the notes in between."""
    time, words = "", list[str]()
    for line in [*lines, ""]:
        match = _TIMES.match(line)
        goes_on = bool(words or time) and not match and bool(line.strip())
        if goes_on or (not match and _NOTE.match(line)):
            words.append(_TAG.sub("", _SPEAKER.sub(r"\1: ", line)).strip())
            continue
        if words:
            yield f"{time} {_CUT.sub('', ' '.join(words))}".strip()
        time, words = match.group(1) if match else "", []
