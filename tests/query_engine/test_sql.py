"""Questions to tables: loading, reading only, correcting once, and citing the rows."""

import contextlib
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.response import StreamingResponse
from desktop_rag.query_engine.sql import NLSQLTableQueryEngine, parse_sql
from desktop_rag.query_engine.sql_tables import SQLDatabase, clean_name, column_values, load_tables
from desktop_rag.readers.file import load_file
from desktop_rag.readers.plain.separated_values import sniffed_delimiter
from desktop_rag.storage.sqlite import tables as tables_database
from desktop_rag.storage.sqlite.tables import SQLError
from tests.helpers.scripted_llm import ScriptedLLM

SALES = (
    "Region,Units Sold,Price,Order\n"
    'North,10,"1,200.50",00123\n'
    "South,20,99,00456\n"
    '"East, far",5,7.5,00789\n'
    "\n"
    "North,1,2,00001\n"
)


@pytest.fixture
def sales(tmp_path: Path) -> Path:
    path = tmp_path / "sales 2024.csv"
    path.write_text(SALES, encoding="utf-8")
    return path


@pytest.fixture
def database(sales: Path) -> SQLDatabase:
    return SQLDatabase.from_files([str(sales)])


def _xlsx(path: Path, sheets: dict[str, list[list[str | float]]], first_row: int = 1) -> None:
    """Write a workbook by hand: no library for it is needed in the program."""

    def cell(value: str | float, row: int, column: int) -> str:
        place = f"{chr(65 + column)}{row}"
        if isinstance(value, str):
            return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>' if value else ""
        return f'<c r="{place}"><v>{value}</v></c>'

    ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    with zipfile.ZipFile(path, "w") as archive:
        names = list(enumerate(sheets, 1))
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/></Types>',
        )
        package = "http://schemas.openxmlformats.org/package/2006/relationships"
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{package}"><Relationship Id="rId1" Type="{rel}/officeDocument" '
            'Target="xl/workbook.xml"/></Relationships>',
        )
        listed = "".join(f'<sheet name="{name}" sheetId="{i}" r:id="rId{i}"/>' for i, name in names)
        archive.writestr("xl/workbook.xml", f'<workbook {ns} xmlns:r="{rel}"><sheets>{listed}</sheets></workbook>')
        links = "".join(
            f'<Relationship Id="rId{i}" Type="{rel}/worksheet" Target="worksheets/sheet{i}.xml"/>' for i, _ in names
        )
        archive.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}">{links}</Relationships>')
        for i, name in names:
            rows = "".join(
                f'<row r="{r}">' + "".join(cell(value, r, c) for c, value in enumerate(row)) + "</row>"
                for r, row in enumerate(sheets[name], first_row)
            )
            archive.writestr(
                f"xl/worksheets/sheet{i}.xml", f"<worksheet {ns}><sheetData>{rows}</sheetData></worksheet>"
            )


def test_a_csv_file_becomes_a_typed_table(sales: Path) -> None:
    [table], notes = load_tables([sales])
    assert notes == []
    assert table.name == "sales_2024"
    assert [column[:2] for column in table.columns] == [
        ("region", "TEXT"),
        ("units_sold", "INTEGER"),
        ("price", "REAL"),
        ("order_", "TEXT"),
    ]
    assert table.rows[0] == ["North", 10, 1200.5, "00123"]
    assert [place.number for place in table.places] == [2, 3, 4, 6]
    assert table.page_text[table.places[2].start : table.places[2].end] == "| East, far | 5 | 7.5 | 00789 |"


def test_the_question_becomes_sql_and_the_rows_are_cited(database: SQLDatabase, sales: Path) -> None:
    llm = ScriptedLLM(["```sql\nSELECT SUM(units_sold) AS units FROM sales_2024 WHERE region = 'North';\n```", "11."])
    response = NLSQLTableQueryEngine(database, llm).query("How many units in the north?")
    assert str(response) == "11."
    assert response.metadata["sql_query"] == "SELECT SUM(units_sold) AS units FROM sales_2024 WHERE region = 'North'"
    assert (response.metadata["result"], response.metadata["col_keys"]) == ([[11]], ["units"])
    assert [found.node.metadata["rows"] for found in response.source_nodes] == ["2", "6"]
    node = response.source_nodes[0].node
    page = load_file(sales)[0].text
    assert page[node.start_char_idx : node.end_char_idx] == node.text == "| North | 10 | 1,200.50 | 00123 |"
    assert (node.metadata["file_path"], node.metadata["page_number"]) == (str(sales), 1)
    assert "units_sold INTEGER" in llm.prompts[0]
    assert "North | 10 | 1200.5 | 00123" in llm.prompts[0]
    assert "units\n11" in llm.prompts[1]


def test_neighbouring_rows_are_one_source(database: SQLDatabase) -> None:
    engine = NLSQLTableQueryEngine(database, ScriptedLLM(), synthesize_response=False)
    response = engine.run_sql("SELECT DISTINCT region r FROM sales_2024 t WHERE t.units_sold >= 5 ORDER BY r LIMIT 9")
    assert [found.node.metadata["rows"] for found in response.source_nodes] == ["2-4"]
    assert response.source_nodes[0].node.text.count("\n") == 2


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT a.region FROM sales_2024 a JOIN sales_2024 b ON a.units_sold = b.units_sold * 2", ["2-4"]),
        ("WITH x AS (SELECT region, price FROM sales_2024) SELECT region FROM x WHERE price = 99", ["3"]),
        ("SELECT region FROM sales_2024 UNION SELECT 'x'", ["2-6"]),
        ("SELECT 1 AS one", []),
        ("SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM sales_2024 GROUP BY region)", ["1"]),
    ],
)
def test_sources_of_complicated_queries(database: SQLDatabase, sql: str, rows: list[str]) -> None:
    response = NLSQLTableQueryEngine(database, ScriptedLLM()).run_sql(sql)
    assert [source.node.metadata["rows"] for source in response.source_nodes] == rows


def test_many_rows_are_several_sources(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    path.write_text("n,m\n" + "".join(f"{n},x\n" for n in range(1000)), encoding="utf-8")
    database = SQLDatabase.from_files([str(path)])
    response = NLSQLTableQueryEngine(database, ScriptedLLM()).run_sql("SELECT SUM(n) FROM many")
    assert response.metadata["result"] == [[499500]]
    assert [found.node.metadata["rows"] for found in response.source_nodes][:2] == ["2-21", "22-41"]
    assert len(response.source_nodes) == 10


def test_one_correction(database: SQLDatabase) -> None:
    llm = ScriptedLLM(["SELECT missing FROM sales_2024", "SQL: SELECT COUNT(*) AS n FROM sales_2024", "Four."])
    assert str(NLSQLTableQueryEngine(database, llm).query("How many?")) == "Four."
    assert "no such column: missing" in llm.prompts[1]
    llm = ScriptedLLM(["I cannot.", "SELECT x"])
    with pytest.raises(UserError, match="could not answer"):
        NLSQLTableQueryEngine(database, llm).query("How many?")
    assert len(llm.calls) == 2


def test_other_forms_of_answers(database: SQLDatabase) -> None:
    sql = "SELECT region FROM sales_2024 WHERE price > 1e9"
    assert str(NLSQLTableQueryEngine(database, ScriptedLLM([sql]), sql_only=True).query("?")) == sql
    rows = NLSQLTableQueryEngine(database, ScriptedLLM([sql]), synthesize_response=False).query("?")
    assert str(rows) == "The result is empty."
    streamed = NLSQLTableQueryEngine(database, ScriptedLLM([sql, "None at all."]), streaming=True).query("?")
    assert isinstance(streamed, StreamingResponse)
    assert str(streamed.get_response()) == "None at all."
    with pytest.raises(UserError, match="no table"):
        NLSQLTableQueryEngine(SQLDatabase([]), ScriptedLLM()).query("?")


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE sales_2024",
        "DELETE FROM sales_2024",
        "INSERT INTO sales_2024 (region) VALUES ('x')",
        "UPDATE sales_2024 SET region = 'x'",
        "CREATE TABLE t (a)",
        "ATTACH DATABASE '/etc/passwd' AS p",
        "PRAGMA writable_schema = 1",
        "SELECT load_extension('x')",
        "SELECT * FROM pragma_database_list",
        "SELECT sql FROM sqlite_master",
        "VACUUM INTO 'copy.db'",
        "SELECT 1; DROP TABLE sales_2024",
        "SELECT 1; SELECT 2",
        "WITH x AS (SELECT 1) DELETE FROM sales_2024",
        "SELECT zeroblob(1000000000)",
        "SELECT replace(hex(zeroblob(1000)), '00', printf('%.1000000000c', 'x'))",
        "EXPLAIN SELECT 1; SELECT 1",
        "BEGIN; SELECT 1",
        "",
        "SELECT",
        "SELECT \x00",
        "SELECT " + "(" * 2000,
    ],
)
def test_hostile_sql_does_nothing(database: SQLDatabase, sql: str) -> None:
    with contextlib.suppress(SQLError):
        assert len(str(database.run(sql).rows)) < 1000
    assert database.run("SELECT COUNT(*) FROM sales_2024").rows == [(4,)]


def test_an_endless_query_ends(database: SQLDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_database, "TIME_LIMIT", 0.3)
    endless = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT COUNT(*) FROM x"
    started = time.monotonic()
    with pytest.raises(SQLError, match="too long"):
        database.run(endless)
    assert time.monotonic() - started < 10
    token = CancelToken()
    with running(token):
        token.cancel()
        with pytest.raises(CancelledError):
            database.run(endless)
    many = database.run("WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT n FROM x", 7)
    assert len(many.rows) == 7
    assert many.truncated


def test_a_workbook_is_read_as_the_reader_numbers_it(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    people: list[list[str | float]] = [["Name", "Age"], ["Ann", 30], ["", ""], ["Bob", 41.5]]
    _xlsx(path, {"Empty": [], "People": people, "Numbers": [[1, 2], [3, 4]]}, first_row=3)
    database = SQLDatabase.from_files([str(path)])
    assert list(database.tables) == ["book_people", "book_numbers"]
    assert database.run("SELECT SUM(age) FROM book_people").rows == [(71.5,)]
    assert database.run("SELECT column_1 FROM book_numbers").rows == [(1,), (3,)]
    response = NLSQLTableQueryEngine(database, ScriptedLLM()).run_sql("SELECT age FROM book_people WHERE name='Bob'")
    node = response.source_nodes[0].node
    assert (node.metadata["page_number"], node.metadata["page_label"], node.metadata["rows"]) == (2, "People", "6")
    page = load_file(path)[1].text
    assert page[node.start_char_idx : node.end_char_idx] == node.text == "| Bob | 41.5 |"
    heading = NLSQLTableQueryEngine(database, ScriptedLLM()).run_sql("SELECT 1 FROM (SELECT age FROM book_people)")
    assert heading.source_nodes[0].node.text == "| Name | Age |"


def test_files_in_other_encodings_and_with_other_separators(tmp_path: Path) -> None:
    german = tmp_path / "umsatz.csv"
    german.write_bytes("Größe;Preis;Datum\nklein;1.234,50 €;2024-01-02\ngroß;7,5;-\n".encode("cp1252"))
    japanese = tmp_path / "人口.csv"
    japanese.write_bytes("都市,人口\n東京,14000000\n大阪,8800000\n札幌,1960000\n".encode("cp932"))
    tabs = tmp_path / "a.tsv"
    tabs.write_text('x\ty\n1\t"two\nlines"\n', encoding="utf-16")
    broken = tmp_path / "b.xlsx"
    broken.write_bytes(b"PK no")
    tables, notes = load_tables([german, japanese, tabs, broken, tmp_path / "gone.csv"])
    assert [table.name for table in tables] == ["umsatz", "人口", "a"]
    assert tables[0].columns == [("größe", "TEXT", "Größe"), ("preis", "REAL", "Preis"), ("datum", "TEXT", "Datum")]
    assert [row[1] for row in tables[0].rows] == [1234.5, 7.5]
    assert tables[1].rows[0] == ["東京", 14000000]
    assert tables[2].rows == [[1, "two\nlines"]]
    assert tables[2].page_text[tables[2].places[0].start : tables[2].places[0].end] == "| 1 | two lines |"
    assert [note.partition(":")[0] for note in notes] == ["b.xlsx", "gone.csv"]
    database = SQLDatabase(tables)
    assert database.run("SELECT 人口 FROM 人口 WHERE 都市 = '東京'").rows == [(14000000,)]


def test_a_large_schema_is_cut_to_the_window(tmp_path: Path) -> None:
    for number in range(40):
        text = ",".join(f"heading{number}x{i}" for i in range(30)) + "\n" + ",".join(["value"] * 30) + "\n"
        (tmp_path / f"table{number}.csv").write_text(text, encoding="utf-8")
    database = SQLDatabase.from_files([str(path) for path in sorted(tmp_path.glob("*.csv"))])
    llm = ScriptedLLM(["SELECT 1", "one"])
    NLSQLTableQueryEngine(database, llm).query("What is heading17x3?")
    assert "heading17x3" in llm.prompts[0]
    assert len(llm.prompts[0]) < 15_000


@pytest.mark.parametrize(
    ("reply", "sql"),
    [
        ("SELECT 1", "SELECT 1"),
        ("```sql\nSELECT 1;\n```\nThis counts.", "SELECT 1"),
        ("SQLQuery: SELECT 1; SQLResult: 5", "SELECT 1"),
        ("Sure:\nselect a from b\nExplanation: none", "select a from b"),
        ("WITH x AS (SELECT ';') SELECT * FROM x; DROP TABLE y", "WITH x AS (SELECT ';') SELECT * FROM x"),
        ("I do not know.", ""),
    ],
)
def test_statements_are_found_in_replies(reply: str, sql: str) -> None:
    assert parse_sql(reply) == sql


def test_names_and_delimiters() -> None:
    assert [clean_name(text, "column_1") for text in ("Order", "a b-c", "", "2024", "Größe (m²)")] == [
        "order_",
        "a_b_c",
        "column_1",
        "n2024",
        "größe_m2",
    ]
    assert [sniffed_delimiter(text) for text in ("a;b\n1,5;2\n", "a|b\n1|2\n", "a\tb\n", "x\n", "")] == [
        ";",
        "|",
        "\t",
        "",
        "",
    ]


def test_columns_are_numbers_entirely_or_not_at_all() -> None:
    assert column_values(["1", "", "n/a", "-3"], decimal_comma=False) == ("INTEGER", [1, None, None, -3])
    assert column_values(["10 %", "$1,000", "2e3"], decimal_comma=False) == ("REAL", [10.0, 1000.0, 2000.0])
    assert column_values(["1", "two"], decimal_comma=False) == ("TEXT", ["1", "two"])
    assert column_values(["007", "12"], decimal_comma=False)[0] == "TEXT"
    assert column_values(["1.234,5"], decimal_comma=True) == ("REAL", [1234.5])


@given(st.text(alphabet='ab1,;"\n\t\r| \x0b\u2028', max_size=80))
@settings(max_examples=80, deadline=None)
def test_any_text_is_a_table_or_none(text: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.csv")
        path.write_text(text, encoding="utf-8", newline="")
        tables, _ = load_tables([path])
        for table in tables:
            assert len(table.rows) == len(table.places)
            assert all(0 <= place.start <= place.end <= len(table.page_text) for place in table.places)
        SQLDatabase(tables).close()
