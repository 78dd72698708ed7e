"""``settings.json``: what a person, a later version or a bad disk may have made of it."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_rag.config import OPTIONS, Config, OptionValue
from desktop_rag.config.options import LLM_MODEL, LLM_SEED, LLM_TEMPERATURE, OPTIONS_BY_KEY, RETRIEVER
from desktop_rag.config.store import SETTINGS_FILE, known_values
from desktop_rag.core.errors import UserError
from desktop_rag.core.shared_files import DAMAGED
from desktop_rag.services.calls import layered
from tests.helpers.command_line import command, environment
from tests.helpers.ordinary_user import as_ordinary_user


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / SETTINGS_FILE


def stored(file: Path) -> object:
    return json.loads(file.read_text(encoding="utf-8"))


BROKEN = {
    "nothing": b"",
    "half of it": b'{"llm.seed": 7, "llm.mo',
    "no JSON": b"llm.seed = 7",
    "a list": b'["llm.seed", 7]',
    "a number": b"7",
    "null": b"null",
    "zeros": b"\0" * 512,
    "no text": b'{"llm.model": "\xff\xfe"}',
    "too deep": b"[" * 200_000,
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_a_damaged_file_is_set_aside_and_the_defaults_hold(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    config = Config(file)
    assert [config.value(option) for option in OPTIONS] == [option.default for option in OPTIONS]
    (aside,) = file.parent.glob("settings.damaged-????-??-??.json")
    (told,) = DAMAGED.take(file.parent)
    assert told.aside == aside
    assert (str(file) in told.message, str(aside) in told.message) == (True, True)
    assert "default settings" in told.next_step
    assert aside.read_bytes() == content
    config.update({LLM_SEED.key: 7})
    assert Config(file)[LLM_SEED] == 7
    assert not DAMAGED.take(file.parent)
    assert aside.read_bytes() == content


def test_a_second_damaged_file_of_a_day_does_not_replace_the_first(file: Path) -> None:
    for content in (b"one", b"two", b"three"):
        file.write_bytes(content)
        Config(file)
    assert sorted(path.read_bytes() for path in file.parent.iterdir()) == [b"one", b"three", b"two"]


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["\ud800", "http://[", "en"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from(sorted(OPTIONS_BY_KEY)), _ANYTHING, max_size=4))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stands_in_the_file_the_program_starts_and_keeps_what_it_understood(
    file: Path, written: dict[str, object]
) -> None:
    file.write_text(json.dumps(written), encoding="utf-8")
    config = Config(file)
    understood = [config.value(OPTIONS_BY_KEY[key]) for key in written]
    config.update({})
    again = Config(file)
    assert [again.value(OPTIONS_BY_KEY[key]) for key in written] == understood


def test_a_file_of_a_later_version_opens_with_what_is_understood(file: Path) -> None:
    later = {
        "llm.seed": 7,
        "llm.temperature": 1,
        "telepathy.range": 3,
        "retrieval.retriever": "telepathic",
        "llm.max_tokens": "many",
        "llm.strict": {"nested": True},
        "llm.model": ["a", "b"],
    }
    file.write_text(json.dumps(later))
    config = Config(file)
    assert (config[LLM_SEED], config[LLM_TEMPERATURE]) == (7, 1.0)
    assert (config[RETRIEVER], config[LLM_MODEL]) == (RETRIEVER.default, LLM_MODEL.default)
    assert not list(file.parent.glob("*damaged*"))
    assert stored(file) == later, "reading alone changes nothing"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file_that_was_edited_by_hand_is_read(file: Path, encoding: str) -> None:
    file.write_text('\r\n{\r\n\t"llm.model" : "モデル"\r\n}\r\n', encoding=encoding)
    assert Config(file)[LLM_MODEL] == "モデル"


def test_a_folder_in_its_place_is_set_aside(file: Path) -> None:
    file.mkdir()
    config = Config(file)
    config.update({LLM_SEED.key: 7})
    assert file.is_file()
    (told,) = DAMAGED.take(file)
    assert told.aside is not None
    assert told.aside.is_dir()


def test_only_what_differs_from_the_defaults_is_written(file: Path) -> None:
    config = Config(file)
    assert not file.exists()
    config.update({LLM_SEED.key: 7, LLM_MODEL.key: "モデル", RETRIEVER.key: RETRIEVER.default})
    assert stored(file) == {LLM_SEED.key: 7, LLM_MODEL.key: "モデル"}
    config.update({LLM_SEED.key: LLM_SEED.default})
    assert stored(file) == {LLM_MODEL.key: "モデル"}
    assert [path.name for path in file.parent.iterdir()] == [SETTINGS_FILE]


@pytest.mark.parametrize(
    "values",
    [
        {LLM_SEED.key: 8, RETRIEVER.key: "guess"},
        {LLM_SEED.key: 8, "llm.sed": 1},
        {LLM_SEED.key: 8, LLM_MODEL.key: "half \ud83d"},
    ],
    ids=["a wrong value", "an unknown key", "half a character"],
)
def test_nothing_changes_when_one_value_is_wrong(file: Path, values: dict[str, OptionValue]) -> None:
    config = Config(file)
    config.update({LLM_SEED.key: 7})
    before = file.read_bytes()
    with pytest.raises(UserError):
        config.update(values)
    assert config[LLM_SEED] == 7
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [SETTINGS_FILE]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="could not be saved") as refused:
        Config(tmp_path / "file" / SETTINGS_FILE).update({LLM_SEED.key: 7})
    assert str(tmp_path / "file") in refused.value.next_step


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_the_old_file_stays_whole_when_the_new_one_cannot_be_written(file: Path) -> None:
    import resource

    Config(file).update({LLM_SEED.key: 7})
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3, before[1]))  # as on a disk that takes no more
    try:
        with pytest.raises(UserError, match="could not be saved"):
            Config(file).update({LLM_SEED.key: 8})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert stored(file) == {LLM_SEED.key: 7}
    assert [path.name for path in file.parent.iterdir()] == [SETTINGS_FILE]


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    Config(tmp_path / "a" / "b" / SETTINGS_FILE).update({LLM_SEED.key: 7})
    assert Config(tmp_path / "a" / "b" / SETTINGS_FILE)[LLM_SEED] == 7


def test_changes_from_many_threads_are_all_kept(file: Path) -> None:
    numbers = [option for option in OPTIONS if type(option.default) is int and option.minimum is not None]
    values = {option.key: int(option.maximum or 0) for option in numbers if option.maximum != option.default}
    assert len(values) >= 5
    config = Config(file)
    threads = [threading.Thread(target=config.update, args=({key: value},)) for key, value in values.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stored(file) == values


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_does_not_stop_the_program(file: Path) -> None:
    Config(file).update({LLM_SEED.key: 7})
    file.chmod(0)
    assert Config(file)[LLM_SEED] == LLM_SEED.default


class TestLayers:
    def test_later_layers_go_before_earlier_ones(self) -> None:
        person = Config()
        person.update({LLM_SEED.key: 1, LLM_MODEL.key: "person", RETRIEVER.key: "bm25"})
        library: dict[str, OptionValue] = {LLM_SEED.key: 2, LLM_MODEL.key: "library"}
        found = layered(person, [library, {}, {LLM_SEED.key: 3}])
        assert (found[LLM_SEED], found[LLM_MODEL], found[RETRIEVER]) == (3, "library", "bm25")

    def test_a_layer_can_bring_a_default_back(self) -> None:
        person = Config()
        person.update({LLM_SEED.key: 1})
        assert layered(person, [{LLM_SEED.key: LLM_SEED.default}])[LLM_SEED] == LLM_SEED.default
        assert person[LLM_SEED] == 1

    def test_a_layer_is_never_saved(self, file: Path) -> None:
        person = Config(file)
        person.update({LLM_SEED.key: 1})
        copy = person.overridden({LLM_SEED.key: 2})
        copy.update({LLM_MODEL.key: "only here"})
        person.update({RETRIEVER.key: "bm25"})
        assert stored(file) == {LLM_SEED.key: 1, RETRIEVER.key: "bm25"}
        assert copy[RETRIEVER] == RETRIEVER.default, "a copy does not follow"

    def test_a_wrong_layer_is_refused(self) -> None:
        with pytest.raises(UserError, match="no setting named"):
            layered(Config(), [{"llm.sed": 1}])


def test_what_is_stored_with_a_library_is_read_as_settings_are() -> None:
    assert known_values({LLM_SEED.key: 7, "llm.sed": 7, RETRIEVER.key: "guess"}) == {LLM_SEED.key: 7}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="modes of files")
def test_settings_that_cannot_be_read_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / SETTINGS_FILE
    path.write_text('{"search.top_k": 9}')
    path.chmod(0)
    arguments = as_ordinary_user(command("settings", data_dir=tmp_path))
    done = subprocess.run(arguments, capture_output=True, text=True, env=environment(), timeout=60, check=False)
    path.chmod(0o600)
    assert done.returncode == 1
    assert f"The settings in {path} cannot be read: Permission denied." in done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_text() == '{"search.top_k": 9}'
    assert [file.name for file in tmp_path.iterdir()] == [SETTINGS_FILE]


@pytest.mark.parametrize("content", ["[" * 100_000, '{"a":' * 100_000], ids=["lists", "objects"])
def test_settings_without_an_end_are_set_aside(tmp_path: Path, content: str) -> None:
    path = tmp_path / SETTINGS_FILE
    path.write_text(content)
    config = Config(path)
    assert config[LLM_MODEL] == LLM_MODEL.default
    (told,) = DAMAGED.take(path)
    assert told.aside is not None
    assert told.aside.read_text() == content
