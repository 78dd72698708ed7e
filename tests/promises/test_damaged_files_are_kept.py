"""“A damaged file is renamed, never overwritten, and you are told.”"""

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.config import Config
from desktop_rag.config.data_folder import POINTER_FILE, DataFolder, read_data_folder, write_data_folder
from desktop_rag.config.options import LLM_SEED
from desktop_rag.config.secrets import KEY, Secrets
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.network import traffic
from desktop_rag.core.network.traffic import HostTraffic, TrafficLog
from desktop_rag.core.paths import person_data_dir
from desktop_rag.core.shared_files import DAMAGED
from desktop_rag.embeddings.session_choice import SessionChoice, SessionChooser
from desktop_rag.llms.model_tokenizer import FACTORS_FILE, FactorStore
from desktop_rag.services.libraries.reading_rates import RATES_FILE, ReadingRates
from desktop_rag.services.network import TRAFFIC_FILE
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.worker.worker import Worker

ROW = HostTraffic("a.example.com", "chat", False, 1.0, 2.0, 1, 10, 20)


def keep_factors(folder: Path) -> None:
    store = FactorStore(folder / FACTORS_FILE)
    store.of("http://127.0.0.1:1", "m")
    store.save()


def keep_rates(folder: Path) -> None:
    rates = ReadingRates(folder / RATES_FILE)
    rates.took([DocumentRecord("/docs/a.txt", 1000, 0, b"", {})], 1.0)
    rates.save()


def keep_choice(folder: Path) -> None:
    chooser = SessionChooser(lambda _: None, lambda *_: (None, 0.0), folder / "embedder.json")  # type: ignore[arg-type, return-value]
    chooser._remember(SessionChoice("small.onnx"))


WRITERS: dict[str, Callable[[Path], object]] = {
    SETTINGS_FILE: lambda folder: Config(folder / SETTINGS_FILE).update({LLM_SEED.key: 7}),
    "keys.json": lambda folder: Secrets(folder / "keys.json", keychain=False).set("a.example.com", KEY, "sk-1234567"),
    FACTORS_FILE: keep_factors,
    RATES_FILE: keep_rates,
    "embedder.json": keep_choice,
    TRAFFIC_FILE: lambda folder: TrafficLog(folder / TRAFFIC_FILE).note(ROW),
}


@pytest.mark.parametrize("content", [b"\0" * 400, b'{"a": {"b": 1', b'[{"host": 3}]'], ids=["zeros", "cut", "other"])
@pytest.mark.parametrize("name", WRITERS)
def test_what_writes_a_file_keeps_a_damaged_one(
    name: str, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traffic, "_LARGEST", 0)  # that list is read when it is summed up
    file = tmp_path / name
    file.write_bytes(content)
    WRITERS[name](tmp_path)
    assert file.read_bytes() not in (content, b"")
    (told,) = DAMAGED.take(tmp_path)
    assert told.aside is not None
    assert told.aside.name.startswith(f"{file.stem}.damaged-2")
    assert told.aside.read_bytes().startswith(content)
    assert str(told.aside) in told.message
    assert told.next_step.endswith(".")
    WRITERS[name](tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {name, told.aside.name}
    assert not DAMAGED.take(tmp_path)


def test_a_damaged_note_of_the_search_model_is_told_of_when_the_program_starts(tmp_path: Path) -> None:
    (tmp_path / "embedder.json").write_text("{damaged")
    worker = Worker(tmp_path)
    worker.warm_up(searching=False).result(60)
    worker.close()
    (told,) = DAMAGED.take(tmp_path)
    assert told.aside is not None
    assert told.aside.read_text() == "{damaged"


def test_a_damaged_note_of_the_data_folder_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    home = person_data_dir()
    home.mkdir(parents=True)
    (home / POINTER_FILE).write_text("{damaged")
    write_data_folder(DataFolder(tmp_path / "elsewhere"))
    (told,) = DAMAGED.take(home)
    assert told.aside is not None
    assert told.aside.read_text() == "{damaged"
    assert read_data_folder().folder == tmp_path / "elsewhere"


def test_a_start_removes_what_killed_programs_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    data, keys = tmp_path / "data", Secrets().file.parent
    files = (data / SETTINGS_FILE, data / TRAFFIC_FILE, keys / "keys.json")
    left = [file.with_name(f"{file.name}{end}") for file in files for end in (".0123abcd.new", ".lock")]
    others = [data / "window.lock", data / "mine.new", data / "settings.json.bak"]
    for file in (*left, *others):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    Worker(data).close()
    assert not [file for file in left if file.exists()]
    assert all(file.exists() for file in others)
