"""Changing the model of a library in a process that a test can kill, and what is in the file afterwards.

python -m tests.helpers.switching DATA_DIR NAME: changes to the model of the settings, or goes on with a change.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.vectors.codes import CodeBlocks
from desktop_rag.storage.storage_context import StorageContext


@dataclass(frozen=True)
class State:
    """What a library holds: ``nodes`` that are searched, how many wait, vectors of the active space, tables of all."""

    nodes: int
    without_vector: int
    vectors: int
    tables: tuple[str, ...]


def state_of(path: Path) -> State:
    """Return the state of a library's file; fails when nodes, vectors and codes do not belong together."""
    with StorageContext(path, read_only=True) as storage, storage.snapshot():
        db = storage.connection
        spaces = select(db, "SELECT id, active FROM embedding_spaces")
        names = select(db, "SELECT name FROM sqlite_schema WHERE name GLOB 'vectors_[0-9]*' AND sql LIKE '%vec0%'")
        ((nodes, waiting),) = select(db, "SELECT count(*), sum(embedded = 0) FROM nodes WHERE embedded <> 2")
        vectors = 0
        for number, active in spaces:
            rows = {row[0] for row in select(db, f"SELECT rowid FROM vectors_{number}")}
            known = {row[0] for row in select(db, "SELECT id FROM nodes WHERE embedded <> 2")}
            assert active == 0 or rows <= known, "vectors of nodes that are gone"
            blocks = CodeBlocks(db, number)
            if blocks.stamps() is not None:
                coded = [int(rowid) for block in blocks.block_stamps() for rowid in blocks.read(block).rowids]
                assert sorted(coded) == sorted(rows)
            if active == 1:
                vectors = len(rows)
                marked = {row[0] for row in select(db, "SELECT id FROM nodes WHERE embedded = 1")}
                assert marked == rows, "nodes and vectors differ"
        return State(nodes, waiting or 0, vectors, tuple(sorted(row[0] for row in names)))


def main(data_dir: str, name: str) -> None:
    """Change the model, or go on with that."""
    from desktop_rag.worker.worker import Worker

    worker = Worker(Path(data_dir))
    try:
        job = worker.continue_change(name) or worker.embeddings.change(name)
        job.result(600)
    finally:
        worker.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
