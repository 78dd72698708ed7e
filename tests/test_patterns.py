"""No pattern of the program takes a text apart in more ways than it has characters, squared."""

import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of modules of the standard library that it uses
    from regexploit.ast.sre import SreOpParser
    from regexploit.redos import find

# Prints where each pattern stands, its flags and itself, as modules compile them
_COLLECT = """
import importlib, pkgutil, re, sys
compile = re.compile

def noting(pattern, flags=0):
    made, frame = compile(pattern, flags), sys._getframe(1)
    if isinstance(made.pattern, str) and frame.f_globals.get("__name__", "").startswith("desktop_rag"):
        print(repr((frame.f_globals["__name__"], made.flags, made.pattern)))
    return made

re.compile = noting
import desktop_rag
for module in pkgutil.walk_packages(desktop_rag.__path__, "desktop_rag."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""
_CUBED = 3  # how many parts, one behind the other, can share the same characters among them
# a row's dozen attributes, each of which may be missing: the search for such parts does not end
_UNSEARCHABLE = {"desktop_rag.readers.office.sheet_rows"}


class _Parser(SreOpParser):  # type: ignore[misc]
    """Also knows what gives nothing back: that is searched as if it did, but for what follows it."""

    def from_POSSESSIVE_REPEAT(self, data: tuple[int, int, Any]) -> object:  # noqa: N802 - the library's
        least, _, what = data
        return self.from_MAX_REPEAT((least, least or 1, what))

    def from_ATOMIC_GROUP(self, data: Any) -> object:  # noqa: ANN401, N802 - the library's
        return self.sequence_or_singleton(data)


def worst(pattern: str, flags: int) -> int:
    """Return into how many parts of a pattern the same characters can fall; more than 10 for time that doubles."""
    return max((found.starriness for found in find(_Parser().parse_sre(pattern, flags))), default=0)


@pytest.mark.parametrize(
    ("pattern", "is_slow"),
    [
        (r"cookie-banner\w*(?:[-_]\w+)*x", True),
        (r"(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$", True),
        (r"(`{3,}+|~{3,}+)[ \t]*+([^\s`]*+)[^`]*+$", False),
        (r"cookie-banner[\w-]*x", False),
    ],
)
def test_slow_patterns_are_noticed(pattern: str, is_slow: bool) -> None:
    assert (worst(pattern, 0) >= _CUBED) == is_slow


@pytest.mark.timeout(900)
def test_no_pattern_is_slow() -> None:
    found = {f"{module}: {pattern}" for module, flags, pattern in patterns() if worst(pattern, flags) >= _CUBED}
    assert not found


def patterns() -> Iterator[tuple[str, int, str]]:
    """Yield the module, the flags and the text of each pattern that is compiled when modules are imported."""
    done = subprocess.run([sys.executable, "-c", _COLLECT], capture_output=True, text=True, check=True)
    rows = set(done.stdout.splitlines())
    assert len(rows) > 800
    for row in sorted(rows):
        module, flags, pattern = eval(row)
        if module not in _UNSEARCHABLE:
            yield module, re.compile(pattern, flags).flags, pattern
