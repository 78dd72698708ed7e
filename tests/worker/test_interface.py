"""The worker, and the double that the window's tests have of it, offer what the window calls."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.worker.interface import WorkerInterface
from desktop_rag.worker.service_jobs import ServiceJobs
from desktop_rag.worker.worker import Worker
from tests.helpers.scripted_worker import ScriptedWorker

PARTS = {
    name: inspect.get_annotations(value.fget, eval_str=True)["return"]
    for name, value in vars(WorkerInterface).items()
    if isinstance(value, property)
}
CALLS = [
    (part, name)
    for part, protocol in {"": WorkerInterface, **PARTS}.items()
    for name, value in vars(protocol).items()
    if inspect.isfunction(value) and not name.startswith("_") and protocol.__module__ == WorkerInterface.__module__
]


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Worker, ScriptedWorker]]:
    real, scripted = Worker(Path(tmp_path_factory.mktemp("data"))), ScriptedWorker()
    yield real, scripted
    real.close()
    scripted.close()


def parameters(function: object) -> list[tuple[str, object, object]]:
    assert callable(function)
    found = inspect.signature(function).parameters.values()
    return [(one.name, one.kind, one.default) for one in found if one.name != "self"]


def test_all_parts_are_compared() -> None:
    assert len(PARTS) == 13
    assert len(CALLS) > 45


@pytest.mark.parametrize(("part", "name"), CALLS)
def test_a_call_has_the_same_parameters_everywhere(
    workers: tuple[Worker, ScriptedWorker], part: str, name: str
) -> None:
    wanted = parameters(getattr(PARTS[part] if part else WorkerInterface, name))
    for worker in workers:
        place = getattr(worker, part) if part else worker
        if not isinstance(place, ServiceJobs):  # mypy compares those
            assert parameters(getattr(place, name)) == wanted, worker


def test_each_part_of_the_worker_is_known_to_the_window(workers: tuple[Worker, ScriptedWorker]) -> None:
    """What only the command line calls is named here; everything else belongs to the interface."""
    others = {
        "conversations": {"close"},
        "embeddings": {"info", "resume", "cancel"},
        "files": {"follow", "following", "refresh", "retry_failed", "status"},
        "libraries": {"list_as_found"},
    }
    made = {part for part in PARTS if isinstance(getattr(workers[0], part), ServiceJobs)}
    for part in sorted(PARTS.keys() - {"config", "secrets", "network"} - made):
        offered = {name for name, value in inspect.getmembers(getattr(workers[0], part), callable) if name[0] != "_"}
        assert offered - {name for where, name in CALLS if where == part} == others.get(part, set()), part
