"""The programming languages whose grammar is installed, and the names of their files."""

from functools import cache
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tree_sitter

# name -> module of the grammar, its function, the endings of its files
_LANGUAGES = {
    "bash": ("tree_sitter_bash", "language", "sh bash zsh ksh"),
    "c": ("tree_sitter_c", "language", "c h"),
    "cpp": ("tree_sitter_cpp", "language", "cc cpp cxx hh hpp hxx ino"),
    "csharp": ("tree_sitter_c_sharp", "language", "cs"),
    "go": ("tree_sitter_go", "language", "go"),
    "java": ("tree_sitter_java", "language", "java"),
    "javascript": ("tree_sitter_javascript", "language", "js mjs cjs jsx"),
    "php": ("tree_sitter_php", "language_php", "php"),
    "python": ("tree_sitter_python", "language", "py pyi pyw"),
    "ruby": ("tree_sitter_ruby", "language", "rb"),
    "rust": ("tree_sitter_rust", "language", "rs"),
    "tsx": ("tree_sitter_typescript", "language_tsx", "tsx"),
    "typescript": ("tree_sitter_typescript", "language_typescript", "ts mts cts"),
}
_ALIASES = {"c_sharp": "csharp", "c#": "csharp", "c++": "cpp", "js": "javascript", "ts": "typescript", "py": "python"}
_OF_SUFFIX = {f".{suffix}": name for name, (_, _, suffixes) in _LANGUAGES.items() for suffix in suffixes.split()}

LANGUAGES = tuple(_LANGUAGES)
GRAMMAR_MODULES = tuple(sorted({module for module, _, _ in _LANGUAGES.values()}))


def language_of(file_name: str) -> str | None:
    """Return the language of a file by the ending of its name."""
    return _OF_SUFFIX.get(PurePath(file_name).suffix.lower())


@cache
def load_language(name: str) -> "tree_sitter.Language":
    """Return the grammar of a language.

    Raises:
        ValueError: no grammar is installed for it.

    """
    import tree_sitter

    key = name.lower()
    key = _ALIASES.get(key, key)
    if key not in _LANGUAGES:
        raise ValueError(f"no grammar for {name!r}; there are {', '.join(LANGUAGES)}")
    module, function, _ = _LANGUAGES[key]
    return tree_sitter.Language(getattr(import_module(module), function)())
