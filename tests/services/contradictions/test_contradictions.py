"""The contradictions of a library: found and innocent ones, the denominator, dismissing, exports, stopping."""

import csv
import io
import json
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.events import ContradictionProgress
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.contradictions import ContradictionKind, Contradictions
from desktop_rag.services.calls import calling
from tests.bench.contradictions.__main__ import count
from tests.bench.contradictions.cases import half_of, write_files
from tests.services.conftest import Services

LEASE = "Lease LS-4410\n\nTenant: Ngozi Okonjo\n\nThe monthly rent is £{}.\n"
LETTER = "Dear Ngozi Okonjo\n\nAbout your lease LS-4410: the monthly rent is £980.\n"


@pytest.fixture
def folder(services: Services, tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lease.txt").write_text(LEASE.format(950), encoding="utf-8")
    (folder / "letter.md").write_text(LETTER, encoding="utf-8")
    (folder / "lease template.txt").write_text(LEASE.format(100), encoding="utf-8")
    (folder / "rents.py").write_text("RENT = 950\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    services.fill("Papers", folder)
    return folder


def find(services: Services) -> Contradictions:
    return services.contradictions.find("Papers")


@pytest.mark.parametrize(("language", "found"), [("en", 8), ("de", 8)])
def test_planted_contradictions_are_found_and_near_twins_are_not_shown(
    services: Services, tmp_path: Path, language: str, found: int
) -> None:
    half = half_of("seen", (language,))
    write_files(half, tmp_path / "half")
    services.fill("Papers", tmp_path / "half")
    figures = count(half, find(services))
    assert (figures["found"], figures["false"], figures["innocent shown"]) == (found, 0, 0)
    assert figures["newer of pairs"] == 2


@pytest.mark.usefixtures("folder")
def test_both_quotations_stand_in_the_stored_texts(services: Services) -> None:
    with calling(services.call()):
        (one,) = (found := find(services)).found
    assert (one.kind, one.about, one.is_newer) == (ContradictionKind.FIGURE, "monthly rent", False)
    assert [(shown_name(side.file), side.value, side.quote) for side in (one.one, one.other)] == [
        ("lease.txt", "£950", "The monthly rent is £950."),
        ("letter.md", "£980", "About your lease LS-4410: the monthly rent is £980."),
    ]
    assert (found.compared, found.files) == (2, 5)
    assert [shown_name(gap.file) for gap in found.unread] == ["broken.pdf"]
    assert [(shown_name(gap.file), gap.reason) for gap in found.set_aside] == [
        ("lease template.txt", "It is a template, a sample or a draft."),
        ("rents.py", "It is data, a log or source code."),
    ]
    assert services.heard(ContradictionProgress)[-1:] == [ContradictionProgress(7, "Papers", 4, 4)]


def test_a_dismissed_one_stays_dismissed_until_a_quotation_changes(services: Services, folder: Path) -> None:
    (one,) = find(services).found
    services.contradictions.dismiss("Papers", one)
    assert find(services).open == ()
    (folder / "lease.txt").write_text(LEASE.format(950) + "\nThe flat has a cellar.\n", encoding="utf-8")
    (folder / "letter.md").rename(folder / "old letter.md")
    services.files.add("Papers", [folder])
    (again,) = find(services).found
    assert (again.is_dismissed, shown_name(again.other.file)) == (True, "old letter.md")
    services.contradictions.restore("Papers", again)
    assert [one.is_dismissed for one in find(services).found] == [False]
    services.contradictions.dismiss("Papers", again)
    (folder / "lease.txt").write_text(LEASE.format(960), encoding="utf-8")
    services.files.add("Papers", [folder])
    assert [one.is_dismissed for one in find(services).found] == [False]


@pytest.mark.usefixtures("folder")
def test_conditions_choose_files_and_words_what_is_shown(services: Services) -> None:
    assert services.contradictions.find("Papers", "type:txt").found == ()
    assert len(services.contradictions.find("Papers", "rent").found) == 1
    assert services.contradictions.find("Papers", "deposit").found == ()


@pytest.mark.usefixtures("folder")
def test_it_is_written_for_spreadsheets_and_programs(services: Services, tmp_path: Path) -> None:
    found = find(services)
    assert services.contradictions.export("Papers", found, tmp_path / "found.csv") == 1
    head, row = csv.reader(io.StringIO((tmp_path / "found.csv").read_text(encoding="utf-8-sig")))
    assert head[:5] == ["Kind", "State", "About", "Value 1", "File 1"]
    assert row[:5] == ["figure", "disagrees", "monthly rent", "£950", "lease.txt"]
    services.contradictions.export("Papers", found, tmp_path / "found.json")
    whole = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert (whole["compared"], whole["files"], len(whole["set_aside"])) == (2, 5, 2)
    (one,) = whole["contradictions"]
    assert (one["one"]["value"], one["other"]["value"], one["dismissed"]) == ("£950", "£980", False)


@pytest.mark.usefixtures("folder")
def test_it_can_be_stopped(services: Services) -> None:
    token = CancelToken()
    token.cancel()
    with calling(services.call(token)), pytest.raises(CancelledError):
        find(services)
