"""Books whose navigation says what their pages do not."""

from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file
from tests.helpers.office import package

CONTAINER = (
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
NAVIGATION = (
    '<nav epub:type="toc"><h2>Inside</h2><ol><li><a href="a.xhtml">Chapter&#160;of Whales</a></li>'
    '<li><a href="b.xhtml">ON  SEALS</a></li></ol></nav>'
)


def book(path: Path, first: str, second: str, *, shown: bool = False, navigation: str = NAVIGATION) -> Path:
    """A book of two chapters; with ``shown``, its navigation is a page too."""
    pages = "".join(
        f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"{more}/>'
        for name, more in (("nav", ' properties="nav"'), ("a", ""), ("b", ""))
    )
    order = "".join(f'<itemref idref="{name}"/>' for name in (["nav"] if shown else []) + ["a", "b"])
    page = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>{}</body></html>'
    return package(
        path,
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": CONTAINER,
            "b.opf": '<package version="3.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="u"><metadata '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:identifier id="u">u</dc:identifier>'
            f"</metadata><manifest>{pages}</manifest><spine>{order}</spine></package>",
            "nav.xhtml": page.format(navigation),
            "a.xhtml": page.format(first),
            "b.xhtml": page.format(second),
        },
    )


def test_titles_that_stand_in_the_navigation_alone_are_read_with_their_chapters(tmp_path: Path) -> None:
    pages = load_file(book(tmp_path / "a.epub", "<p>They sing.</p>", "<h1>On Seals</h1><p>They bark.</p>"))
    assert [page.text for page in pages] == [
        "They sing.\n\n## Contents\n\n- Chapter of Whales",
        "On Seals\n\nThey bark.",
    ]


def test_titles_that_pages_show_are_not_repeated(tmp_path: Path) -> None:
    path = book(tmp_path / "a.epub", "<h1>CHAPTER OF WHALES!</h1>", "<p>On seals</p>", shown=True)
    assert not any("## Contents" in page.text for page in load_file(path))


@pytest.mark.parametrize("navigation", ["", "<nav epub:type='toc'><ol><li><a href='gone.xhtml'>X</a></li></ol></nav>"])
def test_a_damaged_navigation_leaves_the_book(tmp_path: Path, navigation: str) -> None:
    pages = load_file(book(tmp_path / "a.epub", "<p>They sing.</p>", "<p>They bark.</p>", navigation=navigation))
    assert [page.text.partition("\n")[0] for page in pages] == ["They sing.", "They bark."]
