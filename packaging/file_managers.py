"""“Ask Desktop RAG” in the menus of file managers for Linux: what Dolphin, Nemo and Files (Nautilus) read.

Each offers it for folders and for the types of files that the menu entry names.
"""

import re
from pathlib import Path

WORDS = {
    "": "Ask Desktop RAG",
    "de": "Desktop RAG fragen",
    "ja": "Desktop RAG に質問",
    "zh_CN": "用 Desktop RAG 提问",
}
"""What the menus say, by language; as in the installer for Windows and the service for macOS."""
# Beyond those of the menu entry: no program should offer itself for opening them, but they are read
_ALSO = ("text/plain", "text/html", "message/rfc822", "image/png", "image/jpeg", "image/tiff", "application/zip")
_COMMAND = "desktop-rag-gui -- %F"
_DOLPHIN = """\
[Desktop Entry]
Type=Service
MimeType={types};
Actions=ask;
Icon=desktop-rag

[Desktop Action ask]
{names}
Icon=desktop-rag
Exec={command}
"""
_NEMO = """\
[Nemo Action]
{names}
Exec={command}
Icon-Name=desktop-rag
Selection=notnone
Mimetypes={types};
Quote=double
Dependencies=desktop-rag-gui;
"""


def files(root: Path, identifier: str) -> dict[str, str]:
    """Return the text of each file, by its path below /usr/share; ``identifier`` is the name of the menu entry."""
    types = media_types(root, identifier)
    names = "\n".join(f"Name[{code}]={words}" if code else f"Name={words}" for code, words in WORDS.items())
    values = {"types": ";".join(types), "names": names, "command": _COMMAND}
    extension = (root / "packaging" / "nautilus_menu.py").read_text(encoding="utf-8")
    for line in (f"WORDS = {WORDS!r}", f"MEDIA_TYPES = {types!r}"):
        extension = re.sub(rf"(?m)^{line.partition(' ')[0]} = .*$", lambda _, line=line: line, extension)
    return {
        f"kio/servicemenus/{identifier}.desktop": _DOLPHIN.format(**values),
        f"nemo/actions/{identifier}.nemo_action": _NEMO.format(**values),
        "nautilus-python/extensions/desktop_rag_menu.py": extension,
    }


def media_types(root: Path, identifier: str) -> list[str]:
    """Return the types of files and folders that can be asked."""
    entry = (root / "packaging" / f"{identifier}.desktop").read_text(encoding="utf-8")
    (named,) = re.findall(r"(?m)^MimeType=(.*);$", entry)
    return list(dict.fromkeys([*named.split(";"), *_ALSO]))
