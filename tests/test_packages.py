"""What packages are built from: the recipe names what is there, libraries are locked for all systems, bytes repeat.

Building and trying the packages themselves takes minutes and root: ``python3 packaging/build.py smoke`` does it.
"""

import ast
import configparser
import hashlib
import importlib
import io
import locale
import os
import plistlib
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from backports import zstd
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from desktop_rag.core.paths import APP_ID, PORTABLE_FILE
from desktop_rag.readers.formats import FORMATS

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
SYSTEMS = (
    {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "arm64", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64", "os_name": "nt"},
)
PYTHONS = ("3.11", "3.12", "3.13")


@pytest.fixture(scope="module", autouse=True)
def scripts_on_path() -> Iterator[None]:
    sys.path.insert(0, str(PACKAGING))
    yield
    sys.path.remove(str(PACKAGING))


def script(name: str) -> ModuleType:
    return importlib.import_module(name)


def test_all_that_the_recipe_takes_from_the_program_is_there() -> None:
    tree = ast.parse((PACKAGING / "desktop_rag.spec").read_text(encoding="utf-8"))
    taken = [
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("desktop_rag")
        for alias in node.names
    ]
    assert taken
    assert [one for one in taken if not hasattr(importlib.import_module(one[0]), one[1])] == []


def locked() -> dict[str, list[Marker | None]]:
    lines = (PACKAGING / "requirements.lock").read_text(encoding="utf-8").splitlines()
    found = [Requirement(line.rstrip(" \\")) for line in lines if re.match(r"[A-Za-z0-9]", line)]
    lock: dict[str, list[Marker | None]] = {}
    for one in found:
        lock.setdefault(canonicalize_name(one.name), []).append(one.marker)
    return lock


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system["sys_platform"])
def test_every_library_is_locked_for_every_system(system: dict[str, str], python: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [Requirement(line) for line in project["dependencies"] + extras["packaging"] + extras["serve"]]
    environment = system | {
        "python_version": python, "python_full_version": f"{python}.0", "implementation_name": "cpython",
        "platform_python_implementation": "CPython", "extra": "",
    }  # fmt: skip
    lock = locked()
    missing = []
    for one in wanted:
        name = canonicalize_name(one.name)
        is_locked = any(marker is None or marker.evaluate(environment) for marker in lock.get(name, []))
        if (one.marker is None or one.marker.evaluate(environment)) and not is_locked:
            missing.append(name)
    assert missing == []


def test_the_table_of_ready_made_libraries_is_that_of_the_lock() -> None:
    """Nothing is asked of the network: the table was written with the lock, and names what is not there."""
    wheels = script("wheels")
    text = (PACKAGING / "WHEELS.md").read_text(encoding="utf-8")
    lock = (PACKAGING / "requirements.lock").read_text(encoding="utf-8")
    table = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    assert table.pop(0) == ["library", *wheels.SYSTEMS]
    rows = {cells[0]: dict(zip(wheels.SYSTEMS, cells[1:], strict=True)) for cells in table}
    same = text.rpartition("The same file for every system: ")[2].rstrip(".\n").split(", ")
    versions = {f"{canonicalize_name(one.name)} {str(one.specifier)[2:]}" for one in wheels.locked(lock)}
    assert set(rows) <= versions
    assert {name.partition(" ")[0] for name in versions} == {name.partition(" ")[0] for name in rows} | set(same)
    assert {system for cells in rows.values() for system in wheels.RELEASED if cells[system] == wheels.NONE} == set()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for system, said in (("Windows ARM", "Windows on ARM"), ("macOS Intel", "macOS on Intel")):
        missing = {name.partition(" ")[0] for name, cells in rows.items() if cells[system] == wheels.NONE}
        sentence = readme.partition(f"**{said}** has none of ")[2].partition(";" if "Intel" in said else ".")[0]
        assert missing == {name for name in missing if re.search(rf"\b{name}\b", sentence)} != set()


def test_a_system_installs_the_best_of_the_wheels_that_fit() -> None:
    wheels = script("wheels")
    names = [
        "x-1-cp313-cp313-macosx_14_0_arm64.whl",
        "x-1-cp311-abi3-macosx_11_0_arm64.whl",
        "x-1-cp312-cp312-win32.whl",
    ]
    assert wheels.best_wheel(names, wheels.SYSTEMS["macOS Apple"]) == "macosx_14_0_arm64"
    assert wheels.best_wheel([*names[2:], "x-1-cp39-none-win_amd64.whl"], wheels.SYSTEMS["Windows x64"]) == wheels.NONE
    assert wheels.best_wheel([*names, "x-1-py3-none-any.whl"], wheels.SYSTEMS["Windows x64"]) == "any"
    assert wheels.best_wheel(["x-1-cp310-abi3-manylinux_2_39_aarch64.whl"], wheels.SYSTEMS["Linux ARM"]) != wheels.NONE
    marked = "x==1 ; sys_platform == 'win32' \\\n    --hash=sha256:0\n"
    pylock = {
        "packages": [{"name": "X", "version": "1", "wheels": [{"url": "https://h/x-1-cp313-cp313-win_amd64.whl"}]}]
    }
    (cells,) = wheels.rows(pylock, marked).values()
    found = dict(zip(wheels.SYSTEMS, cells, strict=True))
    assert (found["Windows x64"], found["Windows ARM"], found["macOS Apple"]) == (
        "win_amd64",
        wheels.NONE,
        wheels.NOT_WANTED,
    )


def test_what_checkers_of_packages_say_is_explained(tmp_path: Path) -> None:
    lint = script("lint")
    lines = lint.overrides().splitlines()
    assert len(lines) == 2 * len(lint.LINTIAN)
    assert all(line.startswith("# ") and len(line) > 20 for line in lines[::2])
    assert all(re.fullmatch(r"desktop-rag: [a-z-]+ \*", line) for line in lines[1::2])
    for pattern in lint.RPMLINT:
        re.compile(pattern)


def test_what_desktops_read_is_well_formed_and_speaks_every_language(tmp_path: Path) -> None:
    script("linux").share(ROOT, tmp_path, "9.8.7", 1_790_000_000)
    entry = (tmp_path / "applications" / f"{APP_ID}.desktop").read_text(encoding="utf-8")
    metainfo = ET.parse(tmp_path / "metainfo" / f"{APP_ID}.metainfo.xml").getroot()
    mime = (tmp_path / "mime" / "packages" / "desktop-rag.xml").read_text(encoding="utf-8")
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    release = metainfo.find("releases/release")
    assert release is not None
    assert (release.get("version"), release.get("date")) == ("9.8.7", "2026-09-21")
    for code in ("de", "ja", "zh_CN"):
        assert re.search(rf"^Comment\[{code}\]=.", entry, re.MULTILINE)
        assert [one for one in metainfo.iter("summary") if one.get(language) == code], code
        assert f'xml:lang="{code}"' in mime
    assert "application/x-desktop-rag-library;" in entry
    assert metainfo.findtext("id") == APP_ID == script("linux").IDENTIFIER
    assert metainfo.findtext("launchable") == f"{APP_ID}.desktop"
    assert (tmp_path / "icons" / "hicolor" / "256x256" / "apps" / "desktop-rag.png").read_bytes()[:4] == b"\x89PNG"


def test_file_managers_offer_to_ask_in_every_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dolphin and Nemo read key files, Files runs Python: a stand-in of its library takes the menu's place."""
    script("linux").share(ROOT, tmp_path, "9.8.7", 1_790_000_000)
    words = script("file_managers").WORDS
    types = script("file_managers").media_types(ROOT, APP_ID)
    assert {"inode/directory", "application/pdf", "text/plain"} <= set(types)
    for name, group, key in (
        (f"kio/servicemenus/{APP_ID}.desktop", "Desktop Action ask", "MimeType"),
        (f"nemo/actions/{APP_ID}.nemo_action", "Nemo Action", "Mimetypes"),
    ):
        entry = configparser.RawConfigParser()
        entry.optionxform = str  # type: ignore[assignment, method-assign]
        entry.read(tmp_path / name, encoding="utf-8")
        assert {code: entry[group][f"Name[{code}]" if code else "Name"] for code in words} == words
        assert entry[group]["Exec"] == "desktop-rag-gui -- %F"
        assert entry[entry.sections()[0]][key].rstrip(";").split(";") == types

    started: list[list[str]] = []
    repository = ModuleType("gi.repository")
    repository.GObject = SimpleNamespace(GObject=type("GObject", (), {}))  # type: ignore[attr-defined]
    repository.Nautilus = SimpleNamespace(MenuProvider=type("MenuProvider", (), {}), MenuItem=MenuItem)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gi", ModuleType("gi"))
    monkeypatch.setitem(sys.modules, "gi.repository", repository)
    monkeypatch.setattr(subprocess, "Popen", started.append)
    extension = runpy.run_path(str(tmp_path / "nautilus-python" / "extensions" / "desktop_rag_menu.py"))
    menu = extension["DesktopRAGMenu"]()
    chosen = [ChosenFile("/home/me/my files", "inode/directory"), ChosenFile("/home/me/a.pdf", "application/pdf")]
    for language, label in (("de_AT", words["de"]), ("zh_CN", words["zh_CN"]), ("fr_FR", words[""]), (None, words[""])):
        monkeypatch.setattr(locale, "getlocale", lambda language=language: (language, "UTF-8"))
        for arguments in ((chosen,), ("a window of Nautilus 3", chosen)):
            (item,) = menu.get_file_items(*arguments)
            assert item.label == label
    item.choose()
    (folder,) = menu.get_background_items(chosen[0])
    folder.choose()
    assert started == [
        ["desktop-rag-gui", "--", "/home/me/my files", "/home/me/a.pdf"],
        ["desktop-rag-gui", "--", "/home/me/my files"],
    ]
    assert menu.get_file_items([*chosen, ChosenFile("/home/me/a.iso", "application/x-cd-image")]) == []
    assert menu.get_file_items([ChosenFile(None, "application/pdf")]) == []  # on a server


class MenuItem:
    """What Nautilus shows in a menu."""

    def __init__(self, *, name: str, label: str, icon: str) -> None:
        self.name, self.label, self.icon = name, label, icon

    def connect(self, signal: str, react: Callable[["MenuItem"], object]) -> None:
        assert signal == "activate"
        self.choose = lambda: react(self)


class ChosenFile:
    """A file as Nautilus hands it over."""

    def __init__(self, path: str | None, media_type: str) -> None:
        self._path, self._type = path, media_type

    def is_mime_type(self, media_type: str) -> bool:
        return media_type == self._type

    def get_location(self) -> SimpleNamespace:
        return SimpleNamespace(get_path=lambda: self._path)


def test_explorer_offers_kinds_of_files_that_are_read() -> None:
    windows = script("windows")
    known = {ending for one in FORMATS if one.reader or one.unpacker for ending in one.endings}
    assert {f".{ending}" for ending in windows.ASKED} <= known
    assert len(windows.applies_to()) < 1000  # NSIS cuts longer texts off


def test_every_file_manager_says_the_same_words(tmp_path: Path) -> None:
    words = script("file_managers").WORDS
    installer = (PACKAGING / "desktop-rag.nsi").read_text(encoding="utf-8")
    said = dict(re.findall(r'LangString AskAbout \$\{LANG_(\w+)\} "([^"]+)"', installer))
    assert {name: text.replace("${NAME}", "Desktop RAG") for name, text in said.items()} == {
        "ENGLISH": words[""], "GERMAN": words["de"], "JAPANESE": words["ja"], "SIMPCHINESE": words["zh_CN"],
    }  # fmt: skip
    macos = script("macos")
    action = macos.write_quick_action(tmp_path)
    about = plistlib.loads((action / "Contents" / "Info.plist").read_bytes())
    flow = plistlib.loads((action / "Contents" / "document.wflow").read_bytes())
    assert about["NSServices"][0]["NSMenuItem"]["default"] == words[""] == action.stem
    assert flow["actions"][0]["action"]["ActionParameters"]["COMMAND_STRING"] == f'open -b {macos.IDENTIFIER} "$@"'
    for code, name in (("de", "de"), ("ja", "ja"), ("zh_CN", "zh-Hans")):
        strings = (action / "Contents" / "Resources" / f"{name}.lproj" / "ServicesMenu.strings").read_text("utf-8")
        assert strings == f'"{words[""]}" = "{words[code]}";\n'


def program(folder: Path) -> Path:
    """Make a folder as PyInstaller does, only smaller."""
    (folder / "_internal" / "resources").mkdir(parents=True)
    for name in ("desktop-rag", "desktop-rag-gui", "_internal/resources/文書.txt"):
        (folder / name).write_text(name, encoding="utf-8")
    (folder / "desktop-rag.pkg").write_bytes(os.urandom(9))
    (folder / "desktop-rag-gui.pkg").symlink_to("desktop-rag.pkg")
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="packages of Linux")
def test_a_portable_archive_is_the_same_whoever_packs_it_and_needs_no_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    built = program(tmp_path / "program")
    portable = script("portable")
    sums = []
    for mask in (0o022, 0o077):
        before = os.umask(mask)
        try:
            made = portable.build(built, tmp_path, "9.8.7", "x86_64", 1)
        finally:
            os.umask(before)
        sums.append(hashlib.sha256(made.read_bytes()).hexdigest())
        for path in built.rglob("*"):
            os.utime(path, (0, 0), follow_symlinks=False)
    assert sums[0] == sums[1]
    assert made.name == "desktop-rag-9.8.7-linux-x86_64-portable.tar.zst"
    with tarfile.open(fileobj=io.BytesIO(zstd.decompress(made.read_bytes()))) as archive:
        modes = {entry.name: entry.mode for entry in archive.getmembers()}
        links = {entry.name: entry.linkname for entry in archive.getmembers() if entry.issym()}
    assert modes["desktop-rag-9.8.7/desktop-rag-gui"] == 0o755
    assert modes["desktop-rag-9.8.7/_internal/resources/文書.txt"] == 0o644
    assert links == {"desktop-rag-9.8.7/desktop-rag-gui.pkg": "desktop-rag.pkg"}
    assert f"desktop-rag-9.8.7/{PORTABLE_FILE}" in modes


@pytest.mark.skipif(sys.platform != "linux", reason="packages of Linux")
def test_an_appimage_starts_the_window_and_by_another_name_or_option_the_command_line(tmp_path: Path) -> None:
    start = tmp_path / "AppRun"
    start.write_text(script("appimage")._START, encoding="utf-8")
    start.chmod(0o755)
    folder = tmp_path / "usr" / "lib" / "desktop-rag"
    folder.mkdir(parents=True)
    for name in ("desktop-rag", "desktop-rag-gui"):
        (folder / name).write_text(f'#!/bin/sh\necho {name} "$@"\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    linux = script("linux")

    def said(*arguments: str, name: str = "Desktop.AppImage") -> str:
        return linux.output(["env", f"ARGV0=/x y/{name}", str(start), *arguments])

    assert said("a b") == "desktop-rag-gui a b"
    assert said("--cli", "ask", "x") == "desktop-rag ask x"
    assert said("ask", name="desktop-rag") == "desktop-rag ask"


def test_a_runtime_that_is_not_the_known_one_is_refused(tmp_path: Path) -> None:
    appimage = script("appimage")
    (tmp_path / "runtime-x86_64").write_bytes(b"another")
    with pytest.raises(SystemExit, match="not the one whose digest"):
        appimage._runtime(tmp_path, "x86_64")
    assert not (tmp_path / "runtime-x86_64").exists()
    with pytest.raises(SystemExit, match="--runtime FILE"):
        appimage._runtime(tmp_path, "riscv64")


@pytest.mark.skipif(shutil.which("makensis") is None, reason="makensis compiles the installer for Windows")
def test_the_installer_for_windows_compiles_without_a_warning(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text("free", encoding="utf-8")
    (tmp_path / "packaging").symlink_to(PACKAGING)
    windows = script("windows")
    windows.write_icon(ROOT / "resources" / "icons" / "desktop-rag.png", tmp_path / "icon.ico")
    made = windows.build(program(tmp_path / "program"), tmp_path, "9.8.7", tmp_path / "icon.ico")
    assert made.read_bytes()[:2] == b"MZ"


def test_the_installer_for_windows_undoes_all_that_it_writes() -> None:
    text = (PACKAGING / "desktop-rag.nsi").read_text(encoding="utf-8")
    installing, _, removing = text.partition('Section "Uninstall"')
    written = set(re.findall(r'WriteReg(?:Str|DWORD) HKCU "([^"]+)"', installing))
    removed = set(re.findall(r'DeleteRegKey HKCU "([^"]+)"', removing))
    assert written
    assert 'DeleteRegValue HKCU "Software\\Microsoft\\Windows\\CurrentVersion\\Run" "${NAME}"' in removing
    assert {key for key in written if not any(key == one or key.startswith(one + "\\") for one in removed)} == set()
    assert "HKLM" not in text  # an administrator is not there
    languages = re.findall(r'MUI_LANGUAGE "(\w+)"', text)
    for name in ("AskAbout", "Running", "Newer"):
        assert len(re.findall(rf"^LangString {name} ", text, re.MULTILINE)) == len(languages) == 4


def test_the_archive_for_windows_needs_no_option(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text("free", encoding="utf-8")
    made = script("windows").archive(program(tmp_path / "program"), tmp_path, "9.8.7")
    with zipfile.ZipFile(made) as archive:
        assert {"Desktop RAG 9.8.7/portable", "Desktop RAG 9.8.7/desktop-rag.pkg"} <= set(archive.namelist())


def test_macos_is_told_what_the_application_opens() -> None:
    macos = script("macos")
    told = macos.properties("9.8.7", "desktop-rag")
    plistlib.dumps(told)
    plistlib.dumps(macos.ENTITLEMENTS)
    assert told["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == ["desktop-rag"]
    assert (
        told["UTExportedTypeDeclarations"][0]["UTTypeIdentifier"]
        in told["CFBundleDocumentTypes"][0]["LSItemContentTypes"]
    )


def test_a_flatpak_sees_folders_at_their_own_paths_and_changes_none(tmp_path: Path) -> None:
    flatpak = script("flatpak")
    manifest = flatpak.manifest()
    assert manifest["id"] == APP_ID
    assert [one for one in manifest["finish-args"] if "filesystem" in one] == ["--filesystem=host:ro"]
    flatpak.share(ROOT, tmp_path, "9.8.7", 1_790_000_000)
    shown = [path for folder in ("applications", "icons", "mime/packages") for path in (tmp_path / folder).rglob("*.*")]
    assert shown
    assert [path.name for path in shown if path.is_file() and not path.name.startswith(APP_ID)] == []
    entry = (tmp_path / "applications" / f"{APP_ID}.desktop").read_text(encoding="utf-8")
    assert f"Icon={APP_ID}\n" in entry


def test_sums_are_those_that_sha256sum_reads(tmp_path: Path) -> None:
    (tmp_path / "a b.deb").write_bytes(b"1")
    publish = script("publish")
    for _ in range(2):  # the file itself is not among them
        sums = publish.write_sums(tmp_path).read_text(encoding="utf-8")
        assert sums == f"{hashlib.sha256(b'1').hexdigest()}  a b.deb\n"


def test_executables_are_signed_where_the_environment_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, signer = tmp_path / "a b.exe", tmp_path / "sign.py"
    file.write_text("program", encoding="utf-8")
    signer.write_text("import sys, pathlib\npathlib.Path(sys.argv[2]).write_text(sys.argv[1])\n", encoding="utf-8")
    script("windows").sign(file)
    assert file.read_text(encoding="utf-8") == "program"
    monkeypatch.setenv("DESKTOP_RAG_SIGN_COMMAND", f'"{sys.executable}" "{signer}" "my key"')
    script("windows").sign(file)
    assert file.read_text(encoding="utf-8") == "my key"


def test_every_target_is_built_on_its_own_system() -> None:
    text = (PACKAGING / "build.py").read_text(encoding="utf-8")
    targets = re.findall(r"^python3 packaging/build.py (\w+)", text, re.MULTILINE)
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert {"deb", "rpm", "appimage", "portable", "flatpak", "windows", "macos", "smoke"} <= set(targets)
    assert set(re.findall(r"python packaging/build\.py (\w+)", workflow)) <= set(targets)  # each is a command
    assert all(re.search(r"@[0-9a-f]{40} # v", line) for line in workflow.splitlines() if "uses:" in line)
    assert workflow.index("needs: test") > workflow.index("bash .ci/run")
    for target in ("windows", "macos"):
        assert f"packaging/build.py {target} --keep-frozen" in workflow
    assert "for target in deb rpm appimage portable;" in workflow
