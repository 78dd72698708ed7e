"""“Where something is sent, and what is read, is never taken from a library file.”

A library of somebody else lists folders of the person, and an address for its search model, models and reranker. It is
imported or copied into the folder of libraries, and then used in every way: nobody is contacted, nothing is read.
"""

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.pages import FileCondition
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.permissions import PERMISSIONS_FILE
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import run, run_json
from tests.helpers.counting_server import CountingServer
from tests.helpers.hostile_libraries import make_good
from tests.helpers.waiting import wait_until

LEGACY = Path(__file__).parents[1] / "legacy" / "data" / "0.1.0"
QUESTION = "When do whales sleep?"


@pytest.fixture
def server() -> Iterator[CountingServer]:
    with CountingServer("127.0.0.1") as server:
        yield server


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder of the person with something nobody else may know."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "diary.txt").write_text("The combination of the strongbox is heliotrope.")
    return home


@pytest.fixture
def evil(tmp_path: Path, home: Path, server: CountingServer) -> Path:
    """A library that somebody made to have the person's files, words and questions sent to an address."""
    path = tmp_path / "evil.ragindex"
    make_good(path, tmp_path / "elsewhere")
    addresses = {"openai/evil-model/|": server.url, "openai/other/|": server.url}
    settings = {
        "retrieval.similarity_top_k": 3,
        "llm.provider": "openai",
        "llm.base_url": server.url,
        "llm.model": "evil",
        "llm.default_headers": "X-Evil: yes",
        "rerank.base_url": server.url,
        "rerank.model": "evil",
        "embedding.provider": "openai",
        "embedding.base_url": server.url,
        "retrieval.node_postprocessors": "rerank",
        "plugins.enabled": True,
        "network.offline": False,
    }
    with closing(apsw.Connection(str(path))) as db:
        db.execute("DELETE FROM roots")
        db.execute("INSERT INTO roots (path, is_folder, added_at) VALUES (?, 1, 0)", (str(home),))
        db.execute("UPDATE embedding_spaces SET provider = 'openai', model = 'evil-model', rules = '|'")
        db.execute("UPDATE nodes SET embedded = 0 WHERE id = 1")
        db.execute("INSERT INTO pending VALUES (?, 5, 5, 9, 1)", (str(home / "diary.txt"),))
        db.execute("INSERT INTO pending VALUES (?, 5, 5, 9, 2)", (f"{tmp_path}/elsewhere/../home/diary.txt",))
        for key, value in (("embedding_addresses", addresses), ("settings", settings)):
            db.execute("INSERT OR REPLACE INTO properties VALUES (?, ?)", (key, json.dumps(value)))
    return path


def arrive(how: str, evil: Path, data: Path) -> None:
    if how == "imported":
        said = run("index", "import", evil, data_dir=data)
        assert "index accept 'evil'" in said
    else:
        if how == "copied":
            run("index", "create", "mine", data_dir=data)
        (data / "libraries").mkdir(parents=True, exist_ok=True)
        shutil.copy(evil, data / "libraries")


@pytest.mark.slow
@pytest.mark.parametrize("how", ["imported", "copied", "copied before the first start"])
def test_it_is_searched_and_nothing_is_sent_or_read(
    how: str, evil: Path, home: Path, tmp_path: Path, server: CountingServer
) -> None:
    data = tmp_path / "data"
    arrive(how, evil, data)
    listed = {one["name"]: one for one in run_json("index", "list", data_dir=data)}["evil"]
    assert (listed["folders"], listed["folders_to_allow"], listed["error"]) == ([], [str(home)], "")
    assert str(home) in run("index", "list", data_dir=data)
    found = run_json("search", "evil", "whales", data_dir=data)
    assert "whales.txt" in json.dumps(found)
    answer = run_json("ask", "evil", QUESTION, data_dir=data)
    assert answer["citations"]
    assert "no server for it is set up here" in answer["notice"]
    run("add", "evil", data_dir=data)
    with closing(Worker(data)) as worker:
        worker.watch()
        (home / "news.txt").write_text("More of the heliotrope.")
        time.sleep(2)  # that nothing happens cannot be waited for
        (info,) = (one for one in worker.libraries.list_all().result(60) if one.name == "evil")
        assert (info.files, info.folders, info.folders_to_allow) == (3, (), (str(home),))
        assert worker.libraries.settings("evil").result(60) == {"retrieval.similarity_top_k": 3}
        assert worker.search.passages("evil", "heliotrope", mode="bm25").result(60) == ()
        worker.search.pages("evil", "strongbox", mode="hybrid").result(60)
    assert server.connections == 0


@pytest.mark.slow
def test_accepted_folders_are_read_and_the_address_is_still_not_asked(
    evil: Path, home: Path, tmp_path: Path, server: CountingServer
) -> None:
    data = tmp_path / "data"
    run("index", "import", evil, data_dir=data)
    assert str(home) in run("index", "accept", "evil", data_dir=data)
    (listed,) = run_json("index", "list", data_dir=data)
    assert (listed["folders"], listed["folders_to_allow"]) == ([str(home)], [])
    run("add", "evil", data_dir=data)
    assert "diary.txt" in run("search", "evil", "heliotrope", data_dir=data)
    assert server.connections == 0


@pytest.mark.slow
def test_folders_are_accepted_while_importing(evil: Path, home: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    imported = run_json("index", "import", evil, "--accept-folders", data_dir=data)
    assert (imported["folders"], imported["folders_to_allow"]) == ([str(home)], [])
    assert run_json("index", "list", data_dir=data)[0]["folders"] == [str(home)]


def test_declined_folders_are_asked_about_no_more(evil: Path, tmp_path: Path) -> None:
    with closing(Worker(tmp_path / "data")) as worker:
        worker.libraries.import_copy(evil).result(60)
        worker.files.forbid_folders("evil").result(60)
        (info,) = worker.libraries.list_all().result(60)
    assert (info.folders, info.folders_to_allow, info.files) == ((), (), 3)


def test_libraries_of_an_earlier_version_go_on_without_a_question(tmp_path: Path, evil: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(LEGACY, data)
    for path in data.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with closing(Worker(data)) as worker:
        infos = worker.libraries.list_all().result(60)
        assert [info.folders_to_allow for info in infos] == [(), ()]
        assert all(info.folders for info in infos)
        assert worker.libraries.settings("papers").result(60)["llm.temperature"] == 0.4
        shutil.copy(evil, data / "libraries")
        (info,) = (one for one in worker.libraries.list_all().result(60) if one.name == "evil")
    assert info.folders_to_allow
    assert not info.folders


def test_a_file_with_the_id_of_a_library_brings_no_folder_and_no_address(
    tmp_path: Path, home: Path, server: CountingServer
) -> None:
    data, mine = tmp_path / "data", tmp_path / "mine"
    mine.mkdir()
    (mine / "note.txt").write_text("Whales sleep at night.")
    with closing(Worker(data)) as worker:
        worker.libraries.create("lib").result(60)
        worker.files.add("lib", [mine], embed=False).result(60)
    library = data / "libraries" / "lib.ragindex"
    with closing(apsw.Connection(str(library))) as db:
        db.execute("INSERT INTO roots (path, is_folder, added_at) VALUES (?, 1, 0)", (str(home),))
        addresses = json.dumps({"openai/evil-model/|": server.url})
        db.execute("INSERT INTO properties VALUES ('embedding_addresses', ?)", (addresses,))
    with closing(Worker(data)) as worker:
        worker.watch()
        (info,) = worker.libraries.list_all().result(60)
        assert (info.folders, info.folders_to_allow) == ((str(mine),), (str(home),))
        worker.files.add("lib", []).result(60)
        worker.search.passages("lib", "whales").result(60)
        assert worker.search.passages("lib", "heliotrope", mode="bm25").result(60) == ()
    assert server.connections == 0


@pytest.mark.parametrize(
    "put",
    [
        "CREATE TRIGGER evil AFTER UPDATE ON properties BEGIN DELETE FROM documents; END",
        "CREATE VIEW evil AS SELECT * FROM documents",
        "CREATE INDEX evil ON documents (hex(path))",
    ],
    ids=["trigger", "view", "index"],
)
def test_nothing_that_somebody_puts_into_a_known_library_is_run(tmp_path: Path, put: str) -> None:
    data = tmp_path / "data"
    with closing(Worker(data)) as worker:
        for name in ("lib", "other"):
            worker.libraries.create(name).result(60)
    with closing(apsw.Connection(str(data / "libraries" / "lib.ragindex"))) as db:
        db.execute(put)
    with closing(Worker(data)) as worker:
        with pytest.raises(UserError, match="holds what this program does not put into a library"):
            worker.search.passages("lib", "whales", mode="bm25").result(60)
        lib, other = worker.libraries.list_all().result(60)
        assert (bool(lib.error), other.error) == (True, "")


def test_copies_of_the_persons_own_libraries_ask_nothing(tmp_path: Path) -> None:
    data, mine = tmp_path / "data", tmp_path / "mine"
    mine.mkdir()
    (mine / "note.txt").write_text("Whales sleep at night.")
    with closing(Worker(data)) as worker:
        worker.libraries.create("lib").result(60)
        worker.files.add("lib", [mine], embed=False).result(60)
        worker.libraries.set_settings("lib", {"llm.temperature": 0.7, "retrieval.similarity_top_k": 2}).result(60)
        backup = worker.libraries.export("lib", tmp_path).result(60)
        worker.libraries.duplicate("lib", "twin").result(60)
        worker.libraries.import_copy(backup, "again").result(60)
        worker.libraries.rename("lib", "renamed").result(60)
        infos = worker.libraries.list_all().result(60)
        kept = {info.name: worker.libraries.settings(info.name).result(60)["llm.temperature"] for info in infos}
    assert {info.name: (info.folders, info.folders_to_allow) for info in infos} == dict.fromkeys(
        ("again", "renamed", "twin"), ((str(mine),), ())
    )
    assert kept == dict.fromkeys(("again", "renamed", "twin"), 0.7)
    assert b"llm.temperature" not in backup.read_bytes(), "settings that cannot travel stay here"


def test_a_damaged_list_of_permissions_lets_nothing_be_read(tmp_path: Path) -> None:
    data, mine = tmp_path / "data", tmp_path / "mine"
    mine.mkdir()
    with closing(Worker(data)) as worker:
        worker.libraries.create("lib").result(60)
        worker.files.add("lib", [mine], embed=False).result(60)
    (data / "conversations.sqlite").touch()
    (data / PERMISSIONS_FILE).write_text("{nonsense")
    for _ in range(2):
        files = IndexFiles(data / "libraries")
        info = files.info("lib")
        assert (info.folders, info.folders_to_allow) == ((), (str(mine),))


def test_accepted_folders_are_watched_at_once(evil: Path, home: Path, tmp_path: Path) -> None:
    with closing(Worker(tmp_path / "data")) as worker:
        worker.watch()
        worker.libraries.import_copy(evil).result(60)
        worker.files.allow_folders("evil").result(60)

        def is_found() -> bool:
            return bool(worker.search.passages("evil", "heliotrope", mode="bm25").result(60))

        wait_until(is_found, 60)


def test_files_that_it_names_are_opened_when_their_folder_is_accepted(tmp_path: Path) -> None:
    library, folder = tmp_path / "theirs.ragindex", tmp_path / "private"
    make_good(library, folder)
    with closing(Worker(tmp_path / "data")) as worker:
        worker.libraries.import_copy(library).result(60)
        (found, *_) = worker.search.passages("theirs", "whales", mode="bm25").result(60)
        shown = worker.pages.passage("theirs", found).result(60)
        assert (shown.condition, "sleep at night" in shown.page_text) == (FileCondition.MISSING, True)
        with pytest.raises(UserError, match="comes from elsewhere and may not open"):
            worker.pages.words("theirs", found.file, page=1).result(60)
        worker.files.allow_folders("theirs").result(60)
        assert worker.pages.passage("theirs", found).result(60).condition is not FileCondition.MISSING


def test_a_storage_of_a_program_reads_what_it_is_told(tmp_path: Path) -> None:
    with StorageContext(tmp_path / "own.ragindex") as storage, storage.transaction():
        storage.folders.add("/somewhere", is_folder=True)
        assert [root.path for root in storage.folders.all()] == ["/somewhere"]
        assert storage.folders.asked() == []
