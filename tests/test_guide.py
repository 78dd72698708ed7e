"""What the user's guide says of the program is so, in every language and in every file of it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from desktop_rag.cli.main import commands
from desktop_rag.core.paths import resource_path
from desktop_rag.gui.shell.actions import COMMANDS
from desktop_rag.readers import formats
from desktop_rag.readers.file import load_file
from desktop_rag.retrievers.query_syntax import conditions_in

PACKAGE = Path(__file__).resolve().parent.parent / "desktop_rag"
LANGUAGES = ("en", "ja", "zh")
KEYS_WITHOUT_A_COMMAND = {"Enter", "Shift+Enter", "Ctrl+Enter"}
_COMMAND = re.compile(r"`desktop-rag ((?:index|conversation|connection|key|model|settings) [a-z]+|[a-z]+)[^`]*`")
_EXTENSION = re.compile(r"(?<![\w*`/])\.([a-z0-9]+)(?=[,、 |])")
_KEY = re.compile(r"\?|(?:Ctrl|Shift|F\d|Esc|Enter)(?:\+(?:Shift\+)?(?:Enter|F\d|[A-Z0-9,]))?")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ENGLISH = re.compile(r"[A-Z][\x20-\x7e“”]*")


def guide(language: str) -> str:
    return resource_path("guide", f"guide.{language}.md").read_text(encoding="utf-8")


def labels(language: str) -> set[str]:
    """What a guide sets in bold and in English letters, apart from keys."""
    return {text for text in _BOLD.findall(guide(language)) if _ENGLISH.fullmatch(text) and not _KEY.fullmatch(text)}


def keys(language: str) -> set[str]:
    """The keys that a guide names."""
    named = re.findall(r"\*\*(.+?)\*\*|^\| ((?:Ctrl|Shift|Esc|Enter|F\d).*?) \|", guide(language), re.MULTILINE)
    return {
        key for bold, cell in named for key in re.split(r", (?=Ctrl|Shift|\?)|、", bold or cell) if _KEY.fullmatch(key)
    }


def texts_of_the_window() -> Iterator[str]:
    for folder in ("gui", "config"):
        for module in (PACKAGE / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value.removesuffix("…")


def stands_in(label: str, known: set[str]) -> bool:
    """Whether a text of the window is the label or goes on behind it."""
    return label in known or any(text.startswith((f"{label} ", f"{label}:")) for text in known)


def names_of(group: click.Group) -> Iterator[str]:
    """The names of all commands, as they are typed."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield from (f"{name} {below}" for below in names_of(command)) if isinstance(command, click.Group) else (name,)


def squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_every_label_that_the_guide_quotes_stands_in_the_window(language: str) -> None:
    quoted = labels(language)
    assert len(quoted) > 40
    known = set(texts_of_the_window())
    assert {label for label in quoted if not stands_in(label, known)} == set()


def test_the_guides_quote_the_same_labels() -> None:
    assert labels("ja") == labels("zh")
    assert labels("ja") - labels("en") == set()


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
@pytest.mark.parametrize("kind", ["pdf", "docx"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pdf_and_the_word_file_hold_the_text_of_today(language: str, kind: str) -> None:
    pages = load_file(resource_path("guide", f"guide.{language}.{kind}"))
    text = squeezed("".join(page.text for page in pages))
    lines = [re.sub(r"^\d+\. ", "", line) for line in guide(language).splitlines()]
    parts = [squeezed(part) for line in lines for part in line.split("|")]
    # A passage that goes on overleaf is interrupted there: then one of its halves stands on one page.
    lost = [part for part in parts if part[: len(part) // 2] not in text and part[len(part) // 2 :] not in text]
    assert lost == []
