"""A folder in which several files change each second stays equal to its library; ``tests.bench.soak`` takes hours."""

import json
from pathlib import Path

import pytest

from tests.bench.soak import Folder, soak
from tests.helpers.embedding_server import EmbeddingServer


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [5, pytest.param(20, marks=pytest.mark.nightly)])
def test_a_folder_that_never_rests_is_followed(tmp_path: Path, seconds: int) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with EmbeddingServer() as server:
        settings = {"embedding.provider": "openai", "embedding.base_url": server.address, "embedding.model": "double"}
        (data / "settings.json").write_text(json.dumps(settings))
        outcome = soak(Folder(tmp_path / "files", 60), data, seconds=seconds, changes_a_second=5, catch_up=60)
    assert outcome.caught_up is not None
    assert (outcome.changes > 10, outcome.questions > 2) == (True, True)
    first, last = outcome.memory.samples[1], outcome.memory.samples[-1]
    assert last[1] - first[1] < 50 << 20, "memory of this process"
