"""The real small model of ``llama_server`` as an embedding server: mean pooling, at most 256 tokens a text."""

import subprocess
import sys
from typing import Self

from tests.helpers.llama_server import LlamaServer, _wait_until_healthy, model_file

BATCH = 256


class LlamaEmbeddingServer(LlamaServer):
    """See ``LlamaServer``."""

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.helpers.llama_embedding_server", str(model_file())]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            address = self._read_address(self._process)
            _wait_until_healthy(address)
        except BaseException:
            self.close()
            raise
        self.base_url = f"{address}/v1"
        return self


def serve(model: str) -> None:
    """Run in the child: serve until standard input ends."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.n_ctx = 2048
    params.n_batch = params.n_ubatch = BATCH
    params.n_parallel = 1
    params.embedding = True
    params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.cpuparams.n_threads = 1
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve(sys.argv[1])
