"""PDF files open at a page in the viewer that the desktop names, if it is one that can."""

import sys
from pathlib import Path

import pytest

from desktop_rag.processes.programs import command_for_page
from tests.helpers.pages import pdf_of

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="desktop entries are those of Linux")


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with nothing in it."""
    for name, folder in (("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_DATA_DIRS", "shared")):
        (tmp_path / folder / "applications").mkdir(parents=True)
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "etc"))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "GNOME")
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    return tmp_path


def install(desktop: Path, entry: str, command: str) -> str:
    """Install a program with its desktop entry; return where it lies."""
    text = f"[Desktop Entry]\nType=Application\nName=100% it\nExec={command}\n"
    (desktop / "shared" / "applications" / entry).write_text(text, encoding="utf-8")
    program = desktop / "bin" / command.partition(" ")[0]
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return str(program)


def choose(desktop: Path, entry: str, name: str = "mimeapps.list") -> None:
    text = f"[Added Associations]\napplication/pdf=other.desktop;\n[Default Applications]\napplication/pdf={entry};\n"
    (desktop / "config" / name).write_text(text, encoding="utf-8")


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    return pdf_of(tmp_path / "a b.pdf", "<p>one</p>")


@pytest.mark.parametrize(
    ("entry", "command", "arguments"),
    [
        ("org.gnome.Evince.desktop", "evince %U", ["--page-index=3", "{path}"]),
        ("okularApplication_pdf.desktop", "okular %U", ["-p", "3", "{path}"]),
        ("org.pwmt.zathura-pdf-mupdf.desktop", "zathura %U", ["-P", "3", "{path}"]),
        ("firefox_firefox.desktop", "firefox %u", ["{url}#page=3"]),
        ("google-chrome.desktop", "google-chrome-stable %U", ["{url}#page=3"]),
    ],
)
def test_known_viewers_are_told_the_page(
    desktop: Path, pdf: Path, entry: str, command: str, arguments: list[str]
) -> None:
    program = install(desktop, entry, command)
    choose(desktop, entry)
    wanted = [one.format(path=pdf, url=pdf.as_uri()) for one in arguments]
    assert command_for_page(pdf, 3) == [program, *wanted]


def test_what_the_desktop_prefers_goes_before_what_is_installed(desktop: Path, pdf: Path) -> None:
    okular = install(desktop, "okular.desktop", "okular %U")
    install(desktop, "evince.desktop", "evince %U")
    cache = "[MIME Cache]\napplication/pdf=evince.desktop;okular.desktop;\n"
    (desktop / "shared" / "applications" / "mimeinfo.cache").write_text(cache)
    assert command_for_page(pdf, 1)[0].endswith("evince")
    choose(desktop, "okular.desktop", "gnome-mimeapps.list")
    assert command_for_page(pdf, 1) == [okular, "-p", "1", str(pdf)]


@pytest.mark.parametrize(
    ("entry", "command"),
    [
        ("unknown.desktop", "unknown %U"),
        ("org.gnome.Evince.desktop", "flatpak run org.gnome.Evince"),
        ("org.gnome.Evince.desktop", "env X=1 evince"),
    ],
)
def test_others_open_the_file_as_ever(desktop: Path, pdf: Path, entry: str, command: str) -> None:
    install(desktop, entry, command)
    choose(desktop, entry)
    assert command_for_page(pdf, 3) == []


def test_only_pdf_files_have_pages_to_open_at(desktop: Path, pdf: Path, tmp_path: Path) -> None:
    install(desktop, "evince.desktop", "evince %U")
    choose(desktop, "evince.desktop")
    text = tmp_path / "a.pdf"
    text.write_text("#!/bin/sh\n")
    assert command_for_page(text, 3) == []
    assert command_for_page(tmp_path / "gone.pdf", 3) == []
    assert command_for_page(pdf, 0) == []


def test_lists_that_are_damaged_are_passed_over(desktop: Path, pdf: Path) -> None:
    (desktop / "config" / "mimeapps.list").write_bytes(b"no section\n\xff\xfe")
    assert command_for_page(pdf, 3) == []
