"""``desktop-rag data-folder``: told, moved, and found again by every later command."""

import json
from pathlib import Path

import platformdirs
import pytest

from desktop_rag.cli.main import main
from desktop_rag.core.paths import DATA_DIR_VARIABLE
from tests.helpers.data_folders import complaints, fill, person_folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(DATA_DIR_VARIABLE, raising=False)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_names, **_more: str(person_folder(tmp_path)))
    fill(person_folder(tmp_path))
    return person_folder(tmp_path)


def test_the_folder_and_its_size_are_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data-folder", "show", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["folder"] == str(home)
    assert told["bytes"] > 200_000
    assert main(["data-folder", "show"]) == 0
    assert f"{home}  {told['bytes'] / 1e6:.1f} MB" in capsys.readouterr().out


def test_it_is_moved_and_later_commands_find_it(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["data-folder", "move", "disk/data"]) == 0
    assert f"The data is now in {tmp_path / 'disk' / 'data'}." in capsys.readouterr().out
    assert complaints(tmp_path / "disk" / "data") == []
    assert main(["conversation", "list"]) == 0
    assert "Whales" in capsys.readouterr().out
    assert not (home / "conversations.sqlite").exists()


def test_it_is_chosen_before_anything_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DATA_DIR_VARIABLE, raising=False)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_names, **_more: str(person_folder(tmp_path)))
    assert not person_folder(tmp_path).exists()
    assert main(["data-folder", "move", str(tmp_path / "data")]) == 0
    assert main(["index", "create", "Papers"]) == 0
    assert [path.name for path in (tmp_path / "data" / "libraries").glob("*.ragindex")] == ["Papers.ragindex"]


def test_a_folder_that_is_gone_is_told_and_can_be_named_again(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data-folder", "move", str(tmp_path / "data")]) == 0
    (tmp_path / "data").rename(tmp_path / "renamed")
    capsys.readouterr()
    assert main(["index", "list"]) == 1
    told = capsys.readouterr().err
    assert f"The data folder {tmp_path / 'data'} is not there." in told
    assert "data-folder use" in told
    assert not (home / "conversations.sqlite").exists(), "no empty one begins"
    assert main(["data-folder", "use", str(tmp_path / "renamed")]) == 0
    assert main(["conversation", "list"]) == 0
    assert "Whales" in capsys.readouterr().out
    assert main(["data-folder", "use", "--default"]) == 0
    assert main(["conversation", "list"]) == 0
    assert "Whales" not in capsys.readouterr().out


def test_a_folder_that_an_option_names_is_not_moved(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data-folder", "move", str(tmp_path / "data"), "--data-dir", str(tmp_path / "named")]) == 1
    assert "named when the program started" in capsys.readouterr().err
    assert complaints(home) == []


@pytest.mark.parametrize("arguments", [(), ("--default", "folder")], ids=["neither", "both"])
@pytest.mark.usefixtures("home")
def test_use_wants_a_folder_or_the_default(arguments: tuple[str, ...]) -> None:
    assert main(["data-folder", "use", *arguments]) == 2
