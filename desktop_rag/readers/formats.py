"""Which reader takes which file. Nothing heavy is imported here: the window asks it too."""

from pathlib import Path

PAGED = frozenset(
    [".pdf", ".docx", ".pptx", ".epub", ".html", ".htm", ".xhtml", ".xps", ".oxps", ".mobi", ".fb2"]
)  # fmt: skip
TABULAR = frozenset([".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"])
MARKDOWN = frozenset([".md", ".markdown", ".mdx"])
TEXT = frozenset(
    (
        ".txt .text .rst .org .tex .log .csv .tsv .json .jsonl .xml .yaml .yml .toml .ini .cfg .conf .properties "
        ".srt .vtt .py .pyi .js .mjs .cjs .jsx .ts .tsx .java .kt .kts .scala .groovy .c .h .cc .cpp .cxx .hpp "
        ".hh .cs .fs .vb .go .rs .swift .m .mm .rb .php .pl .pm .lua .r .jl .dart .ex .exs .erl .hs .ml .mli .clj "
        ".lisp .el .scm .sql .sh .bash .zsh .fish .ps1 .bat .cmd .css .scss .less .vue .svelte .graphql .proto "
        ".tf .cmake .gradle .dockerfile .makefile .asm .s .f90 .f .pas .ada .adb .ads .v .sv .vhd .zig .nim .d "
        ".cob .cbl"
    ).split()
)
TEXT_NAMES = frozenset(
    ("readme license licence copying makefile dockerfile changelog authors notice todo news").split()
)

SUPPORTED = PAGED | TABULAR | MARKDOWN | TEXT


def is_supported(path: Path) -> bool:
    """Whether a file of this name is read at all."""
    return path.suffix.lower() in SUPPORTED or (not path.suffix and path.name.lower() in TEXT_NAMES)


def is_paged(file: str) -> bool:
    """Whether the file has pages that can be shown as pictures."""
    return Path(file).suffix.lower() in PAGED
