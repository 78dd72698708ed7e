"""What waits between two steps: pieces of large documents, made nodes, and how fast a run goes."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import NoSpaceError, UserError
from desktop_rag.core.schema import TextNode
from desktop_rag.ingestion import parse
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.ingestion.progress import RateMeter
from desktop_rag.ingestion.spool import SpoolWriter, discard_spool, read_spool
from desktop_rag.ingestion.transformations import IngestionCache, run_transformations
from desktop_rag.storage.records import NO_ROOM, PageRow, Piece
from tests.storage.conformance.conftest import passage

PIECES = [
    Piece([PageRow("i", "鯨 \ud800 whale"), PageRow("ii", "", b"words")], [passage("鯨 \ud800 whale", 1)]),
    Piece([], []),
    Piece([PageRow("3", "x" * 100_000)], []),
]


def test_pieces_come_back_in_order_and_leave_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "spool"
    with SpoolWriter(path) as writer:
        before = writer.used
        for piece in PIECES:
            writer.write(piece)
        assert (before, writer.used) == (False, True)
    assert list(read_spool(str(path))) == PIECES
    assert not path.exists()


def test_without_a_piece_there_is_no_file(tmp_path: Path) -> None:
    with SpoolWriter(tmp_path / "spool") as writer:
        pass
    assert not writer.used
    assert list(tmp_path.iterdir()) == []
    assert list(read_spool("")) == []
    discard_spool("")
    discard_spool(str(tmp_path / "spool"))


def test_one_piece_is_read_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "spool"
    with SpoolWriter(path) as writer:
        for piece in PIECES:
            writer.write(piece)
    pieces = read_spool(str(path))
    assert next(pieces) == PIECES[0]
    assert path.exists(), "a run that stops here finds it again"
    pieces.close()  # type: ignore[attr-defined]


def test_what_failed_while_it_was_written_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "spool"

    def write() -> None:
        with SpoolWriter(path) as writer:
            writer.write(PIECES[0])
            assert path.exists()
            raise KeyError

    with pytest.raises(KeyError):
        write()
    assert not path.exists()


@pytest.mark.parametrize("damage", ["gone", "empty", "cut off", "no end", "other"])
def test_what_got_lost_is_told_of_and_read_again(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "spool"
    with SpoolWriter(path) as writer:
        for piece in PIECES:
            writer.write(piece)
    whole = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        content = {"empty": b"", "cut off": whole[: len(whole) // 2], "other": b"\xff" * 50}
        path.write_bytes(content.get(damage, whole[:-8]))
    with pytest.raises(UserError, match="lost") as told:
        list(read_spool(str(path)))
    assert told.value.retryable


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_full_disk_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "spool"
    path.symlink_to("/dev/full")
    with pytest.raises(NoSpaceError, match="full") as told, SpoolWriter(path) as writer:
        writer.write(PIECES[2])
    assert told.value.retryable
    assert not path.is_symlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_full_disk_is_no_fault_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "_PIECE_NODES", 0)
    large, spool = tmp_path / "large.pdf", tmp_path / "spool"
    with pymupdf.open() as book:
        for number in range(3):
            book.new_page().insert_text((50, 50), f"Page {number} tells of whales and what they sang.")
        book.save(large)
    spool.symlink_to("/dev/full")
    record = parse_file(replace(ParseTask.of(large), spool=spool))
    assert (record.state, record.pages, record.nodes, record.spool) == (NO_ROOM, (), (), "")


def test_the_rate_is_that_of_the_last_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    meter = RateMeter(window=20)
    assert (meter.per_second, meter.seconds_left(5)) == (0.0, None)
    meter.update(7)
    assert meter.per_second == 0.0, "no time has passed"
    now += 10
    meter.update(20)
    assert (meter.per_second, meter.seconds_left(30), meter.seconds_left(0)) == (2.0, 15.0, 0.0)
    for _ in range(5):
        now += 10
        meter.update(20)
    assert (meter.per_second, meter.seconds_left(30)) == (0.0, None), "nothing was done in the window"
    now += 1000
    meter.update(1020)
    assert meter.per_second == 1.0, "a long step is told of as a whole"


def test_no_time_is_told_that_a_file_being_read_has_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    meter = RateMeter(window=20)
    now += 6
    meter.update(42)
    assert (meter.per_second, meter.seconds_left(14, running=1.0)) == (7.0, 2.0)
    assert meter.seconds_left(14, running=2.5) is None


class Shout:
    """Makes texts loud, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, nodes: Sequence[TextNode]) -> list[TextNode]:
        self.asked += 1
        return [TextNode(text=node.text.upper(), id_=f"{node.id_}!", metadata={"tags": "a"}) for node in nodes]


def test_what_was_made_of_such_nodes_is_not_made_again() -> None:
    cache, shout, other = IngestionCache(), Shout(), Shout()
    nodes = [TextNode(text="one", id_="1"), TextNode(text="two", id_="2")]
    first = run_transformations(nodes, [shout], cache=cache)
    again = run_transformations([TextNode(text="one", id_="1"), TextNode(text="two", id_="2")], [shout], cache=cache)
    assert (first, shout.asked) == (again, 1)
    again[0].metadata["tags"] = "changed"
    again[0].text = "changed"
    assert run_transformations(nodes, [shout], cache=cache) == first, "what was handed out may be changed"
    for others in (nodes[:1], nodes[::-1], [TextNode(text="one", id_="x"), nodes[1]], [TextNode("ONE", "1"), nodes[1]]):
        before = shout.asked
        run_transformations(others, [shout], cache=cache)
        assert shout.asked == before + 1
    run_transformations(nodes, [other], cache=cache)
    assert other.asked == 1, "another step makes something else"
    cache.clear()
    run_transformations(nodes, [shout], cache=cache)
    assert shout.asked == 6
