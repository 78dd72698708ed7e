"""Runs model files in confined children of their own, one at a time, and ends them when nobody asks any more."""

import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psutil

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError, contained
from desktop_rag.core.instrumentation import ModelState, Progress, tell_progress
from desktop_rag.core.parallel import start_timer
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.built_in.engine import ModelOrder, RunningModel, can_run
from desktop_rag.llms.built_in.files import find_model_files, model_path
from desktop_rag.llms.built_in.header import model_bytes
from desktop_rag.llms.built_in.language_child import LoadedModel, ServerOrder, load_model
from desktop_rag.processes.child import Child, ChildDiedError
from desktop_rag.processes.confinement.limits import MOST_ADDRESS_SPACE, Limits
from desktop_rag.processes.confinement.setup import ChildSetup
from desktop_rag.processes.scratch import ScratchFolder

_log = logging.getLogger(__name__)
_NICENESS = 2  # gives way to the window, goes before what reads files
_POLL_SECONDS = 0.05
_DYING_SECONDS = 0.3  # its connections are cut a moment before it is gone
_LOAD_SECONDS = 900.0  # a large file on a slow drive
_FOREVER = 1e9  # seconds of work


class ModelDiedError(UserError):
    """The process of the built-in model is gone."""

    def __init__(self) -> None:
        super().__init__(
            "The built-in model stopped unexpectedly.",
            "Ask again: it starts anew. If it happens again, choose a smaller model.",
            retryable=True,
        )


@dataclass(eq=False, slots=True)
class _Loaded:
    """A model in a child, and how many blocks need it."""

    order: ModelOrder
    child: Child
    users: int = 1
    running: RunningModel | None = None
    idle: threading.Timer | None = field(default=None)


class LanguageModels:
    """A ``ModelEngine`` with at most one model in memory, for up to ``idle_seconds`` unused.

    Downloaded models lie in ``folder``.
    Safe to use from several threads.
    """

    def __init__(self, scratch: ScratchFolder, folder: Path, idle_seconds: Callable[[], float]) -> None:
        self._scratch = scratch
        self._folder = folder
        self._idle_seconds = idle_seconds
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None
        self._closed = False

    def find(self, text: str) -> Path:
        """Return the file that a person means; see ``ModelEngine``."""
        return model_path(text, self._folder)

    def names(self) -> tuple[str, ...]:
        """Return the names of the models on this computer; () where none can be run."""
        return tuple(file.name for file in find_model_files(self._folder)) if can_run() else ()

    @contextmanager
    def serve(self, order: ModelOrder, cancel: CancelToken) -> Iterator[RunningModel]:
        """Run a model at least while the block lasts; see ``ModelEngine``."""
        loaded = self._acquire(order, cancel)
        try:
            yield loaded.running or self._load(loaded, cancel)
        except UserError as error:
            if loaded.child.is_alive(_DYING_SECONDS):
                raise
            cancel.raise_if_cancelled()
            raise (error if loaded.running is None else ModelDiedError()) from error
        finally:
            self._release(loaded)

    @property
    def process(self) -> int | None:
        """The number of the process that runs a model now, None when there is none."""
        with self._lock:
            return self._loaded.child.process if self._loaded is not None else None

    def close(self) -> None:
        """End the model, whatever it does; idempotent."""
        with self._lock:
            self._closed = True
            loaded = self._loaded
            if loaded is not None:
                _forget_timer(loaded)
                loaded.child.kill()
        if loaded is not None and loaded.users == 0:
            self._drop(loaded)

    def _acquire(self, order: ModelOrder, cancel: CancelToken) -> _Loaded:
        """Return the child for a model, a new one if need be, once no other model is in use."""
        while True:
            cancel.raise_if_cancelled()
            with self._lock:
                if self._closed:
                    raise CancelledError
                loaded = self._loaded
                if loaded is None:
                    self._loaded = _Loaded(order, self._child(order))
                    return self._loaded
                if loaded.order == order and loaded.running is not None and loaded.child.is_alive():
                    loaded.users += 1
                    _forget_timer(loaded)
                    return loaded
                unused = loaded.users == 0
            if unused:
                self._drop(loaded)
            else:
                cancel.wait(_POLL_SECONDS)

    def _child(self, order: ModelOrder) -> Child:
        """Start the process that will run a model; it may use all of this machine's memory, and the file's once more.

        What is mapped of the file counts as address space.
        """
        try:
            size = model_bytes(order.file)
        except OSError as error:
            raise UserError(
                UserText("There is no model file {path}.", path=order.file), "Choose another file in the settings."
            ) from error
        memory = int(psutil.virtual_memory().total) + size + MOST_ADDRESS_SPACE
        return Child(ChildSetup(_NICENESS, self._scratch.folder, memory, serves=True))

    def _load(self, loaded: _Loaded, cancel: CancelToken) -> RunningModel:
        """Wait until the model answers; the child is killed when that fails or is cancelled."""
        tell_progress(Progress(ModelState.LOADING))
        key = secrets.token_urlsafe(24)
        complaints = self._scratch.folder / f"model-{secrets.token_hex(4)}.log"
        try:
            found = _answer_of(loaded.child, ServerOrder(loaded.order, key, complaints), cancel)
        except BaseException as error:
            loaded.child.kill()
            if isinstance(error, ChildDiedError):
                raise ModelDiedError from error
            raise
        finally:
            with contextlib.suppress(OSError):
                complaints.unlink()
        loaded.running = RunningModel(found.address, key, found.context_window)
        return loaded.running

    def _release(self, loaded: _Loaded) -> None:
        """Note that a block has ended; what nobody uses ends some time later, or at once when it is dead."""
        with self._lock:
            loaded.users -= 1
            if loaded.users:
                return
            if loaded.running is not None and not self._closed and loaded.child.is_alive():
                end = partial(self._end_unused, loaded)
                loaded.idle = start_timer(self._idle_seconds(), end, "desktop-rag-idle-model")
                return
        self._drop(loaded)

    def _end_unused(self, loaded: _Loaded) -> None:
        """End a model that has not been asked for some time."""
        with contained(_log, "a model that is not used could not be ended"):
            with self._lock:
                unused = loaded.users == 0 and self._loaded is loaded
            if unused:
                self._drop(loaded)

    def _drop(self, loaded: _Loaded) -> None:
        """End a child that nobody uses and release it."""
        with self._lock:
            if self._loaded is not loaded or loaded.users:
                return
            self._loaded = None
            _forget_timer(loaded)
        loaded.child.dispose()


def _forget_timer(loaded: _Loaded) -> None:
    if loaded.idle is not None:
        loaded.idle.cancel()
        loaded.idle = None


def _answer_of(child: Child, order: ServerOrder, cancel: CancelToken) -> LoadedModel:
    """Have a child load a model and wait for its word; it may hold as much as the machine has."""
    deadline = time.monotonic() + _LOAD_SECONDS
    memory = int(psutil.virtual_memory().total) + MOST_ADDRESS_SPACE
    child.send(load_model, order, limits=Limits(_FOREVER, memory))
    while not child.connection.poll(_POLL_SECONDS):
        cancel.raise_if_cancelled()
        if time.monotonic() > deadline:
            raise UserError("Loading the model took too long.", "Choose a smaller model.")
    message = child.receive()
    if isinstance(message.value, MemoryError):
        raise UserError("The model does not fit into memory.", "Close other programs, or choose a smaller model.")
    if message.kind == "failed":
        raise message.value
    found: LoadedModel = message.value
    return found
