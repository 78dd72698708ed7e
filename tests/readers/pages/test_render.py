"""Pages drawn for the viewer."""

from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.pages.page_text import PlacedWord, pack_words
from desktop_rag.readers.pages.render import find_words, measure_pages, read_words, render_page, render_part
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
    image = render_page(str(tmp_path / "b.pdf"), tmp_path / "b.pdf", 1, 1.0, None, (0, 3), ("one", words))
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


def test_the_parts_of_a_page_are_the_page(tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "a.pdf", "<p>one two three</p>" * 20)
    whole = render_page(str(path), path, 1, 1.3, None, None)
    rows, parts = 300, []
    for top in range(0, whole.height, rows):
        part = render_part(path, 1, 1.3, top, rows, False)
        assert (part.width, part.height) == (whole.width, min(rows, whole.height - top))
        parts.append(part.rgb)
    assert b"".join(parts) == whole.rgb


def test_dark_pages_turn_lightness_round_and_keep_hues(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page(width=60, height=20)
    for place, colour in enumerate([(0, 0, 0), (1, 0, 0), (0, 0, 0.4)]):
        page.draw_rect(pymupdf.Rect(place * 20, 0, place * 20 + 15, 20), color=None, fill=colour)
    document.save(tmp_path / "a.pdf")
    part = render_part(tmp_path / "a.pdf", 1, 1.0, 0, 20, True)
    black, red, blue, paper = (tuple(part.rgb[3 * (600 + x) : 3 * (600 + x) + 3]) for x in (7, 27, 47, 17))
    assert min(black) > 200
    assert max(paper) < 40
    assert red[0] > 200 > max(red[1:])
    assert min(red) > 100, "red becomes light red"
    assert blue[2] > max(blue[:2])
    assert min(blue) > 100, "dark blue becomes light blue"


def test_pages_are_measured_as_they_are_shown(tmp_path: Path) -> None:
    document = pymupdf.open()
    document.new_page(width=600, height=800)
    document.new_page(width=600, height=800).set_rotation(90)
    document.new_page(width=600, height=800).set_cropbox(pymupdf.Rect(100, 100, 300, 200))
    document.save(tmp_path / "a.pdf")
    measured = measure_pages(tmp_path / "a.pdf", 1)
    assert measured.sizes == ((600, 800), (800, 600), (200, 100))
    assert measured.next_page == 0
    assert measure_pages(tmp_path / "a.pdf", 3).sizes == ((200, 100),)
    for page, size in enumerate(measured.sizes, 1):
        image = render_page("a.pdf", tmp_path / "a.pdf", page, 1.0, None, None)
        assert (image.width, image.height) == image.size == size


def test_what_was_typed_is_found_on_every_page_from_one_on(tmp_path: Path) -> None:
    texts = ("A steady <b>growth</b>", "nothing", "GROWTH and growth", "growth again")
    path = pdf_of(tmp_path / "a.pdf", *(f"<p>{text}</p>" for text in texts))
    found = find_words(path, "growth", 1, 100, {})
    assert [hit.page for hit in found.hits] == [1, 3, 3, 4]
    assert found.next_page == 0
    with pymupdf.open(path) as document:
        (truth,) = document[0].search_for("growth")
    assert pymupdf.Rect(found.hits[0].boxes[0]) in pymupdf.Rect(truth.x0 - 1, truth.y0 - 1, truth.x1 + 1, truth.y1 + 1)
    some = find_words(path, "growth", 2, 3, {})
    assert ([hit.page for hit in some.hits], some.next_page) == ([3, 3], 4)


@pytest.mark.parametrize("rotation", [0, 90])
def test_words_stand_where_they_are_shown(tmp_path: Path, rotation: int) -> None:
    path = pdf_of(tmp_path / "a.pdf", "<p>one two three</p>")
    with pymupdf.open(path) as document:
        document[0].set_rotation(rotation)
        document.save(tmp_path / "b.pdf")
        truth = document[0].search_for("two")[0] * document[0].rotation_matrix
    words = read_words(tmp_path / "b.pdf", 1, None)
    start, end, box = next(word for word in words.words if words.text[word[0] : word[1]] == "two")
    assert pymupdf.Rect(box).intersects(truth)
    assert words.text[start:end] == "two"
    stored = ("three", pack_words([PlacedWord(0, 5, (10.0, 20.0, 30.0, 40.0))]))
    assert read_words(tmp_path / "b.pdf", 1, stored).text == "three"
    assert find_words(tmp_path / "b.pdf", "two", 1, 1, {1: stored}).hits == ()
    assert len(find_words(tmp_path / "b.pdf", "three", 1, 1, {1: stored}).hits) == 1


def test_a_file_that_is_written_anew_is_shown_anew_and_may_be_deleted(tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "a.pdf", "<p>one</p>")
    assert read_words(path, 1, None).text.strip() == "one"
    pdf_of(tmp_path / "b.pdf", "<p>two two</p>", "<p>three</p>").replace(path)
    assert read_words(path, 1, None).text.strip() == "two two"
    assert len(measure_pages(path, 1).sizes) == 2
    path.unlink()
    with pytest.raises(UserError):
        read_words(path, 1, None)
