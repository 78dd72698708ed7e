"""Reads facts (subject, relation, object) from what models reply, and checks them against the text they are about."""

import re
from collections.abc import Iterator, Sequence

from desktop_rag.core.output_parsers import parse_json, parse_lines, without_fence
from desktop_rag.indices.keywords import keyword_key
from desktop_rag.storage.sqlite.index_kinds.graph import Triplet
from desktop_rag.text.analyzer import keyword_terms

MAX_OBJECT_LENGTH = 128
_ROLES = (
    ("subject", "head", "source", "subj", "entity1", "from"),
    ("relation", "predicate", "type", "relationship", "verb", "edge", "label", "pred"),
    ("object", "tail", "target", "obj", "entity2", "to"),
)
_BRACKETS = re.compile(r"[(（〈<\[]([^()（）〈〉<>\[\]]+)[)）〉>\]]")
_ARROW = re.compile(r"(?<!\s)\s*+(?:(?<!-)-++\s*+\[+|(?<!\])\]++\s*+-*+>|(?<!-)-++>|(?<!=)=++>|→|⟶|⇒|>{1,2}|—>)\s*")
_BAR = re.compile(r"(?<!\s)\s*[|｜\t]\s*")
_DASH = re.compile(r"(?<!\s)\s++[-–—]++\s+")
_COMMA = re.compile(r"(?<!\s)\s*+[,，、;；]\s*")
_QUOTED = re.compile(r"\"[^\"\n]{1,500}\"|“[^”\n]{1,500}”|「[^」\n]{1,500}」|'[^'\n]{1,500}'(?=\s*(?:[,，、)）]|$))")
_LABELLED = re.compile(
    r"subject\s*+[:：=]\s*+(?P<s>.+?)(?<![,;，；|\s])[,;，；|\s]++(?:relation(?:ship)?|predicate)\s*+[:：=]\s*+"
    r"(?P<r>.+?)(?<![,;，；|\s])[,;，；|\s]++object\s*+[:：=]\s*+(?P<o>.+)",
    re.IGNORECASE | re.DOTALL,
)
_HIDDEN = re.compile("\x00(\\d+)\x00")
_EDGES = " \t\"'`“”‘’「」『』()（）[]<>*_.。,，;；"


def parse_triplets(response: str, max_length: int = MAX_OBJECT_LENGTH) -> list[Triplet]:
    """Return the facts of a reply, each once: in brackets, with arrows or bars, as JSON, one or several on a line.

    What has no three parts, or a part of more than ``max_length`` characters, is left out.
    """
    found: dict[Triplet, Triplet] = {}
    for parts in _candidates(response):
        triplet = _triplet(parts, max_length)
        if triplet is not None:
            found.setdefault(triplet_keys(triplet), triplet)
    return list(found.values())


def triplet_keys(triplet: Triplet) -> Triplet:
    """Return a fact as it is compared with others."""
    subject, relation, target = triplet
    return keyword_key(subject), keyword_key(relation), keyword_key(target)


def is_supported(triplet: Triplet, text: str) -> bool:
    """Return True if the text has any word of the fact's subject or object.

    Models repeat the example of their instructions, or what they know from elsewhere.
    """
    words = set(keyword_terms(f"{triplet[0]}\n{triplet[2]}").terms)
    return not words.isdisjoint(keyword_terms(text).terms)


def _candidates(response: str) -> Iterator[Sequence[str]]:
    """Yield the possible parts of facts."""
    labelled = _LABELLED.search(response)
    value = parse_json(response) if response.lstrip().startswith(("[", "{", "```")) else None
    from_json = list(_from_json(value))
    if from_json:
        yield from from_json
    elif labelled:
        for block in re.split(r"\n\s*\n|(?i:(?=subject\s*[:：=]))", response):
            match = _LABELLED.search(block)
            if match:
                yield match.group("s", "r", "o")
    else:
        for line in parse_lines(without_fence(response)):
            yield from _from_line(line)


def _from_json(value: object) -> Iterator[Sequence[str]]:
    """Yield facts from lists of three, or objects whose keys name the roles."""
    if isinstance(value, list):
        yield from _from_list(value)
    elif isinstance(value, dict):
        parts = [_role(value, names) for names in _ROLES]
        if all(parts):
            yield parts
        else:
            for item in value.values():
                yield from _from_json(item)


def _from_list(values: list[object]) -> Iterator[Sequence[str]]:
    """Yield the fact that a list of three is, or those in a longer one."""
    if len(values) == 3 and all(isinstance(item, str | int | float) for item in values):
        yield [str(item) for item in values]
        return
    for item in values:
        yield from _from_line(item) if isinstance(item, str) else _from_json(item)


def _role(value: dict[object, object], names: Sequence[str]) -> str:
    """Return the part of a JSON object that has one of these names."""
    lowered = {str(key).casefold(): item for key, item in value.items()}
    found = next((lowered[name] for name in names if name in lowered), "")
    if isinstance(found, dict):
        found = found.get("name") or found.get("id") or found.get("label") or ""
    return str(found) if isinstance(found, str | int | float) else ""


def _from_line(line: str) -> Iterator[Sequence[str]]:
    """Yield the facts of a line; quoted parts may contain what separates the others."""
    hidden: list[str] = []

    def hide(match: re.Match[str]) -> str:
        hidden.append(match.group()[1:-1])
        return f"\x00{len(hidden) - 1}\x00"

    for parts in _separated(_QUOTED.sub(hide, line)):
        shown = [_HIDDEN.sub(lambda match: hidden[int(match.group(1))], part) for part in parts if part.strip()]
        yield [*shown[:2], ", ".join(shown[2:])]


def _separated(line: str) -> list[list[str]]:
    """Return the parts of each fact of a line: those in brackets, else those between separators of one kind."""
    bracketed = [_COMMA.split(inside) for inside in _BRACKETS.findall(line)]
    facts = [parts for parts in bracketed if len(parts) >= 3]
    if facts:
        return facts
    for separator in (_ARROW, _BAR, _DASH):
        parts = separator.split(line.strip(" |"))
        if len([part for part in parts if part.strip()]) == 3:
            return [parts]
    parts = _COMMA.split(line)
    return [parts] if len(parts) == 3 and not bracketed else []


def _triplet(parts: Sequence[str], max_length: int) -> Triplet | None:
    """Return cleaned parts; None when one is empty or too long."""
    subject, relation, target = (" ".join(part.strip(_EDGES).split()) for part in parts)
    if not (subject and relation and target) or max(map(len, (subject, relation, target))) > max_length:
        return None
    return subject, relation, target
