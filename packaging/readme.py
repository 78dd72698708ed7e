"""Writes the parts of the README and of the menu entry that tables in the code know better: python packaging/readme.py.

A part of the README stands between ``<!-- name -->`` and ``<!-- /name -->``, and ``PARTS`` says what writes it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from desktop_rag.cli.ask import ask
from desktop_rag.cli.chat import chat
from desktop_rag.cli.overrides import MODEL_FLAGS, QUESTION_FLAGS
from desktop_rag.config import AnyOption
from desktop_rag.readers.format import KINDS, Format
from desktop_rag.readers.formats import FORMATS, of_kind

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
MENU_ENTRY = ROOT / "packaging" / "org.desktop_rag.DesktopRAG.desktop"
LIBRARY_TYPE = "application/x-desktop-rag-library"  # defined in desktop-rag.mime.xml
_MOST_ENDINGS = 24
_EVERYWHERE = ("--data-dir", "--json")  # options of every command
_TITLES = {
    "pdf": "PDF, with comments, forms and attached files",
    "word": "Word and other text documents, with comments, footnotes and inserted files",
    "spreadsheet": "spreadsheets, with comments, charts and inserted files",
    "presentation": "presentations, with speaker notes and inserted files",
    "mail": "mail, with attachments",
    "picture": "pictures and scans, also pages without text and pictures inside documents",
    "web": "web pages",
    "book": "e-books",
    "text": "text",
    "data": "data",
    "code": "source code",
    "archive": "archives, up to three deep",
}
_INSIDE = {"mail": ("message", "attachment"), "pdf": ("attachment",)}


def formats_table() -> str:
    """Return the formats that are read as a Markdown table."""
    rows = [f"| {_TITLES[kind]} | {_endings(of_kind(kind))} | {_cited_by(kind, of_kind(kind))} |" for kind in KINDS]
    return "\n".join(["| | endings | cited by |", "|---|---|---|", *rows])


def _endings(formats: Sequence[Format]) -> str:
    """Return the endings of some formats, the first ones of many."""
    endings = [
        f"`{name}`" for one in formats for name in (*sorted(one.whole_names), *(ending[1:] for ending in one.endings))
    ]
    more = len(endings) - _MOST_ENDINGS
    return " ".join(endings[:_MOST_ENDINGS]) + (f" and {more} others" if more > 0 else "")


def _cited_by(kind: str, formats: Sequence[Format]) -> str:
    """Return the places that a citation of these formats leads to."""
    units = [one.unit or "place" for one in formats if one.reader]
    inside = _INSIDE.get(kind, ("file inside",)) if any(one.unpacker for one in formats) else ()
    return ", ".join(dict.fromkeys([*sorted(units, key="place".__eq__), *inside]))


def options_table() -> str:
    """Return the options of ``ask`` and ``chat`` as a Markdown table: settings first."""
    settings = {f"--{flag}": option for flag, option in (MODEL_FLAGS | QUESTION_FLAGS).items()}
    offered = {command.name: _flags_of(command) for command in (ask, chat)}
    flags = {flag: param for params in offered.values() for flag, param in params.items()}
    rows = []
    for flag in dict.fromkeys((*settings, *(flag for flag in flags if flag not in _EVERYWHERE))):
        takers = [name for name, params in offered.items() if flag in params]
        only = f"`{takers[0]}` only: " if len(takers) < len(offered) else ""
        what = _setting(settings[flag]) if flag in settings else str(flags[flag].help)
        rows.append(f"| `{' '.join(filter(None, (flag, flags[flag].metavar)))}` | {only}{what} |")
    return "\n".join(["| option | what it does |", "|---|---|", *rows])


def _flags_of(command: click.Command) -> dict[str, click.Option]:
    return {param.opts[0]: param for param in command.params if isinstance(param, click.Option)}


def _setting(option: AnyOption) -> str:
    """Return what an option of the table is, with its choices or an example."""
    shown = [f"`{value}`" for value in option.values or (option.example,) if value]
    return " ".join([option.help, *shown])


PARTS: Mapping[str, Callable[[], str]] = {"formats": formats_table, "options": options_table}


def with_parts(readme: str) -> str:
    """Return a README with its parts written anew.

    Raises:
        ValueError: the marks of a part are missing.

    """
    for name, written in PARTS.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, found, rest = readme.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise ValueError(f"there is no {begin} … {end}")
        readme = f"{before}{begin}\n{written()}\n{end}{after}"
    return readme


def with_media_types(menu_entry: str) -> str:
    """Return a menu entry that offers the program for all documents that have a media type."""
    known = dict.fromkeys(media_type for one in FORMATS for media_type in one.media_types)
    return re.sub(r"(?m)^MimeType=.*$", f"MimeType={';'.join(['inode/directory', LIBRARY_TYPE, *known])};", menu_entry)


if __name__ == "__main__":
    README.write_text(with_parts(README.read_text(encoding="utf-8")), encoding="utf-8")
    MENU_ENTRY.write_text(with_media_types(MENU_ENTRY.read_text(encoding="utf-8")), encoding="utf-8")
