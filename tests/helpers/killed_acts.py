"""A program of its own that does acts on a data folder and kills itself meanwhile, started by ``tests/tools/kills.py``.

``python -m tests.helpers.killed_acts BASE SECONDS WHO ACT …`` finds its data folder as every start does. So many
seconds after the acts have begun it dies: ``alone``, or with all its children (``all``); with 0 it does not. It prints
“finished” and how many seconds the acts took. The act ``start`` is what each start does, and nothing more.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from desktop_rag.config.data_folder import current_data_dir, remove_all_abandoned
from desktop_rag.config.exchange import export_settings, import_settings
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.core.results.files import FileQuery
from desktop_rag.llms.built_in.download import download_model
from desktop_rag.services.data_folder import finish_move, request_move
from desktop_rag.worker.worker import Worker
from tests.helpers.killed_place import BACKUP, COPY, EXPORTED, LIBRARY, NEW, TALK, TIME, Place
from tests.helpers.waiting import wait_until

_SECONDS = 60.0


def _conversation(worker: Worker, title: str = TALK) -> str:
    """Return the id of a conversation; UserError when there is none."""
    for info in worker.conversations.list_all().result():
        if info.title == title:
            return info.id
    raise UserError("There is no such conversation.")


def _ask(worker: Worker, _: Place) -> None:
    worker.answers.ask(LIBRARY, "How long do whales sleep?", conversation_id=_conversation(worker)).result(_SECONDS)


def _begin_talk(worker: Worker, _: Place) -> None:
    if "Another talk" not in {info.title for info in worker.conversations.list_all().result()}:
        worker.conversations.create(LIBRARY, "Another talk").result()
    worker.conversations.branch(_conversation(worker), 1).result()


def _rename_talk(worker: Worker, _: Place) -> None:
    worker.conversations.rename(_conversation(worker), "Renamed").result()


def _delete_talk(worker: Worker, _: Place) -> None:
    worker.conversations.delete(_conversation(worker)).result()


def _attach(worker: Worker, place: Place) -> None:
    talk = _conversation(worker)
    worker.attachments.keep_picture((place.base / "picture.png").read_bytes()).result()
    attached = ConversationSources(attachments=(str(place.person / "attached.txt"),))
    worker.conversations.set_sources(talk, attached).result()
    worker.answers.ask(LIBRARY, "What do otters hold?", conversation_id=talk).result(_SECONDS)


def _watch(worker: Worker, place: Place) -> None:
    worker.watch()
    late = place.files / "late.md"
    late.write_text("Whales were late today.")
    os.utime(late, (TIME, TIME))

    def names() -> set[str]:
        rows = worker.files.page(LIBRARY, FileQuery()).result().rows
        return {Path(row.path).name for row in rows if row.nodes}

    def is_done() -> bool:
        info = next(info for info in worker.libraries.list_all().result() if info.name == LIBRARY)
        there = {path.name for path in place.files.iterdir()}
        return not info.waiting and info.nodes == info.nodes_embedded and names() == there

    wait_until(is_done, _SECONDS)


def _change_model(worker: Worker, _: Place) -> None:
    worker.config.update({"embedding.model": "second"})
    (worker.continue_change(LIBRARY) or worker.embeddings.change(LIBRARY)).result(_SECONDS)


def _change_keys(worker: Worker, _: Place) -> None:
    for number in range(3):
        worker.secrets.set_api_key(f"http://{number}.example", f"key {number}")
    worker.secrets.set_api_key("http://old.example", "")


def _change_settings(worker: Worker, _: Place) -> None:
    worker.config.update({"retrieval.similarity_top_k": 7})
    worker.libraries.set_settings(LIBRARY, {"retrieval.similarity_top_k": 9}).result()


def _go_offline(worker: Worker, _: Place) -> None:
    worker.network.work_offline(offline=True)


def _download(worker: Worker, place: Place) -> None:
    download_model(place.model(), worker.data_dir / "models", CancelToken(), lambda _done, _total: None)


ACTS: dict[str, Callable[[Worker, Place], object]] = {
    "create": lambda worker, _: worker.libraries.create(NEW).result(),
    "rename": lambda worker, _: worker.libraries.rename(LIBRARY, NEW).result(),
    "delete": lambda worker, _: worker.libraries.delete(LIBRARY).result(),
    "duplicate": lambda worker, _: worker.libraries.duplicate(LIBRARY, NEW).result(),
    "import": lambda worker, place: worker.libraries.import_copy(place.person / BACKUP, NEW).result(),
    "export": lambda worker, place: worker.libraries.export(LIBRARY, place.person / COPY).result(),
    "export over": lambda worker, place: worker.libraries.export(LIBRARY, place.person / BACKUP, replace=True).result(),
    "settings": _change_settings,
    "settings import": lambda worker, place: import_settings(worker.config, place.person / "settings.json"),
    "settings export": lambda worker, place: export_settings(worker.config, place.person / "settings.json"),
    "keys": _change_keys,
    "offline": _go_offline,
    "begin a talk": _begin_talk,
    "ask": _ask,
    "rename a talk": _rename_talk,
    "delete a talk": _delete_talk,
    "export a talk": lambda worker, place: worker.exports.conversation(
        _conversation(worker), place.person / EXPORTED, replace=True
    ).result(),
    "export the files": lambda worker, place: worker.files.export_list(
        LIBRARY, FileQuery(), place.person / "files.csv"
    ).result(),
    "attach": _attach,
    "refresh": lambda worker, _: worker.files.add(LIBRARY, []).result(_SECONDS),
    "watch": _watch,
    "change the model": _change_model,
    "migrate": lambda worker, _: worker.libraries.list_all().result(),
    "download": _download,
    "create lib": lambda worker, _: worker.libraries.create(LIBRARY).result(),
    "talk": lambda worker, _: worker.conversations.create(LIBRARY, TALK).result(),
    "export backup": lambda worker, place: worker.libraries.export(LIBRARY, place.person / BACKUP).result(),
    "fill": lambda worker, place: worker.files.add(LIBRARY, [place.files]).result(_SECONDS),
}


def _open_all(worker: Worker) -> None:
    """Look at everything, as a window does."""
    for info in worker.libraries.list_all().result():
        if info.error:
            raise AssertionError(f"{info.name}: {info.error}")
        worker.libraries.settings(info.name).result()
    for talk in worker.conversations.list_all().result():
        worker.conversations.turns(talk.id).result()


def _die_after(seconds: float, who: str) -> None:
    """Kill this program after some seconds, wherever it is then; 0 does not."""
    if not seconds:
        return
    sys.setswitchinterval(1e-5)

    def die() -> None:
        time.sleep(seconds)
        if who == "all":
            os.killpg(os.getpgrp(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=die, daemon=True).start()


def main(base: Path, seconds: float, who: str, *acts: str) -> None:
    """Start as each start does, and do some acts."""
    place, starts_late = Place(base), not {"move", "start"} & {*acts}
    began = time.monotonic()
    if not starts_late:
        _die_after(seconds, who)
    if "move" in acts:
        request_move(current_data_dir(), place.moved)
    finish_move(lambda _done, _total: None)
    data = current_data_dir()
    remove_all_abandoned(data)
    worker = Worker(data)
    try:
        _open_all(worker)
        if starts_late:
            began = time.monotonic()
            _die_after(seconds, who)
            for act in acts:
                ACTS[act](worker, place)
    finally:
        worker.close()
    sys.stdout.write(f"finished {time.monotonic() - began}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:])
