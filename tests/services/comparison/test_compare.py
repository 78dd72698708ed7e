"""Two files beside each other: every edit is told with both its places, and nothing else is."""

import csv
import json
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.results.comparison import Comparison, Difference, DifferenceKind, FolderComparison, Side, summary
from desktop_rag.services.calls import calling
from tests.bench.compare.pairs import LEASE, PAIRS, FilePair, changed, moved, told_and_invented
from tests.helpers.pairs import Part, write_pdf, write_text, write_word
from tests.services.conftest import Services


def compared(services: Services, before: Path, after: Path) -> Comparison:
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [before, after], services.call())
    return services.comparisons.files("Lib", str(before), str(after))


def texts(services: Services, folder: Path, before: str, after: str, ending: str = "txt") -> tuple[Difference, ...]:
    one, other = folder / f"a.{ending}", folder / f"b.{ending}"
    one.write_text(before, "utf-8")
    other.write_text(after, "utf-8")
    return compared(services, one, other).differences


def told(found: tuple[Difference, ...]) -> list[tuple[str, str, str]]:
    """Return what the differences say: what each side lacks, or all of it where only one is there."""
    return [(one.kind.value, marked(one.before), marked(one.after)) for one in found]


def marked(side: Side | None) -> str:
    return "" if side is None else " … ".join(side.text[start:end] for start, end in side.marks)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("pair", PAIRS, ids=[f"{pair.ending}: {pair.name}" for pair in PAIRS])
def test_each_edit_of_a_pair_is_told_and_none_invented(services: Services, tmp_path: Path, pair: FilePair) -> None:
    found = compared(services, *pair.write(tmp_path))
    assert told_and_invented(pair, found.differences) == ([], [])
    assert found.same > 0


def test_every_side_stands_where_it_says(services: Services, tmp_path: Path) -> None:
    after = changed(moved([*LEASE, *LEASE[3:5]], "Pets", "# 2"), "clean and aired", "tidy and aired")
    one, other = write_pdf(tmp_path / "a.pdf", LEASE), write_pdf(tmp_path / "b.pdf", after, width=400, height=500)
    found = compared(services, one, other)
    assert found.differences
    with services.index_files.open("Lib", read_only=True) as storage:
        for side in (side for one in found.differences for side in (one.before, one.after) if side):
            pages = [text for _, text in storage.documents.labelled_pages(side.file)]
            parts = [pages[place.page - 1][place.start : place.end] for place in side.places]
            assert "\n".join(parts) == side.text
            citation, source = side.citation(), side.source()
            assert pages[citation.page - 1][citation.start : citation.end] == citation.quote
            assert pages[source.page - 1][source.start : source.end].startswith(source.text)
            rest = citation.runs_on
            assert rest is None or pages[rest.page - 1][rest.start : rest.end] == rest.text


def test_a_paragraph_over_two_pages_is_one(services: Services, tmp_path: Path) -> None:
    parts: list[Part] = [
        f"This is paragraph number {number} of a long text that fills the pages." for number in range(60)
    ]
    one = write_pdf(tmp_path / "a.pdf", parts)
    found = compared(services, one, write_pdf(tmp_path / "b.pdf", parts, width=300, height=400, size=13))
    assert (found.differences, found.before.pages == found.after.pages) == ((), False)
    assert summary(found) == "No differences. 60 paragraphs and rows are alike."


def test_a_word_file_and_its_pdf_are_the_same(services: Services, tmp_path: Path) -> None:
    parts = [part for part in LEASE if isinstance(part, str)]
    found = compared(services, write_word(tmp_path / "a.docx", parts), write_pdf(tmp_path / "b.pdf", parts))
    assert found.differences == ()


def test_hyphens_at_the_ends_of_lines_are_no_differences(services: Services, tmp_path: Path) -> None:
    before = "The notice peri-\nod of a well-\nknown ten-\nant is three months, and it is not short-\nened.\n"
    after = "The notice period of a well-known tenant is three months, and it is not shortened.\n"
    assert texts(services, tmp_path, before, after) == ()


def test_what_is_swapped_has_moved(services: Services, tmp_path: Path) -> None:
    one, other = "The cat sleeps on the mat all day.", "The dog runs in the park at night."
    found = texts(services, tmp_path, f"{one}\n\n{other}\n", f"{other}\n\n{one}\n")
    assert [one.kind for one in found] == [DifferenceKind.MOVED]


def test_lines_of_code_and_logs_are_compared_one_by_one(services: Services, tmp_path: Path) -> None:
    before = "def one():\n    return 1\n\ndef two():\n    return 2\n"
    found = texts(services, tmp_path, before, before.replace("return 2", "return 3") + "    # end of it all\n", "py")
    assert told(found) == [("changed", "2", "3"), ("new", "", "# end of it all")]


def test_japanese_is_compared_character_by_character(services: Services, tmp_path: Path) -> None:
    before = "賃料は月額十万円とし、毎月末日までに支払うものとする。\n\n借主は本物件を住居として使用する。\n"
    found = texts(services, tmp_path, before, before.replace("十万", "十二万").replace("住居", "事務所"))
    assert told(found) == [("changed", "", "二"), ("changed", "住居", "事務所")]


def test_a_quantity_at_the_beginning_is_no_number_of_a_clause(services: Services, tmp_path: Path) -> None:
    before = "30 days after delivery the price is due.\n\n(a) The buyer pays.\n\n(b) The seller delivers.\n"
    after = "60 days after delivery the price is due.\n\n(b) The buyer pays.\n\n(c) The seller delivers.\n"
    assert [kind for kind, _, _ in told(texts(services, tmp_path, before, after))] == [
        "changed", "renumbered", "renumbered",
    ]  # fmt: skip


def test_a_value_in_another_column_is_a_difference(services: Services, tmp_path: Path) -> None:
    head = "what,debit,credit\nrent,900,\n"
    found = texts(services, tmp_path, f"{head}fees,40,\n", f"{head}fees,,40\n", "csv")
    assert told(found) == [("changed", "40", ""), ("changed", "", "40")]
    assert [(one.row, one.column) for one in found] == [("fees", "debit"), ("fees", "credit")]


def test_files_are_named_by_the_end_of_their_path(services: Services, tmp_path: Path) -> None:
    for folder, name in (("old", "a.txt"), ("new", "a.txt"), ("new", "b.txt")):
        (tmp_path / "files" / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / "files" / folder / name).write_text(f"{folder} words that differ.", "utf-8")
    (tmp_path / "files" / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of a PDF")
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [tmp_path / "files"], services.call())
    found = services.comparisons.files("Lib", "old/a.txt", "B.TXT")
    assert told(found.differences) == [("changed", "old", "new")]
    for name, reason in (("a.txt", "Several"), ("c.txt", "no file"), ("broken.pdf", "cannot be compared")):
        with pytest.raises(UserError, match=reason):
            services.comparisons.files("Lib", name, "b.txt")


def test_differences_are_written_as_a_table_json_and_a_page(services: Services, tmp_path: Path) -> None:
    before = write_text(tmp_path / "a.txt", LEASE)
    after = write_text(tmp_path / "b.txt", changed(LEASE, "three keys", "<b>four</b> keys"))
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [before, after], services.call())
    out = tmp_path / "out"
    out.mkdir()
    for ending in ("csv", "json", "html"):
        services.comparisons.export("Lib", "a.txt", "b.txt", out / f"found.{ending}")
    rows = list(csv.reader((out / "found.csv").read_text("utf-8-sig").splitlines()))
    assert rows[0][:2] == ["Kind", "Part"]
    assert rows[1][:2] == ["Changed", "Paragraph"]
    whole = json.loads((out / "found.json").read_text("utf-8"))
    assert whole["counts"]["changed"] == 1
    (one,) = whole["differences"]
    start, end = one["before"]["marks"][0]
    assert one["before"]["text"][start:end] == "three"
    page = (out / "found.html").read_text("utf-8")
    assert "<del>three</del>" in page
    assert "<ins>&lt;b&gt;four&lt;/b&gt;</ins>" in page
    with pytest.raises(UserError, match="names no format"):
        services.comparisons.export("Lib", "a.txt", "b.txt", out / "found.odt")


def test_comparing_can_be_stopped(services: Services, tmp_path: Path) -> None:
    before, after = (write_text(tmp_path / f"{name}.txt", LEASE) for name in "ab")
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [before, after], services.call())
    token = CancelToken()
    token.cancel()
    with calling(services.call(token)), pytest.raises(CancelledError):
        services.comparisons.files("Lib", str(before), str(after))


def test_headings_are_compared_and_written_without_their_signs(services: Services, tmp_path: Path) -> None:
    one, other = tmp_path / "a.md", tmp_path / "b.md"
    one.write_text("# Lease\n\n## Rent\n\nThe rent is 900 euros.\n", "utf-8")
    other.write_text("# Lease\n\n## Rent and costs\n\nThe rent is 900 euros.\n", "utf-8")
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [one, other], services.call())
    found = services.comparisons.export("Lib", "a.md", "b.md", tmp_path / "c.html")
    (one_heading,) = found.differences
    assert one_heading.before is not None
    assert one_heading.after is not None
    assert (one_heading.before.text, one_heading.after.text) == ("Rent", "Rent and costs")
    assert marked(one_heading.after) == "and costs"
    page = (tmp_path / "c.html").read_text("utf-8")
    assert "##" not in page
    assert "<h1>a.md and b.md compared</h1>" in page
    with pytest.raises(UserError, match="names no format") as refused:
        services.comparisons.export_folders("Lib", FolderComparison("", "", (), 0), tmp_path / "c.docx")
    assert str(refused.value).endswith("in .html, .csv or .json.")


def test_a_word_file_has_insertions_and_deletions(services: Services, tmp_path: Path) -> None:
    one, other = tmp_path / "a.txt", tmp_path / "b.txt"
    one.write_text("The rent is 900 euros & paid monthly.\n\nPets are not allowed.\n\nThe flat has 3 rooms.\n", "utf-8")
    other.write_text("The rent is 950 euros & paid monthly.\n\nThe flat has 3 rooms.\n\nDogs are welcome.\n", "utf-8")
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [one, other], services.call())
    target = tmp_path / "redline.docx"
    found = services.comparisons.export("Lib", "a.txt", "b.txt", target)
    with zipfile.ZipFile(target) as package:
        document = ET.fromstring(package.read("word/document.xml"))
    word = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
    deleted = ["".join(one.itertext()) for one in document.iter(f"{word}del")]
    inserted = ["".join(one.itertext()) for one in document.iter(f"{word}ins")]
    assert sorted(deleted) == ["900", "Pets are not allowed."]
    assert sorted(inserted) == ["950", "Dogs are welcome."]
    edits = [one for kind in ("del", "ins") for one in document.iter(f"{word}{kind}")]
    assert len({one.get(f"{word}id") for one in edits}) == len(edits) == len(found.differences) + 1
    text = "".join(part.text or "" for part in document.iter(f"{word}t"))
    assert "The rent is 950 euros & paid monthly." in text
    # the file is one that this program reads as well, with the words that are there now
    services.ingestion.add("Lib", [target], services.call())
    assert services.states("Lib")["redline.docx"] == "keyword"
