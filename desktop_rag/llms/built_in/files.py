"""Model files that are on this computer already: our own, and those that other programs downloaded."""

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText, enumerated
from desktop_rag.llms.built_in.header import is_gguf, model_bytes
from desktop_rag.llms.discovery import NOT_FOR_CHAT
from desktop_rag.llms.json_values import dig, items_at, text_at

OWN = "Desktop RAG"
_DEEPEST = 6  # folders below one in which models lie
_MOST_ENTRIES = 20_000
_NO_NAMES = frozenset({"model", "ggml-model"})  # the folder names it
_PARTS = ("mmproj", "imatrix", *NOT_FOR_CHAT, "clip-")
_LATER_PART = re.compile(r"-(?!00001)\d{5}-of-\d{5}$")
_OLLAMA_MODEL = "application/vnd.ollama.image.model"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file with a model; ``origin`` is the program in whose folder it lies."""

    name: str
    path: Path
    size: int
    origin: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The environment that decides where programs keep their models."""

    home: Path
    variables: Mapping[str, str]
    system: str = sys.platform

    def variable(self, name: str, otherwise: Path) -> Path:
        """Return the folder that a variable names, ``otherwise`` when it is not set."""
        value = self.variables.get(name, "").strip()
        return Path(value).expanduser() if value else otherwise


def this_computer() -> Surroundings:
    """Return the surroundings of the person who runs the program."""
    return Surroundings(Path.home(), os.environ)


def model_folders(around: Surroundings) -> Iterator[tuple[str, Path]]:
    """Yield the folders in which other programs keep GGUF files, with their names; Ollama's is not among them."""
    home = around.home
    if around.system == "win32":
        local = around.variable("LOCALAPPDATA", home / "AppData" / "Local")
        shared = around.variable("APPDATA", home / "AppData" / "Roaming")
        data, cache, applications = local, local, shared
    elif around.system == "darwin":
        data = applications = home / "Library" / "Application Support"
        cache = home / "Library" / "Caches"
    else:
        data = around.variable("XDG_DATA_HOME", home / ".local" / "share")
        cache = around.variable("XDG_CACHE_HOME", home / ".cache")
        applications = around.variable("XDG_CONFIG_HOME", home / ".config")
    yield from (("LM Studio", folder) for folder in _lm_studio(home))
    yield "GPT4All", data / "nomic.ai" / "GPT4All"
    yield "Jan", applications / "Jan" / "data" / "llamacpp" / "models"
    yield "Jan", data / "Jan" / "data" / "llamacpp" / "models"
    yield "Jan", home / "jan" / "models"
    yield "llama.cpp", around.variable("LLAMA_CACHE", cache / "llama.cpp")
    hub = around.variable("HF_HOME", home / ".cache" / "huggingface") / "hub"
    yield "llama.cpp", around.variable("HF_HUB_CACHE", hub)


def find_model_files(own: Path, around: Surroundings | None = None) -> tuple[ModelFile, ...]:
    """Return every model file that writes texts: those in ``own`` first, each file once, each name once."""
    around = around or this_computer()
    found = [*_in_folder(OWN, own), *_of_ollama(around)]
    for origin, folder in model_folders(around):
        found += _in_folder(origin, folder)
    seen: set[Path] = set()
    names: set[str] = set()
    kept = []
    for file in found:
        place = file.path.resolve()
        if place not in seen and file.name not in names:
            seen.add(place)
            names.add(file.name)
            kept.append(file)
    return tuple(kept)


def model_path(text: str, own: Path, around: Surroundings | None = None) -> Path:
    """Return the file that a person means: a path, or the name of a model that is on this computer.

    Raises:
        UserError: there is none of that name.

    """
    path = Path(text).expanduser()
    if path.is_file() or (path.suffix.lower() == ".gguf" and path.parent != Path()):
        return path.absolute()
    files = find_model_files(own, around)
    wanted = text.lower().removesuffix(".gguf")
    for file in files:
        if wanted in (file.name.lower(), file.path.stem.lower()):
            return file.path
    here = (
        UserText("On this computer: {listed}.", listed=_listed(files)) if files else "Choose a file in the GGUF format."
    )
    raise UserError(UserText("There is no model file {path}.", path=text), here)


def _listed(files: Sequence[ModelFile]) -> str:
    return enumerated([file.name for file in files], 5)


def _lm_studio(home: Path) -> Iterator[Path]:
    """Yield LM Studio's folders; the person may have moved them."""
    try:
        moved = (home / ".lmstudio-home-pointer").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError):
        moved = ""
    if moved:
        yield Path(moved) / "models"
    yield home / ".lmstudio" / "models"
    yield home / ".cache" / "lm-studio" / "models"


def _in_folder(origin: str, folder: Path) -> Iterator[ModelFile]:
    """Yield the model files below a folder."""
    for path in sorted(_walk(folder)):
        name = path.parent.name if path.stem.lower() in _NO_NAMES else path.stem
        if any(part in name.lower() for part in _PARTS) or _LATER_PART.search(path.stem) or not is_gguf(path):
            continue
        try:
            yield ModelFile(name, path, model_bytes(path), origin)
        except (OSError, UserError):
            continue  # gone meanwhile, or one of its parts is missing


def _walk(folder: Path) -> Iterator[Path]:
    """Yield GGUF files, not too deep and not for ever."""
    entries = 0
    for place, folders, files in os.walk(folder):
        entries += len(folders) + len(files)
        if entries > _MOST_ENTRIES:
            return
        if len(Path(place).relative_to(folder).parts) >= _DEEPEST:
            folders.clear()
        yield from (Path(place, file) for file in files if file.lower().endswith(".gguf"))


def _of_ollama(around: Surroundings) -> Iterator[ModelFile]:
    """Yield Ollama's models: manifests say which blob is which."""
    usual = [around.home / ".ollama" / "models", Path("/usr/share/ollama/.ollama/models")]
    named = around.variables.get("OLLAMA_MODELS", "").strip()
    for folder in [Path(named)] if named else usual:
        manifests = folder / "manifests"
        for manifest in sorted(manifests.glob("*/*/*/*")):
            blob = _blob_of(manifest, folder)
            if blob is not None and is_gguf(blob) and not any(part in str(manifest).lower() for part in NOT_FOR_CHAT):
                name = f"{manifest.parent.name}:{manifest.name}"
                yield ModelFile(name, blob, blob.stat().st_size, "Ollama")


def _blob_of(manifest: Path, folder: Path) -> Path | None:
    """Return the file of a manifest's model, None when there is none."""
    try:
        value = json.loads(manifest.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    for layer in items_at(value, "layers"):
        digest = text_at(layer, "digest")
        if dig(layer, "mediaType") == _OLLAMA_MODEL and re.fullmatch(r"sha256:[0-9a-f]{64}", digest):
            blob = folder / "blobs" / digest.replace(":", "-")
            return blob if blob.is_file() else None
    return None
