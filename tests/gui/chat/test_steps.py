"""What an agent did, in plain words, whatever the tools are called and however they were called."""

import pytest

from desktop_rag.core.results.answers import AgentStep
from desktop_rag.gui.chat.step_words import step_details, step_line


@pytest.mark.parametrize(
    ("tool", "arguments", "line"),
    [
        ("search", '{"query": "電池の寿命"}', "Searched for “電池の寿命”"),
        ("search_library", '{"input": "costs"}', "Searched for “costs”"),
        ("vector_search", "costs in 2022", "Searched for “costs in 2022”"),
        ("read_pages", '{"file": "/a/report.pdf", "first_page": 3, "last_page": 5}', "Read report.pdf, pages 3–5"),
        ("read_document", '{"file_name": "report.pdf", "pages": "4-9"}', "Read report.pdf, pages 4–9"),
        ("read_pages", '{"path": "report.pdf", "page": 7}', "Read report.pdf, page 7"),
        ("read_file", '{"path": "notes.txt"}', "Read notes.txt"),
        ("summarise", '{"file": "notes.txt"}', "Summarised notes.txt"),
        ("list_files", "{}", "Looked through the list of files"),
        ("add_numbers", '{"a": 1, "b": [2, 3]}', "Used add numbers: 1, 2, 3"),
        ("strange", '{"broken', 'Used strange: {"broken'),
        ("search", "", "Used search"),
        ("", "", "I know enough."),
    ],
)
def test_a_step_is_one_plain_line(tool: str, arguments: str, line: str) -> None:
    assert step_line(AgentStep(1, "I know enough.", tool, arguments, "")) == line


def test_long_observations_are_cut() -> None:
    details = step_details(AgentStep(1, "Think.", "search", "{}", "word " * 1000))
    assert details.startswith("Think.\n\nword")
    assert len(details) < 700
