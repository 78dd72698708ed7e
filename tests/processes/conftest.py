"""What several tests of child processes need."""

from collections.abc import Iterator

import pytest

from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch


@pytest.fixture(autouse=True, scope="module")
def children_start_warm() -> None:
    """Let children start from nothing, as in the program."""


@pytest.fixture
def confined(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildProcesses]:
    scratch = Scratch(tmp_path_factory.mktemp("data"))
    children = ChildProcesses(1, scratch=scratch)
    yield children
    children.close()
    scratch.close()
