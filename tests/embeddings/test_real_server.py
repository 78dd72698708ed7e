"""A real server with a real model: llama.cpp."""

import numpy as np
import pytest

from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from tests.helpers.llama_embedding_server import LlamaEmbeddingServer
from tests.helpers.llama_server import available


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="the packages of the real model are not installed")
@pytest.mark.timeout(120)
def test_llama_cpp() -> None:
    long = "The harvest of the year was good. " * 40
    with LlamaEmbeddingServer() as server:
        model = OpenAILikeEmbedding("smollm2", server.base_url, max_retries=0)
        together = model.get_text_embedding_batch(["cats sleep", "", long, "cats sleep"])
        alone = model.get_text_embedding("cats sleep")
    assert together.shape == (4, model.space.dimensions)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert np.allclose(together[[0, 3]], alone, atol=0.02)
