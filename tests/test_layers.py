"""The rules of the house: which package may import which, and what may stand where."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "desktop_rag"
LAYERS: tuple[frozenset[str], ...] = tuple(
    frozenset(names.split())
    for names in (
        "__init__ core",
        "text evidence prompts config callbacks",
        "llms embeddings rerankers readers node_parser storage",
        (
            "settings schema output_parsers vector_stores selectors postprocessor citations evaluation ingestion"
            " retrievers response_synthesizers"
        ),
        "extractors tools query_engine memory chat_engine agent indices objects program instrumentation",
        "services",
        "worker",
        "cli gui __main__",
    )
)
LAYER_OF = {name: level for level, names in enumerate(LAYERS) for name in names}
SKINS = frozenset({"cli", "gui"})
# Smoke alarms, not a style: they notice what has grown out of hand. Nothing is split or merged to please one.
MOST_FUNCTION_LINES = 80
MOST_CLASS_LINES = 600
MOST_FILE_LINES = 900
_SQL = re.compile(
    r"\A\s*(SELECT\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(VIRTUAL\s+|TEMP\s+)?TABLE\s"
    r"|ALTER\s+TABLE\s|DROP\s+TABLE\s|PRAGMA\s|WITH\s+\w+\s+AS\s*\()"
)
_STARTERS = {"threading.Thread", "threading.Timer", "concurrent.futures", "multiprocessing.Process", "subprocess"}


@cache
def modules() -> dict[str, ast.Module]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        relative = path.relative_to(PACKAGE.parent).with_suffix("")
        found[".".join(relative.parts).removesuffix(".__init__")] = ast.parse(path.read_text(encoding="utf-8"))
    return found


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


def cycle(graph: dict[str, set[str]]) -> str:
    """One cycle of a graph, "" if there is none."""
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> str:
        if name in path:
            return " -> ".join((*path[path.index(name) :], name))
        if name in done:
            return ""
        for other in sorted(graph.get(name, ())):
            if found := visit(other, (*path, name)):
                return found
        done.add(name)
        return ""

    return next(filter(None, (visit(name, ()) for name in sorted(graph))), "")


def test_every_module_has_a_layer() -> None:
    assert {part(name) for name in modules()} <= set(LAYER_OF)


def test_the_application_does_not_read_what_programs_set() -> None:
    readers = {name for name, tree in modules().items() if "desktop_rag.settings.Settings" in imports(tree)}
    assert readers, "somebody reads it"
    assert not {name for name in readers if LAYER_OF[part(name)] >= LAYER_OF["services"]}


def test_imports_never_go_up() -> None:
    # the package itself offers names of all layers, which it imports when they are used
    upward = [
        f"{name} imports {other}"
        for name, tree in modules().items()
        if name != "desktop_rag"
        for other in own_imports(tree)
        if LAYER_OF.get(part(other), 0) > LAYER_OF[part(name)]
    ]
    assert upward == []


def test_the_two_skins_do_not_know_each_other() -> None:
    for name, tree in modules().items():
        if part(name) in SKINS:
            assert not {part(other) for other in own_imports(tree)} & (SKINS - {part(name)}), name


def test_no_module_imports_itself_through_others() -> None:
    graph = {}
    for name, tree in modules().items():
        targets = {other if other in modules() else other.rpartition(".")[0] for other in own_imports(tree)}
        graph[name] = targets & set(modules()) - {name, "desktop_rag"}
    assert cycle(graph) == ""


def test_no_package_imports_itself_through_others() -> None:
    graph = defaultdict(set)
    for name, tree in modules().items():
        graph[part(name)] |= {part(other) for other in own_imports(tree)} - {part(name), "__init__"}
    assert cycle(graph) == ""


def test_no_function_class_or_file_has_grown_out_of_hand() -> None:
    """Lines of source, with docstrings and comments."""
    long = []
    for name, tree in modules().items():
        lines = max((node.end_lineno or 0 for node in tree.body), default=0)
        if lines > MOST_FILE_LINES:
            long.append(f"{name}: {lines} lines")
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                most = MOST_CLASS_LINES if isinstance(node, ast.ClassDef) else MOST_FUNCTION_LINES
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > most:
                    long.append(f"{name}.{node.name}: {lines} lines")
    assert long == []


@pytest.mark.slow
def test_sql_stands_in_the_storage_only() -> None:
    speaking = {
        name
        for name, tree in modules().items()
        if not name.startswith("desktop_rag.storage.sqlite")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL.match(node.value)
    }
    assert speaking == set()
    importing = {name for name, tree in modules().items() if any(o.split(".")[0] == "apsw" for o in imports(tree))}
    assert {name for name in importing if not name.startswith("desktop_rag.storage.sqlite")} == set()


@pytest.mark.slow
def test_threads_and_processes_start_in_the_worker_only() -> None:
    allowed = ("desktop_rag.worker.", "desktop_rag.core.parallel")
    starting = set()
    for name, tree in modules().items():
        if name.startswith(allowed):
            continue
        called = {
            ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)
        }  # "threading.Thread", "subprocess.Popen" …
        if any(one == start or one.startswith(f"{start}.") for one in called for start in _STARTERS):
            starting.add(name)
        if {other.rpartition(".")[0] for other in imports(tree)} & {"concurrent.futures"}:
            starting.add(name)
    assert starting == set()


def test_qt_appears_only_in_the_window() -> None:
    users = {part(name) for name, tree in modules().items() for o in imports(tree) if o.split(".")[0] == "PySide6"}
    assert users <= {"gui"}


@pytest.mark.slow
def test_everything_else_works_without_qt() -> None:
    names = [name for name in modules() if part(name) not in {"gui", "__main__"}]
    code = "import sys, importlib\nsys.modules['PySide6'] = None\n" + "\n".join(
        f"importlib.import_module({name!r})" for name in names
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=120)


@pytest.mark.slow
@pytest.mark.parametrize(
    "heavy", ["pymupdf", "openai", "onnxruntime", "gigatoken", "tiktoken", "tokenizers", "desktop_rag.citations.align"]
)
def test_the_way_to_the_window_is_light(heavy: str) -> None:
    code = f"import sys, desktop_rag.worker.worker\nassert {heavy!r} not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.slow
def test_what_answers_take_is_loaded_before_the_first_question(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom desktop_rag.worker.worker import Worker\n"
        "worker = Worker(Path(sys.argv[1]))\nworker.warm_up(searching=False).result(60)\nworker.close()\n"
        "assert {'desktop_rag.services.answers.pipeline', 'openai'} <= set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "data")], check=True, timeout=90)


@pytest.mark.parametrize("heavy", ["desktop_rag.worker.worker", "numpy", "rich"])
def test_the_command_line_listens_to_ctrl_c_before_it_loads_anything(heavy: str) -> None:
    code = f"import sys, desktop_rag.cli.main\nassert {heavy!r} not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_folders_are_made_for_their_owner_whatever_the_umask() -> None:
    """``Path.mkdir(parents=True, mode=…)`` gives the mode to the last folder only: use ``make_folders``."""
    open_parents = [
        f"{name}:{node.lineno}"
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (
            any(word.arg == "parents" for word in node.keywords)
            or (isinstance(node.func, ast.Attribute) and node.func.attr == "makedirs")
        )
    ]
    assert not open_parents


def test_only_their_folder_makes_libraries() -> None:
    """A library that another program just deleted must not come back empty when ours opens it."""
    creating = [
        f"{name}:{node.lineno}"
        for name, tree in modules().items()
        if LAYER_OF[part(name)] >= LAYER_OF["services"]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "StorageContext"
        and node.args
        and not {"create", "read_only"} & {word.arg for word in node.keywords}
    ]
    assert not creating
