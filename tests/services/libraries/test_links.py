"""Links: each leads to its place, also after files were moved, changed or copied, and never to another file."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import stored_path
from desktop_rag.core.links import Link, parse_link
from desktop_rag.services.calls import calling
from desktop_rag.services.libraries.links import path_in_library
from desktop_rag.storage.sqlite.properties import get_library_id
from tests.core.test_links import PIECES
from tests.helpers.filled import pack
from tests.helpers.pages import pdf_of
from tests.services.conftest import Services

RENT = "The monthly rent is £950."
LONG = "The tenant waters the garden twice a week, " + "and the hedge, " * 60 + "until the winter comes."


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    folder = tmp_path / "Contracts (2024)"
    (folder / "賃貸 & more").mkdir(parents=True)
    return pdf_of(folder / "賃貸 & more" / "lease #1.pdf", f"{RENT} The deposit", "is £1,900. The gate is green.", LONG)


@pytest.fixture
def links(services: Services, lease: Path) -> Iterator[Services]:
    pack(lease.parent / "all.zip", {"annex.txt": "The annex names the keys."})
    (lease.parent / "odd\nname.txt").write_text("It has an odd name.", encoding="utf-8")
    with calling(services.call()):
        services.fill("Leases", lease.parents[1])
        yield services


def test_a_link_leads_to_the_quoted_words_on_their_page(links: Services, lease: Path) -> None:
    url = links.links.url("Leases", str(lease), page=1, quote=RENT)
    assert parse_link(url).file == "Contracts (2024)/賃貸 & more/lease #1.pdf"
    place = links.links.place(url)
    assert (place.library, place.source.file, place.source.page) == ("Leases", str(lease), 1)
    assert place.source.text == RENT
    assert not place.notice


def test_words_are_found_whatever_their_page_their_line_ends_and_their_length(links: Services, lease: Path) -> None:
    long = links.links.place(links.links.url("Leases", str(lease), page=1, quote=LONG))
    assert (long.source.page, " ".join(long.source.text.split())) == (3, LONG)
    over = links.links.place(links.links.url("Leases", str(lease), page=1, quote="The deposit is £1,900."))
    assert over.citation is not None
    assert over.citation.on_page(1) == (over.source.start, over.source.end)
    assert over.source.text == "The deposit"
    assert over.citation.runs_on is not None
    assert (over.citation.runs_on.page, over.citation.runs_on.text) == (2, "is £1,900.")


def test_a_file_in_an_archive_and_one_with_an_odd_name_have_links(links: Services, lease: Path) -> None:
    inside = f"{lease.parent / 'all.zip'}//annex.txt"
    place = links.links.place(links.links.url("Leases", inside, page=1, quote="names the keys"))
    assert (place.source.file, place.source.text) == (inside, "names the keys")
    odd = stored_path(str(lease.parent / "odd\nname.txt"))
    assert links.links.place(links.links.url("Leases", odd)).source.file == odd


def test_a_file_that_was_moved_or_changed_is_found(links: Services, lease: Path) -> None:
    url = links.links.url("Leases", str(lease), page=2, quote="The gate is green.")
    moved = lease.rename(lease.parents[1] / "moved.pdf")
    links.ingestion.add("Leases", [], links.call())
    assert links.links.place(url).source.file == str(moved)
    pdf_of(moved, "A new page.", "Another one.", "The gate is\ngreen. ")
    links.ingestion.add("Leases", [], links.call())
    changed = links.links.place(url)
    assert (changed.source.file, changed.source.page, changed.source.text) == (str(moved), 3, "The gate is green.")
    pdf_of(moved, "Nothing of it.")
    links.ingestion.add("Leases", [], links.call())
    gone = links.links.place(url)
    assert (gone.source.page, gone.source.text) == (1, "")
    assert gone.notice == "The quoted words aren't in the file any more."


def test_a_library_is_found_under_another_name_and_a_file_in_another_library(links: Services, lease: Path) -> None:
    url = links.links.url("Leases", str(lease), page=1, quote=RENT)
    links.libraries.rename("Leases", "Rented")
    assert links.links.place(url).library == "Rented"
    elsewhere = lease.parents[2] / "elsewhere"
    elsewhere.mkdir()
    copy = shutil.copy(lease, elsewhere / "copied.pdf")
    links.libraries.delete("Rented")
    with pytest.raises(UserError, match="“Leases” isn't on this computer"):
        links.links.place(url)
    links.fill("Theirs", elsewhere)
    there = links.links.place(url)
    assert (there.library, there.source.file, there.source.text) == ("Theirs", str(copy), RENT)


def test_what_is_gone_is_said(links: Services, lease: Path) -> None:
    with links.index_files.open("Leases", read_only=True) as storage:
        library = get_library_id(storage.connection)
    for link, message in (
        (Link(library, file="Contracts (2024)/none.pdf"), "none.pdf isn't in the library “Leases” any more"),
        (Link(library, content="ab" * 16), "The file of the link isn't in the library “Leases” any more"),
        (Link(file="lease #1.pdf"), "The link's library isn't on this computer"),
    ):
        with pytest.raises(UserError, match=message) as raised:
            links.links.place(link.url)
        assert raised.value.next_step
    with pytest.raises(UserError, match="passwd is not in the library"):
        links.links.url("Leases", "/etc/passwd")


def test_no_link_leads_to_a_file_that_is_not_in_a_library(links: Services, lease: Path) -> None:
    outside = lease.parents[2] / "secret.txt"
    outside.write_text("Nobody may see this.", encoding="utf-8")
    url = links.links.url("Leases", str(lease), page=2, quote=RENT)
    head, _, rest = url.partition("://")
    library, _, place = rest.partition("/")
    random, known, found, refused = Random(41), {str(lease), f"{lease.parent / 'all.zip'}//annex.txt"}, 0, 0
    inserted = [*PIECES, "secret.txt", "%2e%2e/secret.txt", str(outside), "lease%20%231.pdf", "annex.txt", place]
    for _ in range(400):
        parts = list(place) if random.random() < 0.5 else random.choices(inserted, k=random.randint(1, 4))
        for _ in range(random.randint(0, 2)):
            parts.insert(random.randint(0, len(parts)), random.choice(inserted))
        try:
            source = links.links.place(f"{head}://{library}/{''.join(parts)}").source
        except UserError as error:
            assert error.next_step  # noqa: PT017 - most are refused, each with words
            refused += 1
        else:
            assert source.file in known or source.file.endswith(("all.zip", ".txt"))
            assert source.file.startswith(str(lease.parents[1]))
            found += 1
    assert found > 20
    assert refused > 100


@pytest.mark.parametrize(
    ("path", "roots", "separator", "expected"),
    [
        ("/home/ann/Papers/a/b.pdf", ["/home/ann/Papers"], "/", "Papers/a/b.pdf"),
        ("/home/ann/Papers/a/b.pdf", ["/home/ann/Papers", "/home/ann/Papers/a"], "/", "a/b.pdf"),
        ("/home/ann/Papers2/b.pdf", ["/home/ann/Papers"], "/", "b.pdf"),
        ("/home/ann/b.pdf", ["/home/ann/b.pdf"], "/", "b.pdf"),
        ("/b.pdf", ["/"], "/", "b.pdf"),
        ("C:\\Docs\\a\\b.zip//in/c.pdf", ["C:\\Docs"], "\\", "Docs/a/b.zip//in/c.pdf"),
        ("C:\\a\\b.pdf", ["C:\\"], "\\", "a/b.pdf"),
        ("\\\\server\\share\\a\\b.pdf", ["\\\\server\\share\\"], "\\", "a/b.pdf"),
        ("C:\\a\\b.pdf", [], "/", "b.pdf"),
    ],
)
def test_a_path_begins_with_the_added_folder(path: str, roots: list[str], separator: str, expected: str) -> None:
    assert path_in_library(path, roots, separator) == expected
