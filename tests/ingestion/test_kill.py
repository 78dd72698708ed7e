"""Kill -9 anywhere during ``add``; the same command afterwards ends where an undisturbed run ends."""

import random
import time
from pathlib import Path

import apsw
import psutil
import pytest

from desktop_rag.storage.sqlite.connection import connect
from tests.helpers.command_line import environment, run
from tests.helpers.lanes import rest_at_night
from tests.helpers.warm_programs import Program, start_program


def make_files(folder: Path) -> Path:
    folder.mkdir()
    for number in range(16):
        text = "\n\n".join(f"Whale {number} sang song {verse} in the deep sea. " * 5 for verse in range(4))
        (folder / f"n{number:02}.md").write_text(f"# Whale {number}\n\n{text}")
    return folder


def content(data: Path) -> tuple[object, ...]:
    """Everything a search could see, in an order of its own."""
    connection = connect(data / "libraries" / "lib.ragindex")
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        nodes = connection.execute("SELECT node_id, text, start, end, embedded FROM nodes ORDER BY node_id").fetchall()
        keywords = connection.execute(
            "SELECT n.node_id FROM keywords k JOIN nodes n ON n.id = k.rowid WHERE keywords MATCH 'whale' ORDER BY 1"
        ).fetchall()
        return nodes, keywords, vectors(connection)
    finally:
        connection.close()


def vectors(connection: apsw.Connection) -> list[object]:
    if not connection.table_exists("main", "vectors_1"):
        return []
    sql = "SELECT n.node_id FROM vectors_1 v JOIN nodes n ON n.id = v.rowid ORDER BY 1"
    rows = connection.execute(sql).fetchall()
    assert len(rows) == connection.execute("SELECT count(*) FROM vectors_1").fetchall()[0][0], "orphaned vectors"
    return rows


@pytest.fixture
def undisturbed(tmp_path: Path) -> tuple[Path, tuple[object, ...], float]:
    files = make_files(tmp_path / "files")
    data = tmp_path / "undisturbed"
    run("index", "create", "lib", data_dir=data)
    started = time.monotonic()
    process = add(files, data)
    assert process.wait(120) == 0
    process.stdout.close()
    return files, content(data), time.monotonic() - started


def add(files: Path, data: Path) -> Program:
    return start_program("desktop_rag.cli.main", "add", "lib", files, "--data-dir", data, environment=environment())


@pytest.mark.slow
@pytest.mark.parametrize("kills", rest_at_night([1, 3, 8], {"1"}))
def test_killed_anywhere_it_carries_on(
    undisturbed: tuple[Path, tuple[object, ...], float], kills: int, tmp_path: Path
) -> None:
    files, expected, seconds = undisturbed
    data = tmp_path / "killed"
    run("index", "create", "lib", data_dir=data)
    generator, cut_off = random.Random(kills), 0
    for _ in range(kills):
        process = add(files, data)
        time.sleep(generator.uniform(0.1, 0.4) * seconds)
        cut_off += process.poll() is None
        children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        process.kill()
        process.wait(10)
        process.stdout.close()
        _, alive = psutil.wait_procs(children, timeout=20)
        assert not alive, "children outlive the program"
    assert cut_off, "each had ended before it was killed"
    run("add", "lib", files, data_dir=data)
    assert content(data) == expected
