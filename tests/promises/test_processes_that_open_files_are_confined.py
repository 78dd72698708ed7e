"""“Files are opened by separate processes that may not connect anywhere, start programs or write outside …”

Each kind of process that the program starts is asked, and tries it through libc, past the checks of Python.
"""

import sys

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.processes.confinement.report import inspect_confinement
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.worker.worker import Worker

NOTHING: tuple[str, ...] = ()
ON_WINDOWS = ("connect", "write outside its folder")


def children(worker: Worker, kind: str) -> ChildProcesses:
    kinds = {
        "reads": worker._parsers,
        "draws pages": worker._painter,
        "embeds texts": worker._services.embedders().built_in._children,
    }
    return kinds[kind]


@pytest.mark.parametrize("kind", ["reads", "draws pages", "embeds texts"])
def test_what_takes_over_such_a_process_can_do_none_of_it(worker: Worker, kind: str) -> None:
    pool = children(worker, kind)
    assert pool.scratch is not None
    found = pool.run(inspect_confinement, pool.scratch.folder, seconds=60, token=CancelToken())
    assert found.open == (ON_WINDOWS if sys.platform == "win32" else NOTHING)
    assert found.held_by


def test_the_person_can_ask_for_it(worker: Worker) -> None:
    assert worker.inspect_confinement().result(60).held_by
