"""Web pages keep the shape in which values mean something: columns, numbers, labels, choices, formulas, readings."""

import email.message
from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file
from desktop_rag.readers.plain.web_pages import html_markdown


def text_of(tmp_path: Path, source: str, name: str = "a.html") -> str:
    (tmp_path / name).write_text(source, encoding="utf-8")
    return "\n".join(page.text for page in load_file(tmp_path / name))


def rows_of(source: str) -> list[list[str]]:
    rows = [line for line in html_markdown(source).split("\n") if line.startswith("|") and "---" not in line]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


# -- tables


def test_a_cell_merged_downwards_stands_in_each_row_that_it_covers() -> None:
    source = (
        "<table><tr><th>Line<th>Rider<th>Toll</tr><tr><td rowspan=3>Red<td rowspan=2>adult<td>50</tr>"
        "<tr><td>51</tr><tr><td>child<td>52</tr><tr><td>Blue<td></td><td>60</tr></table>"
    )
    assert rows_of(source)[1:] == [
        ["Red", "adult", "50"], ["Red", "adult", "51"], ["Red", "child", "52"], ["Blue", "", "60"]
    ]  # fmt: skip


def test_a_figure_merged_over_rows_and_columns() -> None:
    source = "<table><tr><th>A<th>B<th>C</tr><tr><td>x<td colspan=2 rowspan=2>7</tr><tr><td>y</tr></table>"
    assert rows_of(source)[1:] == [["x", "7", ""], ["y", "7", ""]]


def test_a_row_span_of_nothing_reaches_to_the_end_of_its_group_and_none_reaches_further() -> None:
    source = (
        "<table><thead><tr><th>Shed<th>Boat</tr></thead><tbody><tr><td rowspan=0>North<td>Puffin</tr><tr><td>Auk</tr>"
        "</tbody><tbody><tr><td rowspan=9>South<td>Gull</tr></tbody><tbody><tr><td>East<td>Tern</tr></tbody></table>"
    )
    assert rows_of(source)[1:] == [["North", "Puffin"], ["North", "Auk"], ["South", "Gull"], ["East", "Tern"]]


def test_the_label_of_rows_is_no_head_of_the_table() -> None:
    source = (
        "<table><tr><th>Year<th>Term<th>Fee</tr><tr><th rowspan=2 scope=row>2023<td>spring<td>4</tr>"
        "<tr><td>autumn<td>5</tr></table>"
    )
    assert rows_of(source)[2] == ["2023", "autumn", "5"]


def test_the_foot_of_a_table_is_its_last_row_wherever_it_is_written() -> None:
    source = (
        "<table><caption>Fares <b>1931</b></caption><tfoot><tr><td>Sum<td>9</tr></tfoot>"
        "<thead><tr><th>Zone<th>Fare</tr></thead><tr><td>1<td>9</tr></table>"
    )
    assert html_markdown(source) == "Fares 1931\n\n| Zone | Fare |\n| --- | --- |\n| 1 | 9 |\n| Sum | 9 |"


@pytest.mark.parametrize("wrapper", ["form", "div", "span", "tbody><x-row", "center"])
def test_rows_within_something_else_stay_in_their_table(wrapper: str) -> None:
    source = (
        f"<table><tr><th>Mooring<th>Fee</tr><{wrapper}><tr><td>Quay<td>12</tr></{wrapper.partition('>')[0]}>"
        "<tr><td>Pier<td>14</tr></table>"
    )
    assert rows_of(source) == [["Mooring", "Fee"], ["Quay", "12"], ["Pier", "14"]]


@pytest.mark.parametrize(
    "source",
    [
        (
            "<div role=table><b><p role=row><b role=columnheader>A</b><b role=columnheader>B</b></p></b>"
            "<div role=row><span role=cell>1</span><span role=cell></span></div></div>"
        ),
        (
            "<style>.t{display:table} .t p{display:table-row} .t span{display:table-cell}</style>"
            "<div class=t><p><span>A</span><span>B</span></p><p><span>1</span><span></span></p></div>"
        ),
    ],
)
def test_what_only_looks_like_a_table_is_one(source: str) -> None:
    assert rows_of(source) == [["A", "B"], ["1", ""]]


def test_lists_and_lines_in_a_cell_stay_in_its_row() -> None:
    source = "<table><tr><th>Crew<th>Pay</tr><tr><td><ul><li>Ann<li>Bo</ul><td>3<br>or 4<p>a|b</tr></table>"
    assert html_markdown(source).split("\n")[-1] == "| • Ann • Bo | 3 or 4 a\\|b |"


def test_what_stands_in_a_table_outside_its_rows_is_not_lost() -> None:
    text = html_markdown("<table><tr><th>A<th>B</tr><p>Between</p><tr><td>1<td>2</tr>stray</table>")
    assert [text.find(word) for word in ("| A", "Between", "| 1", "stray")] == sorted(
        text.find(word) for word in ("| A", "Between", "| 1", "stray")
    )
    assert "-1" not in text


# -- raised and lowered words


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("3 × 10<sup>6</sup> cells, 450 m<sup>2</sup>", "3 × 10⁶ cells, 450 m²"),
        ("10<sup>&minus;3</sup> and x<sup>n+1</sup>, x<sub>i</sub>", "10⁻³ and x^(n+1), x_i"),
        ("H<sub>2</sub>SO<sub>4</sub>", "H₂SO₄"),
        ("the 21<sup>st</sup>, 1<sup>er</sup> mai", "the 21st, 1er mai"),
        ("1,250<sup>4</sup> crowns", "1,250 ⁴ crowns"),
        ("crowns<sup><a href='#fn1'>1</a></sup>.", "crowns[1]."),
        ("crowns<a href='#fn1'><sup>12</sup></a>.", "crowns[12]."),
        ("1931<sup class=footnote-ref>1</sup>", "1931[1]"),
        ("10<span style='vertical-align: super'>6</span>", "10⁶"),
        ("10<span style='font-variant-position:super'>6</span>", "10⁶"),
        ("CO<span style='vertical-align:sub; font-size:.8em'>2</span>", "CO₂"),
        ("10<span style='position:relative; top:-.5em; font-size:70%'>6</span>", "10⁶"),
        ("<style>.p{vertical-align:super}p .q{vertical-align:sub}</style>9<i class=p>6</i> O<i class=q>2</i>", "9⁶ O₂"),
        ("<style>sup{position:relative;vertical-align:baseline;top:-.5em}</style>10<sup>6</sup>", "10⁶"),
        ("<style>sup{vertical-align:baseline}</style>Total<sup>s</sup>", "Totals"),
    ],
)  # fmt: skip
def test_raised_and_lowered_words(source: str, text: str) -> None:
    assert html_markdown(f"<p>{source}</p>") == text


# -- labels


@pytest.mark.parametrize(
    ("source", "labels"),
    [
        ("<ol><li>x<li>x</ol>", ["1.", "2."]),
        ("<ol start=7 type=a><li>x<li>x</ol>", ["g.", "h."]),
        ("<ol type=I><li>x<li value=9>x<li>x</ol>", ["I.", "IX.", "X."]),
        ("<ol reversed><li>x<li>x<li>x</ol>", ["3.", "2.", "1."]),
        ("<ol reversed start=9><li>x<li hidden>x<li>x</ol>", ["9.", "8."]),
        ("<ol style='list-style-type:lower-greek'><li>x<li>x</ol>", ["α.", "β."]),
        ("<style>.l{list-style:inside upper-roman}</style><ol class=l><li>x<li>x</ol>", ["I.", "II."]),
        ("<ol style='list-style-type:decimal-leading-zero'><li>x</ol>", ["01."]),
        ("<ol style='list-style-type:arabic-indic'><li>x</ol>", ["١."]),
        ("<ul style='list-style-type:decimal'><li>x<li>x</ul>", ["1.", "2."]),
        ("<ul><li>x<li type=i>x</ul>", ["-", "ii."]),
        (("<style>ol{list-style:none;counter-reset:c} li{display:block;counter-increment:c} li::before{content:'('"
          "counter(c,lower-alpha) ') '}</style><ol><li>x<li>x</ol>"), ["(a)", "(b)"]),
        (("<style>@counter-style box{system:cyclic;symbols:'A' 'B';suffix:')'} ol{list-style-type:box}</style>"
          "<ol><li>x<li>x</ol>"), ["A)", "B)"]),
    ],
)  # fmt: skip
def test_items_have_the_labels_that_are_seen(source: str, labels: list[str]) -> None:
    assert html_markdown(source).split() == [part for label in labels for part in (label, "x")]


def test_ideographic_labels_are_followed_by_their_comma() -> None:
    items = "<li>船<li>湾"
    for kind, label in (
        ("cjk-ideographic", "二十一、"),
        ("japanese-informal", "二十一、"),
        ("cjk-heavenly-stem", "乙、"),
    ):
        start = 1 if kind == "cjk-heavenly-stem" else 20
        assert f"{label}湾" in html_markdown(f"<ol start={start} style='list-style-type:{kind}'>{items}</ol>")


def test_lists_within_lists_keep_their_own_labels() -> None:
    source = "<ol><li>Rent<ol type=a><li>monthly<li>late<ul><li>six percent</ul></ol><li>Keys</ol>"
    assert [line.strip() for line in html_markdown(source).split("\n") if line.strip()] == [
        "1. Rent", "a. monthly", "b. late", "- six percent", "2. Keys",
    ]  # fmt: skip


def test_clauses_that_a_style_sheet_counts() -> None:
    source = (
        "<style>body{counter-reset:part} h2{counter-reset:clause} h2::before{counter-increment:part; content:'§ '"
        "counter(part) ' '} p.c::before{counter-increment:clause;content:counter(part)'.'counter(clause)' '}"
        "a::before{content:'\\f101'}</style>"
        "<h2>Rent</h2><p class=c>Monthly.</p><p class=c>Late <a>payments</a>.</p><h2>Keys</h2><p class=c>Three.</p>"
    )
    assert html_markdown(source).split("\n\n") == [
        "## § 1 Rent", "1.1 Monthly.", "1.2 Late payments.", "## § 2 Keys", "2.1 Three.",
    ]  # fmt: skip


def test_terms_stand_with_what_they_mean() -> None:
    source = "<dl><div><dt>Fee:</dt><dd>40</dd></div><dt>Pier<dt>Quay<dd>closed<dt>Alone</dl>"
    assert html_markdown(source) == "- Fee: 40\n- Pier, Quay: closed\n- Alone"


# -- forms


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<input type=checkbox checked> Smoker <input type=checkbox> Dog", "☒ Smoker ☐ Dog"),
        ("<label>Smoker <input type=checkbox checked></label><label>Ox <input type=checkbox></label>", "☒ Smoker ☐ Ox"),
        ("<label for=s>Smoker</label> <input id=s type=CHECKBOX checked>", "☒ Smoker"),
        ("<input type=radio name=p>cash<input type=radio name=p checked>cheque", "○ cash ◉ cheque"),
        ("Delivery by: <select><option>cart<option selected>steamboat</select>.", "Delivery by: steamboat ."),
        ("By <select><optgroup label=Land><option>cart</optgroup><option>boat</select>", "By cart"),
        ("By <select multiple><option selected>cart<option>mule<option selected>boat</select>", "By cart, boat"),
        ("Name <input value='Ann Lee'> <input type=hidden value=x7><input type=password value=secret>", "Name Ann Lee"),
        ("Note <textarea>Ring\ntwice</textarea> <output>42</output>", "Note Ring twice 42"),
        ("Done <progress value=3 max=4></progress> <meter value=.5>half</meter>", "Done 75% half"),
        ("<input type=checkbox role=button> Menu", "Menu"),
    ],
)  # fmt: skip
def test_what_is_ticked_chosen_and_entered_in_forms(source: str, text: str) -> None:
    assert html_markdown(f"<form>{source}</form>") == text


def test_a_box_in_a_cell_of_its_own_stays_there() -> None:
    source = (
        "<table><tr><th>Name<th>Paid</tr><tr><td><label for=a>Ann</label><td><input id=a type=checkbox checked></table>"
    )
    assert rows_of(source)[1] == ["Ann", "☒"]


# -- readings, formulas, pictures


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>湾の船", "東京湾の船"),
        ("<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>。", "東京（とうきょう）。"),
        ("<ruby>東<rt>とう</ruby><ruby>京<rt>きょう</ruby>、", "東京（とうきょう）、"),
        ("<ruby>食<rt>た</rt></ruby>べる", "食べる"),
        ("<ruby><rb>北<rb>京<rt>ㄅㄟˇ<rt>ㄐㄧㄥ</ruby>，", "北京（ㄅㄟˇ ㄐㄧㄥ），"),
        ("<ruby><rbc><rb>汉</rb><rb>字</rb></rbc><rtc><rt>hàn</rt><rt>zì</rt></rtc></ruby>。", "汉字（hàn zì）。"),
        ("<ruby>WHO<rt>World Health Organization</rt></ruby> says", "WHO（World Health Organization） says"),
    ],
)
def test_words_with_readings_above_them_stay_whole(source: str, text: str) -> None:
    assert html_markdown(f"<p>{source}</p>") == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "1/2"),
        ("<m:math xmlns:m='x'><m:msqrt><m:mn>81</m:mn></m:msqrt></m:math>", "√81"),
        ("<math><semantics><annotation encoding='x-tex'>\\frac{a+b}{c}</annotation></semantics></math>", "(a+b)/c"),
        (
            ("<span class=katex><span class=katex-mathml><math><msup><mi>v</mi><mn>2</mn></msup></math></span>"
            "<span class=katex-html aria-hidden=true>v<span>2</span></span></span>"),
            "v²",
        ),
        (
            ("<span><span style='display:none'><math><msup><mi>v</mi><mn>2</mn></msup></math></span>"
            "<img alt='{\\displaystyle v^{2}}' src=v.svg></span>"),
            "v²",
        ),
        ("energy <script type='math/tex'>E=mc^2</script> and $E=mc^2$", "energy $E=mc^2$ and $E=mc^2$"),
    ],
)  # fmt: skip
def test_formulas_are_read_in_one_line(source: str, text: str) -> None:
    assert html_markdown(f"<p>{source}</p>") == text


def test_pictures_say_what_they_show() -> None:
    source = (
        "<p>Spring.</p><img src=x.png alt='Map of the Quarnero'><img src=y.png alt='IMG_2034.jpg'><img alt='image1'>"
        "<img alt='Tracker of somebody' width=1 height=1><figure aria-label='Tide table'><img alt=''>"
        "<figcaption>Fig. 2</figcaption></figure><p>Press <img alt=Save src=s.png> to go on.</p>"
        "<svg role=img aria-label='Sales'><text>1931</text><path d='M0'/></svg>"
    )
    assert html_markdown(source).split("\n\n") == [
        "Spring.", "Map of the Quarnero", "Tide table", "Fig. 2", "Press Save to go on.", "Sales", "1931",
    ]  # fmt: skip


# -- what is seen and what is not


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>a<span hidden>x</span></p><p style='display: none'>y</p><template>z</template>b", "a\n\nb"),
        ("<style>.off{display:none} .off.on{display:block}</style><p class=off>x</p><p class='off on'>a</p>", "a"),
        ("<style>@media print{p{display:none}} @media (max-width:1px){p{display:none}}</style><p>a</p>", "a"),
        ("<style>.js p{display:none}</style><p>a</p>", "a"),
        ("<style>body{display:none}</style><p>a</p>", "a"),
        ("<style>div{display:none}</style><div><p>a</p></div>", "a"),
        ("was <del>40</del> <ins>35</ins>, <s>old</s>", "was ~~40~~ 35, ~~old~~"),
        ("She said <q>no <q>never</q></q>.", "She said “no ‘never’”."),
        ("Do&shy;nau and har<wbr>bour and to<!-- x -->day", "Donau and harbour and today"),
        ("<details><summary>More</summary><p>Inside</p></details>", "More\n\nInside"),
        ("a &lt;b&gt; &amp; &euro;5 &#8364;6", "a <b> & €5 €6"),
        ("<p>1. First clause.</p>", "1. First clause."),
    ],
)
def test_the_text_is_what_a_person_sees(source: str, text: str) -> None:
    assert html_markdown(source) == text


def test_xhtml_whose_marks_end_themselves(tmp_path: Path) -> None:
    source = (
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><table><tr><th>A</th><th>B</th><th>C</th>'
        '</tr><tr><td/><td>1</td><td/></tr></table><p/><a id="x"/>after <b/>it</body></html>'
    )
    assert text_of(tmp_path, source, "a.xhtml") == "| A | B | C |\n| --- | --- | --- |\n|  | 1 |  |\n\nafter it"


# -- links


def test_links_in_the_text_are_named_below_it_once(tmp_path: Path) -> None:
    source = (
        "<base href='https://wharf.example/news/'><nav><a href='https://wharf.example/menu'>Menu</a></nav>"
        "<div class='site-footer'><a href='https://wharf.example/legal'>Legal</a></div>"
        "<p>See the <a href='https://ordinance.example.org/a-17'>ordinance</a>, "
        "<a href='https://ordinance.example.org/a-17'>again</a>, <a href='b.html'>more</a>, "
        "<a href='mailto:ann@example.org?subject=x'>Ann</a>, "
        "<a href='#top'>top</a>,"
        "<a href='https://shown.example'>shown.example</a> and <a href='javascript:f()'>click</a>.</p>"
    )
    text = text_of(tmp_path, source)
    assert text.partition("\n\n## Links\n\n")[2].split("\n") == [
        "ordinance: https://ordinance.example.org/a-17",
        "more: https://wharf.example/news/b.html",
        "Ann: ann@example.org",
    ]


def test_detours_over_servers_that_count_are_left_out(tmp_path: Path) -> None:
    target = "https%3A%2F%2Fwharf.example%2Ftolls%3Futm_source%3Dmail"
    source = (
        f"<p><a href='https://eur01.safelinks.protection.outlook.com/?url={target}&data=05'>tolls</a> "
        f"<a href='https://www.google.com/url?q=https://wharf.example/map&sa=D'>map</a> "
        f"<a href='https://click.example/ls/click?upn={'aB3' * 30}'>read on</a></p>"
    )
    assert text_of(tmp_path, source).split("\n")[2:] == [
        "## Links", "", "tolls: https://wharf.example/tolls", "map: https://wharf.example/map",
    ]  # fmt: skip


def test_a_saved_page_uses_the_style_sheets_beside_it(tmp_path: Path) -> None:
    message = email.message.EmailMessage()
    message["Subject"] = "Saved"
    message.add_related("<p>10<i class=p>6</i></p><p class=off>gone</p>", "html")
    message.add_related(".p{vertical-align:super} .off{display:none}", "css")
    (tmp_path / "a.mhtml").write_bytes(message.as_bytes())
    assert [page.text for page in load_file(tmp_path / "a.mhtml")] == ["10⁶"]
