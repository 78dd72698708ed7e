"""Imports go down or sideways, never up; nothing outside the window needs Qt."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "desktop_rag"
LAYERS: tuple[frozenset[str], ...] = tuple(
    frozenset(names.split())
    for names in (
        "__init__ lazy schema messages results errors events cancel instrumentation parallel paths file_paths log",
        "config secrets net onnx tokenizer token_counting analyzer prompts",
        "readers node_parser embeddings llms output_parsers rerankers storage vector_stores",
        "ingestion retrievers selectors postprocessor response_synthesizers citations evaluation",
        "indices query_engine chat_engine agent memory tools",
        "worker",
        "cli gui __main__",
    )
)
LAYER_OF = {name: level for level, names in enumerate(LAYERS) for name in names}
SKINS = frozenset({"cli", "gui"})


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        relative = path.relative_to(PACKAGE.parent).with_suffix("")
        name = ".".join(relative.parts).removesuffix(".__init__")
        yield name, ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part(module: str) -> str:
    names = module.split(".")
    return names[1] if len(names) > 1 and names[0] == "desktop_rag" else "__init__"


def own_imports(tree: ast.AST) -> Iterator[str]:
    yield from (name for name in imports(tree) if name.split(".")[0] == "desktop_rag")


def test_every_module_has_a_layer() -> None:
    assert {part(name) for name, _ in modules()} <= set(LAYER_OF)


def test_imports_never_go_up() -> None:
    upward = [
        f"{name} imports {other}"
        for name, tree in modules()
        for other in own_imports(tree)
        if LAYER_OF.get(part(other), 0) > LAYER_OF[part(name)]
    ]
    assert upward == []


def test_the_two_skins_do_not_know_each_other() -> None:
    for name, tree in modules():
        if part(name) in SKINS:
            assert not {part(other) for other in own_imports(tree)} & (SKINS - {part(name)}), name


def test_no_import_cycles() -> None:
    known = dict(modules())
    graph = {}
    for name, tree in known.items():
        targets = set()
        for other in own_imports(tree):
            module = other if other in known else other.rpartition(".")[0]
            targets.add(module)
        graph[name] = targets & set(known) - {name, "desktop_rag"}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join((*path, name))
        if name not in done:
            for other in graph[name]:
                visit(other, (*path, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def test_qt_appears_only_in_the_window() -> None:
    users = {part(name) for name, tree in modules() for other in imports(tree) if other.split(".")[0] == "PySide6"}
    assert users <= {"gui"}


def test_everything_else_works_without_qt() -> None:
    names = [name for name, _ in modules() if part(name) not in {"gui", "__main__"}]
    code = "import sys, importlib\nsys.modules['PySide6'] = None\n" + "\n".join(
        f"importlib.import_module({name!r})" for name in names
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=120)


@pytest.mark.parametrize("heavy", ["pymupdf", "openai", "onnxruntime", "tiktoken", "tokenizers"])
def test_the_way_to_the_window_is_light(heavy: str) -> None:
    code = f"import sys, desktop_rag.worker.worker\nassert {heavy!r} not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize("heavy", ["desktop_rag.worker.worker", "numpy", "rich"])
def test_the_command_line_listens_to_ctrl_c_before_it_loads_anything(heavy: str) -> None:
    code = f"import sys, desktop_rag.cli.main\nassert {heavy!r} not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
