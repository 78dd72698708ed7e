"""Keeping libraries up to date from the command line, and saying what they need from the person."""

import contextlib
import queue
import threading
from pathlib import Path

import click

from desktop_rag.cli.common import open_worker, program_options, said, stdout, wait_for
from desktop_rag.cli.files import needs
from desktop_rag.core.events import Event, PinsChanged, StoreChanged
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.user_text import UserText
from desktop_rag.worker.worker import Worker

_LOOK_SECONDS = 5.0  # a disk fills up, or gets room, without an event
_GATHER_SECONDS = 0.2


@click.command()
@program_options
def watch(data_dir: Path) -> None:
    """Keep all libraries up to date with their folders until Ctrl+C.

    Problems and open decisions are printed once, with what to do, and that a watched answer or text no longer holds.
    """
    with open_worker(data_dir) as worker:
        infos = wait_for(worker.libraries.list_all())
        worker.watch()
        libraries = "1 library" if len(infos) == 1 else f"{len(infos):,} libraries"
        stdout().print(
            said(UserText("Watching the folders of {libraries}. Press Ctrl+C to stop.", libraries=libraries))
        )
        with contextlib.suppress(KeyboardInterrupt):
            _tell_needs(worker)


def _tell_needs(worker: Worker) -> None:
    """Print the needs of libraries whenever they change; ends with Ctrl+C."""
    changed = threading.Event()
    pinned = queue.SimpleQueue[str]()

    def listen(event: Event) -> None:
        if isinstance(event, PinsChanged):
            pinned.put(event.library)
        if isinstance(event, StoreChanged | PinsChanged):
            changed.set()

    unsubscribe = worker.subscribe(listen)
    told: dict[str, frozenset[str]] = {}
    try:
        while True:
            changed.clear()
            for info in wait_for(worker.libraries.list_all()):
                told[info.name] = _tell(info, told.get(info.name, frozenset()))
            while not pinned.empty():
                news = UserText(
                    "“{name}”: there is news of what you watch. Run: desktop-rag pin check {name}",
                    name=pinned.get(),
                )
                stdout().print(said(news))
            changed.wait(_LOOK_SECONDS)
            threading.Event().wait(_GATHER_SECONDS)
    finally:
        unsubscribe()


def _tell(info: IndexInfo, told: frozenset[str]) -> frozenset[str]:
    """Print the new needs of a library; return its present ones."""
    now = needs(info)
    for about, sentence in now.items():
        if about not in told:
            stdout().print(f"“{info.name}”: {sentence}")
    if told and not now:
        stdout().print(said(UserText("“{name}”: the problem is solved.", name=info.name)))
    return frozenset(now)
