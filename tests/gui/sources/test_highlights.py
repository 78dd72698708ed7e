"""Whatever the format, a passage is marked where it is shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.format import Format
from desktop_rag.readers.formats import FORMATS
from tests.helpers.highlights import MarkedViews, passages_of
from tests.helpers.smallest_files import STREAMS, write

_KIND = {"spreadsheet": {"cells", "words"}, "code": {"lines"}}
_WITHOUT_TEXT = {*STREAMS, "XPS", "Comic book", "Mailbox"}  # their smallest files have no words of their own
_WITH_TEXT = [
    one
    for one in FORMATS
    if (one.reader or one.kind == "mail") and one.kind != "picture" and one.name not in _WITHOUT_TEXT
]


@pytest.fixture
def views(qapp: QApplication, appearance: Appearance) -> Iterator[MarkedViews]:
    views = MarkedViews(appearance)
    yield views
    views.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("one", _WITH_TEXT, ids=lambda one: one.name)
def test_passages_are_marked(views: MarkedViews, tmp_path: Path, one: Format) -> None:
    path = tmp_path / f"walrus{one.endings[0]}"
    write(path, one)
    passages = list(passages_of(path, ocr=False))
    assert passages
    for passage in passages:
        how = views.how_marked(passage)
        assert how in _KIND.get(one.kind, {"boxes", "words", "lines"})
