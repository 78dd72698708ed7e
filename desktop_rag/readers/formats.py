"""Which reader takes which file. Nothing heavy is imported here: the window asks it too."""

import os
import stat
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

MAXIMUM_BYTES = 200 * 1024 * 1024
SUPPORTED = PAGED | TABULAR | MARKDOWN | TEXT


def is_supported(path: Path) -> bool:
    """Whether a file of this name is read at all."""
    return path.suffix.lower() in SUPPORTED or (not path.suffix and path.name.lower() in TEXT_NAMES)


def why_not(path: Path, status: os.stat_result) -> str:
    """Return in plain words why a file is not even opened, "" when it is."""
    if not stat.S_ISREG(status.st_mode):
        return "It is not a regular file."
    if status.st_size == 0:
        return "The file is empty."
    if not is_supported(path):
        kind = f"“{path.suffix}” files are" if path.suffix else "Files without an ending are"
        return f"{kind} not among the formats this program reads. If it is a document, save it as PDF and add that."
    if status.st_size > MAXIMUM_BYTES:
        return f"The file is larger than {MAXIMUM_BYTES // 1024 // 1024} MB. Split it into smaller files."
    return ""


def is_paged(file: str) -> bool:
    """Whether the file has pages that can be shown as pictures."""
    return Path(file).suffix.lower() in PAGED
