"""A small file can name one slide, sheet or chapter any number of times; it makes no more pages than others."""

import re
import zipfile
from pathlib import Path

import pytest

from desktop_rag.ingestion.parse import ParseTask, parse_file
from tests.helpers.office import deck, package, shape, slide_of, workbook
from tests.helpers.smallest_files import odf

TIMES = 2_500


def repeated(path: Path, part: str, element: str) -> Path:
    """Write an element of a part many times."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    (once,) = re.findall(element.encode(), parts[part], re.DOTALL)
    parts[part] = parts[part].replace(once, once * TIMES)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def slides(folder: Path) -> Path:
    return repeated(
        deck(folder / "a.pptx", [slide_of(shape("Whales sing"))]), "ppt/presentation.xml", r"<p:sldId [^>]*/>"
    )


def sheets(folder: Path) -> Path:
    return repeated(workbook(folder / "a.xlsx"), "xl/workbook.xml", r"<sheet [^>]*/>")


def open_slides(folder: Path) -> Path:
    path = package(folder / "a.odp", odf("presentation"))
    return repeated(path, "content.xml", r"<draw:page[ >].*?</draw:page>")


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("make", [slides, sheets, open_slides])
def test_one_page_that_is_named_over_and_over_fills_no_library(make: object, tmp_path: Path) -> None:
    assert callable(make)
    path = make(tmp_path)
    assert path.stat().st_size < 10_000
    record = parse_file(ParseTask.of(path))
    assert (record.state, len(record.pages)) == ("parsed", 2_000)
    assert record.reason == "Only the first 2000 pages of it were read."
