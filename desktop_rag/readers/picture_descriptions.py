"""Descriptions that people wrote for pictures, told from the names that programs give them."""

import re

_LONGEST = 4_000
_NAME = re.compile(
    r"(?:\S+\.(?:png|jpe?g|jpe|jfif|gif|bmp|tiff?|svgz?|wmf|emf|eps|webp|heic|ico|pict?|psd|pdf)"
    r"|(?:image|img|dsc|dscn|picture|pic|photo|foto|bild|grafik|abbildung|figure|graphic|graphics|object|objekt|objet|"
    r"imagen?|immagine|imagem|afbeelding|obraz|рисунок|shape|form|frame|rahmen|textbox|text box|group|gruppe|diagram|"
    r"diagramm|chart|content placeholder|picture placeholder|inhaltsplatzhalter|bildplatzhalter|screenshot|"
    r"図|図表|画像|图片|圖片|그림|formula|formel|formule)[\s_\-(]*\d*\)?"
    r"|[\d\W_]*|https?://\S+|[\w-]*\d{6,}[\w-]*)",
    re.IGNORECASE,
)
_BY_PROGRAM = re.compile(
    r"\s*(?:Description automatically generated(?: with .*)?|AI-generated content may be incorrect\.?|"
    r"Automatisch generierte Beschreibung|自動的に生成された説明|描述已自动生成)\s*$",
    re.IGNORECASE,
)


def description(*texts: str) -> str:
    """Return the description of a picture in one line: its title and its text; "" where they are empty."""
    said: list[str] = []
    for text in texts:
        line = _BY_PROGRAM.sub("", " ".join(text.split()))[:_LONGEST]
        if line and not _NAME.fullmatch(line) and not any(line in one for one in said):
            said = [one for one in said if one not in line]
            said.append(line)
    return ": ".join(said)
