"""Resources are found in a checkout, in a wheel and in a frozen application alike."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from desktop_rag.config.data_folder import current_data_dir
from desktop_rag.core import paths
from desktop_rag.core.errors import BugError
from desktop_rag.core.paths import resource_path

NEEDED = (
    "models/multilingual-e5-small-q4/model.onnx",
    "models/multilingual-e5-small-q4/weights.bin",
    "models/multilingual-e5-small-q4/judge.onnx",
    "models/multilingual-e5-small-q4/judge.bin",
    "models/ocr/PP-OCRv6_det_small.onnx",
    "models/ocr/PP-OCRv6_rec_small.onnx",
    "tokenizers/cl100k_base.tiktoken",
    "languages/table.zst",
    "entailment/weights.json",
    "ranking/weights.json",
    "guide/guide.en.pdf",
    "themes/light.toml",
    "icons/desktop-rag.png",
)


def test_in_a_checkout() -> None:
    for name in NEEDED:
        assert resource_path(*name.split("/")).is_file()
    with pytest.raises(BugError):
        resource_path("no", "such", "thing")


def test_all_but_the_screenshots_is_packaged() -> None:
    checkout = Path(paths.__file__).resolve().parent.parent.parent
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    taken = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    there = {path.name for path in (checkout / "resources").iterdir()} - {"screenshots"}
    assert taken == {f"resources/{name}": f"desktop_rag/resources/{name}" for name in there}
    assert 'path.name != "screenshots"' in (checkout / "packaging" / "desktop_rag.spec").read_text(encoding="utf-8")


def test_in_a_frozen_application(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "resources" / "guide").mkdir(parents=True)
    (tmp_path / "resources" / "guide" / "frozen.txt").write_text("x")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resource_path("guide", "frozen.txt").read_text() == "x"


@pytest.mark.slow
def test_in_a_wheel(tmp_path: Path) -> None:
    """Build the wheel, unpack it where no checkout is near, and look from there.

    The models are empty: packing a hundred megabytes takes most of the time, and only their names matter.
    """
    checkout, around = tmp_path / "checkout", Path(paths.__file__).resolve().parent.parent.parent
    checkout.mkdir()
    for name in ("desktop_rag", "resources"):
        shutil.copytree(around / name, checkout / name, copy_function=copy_small)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(around / name, checkout)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", str(tmp_path), str(checkout)],
        check=True,
        timeout=300,
    )
    (wheel,) = tmp_path.glob("desktop_rag-*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
        assert not [name for name in archive.namelist() if name.startswith(("tests/", "packaging/"))]
        assert not [name for name in archive.namelist() if "resources/screenshots" in name]
    code = (
        "from desktop_rag.core.paths import resource_path\n"
        f"for name in {NEEDED!r}: assert 'site' in str(resource_path(*name.split('/'))), name\n"
    )
    environment = {"PYTHONPATH": str(site), "PATH": ""}
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=environment, timeout=60)


def copy_small(source: str, target: str) -> None:
    """Copy a file; one of more than half a megabyte as an empty one."""
    Path(target).touch() if Path(source).stat().st_size > 1 << 19 else shutil.copy(source, target)


def test_the_data_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.DATA_DIR_VARIABLE, str(tmp_path))
    assert current_data_dir() == tmp_path
    monkeypatch.delenv(paths.DATA_DIR_VARIABLE)
    assert current_data_dir().name == paths.APP_NAME


@pytest.mark.parametrize(
    ("beside", "portable"),
    [((), False), (("portable",), True), (("Desktop RAG data/",), True), (("portable/",), False)],
    ids=["nothing", "the file", "the folder", "a folder with the file's name"],
)
def test_a_program_is_portable_by_what_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: tuple[str, ...], *, portable: bool
) -> None:
    monkeypatch.delenv(paths.DATA_DIR_VARIABLE, raising=False)
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "checkout" / "desktop_rag" / "core" / "paths.py"))
    (tmp_path / "checkout").mkdir()
    (tmp_path / "checkout" / "pyproject.toml").touch()
    for name in beside:
        (tmp_path / name).mkdir() if name.endswith("/") else (tmp_path / name).touch()
    assert (current_data_dir() == tmp_path / "Desktop RAG data") is portable
    assert paths.is_portable(current_data_dir()) is portable
    monkeypatch.setenv(paths.DATA_DIR_VARIABLE, str(tmp_path / "named"))
    assert current_data_dir() == tmp_path / "named", "the environment says more than what lies there"
