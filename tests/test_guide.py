"""What the user's guide says of the program is so, in every language and in every file of it."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import click
import pytest

from desktop_rag.cli.main import commands
from desktop_rag.core.paths import resource_path
from desktop_rag.gui.shell.actions import COMMANDS
from desktop_rag.readers import formats
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.file import read_file
from desktop_rag.retrievers.query_syntax import conditions_in
from desktop_rag.services.libraries.libraries import SAMPLE_LANGUAGES

LANGUAGES = SAMPLE_LANGUAGES
_TRANSLATIONS = {"de": "de", "ja": "ja", "zh": "zh_CN"}
KEYS_WITHOUT_A_COMMAND = {"Enter", "Shift+Enter", "Ctrl+Enter", "@", "⋯"}
_GROUPS = "index|conversation|pin|connection|data-folder|key|link|mcp|model|question|serve|settings"
_COMMAND = re.compile(rf"`desktop-rag ((?:{_GROUPS}) [a-z]+|[a-z]+)[^`]*`")
_EXTENSION = re.compile(r"(?<![\w*`/])\.([a-z0-9]+)(?=[,、 |])")
_KEY = re.compile(r"[?@⋯]|(?:Ctrl|Shift|F\d|Esc|Enter)(?:\+(?:Shift\+)?(?:Enter|F\d|[A-Z0-9,]))?")
_BOLD = re.compile(r"(^- )?\*\*(.+?)\*\*([:：])?", re.MULTILINE)


def guide(language: str) -> str:
    """The text of a guide, with the keys as they are named in English."""
    text = resource_path("guide", f"guide.{language}.md").read_text(encoding="utf-8")
    return re.sub(r"\bUmschalt\b", "Shift", re.sub(r"\bStrg\b", "Ctrl", text))


def labels(language: str) -> set[str]:
    """What a guide sets in bold, apart from keys, whole sentences and terms that it explains: texts of the window."""
    found = [text for begin, text, colon in _BOLD.findall(guide(language)) if not (begin and colon)]
    return {text.removesuffix("…") for text in found if text[-1] not in ".。" and not _KEY.fullmatch(text)}


def texts_of_the_window(language: str) -> dict[str, set[str]]:
    """The texts of the window in a language, without dots, each with what it says in English."""
    if language == "en":
        return {english: {english} for said in texts_of_the_window("de").values() for english in said}
    path = resource_path("translations", f"desktop-rag_{_TRANSLATIONS[language]}.ts")
    said: dict[str, set[str]] = {}
    for message in ET.parse(path).iter("message"):
        text = "".join(next(message.iter("translation")).itertext()).strip()
        said.setdefault(text.removesuffix("…"), set()).add((message.findtext("source") or "").removesuffix("…"))
    return said


def meant(label: str, known: dict[str, set[str]]) -> set[str]:
    """The English of every text of the window that is the label or goes on behind it."""
    longer = (english for text, english in known.items() if re.match(rf"{re.escape(label)} ?[:：(（{{]", text))
    return known.get(label, set()).union(*longer)


def keys(language: str) -> set[str]:
    """The keys that a guide names."""
    named = re.findall(r"\*\*(.+?)\*\*|^\| ((?:Ctrl|Shift|Esc|Enter|F\d).*?) \|", guide(language), re.MULTILINE)
    return {
        key for bold, cell in named for key in re.split(r", (?=Ctrl|Shift|\?)|、", bold or cell) if _KEY.fullmatch(key)
    }


def names_of(group: click.Group) -> Iterator[str]:
    """The names of all commands, as they are typed."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield name
        if isinstance(command, click.Group):
            yield from (f"{name} {below}" for below in names_of(command))


def squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_that_the_guide_quotes_stands_in_the_window_of_that_language(language: str) -> None:
    quoted = labels(language)
    assert len(quoted) > 60
    known = texts_of_the_window(language)
    assert {label for label in quoted if not meant(label, known)} == set()


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_guides_quote_the_same_labels(language: str) -> None:
    known_in_english, known = texts_of_the_window("en"), texts_of_the_window(language)
    english = {text for label in labels("en") for text in meant(label, known_in_english)}
    assert {label for label in labels(language) if not english & meant(label, known)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_in_the_guide_is_that_of_a_command(language: str) -> None:
    named = keys(language)
    of_commands = {key for command in COMMANDS if command.shortcut for key in command.shortcut.split("; ")}
    assert named - of_commands == KEYS_WITHOUT_A_COMMAND
    assert of_commands - named == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_in_the_guide_and_the_other_way_round(language: str) -> None:
    assert set(_COMMAND.findall(guide(language))) == set(names_of(commands))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_extension_in_the_guide_is_read(language: str) -> None:
    rows = [line for line in guide(language).splitlines() if line.startswith("|") and "`" not in line]
    named = set(_EXTENSION.findall("\n".join(rows)))
    assert len(named) > 50
    assert {extension for extension in named if not formats.is_supported(f"a.{extension}")} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_condition_in_the_guide_is_understood(language: str) -> None:
    written = re.findall(r"`(-?[a-z]+:[^/`]*)`", guide(language))
    assert len(written) >= 8
    assert [text for text in written if len(conditions_in(text)) != len(text.split())] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pdf_holds_the_text_of_today(language: str) -> None:
    pages = read_file(resource_path("guide", f"guide.{language}.pdf"), ReadOptions(ocr=False)).pages
    text = squeezed("".join(page.text for page in pages))
    text_of_today = resource_path("guide", f"guide.{language}.md").read_text(encoding="utf-8")
    lines = [re.sub(r"^\d+\. |^!\[.*", "", line) for line in text_of_today.splitlines()]
    parts = [squeezed(part) for line in lines for part in line.split("|")]
    # A passage that goes on overleaf is interrupted there: then one of its halves stands on one page.
    lost = [part for part in parts if part[: len(part) // 2] not in text and part[len(part) // 2 :] not in text]
    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guides_show_the_same_pictures_each_in_its_language(language: str) -> None:
    shown = re.findall(r"^!\[.+\]\((.+)\)$", guide(language), re.MULTILINE)
    assert shown == [f"pictures/{name}.{language}.png" for name in ("files", "ask", "search")]
    assert all(resource_path("guide", *name.split("/")).is_file() for name in shown)
