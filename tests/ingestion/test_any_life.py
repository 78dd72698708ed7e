"""Whatever happens to a folder and to the program: afterwards the library holds what is in the folder and no more.

Hypothesis makes up lives of a folder: files come, change, move, become twins and go, in any order; runs are stopped
in the middle, the library is closed and opened again, passages are embedded in between.
"""

import os
import shutil
import tempfile
from collections import defaultdict
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import CancelledError
from desktop_rag.ingestion.comparing import forget
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.storage.records import RefDocInfo, doc_id_of
from desktop_rag.text.analyzer import keyword_terms
from tests.helpers.filled import Filled
from tests.helpers.fingerprint import check_soundness
from tests.helpers.hashed_embedding import HashedEmbedding

WORDS = ("whale", "harbour", "quokka", "鯨")
TEXTS = [f"{word} {'and on ' * number}it goes." for number, word in enumerate(WORDS)]
NAMES = st.sampled_from(["a.txt", "b.md", "ü c.txt", "sub/a.txt", "sub/deep/d.txt", "other/e.txt"])
THEN = st.sampled_from(["nothing", "seen", "run", "run and embed"])


class Life:
    """A folder with a few files, its library, and what the library must hold: the files with their texts."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.files: dict[str, str] = {}
        self.time = 1_700_000_000
        self.settled = False
        self.embed_model = HashedEmbedding()
        (self.place / "files").mkdir()
        self.open()
        self.bring_up_to_date()

    def open(self) -> None:
        self.filled = Filled(self.place / "files", self.place / "scratch", self.place / "library.ragindex")
        self.storage = self.filled.storage

    def path(self, name: str) -> Path:
        return self.place / "files" / name

    # the folder

    def write(self, name: str, content: str, then: str) -> None:
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_text(content, encoding="utf-8")
        self.time += 1
        os.utime(self.path(name), (self.time, self.time))  # two changes may fall into one tick of the disk's clock
        self.files[name] = content
        self.go_on(then, name)

    def move(self, old: str, new: str, then: str) -> None:
        self.path(new).parent.mkdir(parents=True, exist_ok=True)
        self.path(old).replace(self.path(new))
        self.files[new] = self.files.pop(old)
        self.go_on(then, old, new)

    def go_on(self, then: str, *names: str) -> None:
        """Let the program see what happened at once, with a run, or later."""
        if then == "seen":
            self.filled.look_at(*names)
        elif then.startswith("run"):
            self.bring_up_to_date()
            if then == "run and embed":
                self.filled.ingestion.embed(self.embed_model)
                assert self.storage.nodes.to_embed(10) == []
        self.settled &= then != "nothing"

    def delete(self, name: str, then: str) -> None:
        self.path(name).unlink()
        del self.files[name]
        self.go_on(then, name)

    def delete_a_folder(self, folder: str) -> None:
        shutil.rmtree(self.path(folder), ignore_errors=True)
        self.files = {name: text for name, text in self.files.items() if not name.startswith(f"{folder}/")}
        self.settled = False

    # the program

    def bring_up_to_date(self) -> None:
        self.filled.update(allow_mass_delete=True)
        self.settled = True

    def stop_in_the_middle(self, after: int) -> None:
        def stop(_: str) -> None:
            if len(self.filled.parsers.read) > after:
                self.filled.token.cancel()

        self.filled.parsers.before_each = stop
        try:
            self.filled.update(allow_mass_delete=True)
        except CancelledError:
            self.settled = False
            self.reopen()
        else:
            self.settled = True
            self.filled.parsers.before_each = lambda _: None

    def reopen(self) -> None:
        self.storage.close()
        self.open()

    def forget_one(self, name: str) -> None:
        with self.storage.transaction():
            forget(self.storage, [str(self.path(name))])
        assert not self.storage.documents.document_exists(doc_id_of(str(self.path(name))))
        self.settled = False

    def leave_a_folder_out_and_let_it_in_again(self, folder: str) -> None:
        self.filled.update(FolderRules(ignore=(f"/{folder}/",)), allow_mass_delete=True)
        inside = f"{self.path(folder)}{os.sep}"
        assert not [info.path for info in self.storage.documents.iter_documents() if info.path.startswith(inside)]
        self.filled.update(FolderRules(), allow_mass_delete=True)
        self.settled = True

    # what must hold

    def the_file_is_sound(self) -> None:
        check_soundness(self.storage.connection)

    def every_vector_is_that_of_its_text(self) -> None:
        nodes = {key: node.text for key, node in self.storage.nodes.nodes_by_key(range(1, 200)).items()}
        vectors = self.storage.vectors(self.embed_model.space).get(nodes)
        for key, vector in vectors.items():
            assert np.allclose(vector, self.embed_model.get_query_embedding(nodes[key]), atol=1e-6)
        waiting = {key for key, _, _ in self.storage.nodes.to_embed(200)}
        assert waiting.isdisjoint(vectors)
        assert waiting | vectors.keys() == nodes.keys()

    def the_library_holds_what_is_in_the_folder(self) -> None:
        if not self.settled:
            return
        texts = defaultdict[str, set[str]](set)
        for name, text in self.files.items():
            texts[text].add(name)
        start = len(str(self.filled.folder)) + 1
        read = {info.path[start:]: self.storage.documents.page_text(info.path, 1) for info in self.stored}
        assert sorted(text or "" for text in read.values()) == sorted(texts), "of twins one is read"
        assert all(name in texts[text or ""] for name, text in read.items())
        states = self.filled.states
        assert {name for name in self.files if states.get(name) == "skipped"} == self.files.keys() - read.keys()
        assert self.storage.journal.count() == 0
        for word, content in zip(WORDS, TEXTS, strict=True):
            hits = self.storage.keywords.query(keyword_terms(word), 10)
            found = self.storage.nodes.nodes_by_key([key for key, _ in hits])
            assert [node.text for node in found.values()] == ([content] if content in texts else [])

    @property
    def stored(self) -> list[RefDocInfo]:
        return list(self.storage.documents.iter_documents())


Event = tuple[str, str, str, str, str]
EVENTS = st.tuples(
    st.sampled_from(["write", "write", "write", "move", "delete", "folder", "stop", "reopen", "forget", "rules"]),
    NAMES,
    NAMES,
    st.sampled_from(TEXTS),
    THEN,
)


def happen(life: Life, event: Event) -> None:
    """Let one thing happen; what cannot happen, to a file that is not there, does not."""
    what, name, other, content, then = event
    folder = name.rpartition("/")[0] or "sub"
    if what == "write":
        life.write(name, content, then)
    elif what == "folder":
        life.delete_a_folder(folder)
    elif what == "stop":
        life.stop_in_the_middle(len(other) % 3)
    elif what == "reopen":
        life.reopen()
    elif what == "rules":
        life.leave_a_folder_out_and_let_it_in_again(folder)
    elif name in life.files:
        acts = {"move": partial(life.move, name, other, then), "delete": partial(life.delete, name, then)}
        acts.get(what, partial(life.forget_one, name))()


def is_followed(events: list[Event]) -> None:
    with tempfile.TemporaryDirectory() as place:
        life = Life(Path(place))
        try:
            for event in events:
                happen(life, event)
                life.the_file_is_sound()
                life.every_vector_is_that_of_its_text()
                life.the_library_holds_what_is_in_the_folder()
        finally:
            life.storage.close()


@pytest.mark.slow
@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.lists(EVENTS, min_size=15, max_size=15))
def test_any_life(events: list[Event]) -> None:
    is_followed(events)


@pytest.mark.nightly(by_day="test_any_life")
@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.lists(EVENTS, min_size=15, max_size=15))
def test_very_many_lives(events: list[Event]) -> None:
    is_followed(events)
