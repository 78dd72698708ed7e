"""The real small model of ``llama_server`` as an embedding server: mean pooling, at most 256 tokens a text."""

import sys

from tests.helpers.llama_server import LlamaServer, model_file

BATCH = 256


class LlamaEmbeddingServer(LlamaServer):
    """See ``LlamaServer``."""

    def _command(self) -> list[str]:
        return [sys.executable, "-m", "tests.helpers.llama_embedding_server", str(model_file())]


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
