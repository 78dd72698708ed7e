"""Keep the translations in resources/translations equal to the texts of the program, with the tools of Qt Linguist.

python packaging/translations.py update     pyside6-lupdate: bring the .ts files up to the texts of the program
python packaging/translations.py compile    pyside6-lrelease: the .qm files that the window loads
python packaging/translations.py missing    list what is not translated yet; ends with 1 when there is anything

``update`` looks through the source itself and hands lupdate every text with its context, because lupdate passes over
texts inside f-strings, in tables of constants and in functions that stand for ``translate``.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "desktop_rag"
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = ("de", "ja", "zh_CN")
PLURAL_ONLY = "en"  # English needs its plural forms and nothing else
MESSAGES = "Messages"  # the context of what is worded below the window

# Calls with texts that are translated where they are shown: the context there, and which arguments.
_TABLES = {"Command": ("Actions", (1,)), "IndexKind": ("IndexBuilds", (1, 2))}
# Rooms whose sentences are for models, for programs or for the log.
_NOT_FOR_PEOPLE = frozenset({
    "agent", "workflow", "prompts", "gui", "selectors", "tools", "indices", "response_synthesizers", "settings",
    "services/answers/library_tools.py", "services/answers/retriever_factory.py",
    "embeddings/instructions.py", "core/parallel.py", "config/options.py", "config/presets.py",
    "postprocessor/kinds.py", "node_parser/factory.py", "text/translations.py", "services/libraries/references.py",
    "services/exports/text_writer.py", "retrievers/unrelated.py", "postprocessor/rank_gpt.py",
    "evaluation/judges.py", "evaluation/judging_prompts.py",
    "services/outside/tools.py", "services/outside/completions.py", "services/outside/openapi.py", "worker/outside",
})  # fmt: skip
_FOR_DEVELOPERS = frozenset({"ValueError", "TypeError", "KeyError", "RuntimeError", "BugError", "NotImplementedError"})
_LOGGING = frozenset({"debug", "info", "warning", "error", "exception", "critical", "compile", "option", "argument"})
_NOT_SHOWN = _FOR_DEVELOPERS | _LOGGING
_SENTENCE = re.compile(r"[A-Z“{].* .*[.?!…]", re.DOTALL)
_VALUE = re.compile(r"\{\w*[:}]")
_SQL = re.compile(r".*(LIMIT|[<=>]) \?|(SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|ALTER|VACUUM|AND|PRAGMA)\b")


class UnextractableError(Exception):
    """A text that no tool can find: it is not written out where it is translated."""


@dataclass(frozen=True, slots=True, order=True)
class Text:
    """One text as lupdate is told of it."""

    context: str
    source: str
    plural: bool = False


# Qt's own file dialog, where the desktop has none: its Japanese and its Chinese leave these in English.
_LACKING_IN_QT = {Text("QFileDialog", "&Look in:"), Text("QFileDialog", "Files of &type:")}


@lru_cache(maxsize=1)  # a module is looked through for several kinds of texts, one after the other
def _parsed(source: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(source)))


def _nodes(file: Path) -> tuple[ast.AST, ...]:
    """Return every node of a module, the module itself first."""
    return _parsed(file.read_text(encoding="utf-8"))


def window_texts(file: Path) -> Iterator[Text]:
    """Yield every text that ``file``, a module of the window, has translated.

    Raises:
        UnextractableError: one is not a literal.

    """
    tree = _nodes(file)[0]
    assert isinstance(tree, ast.Module)
    helpers = dict(_helpers(tree))
    yield from _window_texts(file, tree, "", helpers)


def _helpers(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each function that stands for ``translate``, with its context: ``def _tr(text): …``."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.args.args and node.args.args[0].arg == "text":
            for call in ast.walk(node):
                if (
                    _called(call) == "translate"
                    and ast.unparse(call.args[1]) == "text"
                    and call.args[0].value != MESSAGES
                ):
                    yield node.name, call.args[0].value


def _window_texts(file: Path, node: ast.AST, context: str, helpers: dict[str, str]) -> Iterator[Text]:
    if isinstance(node, ast.FunctionDef) and node.name in helpers:
        return
    if isinstance(node, ast.ClassDef):
        context = node.name
    if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith(".translate"):
        _check_alias(file, node)
    name = _called(node)
    if name in helpers:
        if not isinstance(node.args[0], ast.Attribute):  # of a row of a table
            yield _literal(file, node, helpers[name], 0, plural=len(node.args) > 1)
    elif name == "tr":
        yield _literal(file, node, context, 0, plural=len(node.args) > 2)
    elif name == "translate" and len(node.args) > 1 and isinstance(node.args[0], ast.Constant):
        yield from _translated(file, node)
    elif name in _TABLES:
        table, places = _TABLES[name]
        yield from (
            Text(table, node.args[place].value) for place in places if isinstance(node.args[place], ast.Constant)
        )
    for child in ast.iter_child_nodes(node):
        yield from _window_texts(file, child, context, helpers)


def _check_alias(file: Path, node: ast.Assign) -> None:
    """Let ``translate`` have no second name: texts handed to that would be passed over."""
    if ast.unparse(node.targets[0]) != "translate":
        raise UnextractableError(f"{file}:{node.lineno}: {ast.unparse(node)}")


def _translated(file: Path, node: ast.Call) -> Iterator[Text]:
    """Yield the text of ``translate(context, text)``; a variable is the text of a table that is looked through."""
    if isinstance(node.args[1], ast.Constant):
        yield _literal(file, node, node.args[0].value, 1, plural=len(node.args) > 3)
    elif not isinstance(node.args[1], ast.Name | ast.Attribute):
        raise UnextractableError(f"{file}:{node.lineno}: {ast.unparse(node)}")


def _literal(file: Path, call: ast.Call, context: str, place: int, *, plural: bool) -> Text:
    text = call.args[place]
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        raise UnextractableError(f"{file}:{call.lineno}: {ast.unparse(call)}")
    return Text(context, text.value, plural)


def _called(node: ast.AST) -> str:
    """Return the name of the function that ``node`` calls, without what it belongs to."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def message_texts(file: Path) -> Iterator[Text]:
    """Yield the sentences for people that a module below the window writes out; with values they are a ``UserText``.

    Raises:
        UnextractableError: one is put together where it stands.

    """
    nodes = _nodes(file)
    left_out = {id(inner) for node in nodes for inner in _no_messages(node)}
    for node in nodes:
        if _called(node) == "UserText":
            left_out.update(map(id, node.args))
        if id(node) in left_out or not _is_sentence(text := _written(node)):
            continue
        if not isinstance(node, ast.Constant) or _VALUE.search(text):
            raise UnextractableError(f"{file}:{node.lineno}: {ast.unparse(node)}")
        yield Text(MESSAGES, text)


def _is_sentence(text: str) -> bool:
    return bool(_SENTENCE.fullmatch(text)) and not _SQL.match(text)


def user_texts(file: Path) -> Iterator[Text]:
    """Yield the template of every ``UserText`` that a module makes, a whole sentence or not.

    Raises:
        UnextractableError: one is not a literal.

    """
    for node in _nodes(file):
        if _called(node) == "UserText":
            yield _literal(file, node, MESSAGES, 0, plural=False)


def _no_messages(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what inside ``node`` is a docstring, a part of another text, or for developers and the log."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from (inner for value in node.values for inner in ast.walk(value))
    elif _called(node) in _NOT_SHOWN:
        yield from ast.walk(node)


def _written(node: ast.AST) -> str:
    """Return the text of a literal on one line; ``{}`` stands for what is put into it."""
    if isinstance(node, ast.Constant):
        text = node.value if isinstance(node.value, str) else ""
    elif isinstance(node, ast.JoinedStr):
        text = "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        text = _written(node.left)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        text = "".join(_written(part) or "{}" for part in (node.left, node.right))
    elif _called(node) == "format" and isinstance(node.func, ast.Attribute):
        text = _written(node.func.value)
    else:
        text = ""
    return "" if "\n" in text else text


@cache
def texts() -> tuple[Text, ...]:
    """Return every text of the program for people, each once, in order; it is looked for once."""
    import option_texts  # it loads a part of the program, which ``compile`` does without

    found = {Text("Options", text) for text in option_texts.texts()} | _LACKING_IN_QT
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(PACKAGE).as_posix()
        if place.startswith("gui/"):
            found.update(window_texts(file))
        if place != "core/user_text.py":  # it makes them of templates that are written out elsewhere
            found.update(user_texts(file))
        place = place.removeprefix("llamaindex/")  # the wing for programs has the same rooms
        if not any(place == left_out or place.startswith(f"{left_out}/") for left_out in _NOT_FOR_PEOPLE):
            found.update(message_texts(file))
    return tuple(sorted(found))


def as_source(listed: Sequence[Text]) -> str:
    """Return a Python module in which lupdate finds exactly these texts."""
    lines: list[str] = []
    context = ""
    for text in listed:
        if text.context != context:
            context = text.context
            lines += [f"class {context}:", "    def texts(self, n):"]
        literal = json.dumps(text.source, ensure_ascii=False)
        lines.append(f'        self.tr({literal}, "", n)' if text.plural else f"        self.tr({literal})")
    return "\n".join([*lines, ""])


def update(folder: Path = FOLDER) -> None:
    """Bring the .ts files in ``folder`` up to the texts of the program; what is translated stays."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "texts.py"
        source.write_text(as_source(texts()), encoding="utf-8")
        options = [
            "-silent",
            "-no-obsolete",
            "-locations",
            "none",
            "-disable-heuristic",
            "similartext",
            "-source-language",
            "en",
        ]
        for language in LANGUAGES:
            target = ["-target-language", language, "-ts", str(folder / file_name(language))]
            _run("lupdate", str(source), *options, *target)
        target = ["-pluralonly", "-target-language", PLURAL_ONLY, "-ts", str(folder / file_name(PLURAL_ONLY))]
        _run("lupdate", str(source), *options, *target)


def compile_all(folder: Path = FOLDER) -> None:
    """Write a .qm file beside each .ts file in ``folder``."""
    for file in sorted(folder.glob("*.ts")):
        _run("lrelease", "-silent", str(file), "-qm", str(file.with_suffix(".qm")))


def missing(folder: Path = FOLDER) -> list[str]:
    """Return a line for each text without a finished translation, and for each text no .ts file knows of."""
    lines: list[str] = []
    wanted = texts()
    for language in (*LANGUAGES, PLURAL_ONLY):
        known = dict(_translations(folder / file_name(language)))
        lines += (
            f"{language}: {text.context}: {text.source}"
            for text in wanted
            if (text.plural or language != PLURAL_ONLY) and not known.get((text.context, text.source))
        )
    return lines


def _translations(file: Path) -> Iterator[tuple[tuple[str, str], bool]]:
    """Yield context and source of each text in a .ts file, and whether its translation is finished."""
    for context in ET.parse(file).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            done = (
                translation is not None
                and translation.get("type") is None
                and bool("".join(translation.itertext()).strip())
            )
            yield (context.findtext("name", ""), message.findtext("source", "")), done


def file_name(language: str) -> str:
    """Return the name of the .ts file of a language."""
    return f"desktop-rag_{language}.ts"


def _run(tool: str, *arguments: str) -> None:
    """Run one of Qt Linguist's tools as PySide6 brings it along."""
    folder = Path(sys.executable).parent
    program = next((path for path in folder.glob(f"pyside6-{tool}*")), None)
    if program is None:
        sys.exit(f"pyside6-{tool} is not in {folder}: install PySide6-Essentials there.")
    subprocess.run([program, *arguments], check=True, stdin=subprocess.DEVNULL)


def main() -> int:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("update", "compile", "missing"))
    command = parser.parse_args().command
    if command == "missing":
        lines = missing()
        print("\n".join(lines) or "Everything is translated.")
        return 1 if lines else 0
    if command == "update":
        update()
    compile_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
