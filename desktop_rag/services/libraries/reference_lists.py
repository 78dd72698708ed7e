"""Lists of references for other programs: as BibTeX, in RIS, and as CSL JSON, which Zotero and Pandoc read."""

import json
from collections.abc import Callable, Mapping, Sequence

from desktop_rag.core.bibliography import Creator
from desktop_rag.services.libraries.references import Reference, bibtex, citation_key, ris

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def reference_list(references: Sequence[Reference], suffix: str) -> str:
    """Return works in the format of files that end so, one of ``LISTS``; each has a key of its own."""
    return LISTS[suffix](references)


def _bibtex_list(references: Sequence[Reference]) -> str:
    return "\n\n".join(bibtex(one, key) for key, one in _keys(references).items()) + "\n"


def _ris_list(references: Sequence[Reference]) -> str:
    return "\n".join(ris(one, key) for key, one in _keys(references).items())


def _csl_list(references: Sequence[Reference]) -> str:
    """Return works as an array of CSL JSON (https://github.com/citation-style-language/schema, csl-data.json)."""
    items = [_csl(key, reference) for key, reference in _keys(references).items()]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


LISTS: Mapping[str, Callable[[Sequence[Reference]], str]] = {
    ".bib": _bibtex_list,
    ".ris": _ris_list,
    ".json": _csl_list,
}
"""What makes a list of works, by the ending of the file."""


def _keys(references: Sequence[Reference]) -> dict[str, Reference]:
    """Return references by keys of their own: of two that would have the same one, the second ends in “a”."""
    found: dict[str, Reference] = {}
    for reference in references:
        key = plain = citation_key(reference)
        number = 0
        while key in found:
            key = f"{plain}{_LETTERS[number % len(_LETTERS)] * (1 + number // len(_LETTERS))}"
            number += 1
        found[key] = reference
    return found


def _csl(key: str, reference: Reference) -> dict[str, object]:
    record, paper = reference.record, reference.paper
    imprint = paper.imprint if paper else None
    people = [Creator(one.family, one.given) for one in paper.people] if paper else []
    if not paper:
        people = [Creator(name.strip()) for name in reference.author.split(";") if name.strip()]
    editors = [one for one in record.creators if one.role == "editor" and one not in record.authors] if record else []
    kind = "document" if imprint is None or not imprint.journal else "article-journal"
    if imprint is not None and imprint.journal and imprint.is_conference:
        kind = "paper-conference"
    values: dict[str, object] = {
        "id": key,
        "type": record.kind if record else kind,
        "title": reference.title or reference.file,
        "author": list(map(_csl_name, people)),
        "editor": list(map(_csl_name, editors)),
        "issued": {"date-parts": [[int(part) for part in reference.date.split("-")]]}
        if _is_date(reference.date)
        else "",
        "container-title": imprint.journal if imprint else "",
        "volume": imprint.volume if imprint else "",
        "issue": imprint.issue if imprint else "",
        "page": imprint.pages if imprint else "",
        "publisher": record.publisher if record else "",
        "publisher-place": record.place if record else "",
        "edition": record.edition if record else "",
        "DOI": imprint.doi if imprint else "",
        "ISBN": record.isbn if record else "",
        "URL": record.url if record else f"https://arxiv.org/abs/{imprint.arxiv}" if imprint and imprint.arxiv else "",
        "keyword": ", ".join(record.tags) if record else "",
    }
    return {name: value for name, value in values.items() if value}


def _csl_name(one: Creator) -> dict[str, str]:
    return {"family": one.family, "given": one.given} if one.given else {"literal": one.family}


def _is_date(date: str) -> bool:
    parts = date.split("-")
    return bool(date) and all(part.isascii() and part.isdecimal() for part in parts)
