"""Model files in the folders of other programs, on each system."""

import json
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.llms.built_in.files import OWN, Surroundings, find_model_files, model_path
from tests.helpers.gguf_files import header_bytes, write_model

_DIGEST = "ab" * 32
PLACES = [
    ("linux", ".lmstudio/models/org/repo/one.gguf", "one", "LM Studio"),
    ("linux", ".cache/lm-studio/models/org/repo/one.gguf", "one", "LM Studio"),
    ("linux", ".local/share/nomic.ai/GPT4All/one.gguf", "one", "GPT4All"),
    ("linux", ".config/Jan/data/llamacpp/models/Jan-v1-4B/model.gguf", "Jan-v1-4B", "Jan"),
    ("linux", ".cache/llama.cpp/org_repo_one.gguf", "org_repo_one", "llama.cpp"),
    ("linux", ".cache/huggingface/hub/models--org--repo/snapshots/abc/one.gguf", "one", "llama.cpp"),
    ("darwin", ".lmstudio/models/org/repo/one.gguf", "one", "LM Studio"),
    ("darwin", "Library/Application Support/nomic.ai/GPT4All/one.gguf", "one", "GPT4All"),
    ("darwin", "Library/Application Support/Jan/data/llamacpp/models/one/model.gguf", "one", "Jan"),
    ("darwin", "Library/Caches/llama.cpp/one.gguf", "one", "llama.cpp"),
    ("win32", ".lmstudio/models/org/repo/one.gguf", "one", "LM Studio"),
    ("win32", "AppData/Local/nomic.ai/GPT4All/one.gguf", "one", "GPT4All"),
    ("win32", "AppData/Roaming/Jan/data/llamacpp/models/one/model.gguf", "one", "Jan"),
    ("win32", "AppData/Local/llama.cpp/one.gguf", "one", "llama.cpp"),
]


def around(home: Path, system: str = "linux", **variables: str) -> Surroundings:
    # Ollama's service has a folder of its own on Linux, which must not be looked into here
    return Surroundings(home, {"OLLAMA_MODELS": str(home / ".ollama" / "models")} | variables, system)


@pytest.mark.parametrize(("system", "place", "name", "origin"), PLACES)
def test_models_of_other_programs_are_found(tmp_path: Path, system: str, place: str, name: str, origin: str) -> None:
    path = write_model(tmp_path / place)
    (found,) = find_model_files(tmp_path / "own", around(tmp_path, system))
    assert (found.name, found.path, found.size, found.origin) == (name, path, path.stat().st_size, origin)


def test_a_moved_folder_and_variables_are_followed(tmp_path: Path) -> None:
    write_model(tmp_path / "elsewhere" / "models" / "a" / "b" / "moved.gguf")
    (tmp_path / ".lmstudio-home-pointer").write_text(str(tmp_path / "elsewhere"))
    write_model(tmp_path / "cache" / "cached.gguf")
    found = find_model_files(tmp_path / "own", around(tmp_path, LLAMA_CACHE=str(tmp_path / "cache")))
    assert [(file.name, file.origin) for file in found] == [("moved", "LM Studio"), ("cached", "llama.cpp")]


def test_ollamas_blobs_are_found_by_their_manifests(tmp_path: Path) -> None:
    models = tmp_path / ".ollama" / "models"
    blob = write_model(models / "blobs" / f"sha256-{_DIGEST}")
    manifest = models / "manifests" / "registry.ollama.ai" / "library" / "qwen3" / "4b"
    manifest.parent.mkdir(parents=True)
    layers = [
        {"mediaType": "application/vnd.ollama.image.license", "digest": f"sha256:{'0' * 64}"},
        {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{_DIGEST}"},
    ]
    manifest.write_text(json.dumps({"layers": layers}))
    broken = manifest.with_name("broken")
    broken.write_text("{")
    outside = manifest.with_name("outside")
    bad = {"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:../../../etc/passwd"}
    outside.write_text(json.dumps({"layers": [bad]}))
    (found,) = find_model_files(tmp_path / "own", around(tmp_path))
    assert (found.name, found.path, found.origin) == ("qwen3:4b", blob, "Ollama")


def test_what_is_no_model_that_writes_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / ".lmstudio" / "models"
    write_model(folder / "good.gguf")
    write_model(folder / "mmproj-good.gguf")
    write_model(folder / "nomic-embed-text.gguf")
    (folder / "page.gguf").write_text("<html>")
    write_model(folder / "lacks-00001-of-00002.gguf")
    write_model(folder / "big-00001-of-00002.gguf")
    second = write_model(folder / "big-00002-of-00002.gguf", size=5000)
    first_size = (folder / "big-00001-of-00002.gguf").stat().st_size
    found = find_model_files(tmp_path / "own", around(tmp_path))
    assert {file.name: file.size for file in found} == {
        "good": (folder / "good.gguf").stat().st_size,
        "big-00001-of-00002": first_size + second.stat().st_size,
    }


def test_our_own_come_first_and_links_count_once(tmp_path: Path) -> None:
    own = tmp_path / "own"
    write_model(own / "mine.gguf")
    write_model(tmp_path / ".lmstudio" / "models" / "mine.gguf")
    (tmp_path / ".cache" / "llama.cpp").mkdir(parents=True)
    (tmp_path / ".cache" / "llama.cpp" / "link.gguf").symlink_to(own / "mine.gguf")
    (found,) = find_model_files(own, around(tmp_path))
    assert (found.name, found.origin) == ("mine", OWN)


def test_a_model_is_meant_by_path_or_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own"
    mine = write_model(own / "Qwen3-4B-Q4_K_M.gguf")
    here = around(tmp_path)
    for text in ("Qwen3-4B-Q4_K_M", "qwen3-4b-q4_k_m", "Qwen3-4B-Q4_K_M.gguf", str(mine)):
        assert model_path(text, own, here) == mine
    monkeypatch.chdir(own)
    assert model_path("Qwen3-4B-Q4_K_M.gguf", tmp_path, here) == mine
    with pytest.raises(UserError) as caught:
        model_path("qwen", own, here)
    assert str(caught.value) == "There is no model file qwen. On this computer: Qwen3-4B-Q4_K_M."
    (tmp_path / "cut.gguf").write_bytes(header_bytes({})[:3])
    assert model_path(str(tmp_path / "cut.gguf"), own, here).name == "cut.gguf"
