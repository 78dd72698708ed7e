"""Messages of the command line in the person's language; JSON for programs stays English."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.cli.main import main
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.text.translations import speak
from tests.helpers.command_line import CommandLine, run_apart


@pytest.fixture(autouse=True)
def english_afterwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    speak("en")


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    main([str(argument) for argument in arguments])
    output = capsys.readouterr()
    return f"{output.out}{output.err}"


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("LANG", "de_DE.UTF-8", "Es gibt keine Bibliothek namens „Contracts“."),
        ("LC_ALL", "ja_JP.UTF-8", "「Contracts」というライブラリはありません。"),
        ("LC_MESSAGES", "zh_CN.UTF-8", "没有名为“Contracts”的资料库。"),
        ("LANG", "fr_FR.UTF-8", "There is no library called “Contracts”."),
        ("LANG", "C.UTF-8", "There is no library called “Contracts”."),
    ],
)
def test_errors_follow_the_system(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    variable: str,
    value: str,
    words: str,
) -> None:
    monkeypatch.setenv(variable, value)
    assert words in said(capsys, "--data-dir", tmp_path, "status", "Contracts")


def test_the_first_language_that_is_there_is_spoken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # in a process of its own: the system's library keeps what it once said in a language
    monkeypatch.setenv("LANGUAGE", "fr:de:en")
    said = run_apart("status", "Contracts", data_dir=tmp_path, code=1)
    assert "Es gibt keine Bibliothek namens „Contracts“." in said


def test_the_option_goes_before_the_system(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    german = said(capsys, "--language", "de", "--data-dir", tmp_path, "status", "Contracts")
    assert "Es gibt keine Bibliothek namens „Contracts“." in german
    english = said(capsys, "--language", "en", "--data-dir", tmp_path, "status", "Contracts")
    assert "There is no library called “Contracts”." in english


def test_results_and_reasons_are_translated_and_json_is_not(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    cli("index", "create", "Papers")
    cli("add", "Papers", papers, "--no-embed")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Die Datei ist beschädigt" in cli("status", "Papers").out
    assert "The file is damaged" in cli("status", "Papers", "--json").out
    assert "ohne Schlüssel und Passwörter" in cli("settings", "export", tmp_path / "settings.json").out


def test_exports_are_in_the_language_of_the_messages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ChatStore(tmp_path / "conversations.sqlite").create("Verträge", "Kündigung")
    said(capsys, "--language", "de", "--data-dir", tmp_path, "conversation", "export", "Kündigung", tmp_path / "a.md")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    said(capsys, "--data-dir", tmp_path, "conversation", "export", "Kündigung", tmp_path / "b.md")
    assert "Bibliothek: Verträge" in (tmp_path / "a.md").read_text()
    assert "资料库：Verträge" in (tmp_path / "b.md").read_text()
