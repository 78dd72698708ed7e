"""What a source shows: its passage with the text around it, and its page drawn."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.pages import FileCondition
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.readers.pages.page_text import PlacedWord, pack_words
from desktop_rag.readers.shapes.model import Code
from desktop_rag.readers.shapes.shape import shape_of
from desktop_rag.services.libraries.pages import Pages
from desktop_rag.services.libraries.unpacked_files import UnpackedFiles
from desktop_rag.storage.records import PageRow
from desktop_rag.storage.sqlite.stored_files import move_file
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.pages import pdf_of
from tests.readers.papers.layouts import PAPERS, written
from tests.services.conftest import Services

T = TypeVar("T")
TEXTS = ("The opening page is about whales.", "The second page is about seals.", "The third page is about gulls.")


class Here:
    """Runs functions in this process."""

    def run(self, function: Callable[..., T], *args: object, seconds: float, token: CancelToken) -> T:
        return function(*args)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return pdf_of(tmp_path / "animals.pdf", *TEXTS)


@pytest.fixture
def pages(services: Services, file: Path) -> Pages:
    services.libraries.create("lib")
    with StorageContext(services.index_files.path("lib")) as storage, storage.transaction():
        storage.documents.replace_file(parse_file(ParseTask.of(file)))
    return Pages(services.index_files, Here(), UnpackedFiles(Here(), services.scratch))


def source(file: Path, page: int, words: str = "", text: str = "") -> Source:
    """Return the source that has some words of a page."""
    whole = text or TEXTS[page - 1]
    start = whole.find(words) if words else 0
    return Source(1, 1.0, str(file), page, str(page), start, start + len(words or whole), words or whole, "n")


def test_a_passage_stands_between_what_comes_before_and_after_it(pages: Pages, file: Path) -> None:
    shown = pages.passage("lib", source(file, 2, "second page"))
    assert (shown.before, shown.after.strip()) == ("The ", "is about seals.")
    assert shown.page_text.strip() == TEXTS[1]
    assert shown.pages == 3


def test_a_whole_page_stands_between_its_neighbours(pages: Pages, file: Path) -> None:
    shown = pages.passage("lib", source(file, 2))
    assert (shown.before.strip(), shown.after.strip()) == (TEXTS[0], TEXTS[2])
    assert shown.before.endswith("\n\n")
    assert shown.after.startswith("\n\n")


@pytest.mark.parametrize(("page", "before", "after"), [(1, "", TEXTS[1]), (3, TEXTS[1], "")])
def test_nothing_stands_before_the_first_page_and_after_the_last(
    pages: Pages, file: Path, page: int, before: str, after: str
) -> None:
    shown = pages.passage("lib", source(file, page))
    assert (shown.before.strip(), shown.after.strip()) == (before, after)


def test_only_so_much_is_shown_around_a_passage(services: Services, pages: Pages, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    text = "a" * 5000 + " whale " + "b" * 5000
    path.write_text(text, encoding="utf-8")
    with StorageContext(services.index_files.path("lib")) as storage, storage.transaction():
        storage.documents.replace_file(parse_file(ParseTask.of(path)))
    shown = pages.passage("lib", source(path, 1, "whale", text))
    assert (len(shown.before), len(shown.after)) == (1500, 1500)
    assert (shown.before[-2:], shown.after[:2]) == ("a ", " b")


def test_the_lines_of_a_long_log_are_counted_from_its_beginning(
    services: Services, pages: Pages, tmp_path: Path
) -> None:
    path = tmp_path / "long.log"
    lines = [f"{number} {'word ' * 20}" for number in range(1, 12_001)]
    path.write_text("\n".join(lines), encoding="utf-8")
    record = parse_file(ParseTask.of(path))
    with StorageContext(services.index_files.path("lib")) as storage, storage.transaction():
        storage.documents.replace_file(record)
    assert len(record.pages) == 2
    last = record.pages[1].text
    shown = pages.passage("lib", source(path, 2, "12000 word", last))
    code = shape_of(str(path), shown.page_text, (shown.source.start, shown.source.end), lines_before=shown.lines_before)
    assert isinstance(code, Code)
    in_view = code.text[: code.text.index("12000 word")]
    assert code.first_line + in_view.count("\n") == 12_000
    assert pages.passage("lib", source(path, 1, "1 word", record.pages[0].text)).lines_before == 0


def test_a_file_that_was_moved_is_found_where_it_is_now(services: Services, pages: Pages, file: Path) -> None:
    moved = file.with_name("beasts.pdf")
    with StorageContext(services.index_files.path("lib")) as storage, storage.transaction():
        move_file(storage.connection, str(file), str(moved), 1)
    shown = pages.passage("lib", source(file, 2, "second page"))
    assert shown.source.file == str(moved)
    assert shown.page_text.strip() == TEXTS[1]


def test_a_file_that_was_forgotten_still_shows_what_was_quoted(pages: Pages, tmp_path: Path) -> None:
    shown = pages.passage("lib", source(tmp_path / "gone.pdf", 1))
    assert (shown.page_text, shown.pages) == (TEXTS[0], 0)


def test_of_a_deleted_library_what_the_answer_has_kept_is_shown(services: Services, pages: Pages, file: Path) -> None:
    services.index_files.delete("lib")
    wanted = replace(source(file, 2), text="The second page", start=40, end=55)
    passage = pages.passage("lib", wanted)
    assert (passage.source, passage.page_text, passage.before, passage.after) == (wanted, "The second page", "", "")
    assert passage.condition is FileCondition.UNCHANGED
    file.unlink()
    assert pages.passage("lib", wanted).condition is FileCondition.MISSING


def test_it_is_told_whether_the_file_is_still_what_was_read(pages: Pages, file: Path) -> None:
    assert pages.passage("lib", source(file, 1)).condition is FileCondition.UNCHANGED
    file.write_bytes(file.read_bytes() + b"\n")
    assert pages.passage("lib", source(file, 1)).condition is FileCondition.CHANGED
    file.unlink()
    assert pages.passage("lib", source(file, 1)).condition is FileCondition.MISSING


def test_a_message_knows_the_stored_files_attached_to_it(services: Services, pages: Pages, tmp_path: Path) -> None:
    message = tmp_path / "a.eml"
    message.write_text("Subject: Hi\n\nBody", encoding="utf-8")
    record = parse_file(ParseTask.of(message))
    inside = replace(record, path=f"{message}//b.txt", container=str(message))
    with StorageContext(services.index_files.path("lib")) as storage, storage.transaction():
        storage.documents.replace_file(record)
        storage.documents.replace_file(inside)
    assert pages.passage("lib", source(message, 1, text="Body")).members == (f"{message}//b.txt",)
    message.write_text("Subject: Hi\n\nAnother body", encoding="utf-8")
    assert (
        pages.passage("lib", replace(source(message, 1, text="Body"), file=inside.path)).condition
        is FileCondition.CHANGED
    )


def test_a_page_is_cited_with_what_the_file_says_of_itself(pages: Pages, file: Path) -> None:
    assert pages.reference("lib", source(file, 2)).apa == "animals.pdf (p. 2). (n.d.)."
    file.unlink()
    assert pages.reference("lib", source(file, 2)).bibtex.startswith("@misc{animals,")


def test_a_page_of_a_paper_is_cited_by_what_its_first_page_says(pages: Pages, tmp_path: Path) -> None:
    layout = PAPERS["German journal"]
    found = pages.reference("lib", source(written(tmp_path / "a.pdf", layout.pieces), 2))
    assert found.apa == (
        "Müller-Groß, J., & von der Heide, K. (2015). Schlafende Schreiber: Zur Geschichte der Gezeitenbücher an der "
        "Ostsee (p. 2). Zeitschrift für Hafenkunde, 12(3), 45–67."
    )
    assert found.bibtex.startswith("@article{mullergross2015schlafende,\n")
    assert found.ris.startswith("TY  - JOUR\n")


def test_a_page_is_drawn_with_its_passage_and_the_quoted_words(pages: Pages, file: Path) -> None:
    image = pages.render("lib", source(file, 2), page=2, zoom=1.0, cited=(4, 15))
    assert (image.page, image.pages, image.width, image.height) == (2, 3, 595, 842)
    assert len(image.rgb) == image.width * image.height * 3
    assert image.boxes
    assert image.cited
    passage_width = max(x1 for _, _, x1, _ in image.boxes) - min(x0 for x0, _, _, _ in image.boxes)
    cited_width = max(x1 for _, _, x1, _ in image.cited) - min(x0 for x0, _, _, _ in image.cited)
    assert cited_width < passage_width


def test_another_page_of_the_file_has_no_marks(pages: Pages, file: Path) -> None:
    image = pages.render("lib", source(file, 2), page=3, zoom=1.0, cited=(4, 15))
    assert (image.boxes, image.cited) == ((), ())


def test_zooming_makes_more_of_the_same_page(pages: Pages, file: Path) -> None:
    small, large = (pages.render("lib", source(file, 1), page=1, zoom=zoom) for zoom in (1.0, 2.0))
    assert (large.width, large.height) == (2 * small.width, 2 * small.height)
    for one, other in zip(small.boxes, large.boxes, strict=True):
        assert other == pytest.approx([2 * value for value in one], abs=2)


def test_a_file_that_is_gone_cannot_be_drawn(pages: Pages, file: Path) -> None:
    file.unlink()
    with pytest.raises(UserError):
        pages.render("lib", source(file, 1), page=1, zoom=1.0)


def test_a_damaged_library_does_not_keep_a_page_from_being_drawn(services: Services, pages: Pages, file: Path) -> None:
    services.index_files.path("a torn one").write_bytes(b"no database" * 100)
    assert pages.render("lib", source(file, 1), page=1, zoom=1.0).boxes


def test_a_page_is_drawn_in_parts(pages: Pages, file: Path) -> None:
    whole = pages.render("lib", source(file, 2), page=2, zoom=1.0)
    parts = [pages.render_part(str(file), page=2, zoom=1.0, rows=(top, 421), dark=False) for top in (0, 421)]
    assert [(part.width, part.height) for part in parts] == [(595, 421)] * 2
    assert parts[0].rgb + parts[1].rgb == whole.rgb
    assert pages.render_part(str(file), page=2, zoom=1.0, rows=(0, 421), dark=True).rgb != parts[0].rgb


def test_pages_are_measured_from_one_on(pages: Pages, file: Path) -> None:
    assert pages.sizes(str(file), first=2).sizes == ((595, 842), (595, 842))


def test_words_are_read_and_found_where_the_file_has_them(pages: Pages, file: Path) -> None:
    assert pages.words("lib", str(file), page=2).text.strip() == TEXTS[1]
    found = pages.find("lib", str(file), sought="page is about", first=2)
    assert [hit.page for hit in found.hits] == [2, 3]
    assert found.next_page == 0


def recognise(services: Services, name: str, file: Path, text: str, *places: tuple[float, float, float, float]) -> None:
    """Store in a library that the third page is a picture with these words at these places."""
    record = parse_file(ParseTask.of(file))
    ends = [match.span() for match in re.finditer(r"\S+", text)]
    words = pack_words([PlacedWord(start, end, box) for (start, end), box in zip(ends, places, strict=True)])
    with StorageContext(services.index_files.path(name)) as storage, storage.transaction():
        storage.documents.replace_file(replace(record, pages=(*record.pages[:2], PageRow("3", text, words))))


def test_what_was_recognised_in_a_picture_is_found_where_the_library_has_it(
    services: Services, pages: Pages, file: Path
) -> None:
    recognise(services, "lib", file, "Otters float", (10.0, 20.0, 60.0, 32.0), (70.0, 20.0, 99.0, 32.0))
    assert pages.words("lib", str(file), page=3).text == "Otters float"
    (hit,) = pages.find("lib", str(file), sought="otters", first=1).hits
    assert (hit.page, hit.boxes) == (3, ((10, 20, 60, 32),))
    assert pages.find("lib", str(file), sought="gulls", first=1).hits == ()
    image = pages.render("lib", source(file, 3, "Otters", "Otters float"), page=3, zoom=2.0)
    assert image.boxes == ((20, 40, 120, 64),)


def test_recognised_words_are_those_of_the_library_that_a_source_is_of(
    services: Services, pages: Pages, file: Path
) -> None:
    recognise(services, "lib", file, "Otters float", (10.0, 20.0, 60.0, 32.0), (70.0, 20.0, 99.0, 32.0))
    services.libraries.create("another")
    recognise(services, "another", file, "0tters f1oat", (15.0, 25.0, 65.0, 37.0), (75.0, 25.0, 104.0, 37.0))
    attached = services.index_files.attached("c1")
    services.libraries.create(attached)
    recognise(services, attached, file, "Otters, float", (1.0, 2.0, 6.0, 3.0), (7.0, 2.0, 9.0, 3.0))
    texts, boxes = [], []
    for name in ("lib", "another", attached, "gone"):
        text = pages.words(name, str(file), page=3).text
        texts.append(text.strip())
        hits = pages.find(name, str(file), sought="float", first=3).hits
        boxes.append([box for hit in hits for box in hit.boxes])
        image = pages.render(name, source(file, 3, text=text), page=3, zoom=1.0)
        assert bool(image.boxes) == bool(text)
    assert texts == ["Otters float", "0tters f1oat", "Otters, float", TEXTS[2]]
    assert boxes == [[(70, 20, 99, 32)], [], [(7, 2, 9, 3)], []]


def test_a_page_of_one_library_opens_no_other(
    services: Services, pages: Pages, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.libraries.create("a first one")
    recognise(services, "lib", file, "Otters float", (10.0, 20.0, 60.0, 32.0), (70.0, 20.0, 99.0, 32.0))
    opened: list[str] = []
    really = StorageContext.__init__

    def note(self: StorageContext, path: Path, *arguments: object, **named: object) -> None:
        opened.append(path.stem)
        really(self, path, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(StorageContext, "__init__", note)
    pages.words("lib", str(file), page=3)
    pages.find("lib", str(file), sought="otters", first=1)
    assert set(opened) == {"lib"}
