"""Rewrite a query so that it returns the row numbers its result comes from."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

_TOKEN = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/|\w+|[()]|\S", re.DOTALL)
_CLAUSES = frozenset(["SELECT", "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT"])
_COMBINED = frozenset(["UNION", "INTERSECT", "EXCEPT", "WITH", "VALUES"])
_AGGREGATE = re.compile(r"\b(?:count|sum|avg|min|max|total|group_concat|string_agg)\s*\(", re.IGNORECASE)
_JOINED = re.compile(
    r"(?:^|\bjoin\b|,)\s*[\"`\[]?(?P<table>\w+)[\"`\]]?(?:\s+(?:as\s+)?[\"`\[]?(?!(?:on|join|left|right|full|inner|outer|"
    r"cross|natural|using)\b)(?P<alias>\w+))?",
    re.IGNORECASE,
)
_DISTINCT = re.compile(r"^\s*(?:distinct|all)\b", re.IGNORECASE)


def rowid_query(sql: str, known: Collection[str]) -> tuple[str, list[str]]:
    """Return the query for row numbers, with the table of each of its first columns; none when it is too complicated.

    ``known`` are the tables whose rows are wanted, in lower case. Of groups the query is for each of their rows.
    """
    clauses = _clauses(sql)
    joined = _joined(clauses.get("FROM", ""), known)
    if not joined:
        return "", []
    return _row_query(clauses, [alias for _, alias in joined]), [name for name, _ in joined]


def _row_query(clauses: Mapping[str, str], aliases: Sequence[str]) -> str:
    """Return the query for the numbers of the rows, which come first; of groups it is for each of their rows."""
    numbers = ", ".join(f'"{alias}".rowid' for alias in aliases)
    wanted = _DISTINCT.sub("", clauses["SELECT"])
    if "GROUP" in clauses or _AGGREGATE.search(wanted):
        rest = "".join(f" {name} {clauses[name]}" for name in ("FROM", "WHERE") if name in clauses)
        return f"SELECT {numbers}{rest}"  # run by the reading connection
    rest = "".join(f" {name} {text}" for name, text in clauses.items() if name != "SELECT")
    return f"SELECT {numbers}, {wanted}{rest}"


def _clauses(sql: str) -> dict[str, str]:
    """Cut a single SELECT into its clauses; empty for anything else."""
    cuts: list[tuple[str, int, int]] = []
    text = _TOKEN.sub(_without_comment, sql).strip().rstrip(";")
    for token in _outside_brackets(text):
        word = token.group().upper()
        if word in _COMBINED:
            return {}
        if word in _CLAUSES:
            cuts.append((word, token.start(), token.end()))
    names = [name for name, *_ in cuts]
    if names[:2] != ["SELECT", "FROM"] or len(set(names)) != len(names):
        return {}
    ends = [start for _, start, _ in cuts[1:]] + [len(text)]
    return {name: text[end:stop].strip() for (name, _, end), stop in zip(cuts, ends, strict=True)}


def _without_comment(token: re.Match[str]) -> str:
    """Return a token, a space for a comment: clauses are put together on one line."""
    return " " if token.group().startswith(("--", "/*")) else token.group()


def _outside_brackets(sql: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of a query that stand in no brackets."""
    depth = 0
    for token in _TOKEN.finditer(sql):
        depth += (token.group() == "(") - (token.group() == ")")
        if not depth:
            yield token


def _joined(tables: str, known: Collection[str]) -> list[tuple[str, str]]:
    """Return the known tables of a FROM clause with the names they go by; none when one of them is a query."""
    if re.search(r"(?:^|\bjoin\b|,)\s*\(", tables, re.IGNORECASE):
        return []
    names = ((match["table"].lower(), match["alias"]) for match in _JOINED.finditer(tables))
    return [(name, alias or name) for name, alias in names if name in known]
