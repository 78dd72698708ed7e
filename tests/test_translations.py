"""Every text of the window is translated: found by the tools, finished, and with the same placeholders."""

import ast
import gc
import re
import runpy
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from desktop_rag.config.options import LLM_MAX_TOKENS, MODE, RETRIEVER

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"
UPDATE = (
    "Run: python packaging/translations.py update, and translate what python packaging/translations.py missing lists"
)
COUNTS = (
    "count",
    "files",
    "gone",
    "label",
    "listed",
    "models",
    "page",
    "pages",
    "passages",
)  # values that begin with digits
PLACEHOLDERS = re.compile(r"\{\w+\}|%L?n|\t")
SHOWN = frozenset({
    "setText", "setToolTip", "setWindowTitle", "setPlaceholderText", "setAccessibleName", "setAccessibleDescription",
    "setStatusTip", "setTitle", "addTab", "addAction", "addMenu", "set_full_text",
})  # fmt: skip
SAME_EVERYWHERE = frozenset({"…", "×", " × ", " MB"})


@pytest.fixture(autouse=True, scope="module")
def trees_are_no_garbage() -> Iterator[None]:
    """A syntax tree has no cycles; going through its nodes again and again takes two thirds of the time."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(scope="module")
def tool() -> Iterator[dict[str, Any]]:
    """The names of the module that keeps the translations."""
    sys.path.insert(0, str(ROOT / "packaging"))
    yield runpy.run_path(str(ROOT / "packaging" / "translations.py"))
    sys.path.remove(str(ROOT / "packaging"))


def messages(file: Path) -> list[tuple[str, str, list[str]]]:
    """Return context, source and every form of the translation of each text."""
    found = []
    for context in ET.parse(file).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            found.append((context.findtext("name", ""), message.findtext("source", ""), forms))
    return found


def test_everything_is_translated(tool: dict[str, Any]) -> None:
    missing = tool["missing"]()
    assert not missing, f"{UPDATE}:\n" + "\n".join(missing)


def test_nothing_is_translated_that_the_program_says_no_more(tool: dict[str, Any]) -> None:
    known = {(text.context, text.source) for text in tool["texts"]()}
    for language in tool["LANGUAGES"]:
        kept = {(context, source) for context, source, _ in messages(FOLDER / tool["file_name"](language))}
        assert kept <= known, UPDATE


def test_lupdate_finds_what_the_tool_lists_and_changes_nothing(tool: dict[str, Any], tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    tool["update"](tmp_path)
    for file in FOLDER.glob("*.ts"):
        assert messages(tmp_path / file.name) == messages(file), UPDATE


def test_the_compiled_files_are_those_of_the_texts(tool: dict[str, Any], tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    tool["compile_all"](tmp_path)
    for file in FOLDER.glob("*.qm"):
        assert (tmp_path / file.name).read_bytes() == file.read_bytes(), "Run: python packaging/translations.py compile"


@pytest.mark.parametrize("language", ["de", "ja", "zh_CN", "en"])
def test_translations_keep_placeholders_dots_and_keys(language: str) -> None:
    wrong = []
    for _, source, forms in messages(FOLDER / f"desktop-rag_{language}.ts"):
        wanted = sorted(PLACEHOLDERS.findall(source))
        for form in forms:
            same = sorted(PLACEHOLDERS.findall(form)) == wanted
            one = language == "en" and form is forms[0]  # “One other computer” says the number in a word
            dots = source.endswith("…") == form.endswith("…")
            if not ((same or one) and dots and ("&" in source) == ("&" in form)):
                wrong.append((source, form))
    assert not wrong


@pytest.mark.parametrize("language", ["ja", "zh_CN"])
def test_counts_stand_apart_from_the_words_before_them(language: str) -> None:
    """“回答は 4 個のファイル”: digits have a space before them there wherever a text has them itself."""
    close = [
        form
        for _, _, forms in messages(FOLDER / f"desktop-rag_{language}.ts")
        for form in forms
        if re.search(rf"[\u3040-\u30ff\u3400-\u9fff](\{{({'|'.join(COUNTS)})\}}|%L?n)", form)
    ]
    assert not close


def test_names_are_listed_as_the_language_separates_them() -> None:
    joined = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in sorted((ROOT / "desktop_rag" / "gui").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr == "join"
        and ast.unparse(node.value) == "', '"
        and file.name != "items.py"  # a condition as it is typed, in no language
    ]
    assert not joined, "Write words.listed(…)"


def test_the_tables_of_options_are_among_the_texts(tool: dict[str, Any]) -> None:
    options = {text.source for text in tool["texts"]() if text.context == "Options"}
    assert {RETRIEVER.label, MODE.choices[0].help, LLM_MAX_TOKENS.minimum_label, "Search model"} <= options


@pytest.mark.parametrize(
    "line",
    [
        'self.tr(f"Read {name}")',
        "self.tr(name)",
        '_tr("a" + name)',
        'QCoreApplication.translate("Words", f"{a} b")',
        'named = QCoreApplication.translate; named("Words", "Last year")',
    ],
)
def test_a_text_that_no_tool_can_find_is_refused(tool: dict[str, Any], tmp_path: Path, line: str) -> None:
    helper = 'def _tr(text):\n    return QCoreApplication.translate("Words", text)\n'
    (tmp_path / "view.py").write_text(f"{helper}class View:\n    def show(self, name):\n        {line}\n")
    with pytest.raises(Exception, match=r"view\.py") as error:
        list(tool["window_texts"](tmp_path / "view.py"))
    assert type(error.value).__name__ == "UnextractableError"


def test_texts_are_found_in_f_strings_tables_and_helpers(tool: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "view.py").write_text(
        'def _tr(text, count=-1):\n    return QCoreApplication.translate("Words", text, None, count)\n'
        'COMMANDS = (Command("id", "Quit", "Ctrl+Q"),)\n'
        "class View:\n    def show(self, n):\n        f\"{self.tr('All')} {n}\"\n"
        '        return _tr("%Ln files", n) + self.tr("%n rows", "", n) + _tr("one")\n'
    )
    found = {(text.context, text.source, text.plural) for text in tool["window_texts"](tmp_path / "view.py")}
    assert found == {
        ("Actions", "Quit", False),
        ("View", "All", False),
        ("View", "%n rows", True),
        ("Words", "%Ln files", True),
        ("Words", "one", False),
    }


@pytest.mark.parametrize(
    "line",
    [
        'return f"{name} cannot be read."',
        'return "{} cannot be read.".format(name)',
        'return "This cannot be read: %s." % name',
        'return "This cannot be read: " + name + "."',
        "return NOTICE.format(name=name)",
    ],
)
def test_a_sentence_put_together_where_it_stands_is_refused(tool: dict[str, Any], tmp_path: Path, line: str) -> None:
    notice = 'NOTICE = "{name} cannot be read."\n' if "NOTICE" in line else ""
    (tmp_path / "part.py").write_text(f"{notice}def said(name):\n    {line}\n")
    with pytest.raises(Exception, match=r"part\.py") as error:
        list(tool["message_texts"](tmp_path / "part.py"))
    assert type(error.value).__name__ == "UnextractableError"


def test_sentences_are_found_plain_and_with_their_values(tool: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "part.py").write_text(
        'def said(name):\n    return "It cannot be read." or UserText("{name} cannot be read.", name=name)\n'
    )
    found = [*tool["message_texts"](tmp_path / "part.py"), *tool["user_texts"](tmp_path / "part.py")]
    assert [text.source for text in found] == ["It cannot be read.", "{name} cannot be read."]


def test_errors_for_people_are_worded_at_the_end() -> None:
    bases: dict[str, set[str]] = {}
    formatted: list[tuple[str, str]] = []  # what is called, and the line
    for file in sorted((ROOT / "desktop_rag").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = set(map(_last, node.bases))
            elif isinstance(node, ast.Call):
                formatted += (
                    (_last(node.func), f"{file.relative_to(ROOT)}:{part.lineno}: {ast.unparse(part)}")
                    for given in (*node.args, *(keyword.value for keyword in node.keywords))
                    for part in ((given.body, given.orelse) if isinstance(given, ast.IfExp) else (given,))
                    if isinstance(part, ast.JoinedStr | ast.BinOp)
                )
    kinds = {"UserError"}
    while found := {name for name, above in bases.items() if above & kinds} - kinds:
        kinds |= found
    assert {"UserError", "NoSpaceError", "NothingToRead"} <= kinds
    assert not [line for called, line in formatted if called in kinds], "Write them as UserText(“… {name} …”, name=…)"


def _last(name: ast.expr) -> str:
    return name.attr if isinstance(name, ast.Attribute) else name.id if isinstance(name, ast.Name) else ""


def test_what_the_window_shows_is_translated() -> None:
    bare = [
        f"{file.relative_to(ROOT)}:{call.lineno}: {ast.unparse(call)}"
        for file in sorted((ROOT / "desktop_rag" / "gui").rglob("*.py"))
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in SHOWN
        for text in call.args[:2]
        if any(re.search(r"[A-Za-z]{2}.* |[A-Z][a-z]{2}", words) for words in _words(text))
    ]
    assert not bare, "Write them as self.tr(“…”)"


def _words(text: ast.expr) -> list[str]:
    """Return what a literal or an f-string itself says, without what stands for something else and without HTML."""
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        said = [text.value]
    elif isinstance(text, ast.JoinedStr):
        said = [part.value for part in text.values if isinstance(part, ast.Constant)]
    else:
        said = []
    return [re.sub(r"<[^>]*>?|[^<>]*>", "", words) for words in said if words not in SAME_EVERYWHERE]
