"""Source code cut where its syntax allows: between functions, classes and statements, in languages with a grammar."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal, Unpack

import numpy as np

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.schema import TextNode
from desktop_rag.evidence.blocks import stripped
from desktop_rag.node_parser.base import NodeParserOptions, Span, TextSplitter
from desktop_rag.text.tokenizer import Tokenizer, as_tokenizer

if TYPE_CHECKING:
    import tree_sitter

DEFAULT_CHUNK_LINES = 40
DEFAULT_LINES_OVERLAP = 15
DEFAULT_MAX_CHARS = 1500
DEFAULT_MAX_TOKENS = 512
_BODIES = ("block", "body", "_list", "compound_statement")  # ends of the types that may be parted from their heads
_ALONE = -1  # the depth of what begins a chunk of its own
_STATEMENTS = ("definition", "declaration", "_item", "method")  # ends of the types that do, when too large for one
_LONGEST_TOKEN = 16  # characters: those of code are shorter
_PARSED = 1_000_000  # characters: longer texts are data rather than code, and a syntax tree takes 100 times their size
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


@dataclass(frozen=True, slots=True)
class _Limits:
    """The limits of a chunk's size."""

    lines: int
    overlap: int
    size: int
    measured: Callable[[int, int], int]
    """How large a range is: in characters or in tokens."""

    def reach(self, start: int, end: int) -> int:
        """Return the furthest end of a piece of a range."""
        furthest = range(start + 1, min(end, start + self.size * _LONGEST_TOKEN) + 1)
        return start + max(1, bisect_right(furthest, self.size, key=lambda to: self.measured(start, to)))


class CodeSplitter(TextSplitter):
    """Packs whole constructs of a language into chunks of at most ``chunk_lines`` lines and ``max_chars`` characters.

    What is too large is cut between its parts, at last between lines and characters. A chunk that begins inside a
    construct of the file's highest level repeats up to ``chunk_lines_overlap`` lines of the one before. Code with
    mistakes is cut as well as its sound parts allow; nothing but white space is ever left out. ``parser`` reads other
    languages than those whose grammar is installed. With the ``count_mode`` "token", a chunk has at most ``max_tokens``
    of ``tokenizer`` (that of ``Settings`` without it), however many characters these are.

    Raises:
        ValueError: no grammar is installed for the language (see ``languages.LANGUAGES``), and there is no ``parser``;
            a size is not positive, or the ``count_mode`` another one.

    """

    def __init__(
        self,
        language: str,
        chunk_lines: int = DEFAULT_CHUNK_LINES,
        chunk_lines_overlap: int = DEFAULT_LINES_OVERLAP,
        max_chars: int = DEFAULT_MAX_CHARS,
        count_mode: Literal["token", "char"] = "char",
        max_tokens: int = DEFAULT_MAX_TOKENS,
        tokenizer: Tokenizer | Callable[[str], Sized] | None = None,
        parser: "tree_sitter.Parser | None" = None,
        **options: Unpack[NodeParserOptions],
    ) -> None:
        super().__init__(**options)
        if min(chunk_lines, max_chars, max_tokens) <= 0:
            raise ValueError(
                "chunk_lines, max_chars and max_tokens must be positive,"
                f" got {chunk_lines}, {max_chars} and {max_tokens}"
            )
        if count_mode not in {"token", "char"}:
            raise ValueError(f"count_mode must be 'token' or 'char', got {count_mode!r}")
        if not 0 <= chunk_lines_overlap < chunk_lines:
            raise ValueError(f"chunk_lines_overlap must be from 0 to below chunk_lines, got {chunk_lines_overlap}")
        self.language = language
        self.chunk_lines = chunk_lines
        self.chunk_lines_overlap = chunk_lines_overlap
        self.max_chars = max_chars
        self.count_mode = count_mode
        self.max_tokens = max_tokens
        self._tokenizer = as_tokenizer(tokenizer)
        self._parser = parser
        self._grammar = None if parser else load_language(language)

    def split_document(self, document: TextNode) -> Iterator[Span]:
        """Yield the chunks of a document in order."""
        text = document.text
        limits = self._limits(text)
        ends = [i + 1 for i, letter in enumerate(text) if letter == "\n"] if "\n" in text else []
        cuts = _syntax_cuts(text, self._its_parser(), limits) if len(text) <= _PARSED else {0: 0}
        covered = 0
        for packed in _packed(_whole_units(text, cuts, ends, limits), ends, limits):
            start, end = stripped(text, *packed)
            if start < end and end > covered:  # not what only repeats the end of the one before
                covered = end
                yield Span(start, end)

    def _limits(self, text: str) -> _Limits:
        if self.count_mode == "char":
            return _Limits(self.chunk_lines, self.chunk_lines_overlap, self.max_chars, lambda start, end: end - start)
        count = self._tokenizer.count
        measured = lru_cache(maxsize=1024)(lambda start, end: count(text[start:end]))
        return _Limits(self.chunk_lines, self.chunk_lines_overlap, self.max_tokens, measured)

    def _its_parser(self) -> "tree_sitter.Parser":
        """Return the parser that was given, or one of the language's own for each text."""
        import tree_sitter

        return self._parser or tree_sitter.Parser(self._grammar)


def _syntax_cuts(text: str, parser: "tree_sitter.Parser", limits: _Limits) -> dict[int, int]:
    """Return the starts of constructs that are small enough, in characters, and their depths."""
    clean = without_surrogates(text)
    data = clean.encode()
    cursor = parser.parse(data).walk()
    to_characters = _character_of(data, ascii_only=clean.isascii())
    cuts: dict[int, int] = {0: 0}
    depth = line_start = 0
    known = -1  # the position that ``line_start`` belongs to: many constructs begin where their first part does
    while depth >= 0 and (node := cursor.node) is not None:
        start, end = to_characters(node.start_byte), to_characters(node.end_byte)
        if start != known:
            known, line_start = start, _line_start(text, start)
        small = limits.measured(start, end) <= limits.size and node.end_point.row - node.start_point.row < limits.lines
        cuts.setdefault(line_start, _depth_of_cut(node, depth, small=small))
        if (not small or (depth > 1 and node.type.endswith(_BODIES))) and cursor.goto_first_child():
            depth += 1
        else:
            depth = _leave(cursor, depth)
    return cuts


def _depth_of_cut(node: "tree_sitter.Node", depth: int, *, small: bool) -> int:
    """Return the depth to record for a construct; one too large for a chunk may begin a chunk by itself."""
    alone = depth and not small and (depth == 1 or node.type.endswith(_STATEMENTS))
    return _ALONE if alone else max(0, depth - 1)


def _leave(cursor: "tree_sitter.TreeCursor", depth: int) -> int:
    """Go on to the first construct after the present one and its parts; return how deep it lies, -1 at the end."""
    while not cursor.goto_next_sibling():
        if not cursor.goto_parent():
            return -1
        depth -= 1
    return depth


def _character_of(data: bytes, *, ascii_only: bool) -> Callable[[int], int]:
    """Return the function from a position in bytes to the one in characters."""
    if ascii_only:
        return int
    begins = (np.frombuffer(data, dtype=np.uint8) & 0xC0) != 0x80
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(begins)])
    return lambda position: int(before[position])


def _line_start(text: str, position: int) -> int:
    """Return the start of the line when only blanks stand before ``position``, else ``position``."""
    begin = position
    while begin and text[begin - 1] in " \t":
        begin -= 1
    return begin if begin == 0 or text[begin - 1] == "\n" else position


@dataclass(frozen=True, slots=True)
class _Unit:
    """A range that stays whole, and how deep it lies below the file's highest level."""

    start: int
    end: int
    depth: int


def _whole_units(text: str, cuts: dict[int, int], ends: Sequence[int], limits: _Limits) -> Iterator[_Unit]:
    """Yield the ranges between the cuts; too large ones as lines, too long lines as pieces."""
    bounds = [*sorted(cuts), len(text)]
    for start, end in pairwise(bounds):
        if _fits(start, end, ends, limits):
            yield _Unit(start, end, cuts[start])
            continue
        first, last = bisect_right(ends, start), bisect_right(ends, end - 1)
        depth = cuts[start]
        for line_start, line_end in pairwise([start, *ends[first:last], end]):
            for piece_start, piece_end in _pieces(text, line_start, line_end, limits):
                yield _Unit(piece_start, piece_end, depth)
                depth = 1


def _pieces(text: str, start: int, end: int, limits: _Limits) -> Iterator[tuple[int, int]]:
    """Cut a line that is too long: after white space where there is some, else between characters."""
    while limits.measured(start, end) > limits.size and end - start > 1:
        reach = limits.reach(start, end)
        half = start + (reach - start) // 2
        cut = max(text.rfind(" ", half, reach), text.rfind("\t", half, reach))
        cut = cut + 1 if cut > start else reach
        yield start, cut
        start = cut
    if start < end:
        yield start, end


def _lines_in(ends: Sequence[int], start: int, end: int) -> int:
    """Return the number of lines a range touches."""
    return 1 + bisect_right(ends, end - 1) - bisect_right(ends, start)


def _packed(units: Iterator[_Unit], ends: Sequence[int], limits: _Limits) -> Iterator[tuple[int, int]]:
    """Fill chunks with units."""
    chunk: list[_Unit] = []
    for unit in units:
        if chunk and (unit.depth == _ALONE or not _fits(chunk[0].start, unit.end, ends, limits)):
            yield chunk[0].start, chunk[-1].end
            chunk = _repeated(chunk, unit, ends, limits)
        chunk.append(unit)
    if chunk:
        yield chunk[0].start, chunk[-1].end


def _fits(start: int, end: int, ends: Sequence[int], limits: _Limits) -> bool:
    """Return True if a range is small enough for a chunk."""
    return limits.measured(start, end) <= limits.size and _lines_in(ends, start, end) <= limits.lines


def _repeated(chunk: list[_Unit], unit: _Unit, ends: Sequence[int], limits: _Limits) -> list[_Unit]:
    """Return the last units of a chunk that the next one, beginning with ``unit``, repeats: whole lines."""
    if unit.depth <= 0 or limits.overlap == 0:
        return []
    first = kept = len(chunk)
    while first > 1:
        first -= 1
        start = chunk[first].start
        few = (
            _lines_in(ends, start, chunk[-1].end) <= limits.overlap
            and limits.measured(start, unit.start) <= limits.size // 2
        )
        if not few or not _fits(start, unit.end, ends, limits):
            break
        if _begins_line(ends, start):
            kept = first
        if chunk[first].depth <= 0:
            break
    return chunk[kept:]


def _begins_line(ends: Sequence[int], position: int) -> bool:
    i = bisect_right(ends, position)
    return bool(i) and ends[i - 1] == position


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
