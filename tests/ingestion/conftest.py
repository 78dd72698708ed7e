"""What several tests of filling need."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.filled import COUNT, Filled


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Filled]:
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(COUNT):
        (folder / f"n{number:02}.txt").write_text(f"Note number {number} about whales and what they sang.")
    made = Filled(folder, tmp_path / "scratch")
    made.update()
    yield made
    made.storage.close()
