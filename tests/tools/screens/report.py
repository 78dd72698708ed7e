"""The table of findings: what to look at, on which screens, in which languages and sizes."""

import json
from collections import defaultdict
from pathlib import Path

_EXPECTED = ("shortened",)  # told last: names of files and titles may be longer than any window


def write_report(out: Path) -> list[tuple[str, str, str]]:
    """Write ``report.md`` from what the processes noted in ``out``; return kind, widget and text of each row."""
    noted = [row for file in sorted(out.glob("findings-*.json")) for row in json.loads(file.read_text("utf-8"))]
    rows: dict[tuple[str, str, str], set[tuple[str, str, str]]] = defaultdict(set)
    for row in noted:
        if row["kind"] != "text":
            rows[row["kind"], row["widget"], row["text"]].add((row["screen"], row["language"], row["size"]))
    for widget, text, places in _untranslated(noted):
        rows["untranslated", widget, text] |= places
    ordered = sorted(rows, key=lambda row: (row[0] in _EXPECTED, row))
    lines = ["| what | widget | text | screens | languages | sizes |", "|---|---|---|---|---|---|"]
    for row in ordered:
        screens, languages, sizes = (", ".join(sorted(set(part))) for part in zip(*rows[row], strict=True))
        kind, widget, text = (part.replace("|", "\\|").replace("\n", " ") for part in row)
        lines.append(f"| {kind} | {widget} | {text} | {screens} | {languages} | {sizes} |")
    (out / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ordered


def _untranslated(noted: list[dict[str, str]]) -> list[tuple[str, str, set[tuple[str, str, str]]]]:
    """Return texts of several words that another language has word for word as English has them."""
    english = {(row["widget"], row["text"]) for row in noted if row["kind"] == "text" and row["language"] == "en"}
    same: dict[tuple[str, str], set[tuple[str, str, str]]] = defaultdict(set)
    for row in noted:
        key = row["widget"], row["text"]
        if row["kind"] == "text" and row["language"] != "en" and key in english and _has_words(row["text"]):
            same[key].add((row["screen"], row["language"], row["size"]))
    return [(widget, text[:80], places) for (widget, text), places in same.items()]


def _has_words(text: str) -> bool:
    return text.isascii() and sum(word.isalpha() for word in text.split()) > 1
