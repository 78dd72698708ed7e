"""Choose the context size of a model so that it fits into the memory that is free."""

import re
from pathlib import Path

import psutil

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.built_in.header import ModelHeader, damaged

USUAL_WINDOW = 8192
"""Tokens. Ten passages, a conversation and an answer; more makes each answer wait longer for nothing."""
SMALLEST_WINDOW = 2048
BATCH = 256
"""Tokens that are read at a time: a question that is stopped holds up the next one no longer than that."""
_GIB = 1024**3
_BASE = 128 * 1024**2  # the program around the model
_NUMBER = 4  # bytes
_ROWS = 12  # as wide as an embedding, for each token of a batch: what a layer works with
_SPARE = 0.92  # of the memory that is free
_PART = re.compile(r"(?P<stem>.+)-(?P<part>\d{5})-of-(?P<parts>\d{5})\.gguf$", re.IGNORECASE)


def model_bytes(path: Path) -> int:
    """Return the size of a model in bytes, with all its files when it has several.

    Raises:
        UserError: one of them is missing.

    """
    found = _PART.match(path.name)
    if found is None:
        return path.stat().st_size
    count = int(found["parts"])
    parts = [path.with_name(f"{found['stem']}-{number:05}-of-{count:05}.gguf") for number in range(1, count + 1)]
    if not all(part.is_file() for part in parts):
        raise damaged(path)
    return sum(part.stat().st_size for part in parts)


def needed_bytes(header: ModelHeader, size: int, window: int) -> int:
    """Return the bytes of memory that a model of ``size`` bytes needs with a context window."""
    working = BATCH * _NUMBER * (header.vocabulary + _ROWS * header.embedding_length)
    return size + window * header.cache_bytes + working + _BASE


def fitted_window(header: ModelHeader, size: int, wanted: int, available: int) -> int:
    """Return the context window that a model gets: as wanted, or (0) the usual one, smaller where memory is scarce.

    Raises:
        UserError: the model does not fit into the memory that is free.

    """
    room = int(available * _SPARE)
    window = min(wanted or USUAL_WINDOW, header.context_length)
    smallest = window if wanted else min(window, SMALLEST_WINDOW)
    while window > smallest and needed_bytes(header, size, window) > room:
        window = max(window // 2, smallest)
    needed = needed_bytes(header, size, window)
    if needed <= room:
        return window
    fits = (room - needed_bytes(header, size, 0)) // max(1, header.cache_bytes)
    advice = "Close other programs, or choose a smaller model."
    if wanted and fits >= SMALLEST_WINDOW:
        advice = UserText(
            "Set “Context window” to {tokens} or less, or close other programs.", tokens=fits // 1024 * 1024
        )
    raise UserError(
        UserText(
            "The model needs {needed} GB of memory, and {available} GB is free.",
            needed=f"{needed / _GIB:.1f}",
            available=f"{available / _GIB:.1f}",
        ),
        advice,
    )


def available_memory() -> int:
    """Return the bytes of memory still available, also inside a container with a lower limit."""
    available = int(psutil.virtual_memory().available)
    group = Path("/sys/fs/cgroup")
    try:
        most = int((group / "memory.max").read_text())
        return min(available, max(0, most - int((group / "memory.current").read_text())))
    except (OSError, ValueError):  # not on Linux, no limit, or an older kind of groups
        return available
