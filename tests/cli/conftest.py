"""Running commands in the tests' own process, as often as a test likes."""

from functools import partial
from pathlib import Path

import pytest

from tests.helpers.command_line import CommandLine, run_here


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of the commands."""
    return tmp_path / "data"


@pytest.fixture
def cli(data: Path) -> CommandLine:
    """Run a command on the data folder and return what it did."""
    return partial(run_here, data_dir=data)
