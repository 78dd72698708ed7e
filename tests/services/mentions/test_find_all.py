"""Every mention in a library: complete, each once, with the files that have none and those that could not be read."""

from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.results.mentions import MentionCounts, MentionQuery
from desktop_rag.services.calls import calling
from tests.helpers.mixed_files import WAYS, grepped, write_mixed
from tests.services.conftest import Services


def counted(services: Services, words: str, **more: object) -> MentionCounts:
    return services.mentions.count("Lib", MentionQuery(words, **more))  # type: ignore[arg-type]


def names(files: object) -> dict[str, int]:
    return {Path(one.file).name: one.count for one in files}  # type: ignore[attr-defined]


def written(services: Services, text: str, *queries: str, exact: bool = False) -> list[dict[str, int]]:
    """Return the spellings that are counted in a text for some queries."""
    folder = services.scratch.folder / "texts"
    folder.mkdir(parents=True)
    (folder / "a.txt").write_text(text, "utf-8")
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [folder], services.call())
    return [dict(counted(services, query, exact=exact).written) for query in queries]


def agrees_with_grep(services: Services, folder: Path, count: int) -> None:
    files = write_mixed(folder, count)
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [folder], services.call())
    with services.index_files.open("Lib", read_only=True) as storage:
        texts = {str(path): [text for _, text in storage.documents.labelled_pages(str(path))] for path in files}
    assert all(texts.values())
    for words in WAYS:
        expected = {path: sum(grepped(text, words) for text in pages) for path, pages in texts.items()}
        found = counted(services, words)
        assert {one.file: one.count for one in found.files} == {path: n for path, n in expected.items() if n}, words
        assert set(found.without) == {path for path, number in expected.items() if not number}, words
        assert (found.total, found.read, found.unreadable) == (count, count, ())
        assert found.count == sum(number for _, number in found.written) > 0
        for one in found.files[:3]:
            places = services.mentions.of_file("Lib", MentionQuery(words), one.file)
            assert len({(place.source.page, place.start) for place in places}) == one.count


def test_counts_are_those_of_grep_over_files_of_all_kinds(services: Services, tmp_path: Path) -> None:
    agrees_with_grep(services, tmp_path / "files", 42)


@pytest.mark.slow
@pytest.mark.nightly(by_day="test_counts_are_those_of_grep_over_files_of_all_kinds")
def test_counts_are_those_of_grep_over_many_files(services: Services, tmp_path: Path) -> None:
    agrees_with_grep(services, tmp_path / "files", 1_000)


def test_a_mention_where_passages_overlap_counts_once(services: Services, tmp_path: Path) -> None:
    text = " ".join(f"Sentence {number} has the walrus in it." for number in range(300))
    assert written(services, text, "walrus") == [{"walrus": 300}]


def test_a_word_cut_by_the_end_of_a_passage_is_found(services: Services) -> None:
    text = "甲乙丙丁" * 3000  # no sentence ends: passages are cut anywhere
    assert written(services, text, "丁甲") == [{"丁甲": 2999}]


def test_dates_count_in_every_format(services: Services) -> None:
    text = "On 5 March 2024, 2024-03-05 and 05.03.2024; 令和6年3月5日. In March 2024. Not 6 March 2024 or 5 March 2023."
    day, month = written(services, text, "5 March 2024", "March 2024")
    assert sum(day.values()) == 4
    assert sum(month.values()) == 6


def test_dates_in_figures_count_in_each_way_they_may_be_read(services: Services) -> None:
    text = "On 05/03/2024, 3/5/24, 5-Mar-2024, 2024/3/5, 二〇二四年三月五日; 4–6 March 2024. Not 13/03/2024, 5/3/25."
    day, figures = written(services, text, "5 March 2024", "05/03/2024")
    assert set(day) == {"05/03/2024", "3/5/24", "5-Mar-2024", "2024/3/5", "二〇二四年三月五日"}
    assert figures == day


def test_exactly_as_written(services: Services) -> None:
    text = "Müller, Muller, MÜLLER, Mu\u0308ller. C++ is not C. On 5 March 2024, 2024-03-05."
    found = written(services, text, "Müller", "C++", "2024-03-05", exact=True)
    assert [sum(one.values()) for one in found] == [2, 1, 1]


def test_words_stand_in_one_sentence_and_one_cell(services: Services) -> None:
    text = "He gave notice. Period pain is another matter. St. Gallen lies in the east.\n\n"
    text += "| notice | period |\n|---|---|\n"
    assert written(services, text, "notice period", "St Gallen") == [{}, {"St. Gallen": 1}]


def test_phrases_in_quotation_marks_count_each(services: Services) -> None:
    found = written(services, "The tenant and the lessee. Die Mieterin.", '"tenant" "lessee" "Mieterin"')
    assert found == [{"tenant": 1, "lessee": 1, "Mieterin": 1}]


def test_each_mention_stands_in_its_sentence_row_or_record(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "a.txt").write_text("The first. The walrus sleeps, says the Walrus. The last.", "utf-8")
    (folder / "b.csv").write_text("animal,weight\nseal,90\nwalrus,900\n", "utf-8")
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [folder], services.call())
    first, second = services.mentions.of_file("Lib", MentionQuery("walrus"), str(folder / "a.txt"))
    assert first.source.text == second.source.text == "The walrus sleeps, says the Walrus."
    assert [first.source.text[slice(*one)] for one in first.ranges] == ["walrus", "Walrus"]
    assert second.source.text[slice(*second.ranges[0])] == "Walrus"
    (row,) = services.mentions.of_file("Lib", MentionQuery("walrus"), str(folder / "b.csv"))
    assert "900" in row.source.text
    assert "seal" not in row.source.text


def test_files_that_could_not_be_read_are_named_with_the_reason(services: Services, notes: Path) -> None:
    (notes / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of a PDF")
    services.fill("Lib", notes)
    found = counted(services, "cats")
    assert names(found.files) == {"cats.txt": 1}
    assert {Path(one).name for one in found.without} == {"tea.md", "dogs.txt"}
    (gap,) = found.unreadable
    assert Path(gap.file).name == "broken.pdf"
    assert gap.reason
    assert (found.total, found.read) == (4, 3)


def test_files_still_to_be_read_are_told_apart(services: Services, notes: Path) -> None:
    services.fill("Lib", notes)
    (notes / "new.txt").write_text("Cats again.", "utf-8")
    with services.index_files.open("Lib") as storage, storage.transaction():
        storage.journal.queue([str(notes / "tea.md")], 1)
        storage.connection.execute("INSERT INTO pending VALUES (?, 11, 1, 0, 9)", (str(notes / "new.txt"),))
    found = counted(services, "cats")
    assert {Path(one).name for one in found.waiting} == {"new.txt", "tea.md"}
    assert {Path(one).name for one in found.without} == {"dogs.txt"}
    assert found.total == 4


def test_a_scope_is_a_folder_or_any_condition_of_the_search_page(services: Services, notes: Path) -> None:
    (notes / "old" / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of a PDF")
    services.fill("Lib", notes)
    inside = counted(services, "at", within="folder:old")
    assert (names(inside.files), inside.total, len(inside.unreadable)) == ({"dogs.txt": 1}, 2, 1)
    typed = counted(services, "at type:md")
    assert (names(typed.files), typed.total, typed.unreadable) == ({"tea.md": 1}, 1, ())


def test_nothing_found_tells_what_is_spelt_alike(services: Services, notes: Path) -> None:
    services.fill("Lib", notes)
    found = counted(services, "eigthy")
    assert (found.count, found.nearest) == (0, (("eighty", 1),))
    assert len(found.without) == 3


@pytest.mark.parametrize("words", ["", "  …  ", "type:pdf", "cats -dogs"])
def test_a_query_that_cannot_be_counted_is_refused(services: Services, notes: Path, words: str) -> None:
    services.fill("Lib", notes)
    with pytest.raises(UserError):
        counted(services, words)


def test_counting_can_be_cancelled(services: Services, notes: Path) -> None:
    services.fill("Lib", notes)
    token = CancelToken()
    token.cancel()
    with calling(services.call(token)), running(token), pytest.raises(CancelledError):
        counted(services, "cats")
