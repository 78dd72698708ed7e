"""Charts show their figures in the formats that are drawn."""

from pathlib import Path

from desktop_rag.readers.file import load_file
from tests.helpers.office import deck, slide_of

_NAMES = 'xmlns:c="c" xmlns:a="a" xmlns:cx="cx"'


def points(*values: str, form: str = "") -> str:
    inside = "".join(f'<c:pt idx="{number}"><c:v>{value}</c:v></c:pt>' for number, value in enumerate(values) if value)
    return f"<c:formatCode>{form}</c:formatCode>{inside}" if form else inside


def numbers(kind: str, *values: str, form: str = "General") -> str:
    return f"<c:{kind}><c:numRef><c:numCache>{points(*values, form=form)}</c:numCache></c:numRef></c:{kind}>"


def words(kind: str, *values: str) -> str:
    return f"<c:{kind}><c:strRef><c:strCache>{points(*values)}</c:strCache></c:strRef></c:{kind}>"


def title(text: str) -> str:
    return f"<c:title><c:tx><c:rich><a:p><a:r><a:t>{text}</a:t></a:r></a:p></c:rich></c:tx></c:title>"


def chart(*series: str, more: str = "", head: str = "") -> str:
    shapes = "".join(f"<c:ser>{one}</c:ser>" for one in series)
    return f"<c:chartSpace {_NAMES}>{head}<c:chart>{more}<c:plotArea>{shapes}</c:plotArea></c:chart></c:chartSpace>"


def text_of(folder: Path, data: str, kind: str = "chart") -> str:
    (page,) = load_file(deck(folder / "a.pptx", [slide_of()], (kind, "charts/chart1.xml", data)))
    return page.text


def test_values_and_categories_have_their_formats(tmp_path: Path) -> None:
    days = numbers("cat", "45383", "45384", form="d mmm yyyy")
    share = words("tx", "Share") + days + numbers("val", "0.075", "0.30000000000000004", form="0.0%")
    plain = words("tx", "Catch") + days + numbers("val", "0.30000000000000004", "1200")
    labels = '<c:dLbls><c:numFmt formatCode="0.00" sourceLinked="0"/><c:showVal val="1"/></c:dLbls>'
    labelled = words("tx", "Price") + labels + days + numbers("val", "2.5", "3")
    assert text_of(tmp_path, chart(share, plain, labelled, more=title("Ports"))) == (
        "## Ports\n\n|  | Share | Catch | Price |\n| --- | --- | --- | --- |\n"
        "| 1 Apr 2024 | 7.5% | 0.3 | 2.50 |\n| 2 Apr 2024 | 30.0% | 1200 | 3.00 |"
    )


def test_days_may_be_counted_from_1904(tmp_path: Path) -> None:
    series = numbers("cat", "43921", form="yyyy-mm-dd") + numbers("val", "1")
    head = '<c:date1904 val="1"/>'
    assert "| 2024-04-01 | 1 |" in text_of(tmp_path, chart(series, head=head))


def test_categories_on_several_levels_stand_in_each_row(tmp_path: Path) -> None:
    levels = f"<c:lvl>{points('Q1', 'Q2', 'Q1', 'Q2')}</c:lvl><c:lvl>{points('2023', '', '2024')}</c:lvl>"
    nested = f"<c:cat><c:multiLvlStrRef><c:multiLvlStrCache>{levels}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>"
    text = text_of(tmp_path, chart(words("tx", "Catch") + nested + numbers("val", "1", "2", "3", "4")))
    assert text.split("\n")[4:] == ["| 2023 Q1 | 1 |", "| 2023 Q2 | 2 |", "| 2024 Q1 | 3 |", "| 2024 Q2 | 4 |"]


def test_titles_of_axes_are_kept(tmp_path: Path) -> None:
    axis = f"<c:valAx>{title('Tonnes')}</c:valAx><c:catAx>{title('Port')}</c:catAx>"
    series = words("cat", "Rab") + numbers("val", "9")
    text = text_of(tmp_path, chart(series, more=title("Catch") + axis))
    assert text.startswith("## Catch\n\nTonnes · Port\n\n|  | Catch |\n| --- | --- |\n| Rab | 9 |")


def test_charts_of_newer_kinds(tmp_path: Path) -> None:
    kinds = '<cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Start</cx:pt><cx:pt idx="1">Tax</cx:pt></cx:lvl></cx:strDim>'
    values = '<cx:lvl formatCode="#,##0"><cx:pt idx="0">12500</cx:pt><cx:pt idx="1">-300</cx:pt></cx:lvl>'
    data = f'<cx:chartData><cx:data id="0">{kinds}<cx:numDim type="val">{values}</cx:numDim></cx:data></cx:chartData>'
    name = "<cx:tx><cx:txData><cx:v>Budget</cx:v></cx:txData></cx:tx>"
    series = f'<cx:series layoutId="waterfall">{name}<cx:dataId val="0"/></cx:series>'
    head = "<cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Bridge</a:t></a:r></a:p></cx:rich></cx:tx></cx:title>"
    chart = f"<cx:chartSpace {_NAMES}>{data}<cx:chart>{head}{series}</cx:chart></cx:chartSpace>"
    assert text_of(tmp_path, chart, "chartEx") == (
        "## Bridge\n\n|  | Budget |\n| --- | --- |\n| Start | 12,500 |\n| Tax | -300 |"
    )
