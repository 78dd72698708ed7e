"""JSON files as programs read them."""

from pathlib import Path

import pytest

from desktop_rag.llamaindex.readers.json import JSONReader

NESTED = '{"town": {"name": "Ulm", "rivers": ["Danube", "Blau"]}}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "town.json"
    path.write_text(NESTED, encoding="utf-8")
    return path


def test_lines_with_nothing_but_brackets_are_left_out(path: Path) -> None:
    (document,) = JSONReader().load_data(path, {"who": "me"})
    assert document.text == '"town": {\n"name": "Ulm",\n"rivers": [\n"Danube",\n"Blau"'
    assert document.metadata == {"who": "me"}
    assert JSONReader(clean_json=False).load_data(str(path))[0].text == NESTED


def test_each_value_stands_after_its_keys(path: Path) -> None:
    assert JSONReader(levels_back=0).load_data(path)[0].text.splitlines() == [
        "town name Ulm",
        "town rivers Danube",
        "town rivers Blau",
    ]
    assert JSONReader(levels_back=1).load_data(path)[0].text.startswith("name Ulm\n")
    together = JSONReader(levels_back=0, collapse_length=20).load_data(path)
    assert together[0].text == 'town name Ulm\ntown rivers ["Danube", "Blau"]'


def test_each_line_is_a_document(path: Path) -> None:
    path.write_text('{"a": "ä"}\n\n["b"]\n', encoding="utf-8")
    assert [one.text for one in JSONReader(is_jsonl=True).load_data(path)] == ['"a": "ä"', '"b"']
    assert JSONReader(is_jsonl=True, ensure_ascii=True).load_data(path)[0].text == '"a": "\\u00e4"'


def test_what_is_not_json_is_an_error(path: Path) -> None:
    path.write_text("town", encoding="utf-8")
    with pytest.raises(ValueError, match="Expecting value"):
        JSONReader().load_data(path)


def test_what_is_nested_too_deeply_is_left_out(tmp_path: Path) -> None:
    deep, path = "[" * 100_000 + "]" * 100_000, tmp_path / "a.jsonl"
    path.write_text(f'{{"a": 1}}\n{deep}\n', encoding="utf-8")
    with pytest.warns(UserWarning, match="nested too deeply"):
        documents = JSONReader(levels_back=0, is_jsonl=True).load_data(path)
    assert [document.text for document in documents] == ["a 1"]
