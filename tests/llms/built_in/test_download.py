"""Downloading a model from a server that behaves as servers do."""

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core import disk_space, file_lock
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, NoSpaceError, UserError
from desktop_rag.core.network.offline import OFFLINE, OfflineError
from desktop_rag.llms.built_in import download
from desktop_rag.llms.built_in.download import (
    PART,
    CatalogueModel,
    PacedTeller,
    catalogue_model,
    download_model,
    read_catalogue,
)
from tests.helpers.file_server import Behaviour, FileServer
from tests.helpers.waiting import wait_until

CONTENT = bytes(range(256)) * 20_000  # 5 MB


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    monkeypatch.setattr(download, "_PAUSE", 0.0)
    with FileServer(CONTENT) as running:
        yield running


def model_of(server: FileServer, **changes: object) -> CatalogueModel:
    values: dict[str, object] = {
        "name": "tiny",
        "title": "Tiny",
        "file": "tiny.gguf",
        "address": server.address,
        "size": len(CONTENT),
        "sha256": server.sha256,
        "memory": 1,
        "licence": "MIT",
        "languages": "English",
        "note": "",
    }
    return CatalogueModel(**(values | changes))  # type: ignore[arg-type]


def fetched(server: FileServer, folder: Path, model: CatalogueModel | None = None) -> tuple[Path, list[int]]:
    told: list[int] = []
    path = download_model(model or model_of(server), folder, CancelToken(), lambda done, _: told.append(done))
    return path, told


def test_a_model_arrives_whole_through_a_redirect(server: FileServer, tmp_path: Path) -> None:
    path, told = fetched(server, tmp_path / "models")
    assert path == tmp_path / "models" / "tiny.gguf"
    assert path.read_bytes() == CONTENT
    assert told == sorted(told)
    assert told[-1] == len(CONTENT)
    assert not list(path.parent.glob(f"*{PART}"))
    sent = len(server.requests)
    fetched(server, tmp_path / "models")
    assert len(server.requests) == sent, "what is there is not asked for again"


def test_an_interrupted_download_goes_on_where_it_stopped(server: FileServer, tmp_path: Path) -> None:
    server.behaviour = Behaviour(cut_after=[2_000_000, 1_000_000])
    path, _ = fetched(server, tmp_path)
    assert path.read_bytes() == CONTENT
    asked = [asked for method, _, asked in server.requests if method == "GET"]
    assert asked == ["", "bytes=2000000-", "bytes=3000000-"]


def test_what_a_stopped_download_left_is_continued_by_the_next(server: FileServer, tmp_path: Path) -> None:
    server.behaviour = Behaviour(hang_after=1_000_000)
    token = CancelToken()
    threading.Timer(0.3, token.cancel).start()
    started = time.monotonic()
    with pytest.raises(CancelledError):
        download_model(model_of(server), tmp_path, token, lambda *_: None)
    assert time.monotonic() - started < 5
    assert (tmp_path / f"tiny.gguf{PART}").stat().st_size == 1_000_000
    server.behaviour = Behaviour()
    path, _ = fetched(server, tmp_path)
    assert path.read_bytes() == CONTENT
    assert server.requests[-1][2] == "bytes=1000000-"


def test_a_server_that_cannot_continue_begins_again(server: FileServer, tmp_path: Path) -> None:
    (tmp_path / f"tiny.gguf{PART}").write_bytes(CONTENT[:777])
    server.behaviour = Behaviour(ranges=False)
    path, _ = fetched(server, tmp_path)
    assert path.read_bytes() == CONTENT


@pytest.mark.parametrize(
    "behaviour",
    [
        Behaviour(body=CONTENT[:-1] + b"x"),
        Behaviour(body=CONTENT + b"more"),
        Behaviour(linked_etag="ab" * 32),
        Behaviour(linked_size=17),
    ],
    ids=["other bytes", "too many bytes", "other checksum announced", "other size announced"],
)
def test_another_file_is_refused_and_not_kept(server: FileServer, tmp_path: Path, behaviour: Behaviour) -> None:
    server.behaviour = behaviour
    with pytest.raises(UserError) as caught:
        fetched(server, tmp_path)
    assert str(caught.value) == (
        "What was downloaded is not the file of Tiny that was checked, so it was deleted. Try again later, or choose "
        "another model."
    )
    assert not (tmp_path / "tiny.gguf").exists()
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) == 0


def test_a_damaged_part_is_found_out(server: FileServer, tmp_path: Path) -> None:
    (tmp_path / f"tiny.gguf{PART}").write_bytes(b"x" * 1000)
    with pytest.raises(UserError, match="is not the file of Tiny"):
        fetched(server, tmp_path)
    path, _ = fetched(server, tmp_path)
    assert path.read_bytes() == CONTENT


def test_a_busy_server_is_asked_again_and_a_refusing_one_not(server: FileServer, tmp_path: Path) -> None:
    server.behaviour = Behaviour(statuses=[503, 429])
    assert fetched(server, tmp_path)[0].read_bytes() == CONTENT
    server.behaviour = Behaviour(statuses=[404] * 9)
    asked = len(server.requests)
    with pytest.raises(UserError, match=r"127\.0\.0\.1 does not send the file \(code 404\)\. Try again later\."):
        fetched(server, tmp_path / "other")
    assert len([one for one in server.requests[asked:] if one[0] == "GET"]) == 1


def test_a_server_that_cuts_every_time_is_given_up_with_what_to_do(server: FileServer, tmp_path: Path) -> None:
    server.behaviour = Behaviour(cut_after=[1000, *[0] * 20])
    with pytest.raises(UserError) as caught:
        fetched(server, tmp_path)
    assert str(caught.value) == "The download was interrupted. Download it again to continue where it stopped."
    assert (tmp_path / f"tiny.gguf{PART}").stat().st_size == 1000


def test_offline_nothing_is_sent(server: FileServer, tmp_path: Path) -> None:
    end = OFFLINE.follow(lambda: True)
    try:
        with pytest.raises(OfflineError) as caught:
            fetched(server, tmp_path, model_of(server, address="https://huggingface.co/x/resolve/main/y.gguf"))
    finally:
        end()
    assert "working offline, so nothing was sent to huggingface.co" in str(caught.value)


def test_a_disk_without_room_is_told_before_anything_is_sent(
    server: FileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_space, "free_bytes", lambda _: len(CONTENT))
    with pytest.raises(NoSpaceError):
        fetched(server, tmp_path)
    assert server.requests == []


def test_an_address_that_leads_in_circles_is_given_up(server: FileServer, tmp_path: Path) -> None:
    server.behaviour = Behaviour(redirect="/resolve/again")
    with pytest.raises(UserError, match="leads from address to address"):
        fetched(server, tmp_path)


def test_progress_is_passed_on_in_steps() -> None:
    told: list[tuple[int, int]] = []
    tell = PacedTeller(lambda done, total, _: told.append((done, total)))
    for done in range(1, 101):
        tell(done, 100)
    assert told[0] == (1, 100)
    assert told[-1] == (100, 100)
    assert len(told) < 10


def test_the_catalogue_is_complete() -> None:
    models = read_catalogue()
    assert 5 <= len(models) <= 8
    assert len({one.name for one in models}) == len(models)
    for one in models:
        assert one.address.startswith("https://huggingface.co/")
        assert one.address.endswith(f"/resolve/main/{one.file}")
        assert len(one.sha256) == 64
        assert one.size < one.memory < 2 * one.size + 2_000_000_000
        assert one.licence in {"Apache-2.0", "MIT"}
        assert one.languages
        assert one.note
    assert [one.size for one in models] == sorted(one.size for one in models)
    assert catalogue_model(" QWEN3-4B ", models).title == "Qwen3 4B"
    with pytest.raises(UserError, match=r"no model named “gpt” to download\. Choose one of qwen3-0\.6b, "):
        catalogue_model("gpt", models)


PROGRAM = """
import sys
from pathlib import Path
from desktop_rag.core.cancel import CancelToken
from desktop_rag.llms.built_in import download
from desktop_rag.llms.built_in.download import CatalogueModel
address, size, sha256, folder = sys.argv[1:]
model = CatalogueModel("tiny", "Tiny", "tiny.gguf", address, int(size), sha256, 1, "MIT", "English", "")
download._PAUSE = 0.0
path = download.download_model(model, Path(folder), CancelToken(), lambda *_: None)
"""


def program(server: FileServer, folder: Path) -> subprocess.Popen[bytes]:
    arguments = [server.address, str(len(CONTENT)), server.sha256, str(folder)]
    return subprocess.Popen([sys.executable, "-c", PROGRAM, *arguments], stderr=subprocess.PIPE)


@pytest.mark.slow
def test_several_programs_download_one_model_and_it_is_whole(server: FileServer, tmp_path: Path) -> None:
    server.behaviour = Behaviour(block_pause=0.02)
    programs = [program(server, tmp_path) for _ in range(3)]
    ends = [one.communicate(timeout=120)[1].decode() for one in programs]
    assert [one.returncode for one in programs] == [0, 0, 0], ends
    assert (tmp_path / "tiny.gguf").read_bytes() == CONTENT
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.gguf"]
    sent = [1 for method, path, _ in server.requests if method == "GET"]
    assert len(sent) == 1, "one downloads, the others wait"


@pytest.mark.slow
def test_a_download_that_is_killed_is_continued(server: FileServer, tmp_path: Path) -> None:
    server.behaviour = Behaviour(block_pause=0.02)
    for _ in range(3):
        running = program(server, tmp_path)
        wait_until(lambda: any(tmp_path.glob(f"*{PART}")), 30)
        time.sleep(0.2)
        running.kill()
        running.communicate()
    server.behaviour = Behaviour()
    path, _ = fetched(server, tmp_path)
    assert path.read_bytes() == CONTENT
    assert [one.name for one in tmp_path.iterdir()] == ["tiny.gguf"]
    assert server.requests[-1][2].startswith("bytes=")


def test_who_waits_for_another_program_hears_how_far_it_is_and_can_stop(server: FileServer, tmp_path: Path) -> None:
    target = tmp_path / "tiny.gguf"
    (tmp_path / f"tiny.gguf{PART}").write_bytes(CONTENT[:1234])
    lock = download.try_downloading_lock(target)
    assert lock is not None
    told: list[int] = []
    token = CancelToken()

    def tell(done: int, _: int) -> None:
        told.append(done)
        token.cancel()

    with pytest.raises(CancelledError):
        download_model(model_of(server), tmp_path, token, tell)
    assert told == [1234]
    assert not server.requests
    download.release_downloading_lock(lock, target)
    assert fetched(server, tmp_path)[0].read_bytes() == CONTENT


def test_what_is_put_in_place_is_what_was_checked(server: FileServer, tmp_path: Path) -> None:
    """The bytes on the disk count, not those that were received."""
    part = tmp_path / f"tiny.gguf{PART}"

    def spoil(done: int, total: int) -> None:
        if done == total and part.is_file():
            with part.open("rb+") as file:
                file.write(b"x" * 10)

    with pytest.raises(UserError, match="is not the file of Tiny"):
        download_model(model_of(server), tmp_path, CancelToken(), spoil)
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_locked_each_writes_its_own_file(
    server: FileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object, **__: object) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(file_lock, "_take", no_locks)
    left = tmp_path / f"tiny.gguf.0123abcd{PART}"
    left.write_bytes(b"x")
    os.utime(left, (0, 0))
    assert fetched(server, tmp_path)[0].read_bytes() == CONTENT
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.gguf"]
