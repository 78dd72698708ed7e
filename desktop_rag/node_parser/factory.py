"""Node parsers by name, as a library is set up with: which one, and how large its passages are."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from desktop_rag.config import Choice, Option
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText

if TYPE_CHECKING:
    from desktop_rag.node_parser.base import NodeParser
    from desktop_rag.node_parser.token_map import Offsets

MAXIMUM_CHUNK_SIZE = 8192
LEVELS = 3  # of the hierarchical parser; each has a quarter of the size of the one above

NODE_PARSER = Option(
    "node_parser",
    "passage",
    "Files are split into",
    "How files are split into passages.",
    (
        Choice(
            "passage",
            "Passages along headings (recommended)",
            "Suits nearly every file; each passage reads well by itself.",
        ),
        Choice("sentence", "Long passages of whole sentences", "More of the surrounding text, with less precision."),
        Choice(
            "token",
            "Pieces of the same size",
            "Split anywhere, even in mid-sentence; for texts without structure.",
        ),
        Choice("markdown", "Markdown by its headings", "Each section of a Markdown file is a passage."),
        Choice(
            "code", "Source code by functions and classes", "For folders of source code; other files use the default."
        ),
        Choice(
            "hierarchical",
            "Sections, parts and passages",
            "Three sizes at once; whole sections are found where many of their parts match.",
        ),
        Choice(
            "sentence_window",
            "Single sentences",
            "Finds exact statements; the step “Surrounding text” shows the model the text around them.",
        ),
    ),
)
DEFAULT_NODE_PARSER = NODE_PARSER.default
NODE_PARSERS = NODE_PARSER.values

_ALONG_STRUCTURE = frozenset({"passage", "markdown", "code"})


class _Sizes(NamedTuple):
    """The size and overlap of a parser's passages where none are given, and its minimum size, in tokens."""

    chunk_size: int
    chunk_overlap: int
    minimum: int


_SIZES = {
    "passage": _Sizes(256, 32, minimum=16),
    "sentence": _Sizes(1024, 200, minimum=16),
    "token": _Sizes(1024, 20, minimum=16),
    "markdown": _Sizes(256, 32, minimum=16),
    "code": _Sizes(256, 32, minimum=64),
    "hierarchical": _Sizes(2048, 20, minimum=512),
    "sentence_window": _Sizes(0, 0, minimum=0),  # single sentences have no size
}


@dataclass(frozen=True, slots=True)
class Splitting:
    """The splitting of one library's files; checked when it is made."""

    node_parser: str = DEFAULT_NODE_PARSER
    chunk_size: int | None = None
    chunk_overlap: int | None = None

    def __post_init__(self) -> None:
        """Refuse impossible sizes.

        Raises:
            UserError: there is no such parser, or a size it cannot work with.

        """
        _check(self.node_parser, self.chunk_size, self.chunk_overlap)

    @property
    def sizes(self) -> tuple[int, int]:
        """Size and overlap, those of the parser where none were given."""
        default = _SIZES[self.node_parser]
        if self.chunk_size is None:
            return default.chunk_size, default.chunk_overlap if self.chunk_overlap is None else self.chunk_overlap
        usual = min(default.chunk_overlap, _most_overlap(self.node_parser, self.chunk_size))
        return self.chunk_size, usual if self.chunk_overlap is None else self.chunk_overlap

    @property
    def cuts_passages(self) -> bool:
        """True if files are cut along their structure, so that tables are known."""
        return self.node_parser in _ALONG_STRUCTURE

    def to_json(self) -> str:
        """Return the stored form: with the sizes, whatever the defaults are later."""
        size, overlap = self.sizes
        return json.dumps(
            {"node_parser": self.node_parser, "chunk_size": size or None, "chunk_overlap": overlap if size else None}
        )

    @classmethod
    def from_json(cls, text: str | None) -> "Splitting":
        """Return the splitting that ``to_json`` wrote; the usual one for ""."""
        return cls(**json.loads(text)) if text else cls()


def make_node_parser(
    name: str = DEFAULT_NODE_PARSER,
    chunk_size: int | None = None,
    chunk_overlap: int | None = None,
    *,
    tokenizer: "Offsets",
) -> "NodeParser":
    """Return a node parser by name; ``tokenizer`` is that of the model that embeds.

    Code and Markdown files are cut by their structure, all others as passages. Parsers that keep to the sizes of
    LlamaIndex (sentence, token, hierarchical) count tokens as it does, and leave the file's metadata out.

    Raises:
        UserError: there is no such parser, or a size it cannot work with.

    """
    from desktop_rag.node_parser import hierarchical, markdown, passage, sentence, sentence_window, token

    size, overlap = Splitting(name, chunk_size, chunk_overlap).sizes
    if name == "sentence":
        return sentence.SentenceSplitter(size, overlap, include_metadata=False)
    if name == "token":
        return token.TokenTextSplitter(size, overlap, include_metadata=False)
    if name == "hierarchical":
        sizes = [size // 4**level for level in range(LEVELS)]
        return hierarchical.HierarchicalNodeParser.from_defaults(sizes, overlap, include_metadata=False)
    if name == "sentence_window":
        return sentence_window.SentenceWindowNodeParser()
    passages = passage.PassageSplitter(size, overlap, tokenizer=tokenizer)
    structures = {"code": markdown.CodeFiles, "markdown": markdown.MarkdownFiles}
    return structures[name](passages, tokenizer) if name in structures else passages


def _check(name: str, size: int | None, overlap: int | None) -> None:
    """Raise when there is no such parser or it cannot work with these sizes."""
    if name not in _SIZES:
        raise UserError(
            UserText("“{name}” isn't a known way of splitting.", name=name),
            UserText("Choose one of: {names}.", names=", ".join(NODE_PARSERS)),
        )
    default = _SIZES[name]
    if not default.minimum:
        if size is not None or overlap is not None:
            raise UserError("Splitting into single sentences has no size.", "Leave out the size and the overlap.")
        return
    chosen = default.chunk_size if size is None else size
    if not default.minimum <= chosen <= MAXIMUM_CHUNK_SIZE:
        raise UserError(
            UserText("Passages of {chosen} tokens are not possible with this way of splitting.", chosen=f"{chosen:,}"),
            UserText(
                "Choose a size from {least} to {most}.",
                least=default.minimum,
                most=f"{MAXIMUM_CHUNK_SIZE:,}",
            ),
        )
    most = _most_overlap(name, chosen)
    if overlap is not None and not 0 <= overlap <= most:
        raise UserError(
            UserText(
                "Passages of {chosen} tokens cannot overlap by {overlap}.", chosen=f"{chosen:,}", overlap=f"{overlap:,}"
            ),
            UserText("Choose an overlap from 0 to {most}.", most=f"{most:,}"),
        )


def _most_overlap(name: str, size: int) -> int:
    """Return the maximum overlap of passages: half of the smallest (the lowest level of the hierarchical parser)."""
    return (size // 4 ** (LEVELS - 1) if name == "hierarchical" else size) // 2
