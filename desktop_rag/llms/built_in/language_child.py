"""Run in a child: llama.cpp's own server, with one model file."""

import functools
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.built_in.engine import ModelOrder
from desktop_rag.llms.built_in.header import (
    BATCH,
    available_memory,
    damaged,
    fitted_window,
    model_bytes,
    needed_bytes,
    read_header,
)

if TYPE_CHECKING:
    import xllamacpp

_ERRORS_ONLY = 1
_CHECKPOINTS = 4  # of models whose memory cannot be cut back, each some megabytes
_LOOK_SECONDS = 0.1
_STDERR = 2
_READ_BYTES = 20_000
_CUT = ("corrupted or incomplete", "tensor data is not within", "failed to read", "unexpectedly reached end", "magic")
_NO_MEMORY = ("failed to allocate", "unable to allocate", "bad_alloc", "out of memory", "mmap failed", "buffer type")
_UNKNOWN = ("unknown model architecture", "unknown pre-tokenizer", "unsupported", "unknown type")


@dataclass(frozen=True, slots=True)
class ServerOrder:
    """A model, the key of its server, and the file for the complaints of llama.cpp."""

    model: ModelOrder
    key: str
    complaints: Path


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """The address of the server, and the context window it received."""

    address: str
    context_window: int


def load_model(order: ServerOrder) -> LoadedModel:
    """Load a model and serve it until this process ends.

    Raises:
        UserError: the file is damaged, of an unknown kind or no model that writes, or memory is short.

    """
    path = order.model.file
    header = read_header(path)
    if not header.writes:
        raise UserError(UserText("{name} does not write answers.", name=path.name), "Choose the file of a chat model.")
    size, available = model_bytes(path), available_memory()
    window = fitted_window(header, size, order.model.context_window, available)
    server = _server(order, window)
    if server is None:
        raise _reason(order, needed_bytes(header, size, window), available)
    return LoadedModel(f"{server.listening_address}/v1", window)


@functools.cache
def _server(order: ServerOrder, window: int) -> "xllamacpp.Server | None":
    """Return the one server of this process, None when it could not be made."""
    import xllamacpp

    log = os.open(order.complaints, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(log, _STDERR)
    os.close(log)
    try:
        return xllamacpp.Server(_parameters(order, window))
    except RuntimeError:
        return None


def _parameters(order: ServerOrder, window: int) -> "xllamacpp.CommonParams":
    """Return the parameters for llama.cpp; it chooses the layers for a graphics processor itself."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(order.model.file)
    params.model_alias = {order.model.file.stem}
    params.n_ctx = window
    params.n_parallel = 1
    params.n_batch = params.n_ubatch = BATCH
    params.n_ctx_checkpoints = _CHECKPOINTS
    params.cache_ram_mib = 0  # what was read last stays in the window; more copies would cost gigabytes
    params.cpuparams.n_threads = threads()
    params.warmup = False  # the first question warms it up as well
    params.verbosity = _ERRORS_ONLY
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [order.key]
    params.ui = False
    params.endpoint_slots = False
    params.cors_origins = ""
    return params


def threads() -> int:
    """Return the number of threads to use: one for each core that is free now, of twins only one.

    llama.cpp's threads wait for one another: with two on two cores that others used, it wrote 7 tokens a second, with
    one 127.
    """
    usable = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    cores = max(1, min(psutil.cpu_count(logical=False) or usable, usable))
    busy: float = psutil.cpu_percent(interval=_LOOK_SECONDS) / 100 * (psutil.cpu_count() or cores)
    return max(1, min(cores, usable - round(busy)))


def _reason(order: ServerOrder, needed: int, available: int) -> UserError:
    """Return the error for a model that could not be loaded, by the complaint of llama.cpp."""
    path = order.model.file
    time.sleep(0.05)  # its log is written by a thread
    try:
        said = order.complaints.read_bytes()[-_READ_BYTES:].decode("utf-8", "replace").lower()
    except OSError:
        said = ""
    if any(sign in said for sign in _CUT):
        return damaged(path)
    if any(sign in said for sign in _UNKNOWN):
        return UserError(
            UserText("The model file {name} is of a kind that is not known here.", name=path.name),
            "Choose another model.",
        )
    if any(sign in said for sign in _NO_MEMORY):
        gib = 1024**3
        return UserError(
            UserText(
                "The model does not fit into memory: it needs about {needed} GB of {available} GB.",
                needed=f"{needed / gib:.1f}",
                available=f"{available / gib:.1f}",
            ),
            "Close other programs, or choose a smaller model.",
        )
    return UserError(
        UserText("The model file {name} cannot be loaded.", name=path.name),
        "Download it again, or choose another model.",
    )
