"""Do the tests notice when the code is wrong? Changes one thing at a time and runs the tests that should fail.

    python tests/tools/mutation.py [--sample 300] [--seed 1] [--part 0/2] [--module NAME] [--report FILE]

Works on a copy of the checkout. Run by hand: three hundred mutants take about an hour; ``tests/README.md`` says how
to read what survives. Each test run is forked from a process that has loaded the libraries, which saves most time.
"""

import argparse
import ast
import contextlib
import copy
import importlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_FILLING = (
    "tests/ingestion/test_comparing.py",
    "tests/ingestion/test_file_ingestion.py",
    "tests/ingestion/test_mishaps.py",
)
_FUSION = (
    "tests/golden/test_query_fusion.py",
    "tests/retrievers/test_query_fusion.py",
    "tests/retrievers/test_fusion.py",
    "tests/retrievers/test_hybrid.py",
)
TARGETS: dict[str, tuple[str, ...]] = {
    "citations/align.py": ("tests/citations", "tests/response_synthesizers/test_extractive.py"),
    "retrievers/query_fusion.py": _FUSION,
    "retrievers/fusion_modes.py": _FUSION,
    "storage/sqlite/keywords/keyword_plan.py": (
        "tests/storage/sqlite/keywords/test_frequent_words.py",
        "tests/storage/sqlite/keywords/test_keyword_store.py",
    ),
    "response_synthesizers/prompt_helper.py": (
        "tests/response_synthesizers/test_prompt_helper.py",
        "tests/response_synthesizers/test_prompt_room.py",
        "tests/golden/test_prompt_helper.py",
    ),
    "ingestion/comparing.py": _FILLING,
    "storage/sqlite/journal.py": (
        "tests/storage/sqlite/test_journal.py",
        "tests/storage/test_index_file.py",
        *_FILLING,
    ),
    "storage/sqlite/stored_files.py": (
        "tests/storage/sqlite/test_folders.py",
        "tests/storage/test_index_file.py",
        *_FILLING,
    ),
    "storage/sqlite/migrations.py": ("tests/storage/test_index_file.py",),
    "storage/filters.py": (
        "tests/storage/test_matching.py",
        "tests/vector_stores/test_filters.py",
        "tests/storage/conformance/test_searching.py",
    ),
    "vector_stores/filters.py": ("tests/vector_stores/test_filters.py",),
    "processes/confinement/setup.py": (
        "tests/processes/test_processes.py",
        "tests/processes/test_confinement.py",
    ),
    "processes/confinement/limits.py": (
        "tests/processes/test_processes.py",
        "tests/processes/test_confinement.py",
    ),
    "processes/confinement/linux.py": (
        "tests/processes/test_native_attacks.py",
        "tests/processes/test_report.py",
    ),
    "core/net.py": (
        "tests/core/test_net.py",
        "tests/core/test_hanging_up.py",
        "tests/llms/test_openai_like_failures.py",
    ),
    "readers/pages/page_text.py": ("tests/readers/pages",),
    "llms/context_window.py": (
        "tests/llms/test_context_window.py",
        "tests/llms/test_ollama.py",
        "tests/llms/test_openai_like.py",
    ),
}
"""Modules in which a silent mistake costs most, and the tests that should notice one, the likeliest first."""
_LIBRARIES = "numpy apsw httpx openai pydantic tiktoken hypothesis PIL sqlite_vec".split()
_SECONDS = 600.0
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: the lines of a module it concerns, and the module's text with it."""

    module: str
    line: int
    before: str
    after: str
    text: str


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node may be replaced with."""
    match node:
        case ast.Compare(ops=[one]) if type(one) in _COMPARISONS:
            yield _with(node, ops=[_COMPARISONS[type(one)]()])
        case ast.BoolOp(op=operator):
            yield _with(node, op=ast.Or() if isinstance(operator, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(op=operator) if type(operator) in _OPERATORS:
            yield _with(node, op=_OPERATORS[type(operator)]())
        case ast.Constant(value=bool() | int() | float() as value):
            yield ast.Constant(not value if isinstance(value, bool) else value + 1)
        case ast.IfExp() | ast.If() | ast.While():
            yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Raise():
            yield ast.Pass()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    twin = copy.copy(node)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def mutants(module: str, text: str) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    raw = text.encode()
    for node in _code(ast.parse(text)):
        for other in changed(node):
            assert isinstance(node, ast.expr | ast.stmt)
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            written = ast.unparse(ast.fix_missing_locations(other))
            if isinstance(node, ast.expr):
                written = f"({written})"
            indent = "\n" + " " * node.col_offset
            replaced = raw[:begin] + written.replace("\n", indent).encode() + raw[end:]
            yield Mutant(module, node.lineno, raw[begin:end].decode(), written, replaced.decode())


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run: not annotations, and nothing of a type."""
    for name, value in ast.iter_fields(tree):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
                yield from _code(child)


def sample(size: int, seed: int, only: str) -> list[Mutant]:
    """Return mutants of all modules, as many of each as its share of all there are."""
    every = [
        mutant
        for module in TARGETS
        if only in module
        for mutant in mutants(module, (ROOT / "desktop_rag" / module).read_text(encoding="utf-8"))
    ]
    chosen = random.Random(seed).sample(every, min(size, len(every)))
    return sorted(chosen, key=lambda mutant: (mutant.module, mutant.line))


def noticed(checkout: Path, mutant: Mutant) -> bool:
    """Whether a test fails with a mutant in its place."""
    path = checkout / "desktop_rag" / mutant.module
    original = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutant.text, encoding="utf-8")
        return any(_fails(checkout, target) for target in TARGETS[mutant.module])
    finally:
        path.write_text(original, encoding="utf-8")


def _fails(checkout: Path, target: str) -> bool:
    """Whether tests fail, or do not end, in a fork of this process."""
    child = os.fork()
    if child == 0:
        os.setsid()
        _run_tests(checkout, target)
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) != 0
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _run_tests(checkout: Path, target: str) -> None:
    """Become a run of some tests that says nothing."""
    os.chdir(checkout)
    sys.path.insert(0, str(checkout))
    os.environ["PYTHONPATH"] = str(checkout)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    import pytest

    code = 1
    try:
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--assert=plain", target]))
    finally:
        os._exit(code)


def main() -> None:
    """Print each mutant that no test notices, and the share of those that are noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="0/1", help="0/2 and 1/2 are the halves of a sample, for two processes")
    parser.add_argument("--module", default="", help="part of the name of the only module")
    parser.add_argument("--report", type=Path, help="write every mutant and whether it was noticed, as JSON lines")
    options = parser.parse_args()
    sys.dont_write_bytecode = True
    for name in _LIBRARIES:
        importlib.import_module(name)
    part, parts = map(int, options.part.split("/"))
    chosen = sample(options.sample, options.seed, options.module)[part::parts]
    seen = 0
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        report = stack.enter_context(options.report.open("w", encoding="utf-8")) if options.report else None
        checkout = Path(folder) / "checkout"
        shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__"))
        for target in sorted({target for mutant in chosen for target in TARGETS[mutant.module]}):
            if _fails(checkout, target):
                sys.exit(f"{target} fails without any change.")
        for number, mutant in enumerate(chosen, 1):
            found = noticed(checkout, mutant)
            seen += found
            if not found:
                print(f"{mutant.module}:{mutant.line}: {mutant.before!r} -> {mutant.after!r}", flush=True)
            if report:
                row = {"module": mutant.module, "line": mutant.line, "before": mutant.before, "after": mutant.after}
                report.write(json.dumps(row | {"noticed": found}) + "\n")
                report.flush()
            print(f"  {seen} of {number} noticed", file=sys.stderr, flush=True)
    print(f"{seen} of {len(chosen)} mutants noticed ({seen / max(1, len(chosen)):.0%})")


if __name__ == "__main__":
    main()
