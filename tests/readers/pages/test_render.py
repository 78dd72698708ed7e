"""Pages drawn for the viewer."""

from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.pages.page_text import PlacedWord, pack_words
from desktop_rag.readers.pages.render import render_page
from tests.helpers.pages import pdf_of


def test_a_passage_is_marked_where_its_words_are(tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "a.pdf", "<p>one two three</p>")
    image = render_page(str(path), path, 1, 2.0, (0, 13), (4, 7))
    with pymupdf.open(path) as document:
        truth = document[0].search_for("two")[0] * pymupdf.Matrix(2, 2)
    (box,) = image.cited
    assert pymupdf.Rect(box).intersects(truth)
    assert box[0] == pytest.approx(truth.x0, abs=1)
    assert len(image.boxes) == 1


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_stored_words_go_before_those_of_the_file_and_turn_with_the_page(tmp_path: Path, rotation: int) -> None:
    path = pdf_of(tmp_path / "a.pdf", "<p>one two three</p>")
    with pymupdf.open(path) as document:
        document[0].set_rotation(rotation)
        document.save(tmp_path / "b.pdf")
    words = pack_words([PlacedWord(0, 3, (100.0, 200.0, 150.0, 212.0))])
    image = render_page(str(tmp_path / "b.pdf"), tmp_path / "b.pdf", 1, 1.0, None, (0, 3), words)
    corner = {0: (100, 200), 90: (842 - 212, 100), 180: (595 - 150, 842 - 212), 270: (200, 595 - 150)}[rotation]
    assert image.cited[0][:2] == pytest.approx(corner, abs=1)


def test_large_pages_are_drawn_smaller_and_missing_files_say_so(tmp_path: Path) -> None:
    document = pymupdf.open()
    document.new_page(width=14_000, height=14_000).insert_text((100, 100), "huge", fontsize=80)
    document.save(tmp_path / "poster.pdf")
    image = render_page(str(tmp_path / "poster.pdf"), tmp_path / "poster.pdf", 1, 4.0, (0, 4), None)
    assert image.width * image.height < 25_000_000
    assert len(image.boxes) == 1
    with pytest.raises(UserError):
        render_page(str(tmp_path / "gone.pdf"), tmp_path / "gone.pdf", 1, 1.0, None, None)
