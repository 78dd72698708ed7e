"""Libraries as wholes: names, totals, settings, the sample, and what follows them."""

from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.services.libraries.libraries import SAMPLE_LANGUAGES, SAMPLE_NAME, sample_guide
from desktop_rag.storage.sqlite.properties import get_splitting
from desktop_rag.storage.storage_context import StorageContext
from tests.services.conftest import Services


@pytest.mark.parametrize("name", ["papers", "日記 2024", "a/b:c?*", "..", "100%", "é" * 100])
def test_a_library_is_known_by_any_name_a_person_gives(services: Services, name: str) -> None:
    info = services.libraries.create(name)
    assert (info.name, info.files, info.error) == (name, 0, "")
    assert [one.name for one in services.libraries.list_all()] == [name]
    assert Path(info.path).parent == services.index_files.folder
    services.libraries.delete(name)
    assert services.libraries.list_all() == ()


@pytest.mark.parametrize("name", ["", "   ", "x" * 121])
def test_a_name_that_is_none_is_refused(services: Services, name: str) -> None:
    with pytest.raises(UserError, match="needs a name"):
        services.libraries.create(name)


def test_a_taken_name_is_refused_and_its_library_stays(services: Services, notes: Path) -> None:
    services.fill("lib", notes)
    services.libraries.create("other")
    with pytest.raises(UserError, match="already a library called “lib”"):
        services.libraries.create("lib")
    with pytest.raises(UserError, match="already a library called “lib”"):
        services.libraries.rename("other", "lib")
    assert services.libraries.status("lib").counts["files"] == 3


def test_an_unknown_library_is_named_with_those_there_are(services: Services) -> None:
    services.libraries.create("tea")
    services.libraries.create("cats")
    for call in (services.libraries.delete, services.libraries.status, services.libraries.needs_vectors):
        with pytest.raises(UserError, match=r"no library called “caats”\. Libraries: cats, tea\."):
            call("caats")


def test_a_renamed_library_keeps_its_files_settings_and_conversations(services: Services, notes: Path) -> None:
    services.fill("lib", notes)
    services.libraries.set_settings("lib", {"answer.mode": "chat"})
    services.libraries.create("other")
    for library in ("lib", "other"):
        services.chats.create(library, f"about {library}")
    services.libraries.rename("lib", "papers")
    assert {one.title: one.index_name for one in services.chats.conversations()} == {
        "about lib": "papers",
        "about other": "other",
    }
    assert services.found("papers", "purr") == {"cats.txt"}
    assert services.libraries.settings("papers") == {"answer.mode": "chat"}
    assert [one.name for one in services.libraries.list_all()] == ["other", "papers"]


def test_deleting_leaves_nothing_but_the_files_themselves(services: Services, notes: Path) -> None:
    services.fill("lib", notes)
    services.libraries.delete("lib")
    assert list(services.index_files.folder.iterdir()) == []
    assert (notes / "cats.txt").exists()


def test_a_damaged_library_says_why_and_the_others_are_listed(services: Services) -> None:
    services.libraries.create("fine")
    services.index_files.path("torn").write_bytes(b"not a database" * 100)
    fine, torn = services.libraries.list_all()
    assert (fine.name, fine.error, torn.name, torn.files) == ("fine", "", "torn", 0)
    assert torn.error


def test_status_counts_what_fits_the_query(services: Services, notes: Path) -> None:
    (notes / "empty.txt").touch()
    services.fill("lib", notes)
    whole = services.libraries.status("lib")
    assert whole.counts["files"] == len(whole.files) == 4
    assert (whole.counts["ready"], whole.counts["failed"], whole.counts["waiting"]) == (3, 0, 0)
    assert whole.counts["ready"] + whole.counts["skipped"] == 4
    assert whole.counts["nodes"] == whole.counts["nodes_embedded"] == whole.info.nodes == 3
    cats = services.libraries.status("lib", FileQuery("cats"))
    assert [Path(file.path).name for file in cats.files] == ["cats.txt"]
    assert (cats.counts["files"], cats.counts["pages"], cats.counts["nodes"]) == (1, 1, 1)
    assert cats.info.nodes == 3
    assert services.libraries.status("lib", FileQuery(states=(FileState.OFFLINE,))).files == ()


def test_vectors_are_needed_until_all_are_made_and_not_while_paused(services: Services, notes: Path) -> None:
    services.libraries.create("lib")
    assert not services.libraries.needs_vectors("lib")
    services.ingestion.add("lib", [notes], services.call())
    assert services.libraries.needs_vectors("lib")
    services.set_paused("lib", paused=True)
    assert not services.libraries.needs_vectors("lib")
    services.set_paused("lib", paused=False)
    services.ingestion.embed("lib", services.call())
    assert not services.libraries.needs_vectors("lib")


@pytest.mark.parametrize(
    "values",
    [{"answer.mode": "shout"}, {"no.such.option": 1}, {"retrieval.similarity_top_k": 0}],
    ids=["value", "option", "range"],
)
def test_a_wrong_setting_changes_nothing(services: Services, values: dict[str, str | int]) -> None:
    services.libraries.create("lib")
    services.libraries.set_settings("lib", {"answer.mode": "agent"})
    with pytest.raises(UserError):
        services.libraries.set_settings("lib", {"answer.mode": "chat", **values})
    assert services.libraries.settings("lib") == {"answer.mode": "agent"}


def test_settings_replace_all_that_were_there(services: Services) -> None:
    services.libraries.create("lib")
    services.libraries.set_settings("lib", {"answer.mode": "agent"})
    services.libraries.set_settings("lib", {"retrieval.similarity_top_k": 3})
    assert services.libraries.settings("lib") == {"retrieval.similarity_top_k": 3}
    services.libraries.set_settings("lib", {})
    assert services.libraries.settings("lib") == {}


def test_a_library_keeps_how_its_files_are_cut(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    sentence = "The battery lasts long in the cold and in the heat of the day. "
    (folder / "long.txt").write_text(sentence * 10, encoding="utf-8")
    coarse, fine = Splitting(), Splitting(chunk_size=32, chunk_overlap=0)
    for name, splitting in (("coarse", None), ("fine", fine)):
        info = services.libraries.create(name, splitting)
        services.ingestion.add(name, [folder], services.call())
        with StorageContext(Path(info.path), read_only=True) as storage:
            assert Splitting.from_json(get_splitting(storage.connection)) == (splitting or coarse)
    nodes = {info.name: info.nodes for info in services.libraries.list_all()}
    assert nodes["fine"] > nodes["coarse"]


def test_the_sample_is_made_once_and_can_be_read(services: Services) -> None:
    assert services.libraries.add_sample("en") == services.libraries.add_sample("en") == SAMPLE_NAME
    (info,) = services.libraries.list_all()
    assert info.folders == (str(sample_guide("en")),)


def test_the_sample_holds_the_guide_once_in_the_language_asked_for_last(services: Services, notes: Path) -> None:
    earlier = "/opt/Desktop RAG 1.0/resources/guide"
    services.libraries.add_sample("en")
    services.ingestion.add(SAMPLE_NAME, [notes], services.call())
    services.ingestion.add(SAMPLE_NAME, [sample_guide("en")], services.call())
    with StorageContext(Path(services.libraries.list_all()[0].path)) as storage, storage.transaction():
        for root in (earlier, f"{earlier}/guide.ja.md"):
            storage.folders.add(root, is_folder=True)
    services.libraries.add_sample("de_AT")
    (info,) = services.libraries.list_all()
    assert set(info.folders) == {str(notes), str(sample_guide("de"))}
    files = {Path(file.path) for file in services.libraries.status(SAMPLE_NAME).files}
    assert files == {path for path in notes.rglob("*") if path.is_file()}


def test_the_guide_is_there_in_each_language() -> None:
    guides = {language: sample_guide(language) for language in SAMPLE_LANGUAGES}
    assert all(guide.is_file() and f".{language}." in guide.name for language, guide in guides.items())
    assert sample_guide("xx") == sample_guide("") == guides["en"]
    assert sample_guide("zh_CN") == guides["zh"]


def test_a_duplicate_has_the_files_and_leaves_the_conversations(services: Services, notes: Path) -> None:
    services.fill("Papers", notes)
    conversation = services.chats.create("Papers", "Talk")
    info = services.libraries.duplicate("Papers", "Papers copy")
    assert info.name == "Papers copy"
    first, second = (services.libraries.status(name) for name in ("Papers", "Papers copy"))
    assert [file.path for file in first.files] == [file.path for file in second.files]
    assert first.files
    assert [one.index_name for one in services.chats.conversations() if one.id == conversation] == ["Papers"]
    services.libraries.delete("Papers")
    assert services.libraries.status("Papers copy").files == second.files
    with pytest.raises(UserError, match="already"):
        services.libraries.duplicate("Papers copy", "Papers copy")
    assert not list(Path(info.path).parent.glob(".copy-*"))
