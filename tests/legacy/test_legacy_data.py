"""Libraries, conversations and settings written by earlier versions open without loss; see README.md beside this."""

import json
import math
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import apsw
import pytest

from desktop_rag.config import OPTIONS, Config
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import run, run_here, run_json
from tests.helpers.scripted_server import ScriptedServer

HERE = Path(__file__).parent
DATA = HERE / "data" / "0.1.0"
EXPECTED = json.loads((HERE / "data" / "0.1.0.json").read_text(encoding="utf-8"))
LIBRARIES = tuple(EXPECTED["libraries"])
FOLDERS = (Path("/tmp/legacy-papers"), Path("/tmp/legacy-notes"))
PLACE = ("file", "page", "start", "end", "text", "node_id")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the documents lay at paths of another system")


@pytest.fixture(scope="module", autouse=True)
def papers_are_out_of_reach() -> None:
    assert not any(folder.exists() for folder in FOLDERS), "these tests are about files that cannot be reached"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "data"))


@pytest.fixture
def worker(data: Path) -> Iterator[Worker]:
    worker = Worker(data)
    yield worker
    worker.close()


# -- what is there ------------------------------------------------------------------------------------------------


def listed(data: Path) -> dict[str, Any]:
    return {info.pop("name"): without(info, "path") for info in run_json("index", "list", data_dir=data)}


def searched(data: Path, name: str, mode: str, queries: Sequence[str], scratch: Path) -> dict[str, Any]:
    """How many passages each query finds, and the best one."""
    file = scratch / "queries.jsonl"
    file.write_text("".join(json.dumps({"id": one, "query": one}) + "\n" for one in queries), encoding="utf-8")
    printed = run("search", name, "--queries", file, "--mode", mode, "--top-k", "50", data_dir=data)
    rows = [json.loads(line) for line in printed.splitlines()]
    return {row["id"]: {"count": len(row["results"]), "best": only(row["results"][0], PLACE)} for row in rows}


def still_answers(answer: dict[str, Any], recorded: dict[str, Any]) -> None:
    """The best passage is the same and what was quoted first is quoted still; what beside it is chosen better now."""
    found = only(answer, ("state", "extractive", "notice")) | {"best": only(answer["sources"][0], PLACE)}
    holds(found, without(without(recorded, "answer"), "citations"))
    said = answer["answer"].replace("\n> ", " ")
    for sentence in re.split(r"(?<=[.。])\s*", recorded["citations"][0]["quote"]) if recorded["citations"] else ():
        assert sentence in said
    passages = [(source["file"], " ".join(source["text"].split())) for source in answer["sources"]]
    for one in answer["citations"]:
        assert any(one["file"] == file and " ".join(one["quote"].split()) in text for file, text in passages)


def talked(data: Path, name: str, conversation: str, said: str) -> dict[str, Any]:
    done = run_here("chat", name, "--conversation", conversation, "--json", data_dir=data, typed=said)
    assert done.code == 0, done.err
    (line,) = done.out.splitlines()
    answer = json.loads(line)
    assert answer["conversation"] == conversation
    return answer


def conversations(worker: Worker) -> dict[str, Any]:
    """Everything that is kept of each conversation; of a trace only how long it is."""
    found = {}
    for info in worker.conversations.list_all().result():
        turns = [asdict(turn) for turn in worker.conversations.turns(info.id).result()]
        for turn in turns:
            turn["answer"]["trace"] = len(turn["answer"]["trace"])
        found[info.id] = {
            "info": asdict(info),
            "turns": turns,
            "settings": worker.conversations.settings(info.id).result(),
            "scope": worker.conversations.scope(info.id).result(),
        }
    return found


def kept(worker: Worker, name: str) -> dict[str, Any]:
    """What a library knows apart from its files."""
    rules = worker.files.folder_rules(name).result()
    return {
        "settings": worker.libraries.settings(name).result(),
        "golden": asdict(worker.test_questions.read(name).result()),
        "rules": {folder: asdict(one) for folder, one in rules.items()},
    }


def settings(data: Path) -> dict[str, Any]:
    """The options that are not as they come; secrets are where keys are, and belong to them still."""
    config: Any = Config(data / "settings.json")
    changed = [option for option in OPTIONS if config[option] != option.default]
    return {option.key: config.revealed(option) if option.hides else config[option] for option in changed}


def only(values: dict[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    return {key: values[key] for key in keys}


def without(values: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != key}


def holds(found: Any, recorded: Any, place: str = "") -> None:  # noqa: ANN401 - JSON has any shape
    """Everything that was recorded is found; what a later version tells besides is its own business."""
    if isinstance(recorded, dict):
        for key, value in recorded.items():
            assert key in found, f"{place} has lost {key!r}"
            holds(found[key], value, f"{place}/{key}")
    elif isinstance(recorded, list):
        assert len(found) == len(recorded), f"{place}: {found} instead of {recorded}"
        for number, (one, value) in enumerate(zip(found, recorded, strict=True)):
            holds(one, value, f"{place}/{number}")
    elif isinstance(recorded, float):
        assert math.isclose(found, recorded), f"{place}: {found} instead of {recorded}"
    else:
        assert (type(found), found) == (type(recorded), recorded), f"{place}: {found!r} instead of {recorded!r}"


# -- tests --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_libraries_are_there_with_their_files_and_reasons(data: Path) -> None:
    found = listed(data)
    assert list(found) == list(EXPECTED["libraries"])
    # their folders are on no computer of today, which lists did not look at when this was recorded
    holds(found, {name: without(info, "offline") for name, info in EXPECTED["libraries"].items()})
    for name in LIBRARIES:
        recorded = EXPECTED["status"][name]
        recorded = recorded | {"library": without(recorded["library"], "offline")}
        holds(run_json("status", name, data_dir=data), recorded)


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize(("name", "mode"), [tuple(key.split("/")) for key in EXPECTED["search"]])
def test_the_same_passages_are_found(data: Path, tmp_path: Path, name: str, mode: str) -> None:
    recorded = EXPECTED["search"][f"{name}/{mode}"]
    assert searched(data, name, mode, list(recorded), tmp_path) == recorded


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("asked", EXPECTED["ask"])
def test_questions_are_answered_by_quotations(data: Path, asked: dict[str, Any]) -> None:
    still_answers(run_json("ask", *asked["arguments"], data_dir=data), asked["answer"])


@pytest.mark.slow
def test_conversations_are_kept_whole_and_go_on(data: Path) -> None:
    with closing(Worker(data)) as worker:
        before = conversations(worker)
    assert list(before) == list(EXPECTED["conversations"])
    holds(json.loads(json.dumps(before)), EXPECTED["conversations"])
    for one in EXPECTED["chat"]:
        still_answers(talked(data, one["name"], one["conversation"], one["said"]), one["answer"])
    with closing(Worker(data)) as worker:
        after = conversations(worker)
    for one in EXPECTED["chat"]:
        *earlier, last = after[one["conversation"]]["turns"]
        assert earlier == before[one["conversation"]]["turns"]
        assert last["question"] == one["said"].strip()


def test_a_library_keeps_its_settings_rules_and_test_questions(worker: Worker) -> None:
    for name in LIBRARIES:
        holds(json.loads(json.dumps(kept(worker, name))), EXPECTED["kept"][name])


@pytest.mark.slow
def test_test_questions_still_find_what_they_found(data: Path) -> None:
    for name in LIBRARIES:
        holds(run_json("eval", name, data_dir=data), EXPECTED["eval"][name])


def test_settings_keep_their_values(data: Path) -> None:
    found = settings(data)
    assert {type(value) for value in found.values()} == {bool, int, float, str}
    holds(found, EXPECTED["settings"])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["keyword_table", "knowledge_graph", "tree"])
def test_what_was_prepared_is_not_prepared_again(data: Path, kind: str) -> None:
    with ScriptedServer() as server:
        # the values of headers are for their own server alone: another one is given none
        header = ("--set", "llm.default_headers=X-Team: library")
        model = ("--provider", "openai", "--base-url", server.base_url, "--model", server.models[0], *header)
        needed = () if kind == "keyword_table" else model
        holds(run_json("build", "papers", kind, *needed, data_dir=data), EXPECTED["build"][kind])
        assert server.chats == []


@pytest.mark.slow
def test_bringing_a_library_up_to_date_forgets_nothing(data: Path, tmp_path: Path) -> None:
    for name in LIBRARIES:
        holds(run_json("add", name, "--no-embed", data_dir=data), EXPECTED["updated"][name])
    totals = ("files", "nodes", "nodes_embedded", "need_attention", "folders")
    for name, info in listed(data).items():
        holds(info, only(EXPECTED["libraries"][name], totals))
    for name in LIBRARIES:
        recorded = EXPECTED["search"][f"{name}/bm25"]
        assert searched(data, name, "bm25", list(recorded), tmp_path) == recorded
    for file in (*data.glob("libraries/*"), *data.glob("*.sqlite")):
        if file.suffix in {".ragindex", ".sqlite"}:
            with closing(apsw.Connection(str(file))) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)], file


@pytest.mark.slow
def test_a_library_without_its_meaning_gets_it(data: Path, tmp_path: Path) -> None:
    name = LIBRARIES[0]
    assert EXPECTED["libraries"][name]["nodes_embedded"] == 0
    run("add", name, data_dir=data)
    nodes = EXPECTED["libraries"][name]["nodes"]
    holds(listed(data)[name], {"nodes": nodes, "nodes_embedded": nodes})
    assert searched(data, name, "vector", list(EXPECTED["embedded"]), tmp_path) == EXPECTED["embedded"]
