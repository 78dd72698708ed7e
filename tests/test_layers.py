"""The rules of the house: which package may import which, and what may stand where."""

import ast
import gc
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "desktop_rag"
LAYERS: tuple[frozenset[str], ...] = tuple(
    frozenset(names.split())
    for names in (
        "__init__ core",
        "text evidence prompts config callbacks processes",
        "llms embeddings rerankers readers node_parser storage",
        ("vector_stores selectors postprocessor citations evaluation ingestion retrievers response_synthesizers"),
        "tools query_engine memory chat_engine agent indices",
        "services",
        "worker",
        "cli gui __main__",
        "llamaindex",
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
_NAMED = re.compile(r"\A([a-z_0-9]+(?:\.[a-z_0-9]+)*)(?::\w+)?\Z")
_STARTERS = {"threading.Thread", "threading.Timer", "concurrent.futures", "multiprocessing.Process", "subprocess"}


@dataclass(frozen=True)
class Call:
    """A call: the dotted name of the function as it is written, and what it is given."""

    function: str
    keywords: frozenset[str | None]
    has_arguments: bool
    line: int


@dataclass(frozen=True)
class Module:
    """What the rules look at in a module: its tree has a thousand times as many objects, each in the way later."""

    imports: frozenset[str]
    calls: tuple[Call, ...]
    lines: int
    definitions: tuple[tuple[str, bool, int], ...]
    """Of each function and class its name, whether it is a class, and its lines."""
    speaks_sql: bool
    named: frozenset[str]
    """What its texts name as a module does: "office.word" of "office.word:load_data", which is imported by its name."""


@pytest.fixture(autouse=True, scope="module")
def trees_are_no_garbage() -> Iterator[None]:
    """A syntax tree has no cycles; going through its nodes again and again takes two thirds of the time."""
    gc.disable()
    yield
    gc.enable()


@cache
def modules() -> dict[str, Module]:
    """Every module of the program; read once in each process of the tests, and each tree gone through once."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        relative = path.relative_to(PACKAGE.parent).with_suffix("")
        found[".".join(relative.parts).removesuffix(".__init__")] = looked_through(path.read_text(encoding="utf-8"))
    return found


def looked_through(source: str) -> Module:
    imports, calls, definitions, speaks_sql, named = set(), [], [], False, set()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            imports.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call):
            keywords = frozenset(word.arg for word in node.keywords)
            calls.append(Call(dotted(node.func), keywords, bool(node.args), node.lineno))
        elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            definitions.append((node.name, isinstance(node, ast.ClassDef), lines))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            speaks_sql = speaks_sql or bool(_SQL.match(node.value))
            named.update(_NAMED.findall(node.value))
    lines = max((node.end_lineno or 0 for node in tree.body), default=0)
    return Module(frozenset(imports), tuple(calls), lines, tuple(definitions), speaks_sql, frozenset(named))


def dotted(function: ast.expr) -> str:
    """Return “threading.Thread”; “….start” where it belongs to what another call gives."""
    if isinstance(function, ast.Name):
        return function.id
    return f"{dotted(function.value)}.{function.attr}" if isinstance(function, ast.Attribute) else "…"


def part(module: str) -> str:
    names = module.split(".")
    return names[1] if len(names) > 1 and names[0] == "desktop_rag" else "__init__"


def own_imports(module: Module) -> Iterator[str]:
    yield from (name for name in module.imports if name.split(".")[0] == "desktop_rag")


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


def test_services_hand_everything_on() -> None:
    """What a program chose once is asked for by the parts below them, where nothing was handed on."""
    asking = {name for name, module in modules().items() if "desktop_rag.core.program.program_choice" in module.imports}
    assert asking, "somebody asks"
    assert not {name for name in asking if LAYER_OF[part(name)] >= LAYER_OF["services"]}


def test_imports_never_go_up() -> None:
    # the package itself offers names of all layers, which it imports when they are used
    upward = [
        f"{name} imports {other}"
        for name, module in modules().items()
        if name != "desktop_rag"
        for other in own_imports(module)
        if LAYER_OF.get(part(other), 0) > LAYER_OF[part(name)]
    ]
    assert upward == []


def test_the_application_does_not_know_the_wing_for_programs() -> None:
    """Neither by an import nor by a text: one table offers its names, and nothing else in the package says the word."""
    wing = PACKAGE / "llamaindex"
    naming = [
        path for path in PACKAGE.rglob("*.py") if wing not in path.parents and "llamaindex" in path.read_text("utf-8")
    ]
    assert naming == [PACKAGE / "__init__.py"]


def test_the_application_reaches_every_module_of_its_own() -> None:
    """What only programs want is in the wing: the window, the command line and the worker lead to all that is not."""
    every = modules()
    reached, waiting = set[str](), [name for name in every if part(name) in {"gui", "cli", "worker", "__main__"}]
    while waiting:
        name = waiting.pop()
        if name in reached or part(name) == "llamaindex" or name == "desktop_rag":
            continue
        reached.add(name)
        package = name.rpartition(".")[0]
        named = {f"{place}.{one}" for one in every[name].named for place in ("desktop_rag.readers", package)}
        targets = {*every[name].imports, *every[name].named, *named, package}
        waiting += [place for one in targets for place in (one, one.rpartition(".")[0]) if place in every]
    assert {name for name in every if part(name) != "llamaindex"} - reached == {"desktop_rag"}


@pytest.mark.slow
@pytest.mark.parametrize("start", ["desktop_rag.gui.shell.app", "desktop_rag.cli.main", "desktop_rag.worker.worker"])
def test_no_start_loads_the_wing_for_programs(start: str) -> None:
    assert not {name for name in loaded_by(start) if name.startswith("desktop_rag.llamaindex")}


def test_the_two_skins_do_not_know_each_other() -> None:
    for name, module in modules().items():
        if part(name) in SKINS:
            assert not {part(other) for other in own_imports(module)} & (SKINS - {part(name)}), name


def test_no_module_imports_itself_through_others() -> None:
    graph = {}
    for name, module in modules().items():
        targets = {other if other in modules() else other.rpartition(".")[0] for other in own_imports(module)}
        graph[name] = targets & set(modules()) - {name, "desktop_rag"}
    assert cycle(graph) == ""


def test_no_package_imports_itself_through_others() -> None:
    graph = defaultdict(set)
    for name, module in modules().items():
        graph[part(name)] |= {part(other) for other in own_imports(module)} - {part(name), "__init__"}
    assert cycle(graph) == ""


def test_no_function_class_or_file_has_grown_out_of_hand() -> None:
    """Lines of source, with docstrings and comments."""
    long = []
    for name, module in modules().items():
        if module.lines > MOST_FILE_LINES:
            long.append(f"{name}: {module.lines} lines")
        for defined, is_class, lines in module.definitions:
            if lines > (MOST_CLASS_LINES if is_class else MOST_FUNCTION_LINES):
                long.append(f"{name}.{defined}: {lines} lines")
    assert long == []


@pytest.mark.slow
def test_sql_stands_in_the_storage_only() -> None:
    places = ("desktop_rag.storage.sqlite", "desktop_rag.llamaindex.storage")
    elsewhere = {name: one for name, one in modules().items() if not name.startswith(places)}
    assert {name for name, module in elsewhere.items() if module.speaks_sql} == set()
    assert {name for name, one in elsewhere.items() if any(o.split(".")[0] == "apsw" for o in one.imports)} == set()


@pytest.mark.slow
def test_threads_and_processes_start_in_few_places_only() -> None:
    allowed = ("desktop_rag.worker.", "desktop_rag.processes.", "desktop_rag.core.parallel")
    starting = set()
    for name, module in modules().items():
        if name.startswith(allowed):
            continue
        called = {call.function for call in module.calls}  # "threading.Thread", "subprocess.Popen" …
        if any(one == start or one.startswith(f"{start}.") for one in called for start in _STARTERS):
            starting.add(name)
        if any(other.startswith("concurrent.futures.") and other.endswith("Executor") for other in module.imports):
            starting.add(name)
    assert starting == set()


def test_qt_appears_only_in_the_window() -> None:
    users = {part(name) for name, module in modules().items() for o in module.imports if o.split(".")[0] == "PySide6"}
    assert users <= {"gui"}


@pytest.mark.slow
def test_everything_else_works_without_qt() -> None:
    names = [name for name in modules() if part(name) not in {"gui", "__main__"}]
    code = "import sys, importlib\nsys.modules['PySide6'] = None\n" + "\n".join(
        f"importlib.import_module({name!r})" for name in names
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=120)


@cache
def loaded_by(module: str) -> frozenset[str]:
    """Return what a process that imports a module has loaded; the process is started once."""
    code = f"import sys, {module}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, timeout=60, stdout=subprocess.PIPE, text=True)
    names = frozenset(done.stdout.split())
    assert module in names
    return names


@pytest.mark.slow
@pytest.mark.parametrize(
    "unwanted",
    ["services.packs.packs", "services.check_text", "services.masking.private_values", "services.register.deadlines"],
)
def test_a_command_loads_packs_and_masking_only_where_they_are_wanted(unwanted: str) -> None:
    assert f"desktop_rag.{unwanted}" not in loaded_by("desktop_rag.cli.ask")


@pytest.mark.slow
@pytest.mark.parametrize(
    "heavy", ["pymupdf", "openai", "onnxruntime", "gigatoken", "tiktoken", "tokenizers", "desktop_rag.citations.align"]
)
def test_the_way_to_the_window_is_light(heavy: str) -> None:
    assert heavy not in loaded_by("desktop_rag.worker.worker")


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
    assert heavy not in loaded_by("desktop_rag.cli.main")


def test_folders_are_made_for_their_owner_whatever_the_umask() -> None:
    """``Path.mkdir(parents=True, mode=…)`` gives the mode to the last folder only: use ``make_folders``."""
    open_parents = [
        f"{name}:{call.line}"
        for name, module in modules().items()
        for call in module.calls
        if "parents" in call.keywords or call.function.endswith(".makedirs")
    ]
    assert not open_parents


def test_only_their_folder_makes_libraries() -> None:
    """A library that another program just deleted must not come back empty when ours opens it."""
    creating = [
        f"{name}:{call.line}"
        for name, module in modules().items()
        if LAYER_OF[part(name)] >= LAYER_OF["services"]
        for call in module.calls
        if call.function == "StorageContext" and call.has_arguments and not {"create", "read_only"} & call.keywords
    ]
    assert not creating
