"""The kinds of files that people tell apart: Word, Spreadsheet, Mail … by the endings of their names."""

from desktop_rag.core.file_paths import shown_name

KINDS: dict[str, frozenset[str]] = {
    kind: frozenset(endings.split())
    for kind, endings in {
        "pdf": "pdf",
        "word": "doc docx docm dot dotx odt rtf pages wpd wps",
        "spreadsheet": "xls xlsx xlsm xlsb ods csv tsv numbers",
        "presentation": "ppt pptx pptm pps ppsx odp key",
        "mail": "eml msg mbox mbx emlx pst",
        "picture": "png jpg jpeg tif tiff gif bmp webp heic heif svg jp2",
        "web": "html htm xhtml mht mhtml webarchive",
        "book": "epub mobi fb2 azw azw3 djvu xps oxps",
        "text": "txt text md markdown mdx rst org tex log srt vtt",
        "data": "json jsonl xml yaml yml toml ini cfg conf properties parquet ipynb",
    }.items()
}
"""Endings by kind. What is in none of them is “code” when it is known to be, else “other”."""

CODE = frozenset(
    (
        "py pyi js mjs cjs jsx ts tsx java kt kts scala groovy c h cc cpp cxx hpp hh cs fs vb go rs swift m mm rb php "
        "pl pm lua r jl dart ex exs erl hs ml mli clj lisp el scm sql sh bash zsh fish ps1 bat cmd css scss less vue "
        "svelte graphql proto tf cmake gradle dockerfile makefile asm s f90 f pas ada adb ads v sv vhd zig nim d "
        "cob cbl"
    ).split()
)
_KIND_OF = {ending: kind for kind, endings in KINDS.items() for ending in endings} | dict.fromkeys(CODE, "code")
NAMES = (*KINDS, "code")


def kind_of(path: str) -> str:
    """Return the kind of a file."""
    name, dot, ending = shown_name(path).rpartition(".")
    return _KIND_OF.get((ending if dot and name else "").lower(), "other")


def endings_of(kind: str) -> frozenset[str]:
    """Return the endings of a kind of files; none when there is no such kind."""
    return CODE if kind == "code" else KINDS.get(kind, frozenset())
