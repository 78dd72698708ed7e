"""Files inside files are unpacked where hostile ones do no harm, and the last of them are kept."""

import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import BugError, UserError
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from desktop_rag.services.libraries.unpacked_files import UnpackedFiles
from desktop_rag.worker.worker import Worker
from tests.helpers import naughty

TOKEN = CancelToken()


def make_zip(path: Path, **files: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"sub/{name}.txt", text)
    return path


@pytest.fixture
def unpacked(tmp_path: Path) -> Iterator[UnpackedFiles]:
    scratch = Scratch(tmp_path / "data")
    children = ChildProcesses(1, scratch=scratch)
    yield UnpackedFiles(children, scratch, most=1)
    children.close()
    scratch.close()
    assert not list((tmp_path / "data").rglob("*.txt"))


def test_the_last_ones_are_kept_until_their_archive_changes(unpacked: UnpackedFiles, tmp_path: Path) -> None:
    archive = make_zip(tmp_path / "a.zip", one="1", two="2")
    first = unpacked.to_show(f"{archive}//sub/one.txt", TOKEN)
    assert unpacked.to_show(f"{archive}//sub/one.txt", TOKEN) == first
    second = unpacked.to_show(f"{archive}//sub/two.txt", TOKEN)
    assert second.read_text() == "2"
    assert not first.exists()
    make_zip(archive, two="changed")
    assert unpacked.to_show(f"{archive}//sub/two.txt", TOKEN).read_text() == "changed"
    assert not second.exists()


def test_what_another_program_opens_has_its_own_name_and_stays(unpacked: UnpackedFiles, tmp_path: Path) -> None:
    archive = make_zip(tmp_path / "a.zip", one="1", two="2")
    opened = [unpacked.to_open(f"{archive}//sub/{name}.txt", TOKEN) for name in ("one", "two")]
    assert [path.name for path in opened] == ["one.txt", "two.txt"]
    assert [path.read_text() for path in opened] == ["1", "2"]


def test_a_member_keeps_its_own_date(unpacked: UnpackedFiles, tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w") as package:
        package.writestr(zipfile.ZipInfo("old.txt", date_time=(2001, 5, 17, 12, 30, 0)), "old")
    for real in (unpacked.to_show, unpacked.to_open):
        changed = datetime.fromtimestamp(real(f"{archive}//old.txt", TOKEN).stat().st_mtime, UTC)
        assert changed.date() == date(2001, 5, 17)


def test_a_file_on_disk_is_itself(unpacked: UnpackedFiles, tmp_path: Path) -> None:
    for real in (unpacked.to_show, unpacked.to_open):
        assert real(str(tmp_path / "a.txt"), TOKEN) == tmp_path / "a.txt"


def test_an_archive_that_is_gone_is_named(unpacked: UnpackedFiles, tmp_path: Path) -> None:
    for real in (unpacked.to_show, unpacked.to_open):
        with pytest.raises(UserError, match=r"gone\.zip"):
            real(f"{tmp_path / 'gone.zip'}//a.txt", TOKEN)


@pytest.mark.parametrize("lie", [naughty.name_another_file, naughty.name_it_otherwise])
def test_what_a_child_that_was_taken_over_names_is_not_opened(
    unpacked: UnpackedFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lie: Callable[[str, Path], Path]
) -> None:
    archive = make_zip(tmp_path / "a.zip", one="1")
    monkeypatch.setattr("desktop_rag.services.libraries.unpacked_files.export", lie)
    with pytest.raises(UserError, match="crashed the reader"):
        unpacked.to_open(f"{archive}//sub/one.txt", TOKEN)
    if lie is naughty.name_another_file:
        monkeypatch.setattr("desktop_rag.services.libraries.unpacked_files.extracted", lie)
        with pytest.raises(UserError, match="crashed the reader"):
            unpacked.to_show(f"{archive}//sub/one.txt", TOKEN)


@pytest.mark.parametrize("forbidden", [naughty.connect, naughty.run_program])
def test_the_child_that_draws_pages_is_confined(worker: Worker, forbidden: Callable[..., object]) -> None:
    with pytest.raises(BugError, match="must not do this"):
        worker._painter.run(forbidden, seconds=60, token=TOKEN)
    with pytest.raises(BugError, match="must not do this"):
        worker._painter.run(naughty.write, worker.data_dir / "outside.txt", seconds=60, token=TOKEN)
