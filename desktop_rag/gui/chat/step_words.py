"""Describe an agent's steps in plain words: “Searched for “…””, “Read report.pdf, pages 3–5”."""

import json
import re

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.file_paths import file_name
from desktop_rag.core.results.answers import AgentStep
from desktop_rag.gui.widgets import words

_FILE = ("file", "file_name", "path", "document", "doc_id", "name")
_QUERY = ("query", "query_str", "question", "input", "text", "q")
_FIRST = ("first_page", "start_page", "from_page", "first", "page")
_LAST = ("last_page", "end_page", "to_page", "last")
_READS = re.compile("read|open|page|document_text")
_SEARCHES = re.compile("search|retrieve|find|grep|look")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Steps", text)


def step_line(step: AgentStep) -> str:
    """Return one step on one line."""
    if not step.tool:
        return words.excerpt(step.thought, 160) or _tr("Thought about the next step")
    values = _arguments(step.arguments)
    tool = step.tool.lower()
    if _READS.search(tool) and (line := _reading(values)):
        return line
    query = _first(values, _QUERY)
    if _SEARCHES.search(tool) and query:
        return _tr("Searched for “{query}”").format(query=words.excerpt(query, 120))
    if "summar" in tool:
        return _summarising(values)
    if "list" in tool:
        return _tr("Looked through the list of files")
    used = _tr("Used {tool}").format(tool=step.tool.replace("_", " "))
    given = words.excerpt(words.listed(values.values()), 120)
    return f"{used}: {given}" if given else used


def step_details(step: AgentStep) -> str:
    """Return the agent's thought and the tool's result, in full but for very long results."""
    parts = [step.thought.strip() if step.tool else "", words.excerpt(step.observation, 600)]
    return "\n\n".join(part for part in parts if part)


def _reading(values: dict[str, str]) -> str:
    file = file_name(_first(values, _FILE))
    first, last = _first(values, _FIRST), _first(values, _LAST)
    span = re.findall(r"\d+", values.get("pages", ""))
    if span:
        first, last = span[0], span[-1]
    if not file:
        return ""
    if not first:
        return _tr("Read {file}").format(file=file)
    if last and last != first:
        return _tr("Read {file}, pages {first}–{last}").format(file=file, first=first, last=last)
    return _tr("Read {file}, page {page}").format(file=file, page=first)


def _summarising(values: dict[str, str]) -> str:
    what = file_name(_first(values, _FILE)) or words.excerpt(_first(values, _QUERY), 120)
    return _tr("Summarised {what}").format(what=what) if what else _tr("Summarised")


def _arguments(text: str) -> dict[str, str]:
    """Return the arguments by name; a text that is no object is taken as what was searched for."""
    try:
        values = json.loads(text) if text.strip() else {}
    except ValueError:
        values = text
    if isinstance(values, dict):
        return {str(key): _plain(value) for key, value in values.items() if value is not None}
    return {"input": str(values)}


def _plain(value: object) -> str:
    return words.listed(map(str, value)) if isinstance(value, list) else str(value)


def _first(values: dict[str, str], names: tuple[str, ...]) -> str:
    return next((values[name] for name in names if values.get(name)), "")
