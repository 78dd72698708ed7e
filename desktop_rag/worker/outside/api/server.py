"""Serves the local API of a worker on a port of the loopback, which no other computer reaches."""

import asyncio
import contextlib
import errno
import signal
import socket
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.user_text import UserText
from desktop_rag.worker.outside.api.guard import Guard, Tokens
from desktop_rag.worker.outside.api.routes import Routes
from desktop_rag.worker.outside.api.streams import AnswerStreams
from desktop_rag.worker.outside.calls import WAIT_SECONDS, Calls
from desktop_rag.worker.worker import Worker

_HOST = "127.0.0.1"
_MOST_CONNECTIONS = 256
_HEAD_SECONDS = 10.0  # until the head of a request is there
_KEPT_OPEN_SECONDS = 10
_ENDING_SECONDS = 2
_TICK_SECONDS = 30.0
_OTHER_PORT = UserText("Choose another port, with --port.")


class _Protocol(H11Protocol):
    """A connection that ends when the head of a request does not come."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.access_log = False  # the network page has what is asked
        self._look_later()

    def _look_later(self) -> None:
        self.loop.call_later(_HEAD_SECONDS, self._look, self.cycle)

    def _look(self, before: object) -> None:
        """Close the connection if no request was there the last time, and none has come since."""
        if self.transport.is_closing():
            return
        is_waiting = self.cycle is None or self.cycle.response_complete
        if is_waiting and self.cycle is before and self.timeout_keep_alive_task is None:
            self.transport.close()
        else:
            self._look_later()


class _Server(uvicorn.Server):
    """A server that leaves signals to us: uvicorn's own would end the program before the worker is closed."""

    def __init__(self, config: uvicorn.Config, begun: Callable[[], object]) -> None:
        super().__init__(config)
        self._begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and tell it."""
        await super().startup(sockets)
        self._begun()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing about signals."""
        yield


class ApiServer:
    """Serves the shared libraries of a worker to programs that have a token."""

    def __init__(
        self, worker: Worker, port: int, *, origins: Collection[str] = (), wait_seconds: float = WAIT_SECONDS
    ) -> None:
        """Take a port, 0 for any that is free; nothing is listened on before ``run``."""
        self._worker = worker
        self._wanted = port
        self._origins = origins
        self._calls = Calls(worker, wait_seconds)
        self._streams = AnswerStreams(self._calls)
        self._server: _Server | None = None
        self._is_closed = threading.Event()
        self.port = 0

    @property
    def address(self) -> str:
        """The address that clients take."""
        return f"http://{_HOST}:{self.port}"

    def run(self, begun: Callable[[], object] = lambda: None) -> None:
        """Serve until ``stop``, or a signal that ends the program; call ``begun`` once clients can connect.

        Raises:
            UserError: the port is taken.

        """
        with _listening(self._wanted) as listening:
            self.port = listening.getsockname()[1]
            ends = [self._calls.listen(), self._worker.subscribe(self._streams.hear)]
            try:
                with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C on Windows
                    asyncio.run(self._serve(listening, begun))
            finally:
                self._calls.cancel_all()
                for end in ends:
                    end()

    def stop(self) -> None:
        """End serving soon; from any thread, idempotent."""
        self._is_closed.set()
        if self._server is not None:
            self._server.should_exit = True
        self._calls.cancel_all()  # streams end with their answers

    async def _serve(self, listening: socket.socket, begun: Callable[[], object]) -> None:
        app = Guard(
            Routes(self._calls, self._streams, self.address).app(),
            Tokens(self._worker),
            self._calls,
            self.port,
            self._origins,
        )
        config = uvicorn.Config(
            app,
            http=_Protocol,
            ws="none",
            loop="asyncio",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=_MOST_CONNECTIONS,
            timeout_keep_alive=_KEPT_OPEN_SECONDS,
            timeout_graceful_shutdown=_ENDING_SECONDS,
        )
        server = self._server = _Server(config, begun)
        if self._is_closed.is_set():
            return
        self._stop_on_signals()
        tidying = asyncio.ensure_future(self._tidy())
        try:
            await server.serve([listening])
        finally:
            tidying.cancel()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            self._calls.forget_old()

    def _stop_on_signals(self) -> None:
        if threading.current_thread() is threading.main_thread() and sys.platform != "win32":
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self.stop)


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """Give a socket that is bound to a port of the loopback.

    Raises:
        UserError: the port is taken.

    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as made:
        if sys.platform == "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((_HOST, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise UserError(UserText("Another program uses the port {port}.", port=port), _OTHER_PORT) from error
            raise UserError(
                UserText("The port {port} cannot be used: {reason}.", port=port, reason=reason_of(error)),
                _OTHER_PORT,
            ) from error
        yield made
