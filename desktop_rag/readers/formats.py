"""Which endings are read, and what of a file can be told without opening it.

Nothing heavy is imported here: the window asks it too. ``readers.detect`` has the last word, by the content.
"""

import os
import stat
from pathlib import Path


def _endings(names: str) -> frozenset[str]:
    """Return endings with their dots."""
    return frozenset(f".{name}" for name in names.split())


SLIDES = _endings("pptx pptm ppsx ppsm potx potm ppt pps pot odp otp")
PAGED = _endings("pdf docx docm dotx dotm epub xps oxps mobi fb2 cbz")
"""Read page by page, each of which can be drawn with the words of a passage marked."""
TABULAR = _endings("xlsx xlsm xltx xltm xlsb xls ods")
OFFICE = _endings(
    "doc dot pptx pptm ppsx ppsm potx ppt pps pot odt ott odp otp odg fodt fodp rtf hwp hwpx pages key numbers"
)
OPEN_XML = _endings("docx docm dotx dotm pptx pptm ppsx ppsm potx xlsx xlsm xltx xltm")
"""Office files since 2007: archives of XML."""
MARKUP = _endings("html htm xhtml mhtml mht webarchive")
NOTEBOOK = _endings("ipynb")
IMAGES = _endings("png jpg jpeg tif tiff bmp webp gif heic heif avif jp2")
ARCHIVES = _endings("zip tar gz tgz bz2 tbz2 xz txz zst 7z rar cbr cab")
MAIL = _endings("eml emlx msg mbox mbx")
MARKDOWN = _endings("md markdown mdx")
VERBATIM = _endings(
    "csv tsv json jsonl ndjson xml xsl xslt xsd yaml yml toml ini cfg conf properties log "
    "py pyi pyx js mjs cjs jsx ts tsx java kt kts scala groovy c h cc cpp cxx hpp hh cs fs vb go rs swift m mm rb php "
    "pl pm lua r jl dart ex exs erl hs ml mli clj lisp el scm sql sh bash zsh fish ps1 bat cmd css scss less vue "
    "svelte graphql proto tf cmake gradle dockerfile makefile asm s f90 f pas ada adb ads v sv vhd zig nim d cob cbl "
    "sty cls bst bib"
)
"""Source code and data: their lines are kept as they are, and shown in a fixed-width font."""
PLAIN = _endings("txt text rst org adoc asciidoc tex ltx srt vtt nfo ics vcf")
TEXT = PLAIN | VERBATIM
TEXT_NAMES = frozenset(
    ("readme license licence copying makefile dockerfile changelog authors notice todo news").split()
)

MAXIMUM_BYTES = 200 * 1024 * 1024
CONTAINERS = ARCHIVES | MAIL
SUPPORTED = PAGED | TABULAR | OFFICE | MARKUP | NOTEBOOK | IMAGES | CONTAINERS | MARKDOWN | TEXT

_NOT_READ = (
    (
        _endings(
            "mp3 m4a aac flac ogg oga opus wav wma aif aiff mid midi amr mp4 m4v mkv avi mov wmv flv webm mpg mpeg 3gp"
        ),
        "Sound and video are not read.",
    ),
    (
        _endings(
            "exe dll so dylib sys msi app com bin o obj a lib class jar war pyc pyo pyd whl deb rpm dmg pkg apk ipa "
            "iso img vmdk vdi qcow2 wasm node"
        ),
        "Programs and disk images are not read.",
    ),
    (_endings("ttf otf woff woff2 ttc eot pfb"), "Fonts are not read."),
    (
        _endings("db sqlite sqlite3 mdb accdb frm ibd dbf parquet feather arrow npy npz pkl h5 hdf5 onnx gguf pt"),
        "Databases and files of numbers are not read. If it holds tables, save them as CSV and add those.",
    ),
    (_endings("tmp temp bak swp lock part crdownload lnk url webloc torrent msf"), "It is not a document."),
    (
        _endings("psd ai eps ps indd cdr dwg dxf skp blend stl obj fbx xcf raw cr2 nef arw dng svgz wmf emf"),
        "Drawings and raw photographs are not read. If it holds text, save it as PDF and add that.",
    ),
)  # fmt: skip
_REASONS = {ending: reason for endings, reason in _NOT_READ for ending in endings}


def is_supported(path: Path) -> bool:
    """Whether files of this name are known to be read; others are too, if they hold text."""
    return path.suffix.lower() in SUPPORTED or (not path.suffix and path.name.lower() in TEXT_NAMES)


def why_not(path: Path, status: os.stat_result, maximum_bytes: int = MAXIMUM_BYTES) -> str:
    """Return in plain words why a file is not even opened, "" when it is."""
    if not stat.S_ISREG(status.st_mode):
        return "It is not a regular file."
    if status.st_size == 0:
        return "The file is empty."
    reason = _REASONS.get(path.suffix.lower(), "")
    if reason:
        return reason
    if status.st_size > maximum_bytes:
        return f"The file is larger than {maximum_bytes // 1024 // 1024} MB. Raise the limit in its folder's rules."
    return ""


def is_paged(file: str) -> bool:
    """Whether the file has pages that can be shown as pictures."""
    return Path(file).suffix.lower() in PAGED | IMAGES


def has_slides(file: str) -> bool:
    """Whether what the reader of the file numbers are slides."""
    return Path(file).suffix.lower() in SLIDES


def is_verbatim(file: str) -> bool:
    """Whether the file is source code or data, by its name."""
    return Path(file).suffix.lower() in VERBATIM
