"""Formulas in one line, and raised and lowered words."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.readers.formulas import lowered, of_mathml, of_omml, raised

_OMML = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_MATHML = "http://www.w3.org/1998/Math/MathML"


def omml(body: str) -> str:
    return of_omml(ET.fromstring(f'<m:oMath xmlns:m="{_OMML}">{body}</m:oMath>'))


def mathml(body: str) -> str:
    return of_mathml(ET.fromstring(f'<math xmlns="{_MATHML}">{body}</math>'))


def run(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def e(name: str, *inner: str) -> str:
    return f"<m:{name}>{''.join(inner)}</m:{name}>"


def row(*parts: str) -> str:
    """Return letters, numbers and signs as a row."""
    return f"<mrow>{''.join(token(part) for part in parts)}</mrow>"


def token(text: str) -> str:
    if text.startswith("<"):
        return text
    kind = "mn" if text[0].isdigit() else "mi" if text[0].isalpha() else "mo"
    return f"<{kind}>{text.replace('<', '&lt;')}</{kind}>"


def table(*rows: list[str]) -> str:
    cells = ("".join(f"<mtd>{token(cell)}</mtd>" for cell in row) for row in rows)
    return f"<mtable>{''.join(f'<mtr>{row}</mtr>' for row in cells)}</mtable>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (e("f", e("num", run("1")), e("den", run("2"))), "1/2"),
        (run("2") + e("f", e("num", run("1")), e("den", run("2"))), "2 1/2"),
        (e("f", e("num", run("a+b")), e("den", run("c"))), "(a+b)/c"),
        (e("f", e("num", run("F·s")), e("den", run("2t"))), "F·s/(2t)"),
        (e("f", e("num", run("distance")), e("den", run("time"))), "distance/time"),
        (e("rad", '<m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>', e("e", run("81"))), "√81"),
        (e("rad", '<m:radPr><m:degHide m:val="on"/></m:radPr>', e("e", run("x+1"))), "√(x+1)"),
        (e("rad", e("deg", run("3")), e("e", run("x"))), "∛x"),
        (e("rad", e("deg", run("5")), e("e", run("32"))), "⁵√32"),
        (e("sSup", e("e", run("v")), e("sup", run("2"))), "v²"),
        (e("sSup", e("e", run("x")), e("sup", run("n+1"))), "x^(n+1)"),
        (e("sSup", e("e", run("x")), e("sup", run("−1"))), "x⁻¹"),
        (e("sSub", e("e", run("x")), e("sub", run("i"))) + run("y"), "x_i y"),
        (e("sSubSup", e("e", run("x")), e("sub", run("i")), e("sup", run("2"))), "x_i^2"),
        (e("sPre", e("sub", run("6")), e("sup", run("14")), e("e", run("C"))), "₆¹⁴C"),
        (
            e("nary", '<m:naryPr><m:chr m:val="∑"/></m:naryPr>',
              e("sub", run("i=1")), e("sup", run("n")), e("e", run("i"))),
            "Σ_(i=1)^n i",
        ),
        (e("nary", e("sub", run("0")), e("sup", run("1")), e("e", run("x dx"))), "∫_0^1 x dx"),
        (e("func", e("fName", run("sin")), e("e", run("x"))), "sin x"),
        (
            e("func", e("fName", e("limLow", e("e", run("lim")), e("lim", run("x→0")))), e("e", run("f(x)"))),
            "lim_(x→0) f(x)",
        ),
        (e("d", e("e", run("a")), e("e", run("b"))), "(a|b)"),
        (e("sSup", e("e", e("d", e("e", run("a+b")))), e("sup", run("2"))), "(a+b)²"),
        (
            e("d", '<m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>',
              e("e", e("m", e("mr", e("e", run("1")), e("e", run("2"))), e("mr", e("e", run("3")), e("e", run("4")))))),
            "[1, 2; 3, 4]",
        ),
        (
            run("f(x)=") + e("d", '<m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>',
                             e("e", e("eqArr", e("e", run("1, x>0")), e("e", run("0, x=0"))))),
            "f(x)={1, x>0; 0, x=0",
        ),
        (e("acc", '<m:accPr><m:chr m:val="̅"/></m:accPr>', e("e", run("x"))), "x̄"),
        (e("phant", '<m:phantPr><m:show m:val="0"/></m:phantPr>', e("e", run("x"))) + run("y"), "y"),
        (run("𝐸=𝑚") + e("sSup", e("e", run("𝑐")), e("sup", run("2"))), "E=mc²"),
    ],
)  # fmt: skip
def test_formulas_of_word(body: str, text: str) -> None:
    assert omml(body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"),
        (row("2", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"), "2 1/2"),
        (row("2", "\u2064", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", "<mtext> cups</mtext>"), "2 1/2 cups"),
        (f"<mfrac>{row('a', '+', 'b')}<mi>c</mi></mfrac>", "(a+b)/c"),
        (f"<mfrac><mi>F</mi>{row('a', 'b')}</mfrac>", "F/(ab)"),
        ("<mfrac><mi>m</mi><mi>kg</mi></mfrac>", "m/kg"),
        ("<mfrac><mfrac><mn>1</mn><mn>2</mn></mfrac><mn>3</mn></mfrac>", "(1/2)/3"),
        (row("E", "=", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", "m", "<msup><mi>v</mi><mn>2</mn></msup>"), "E = 1/2 mv²"),
        ("<msqrt><mn>81</mn></msqrt>", "√81"),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x+1)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "∛x"),
        (f"<msup><mi>x</mi>{row('n', '+', '1')}</msup>", "x^(n+1)"),
        ("<msup><mfrac><mi>a</mi><mi>b</mi></mfrac><mn>2</mn></msup>", "(a/b)²"),
        ("<msup><msqrt><mi>x</mi></msqrt><mn>3</mn></msup>", "(√x)³"),
        (f"<msup>{row('(', 'a', '+', 'b', ')')}<mn>2</mn></msup>", "(a+b)²"),
        ("<msup><mi>f</mi><mo>′</mo></msup><mo>(</mo><mi>x</mi><mo>)</mo>", "f′(x)"),
        ("<msub><mi>x</mi><mi>i</mi></msub><msub><mi>y</mi><mi>i</mi></msub>", "x_i y_i"),
        ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x₁²"),
        (f"<munderover><mo>∑</mo>{row('i', '=', '1')}<mi>n</mi></munderover><mi>i</mi>", "Σ_(i=1)^n i"),
        ("<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>x</mi>", "∫_0^1 x"),
        (f"<munder><mi>lim</mi>{row('x', '→', '0')}</munder>" + row("f", "(", "x", ")"), "lim_(x→0) f(x)"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "x̄"),
        (f"<munder>{row('a', '+', 'b')}<mo>⏟</mo></munder>", "a+b"),
        ("<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>", "₆¹⁴C"),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
        ('<mfenced open="[" close=")" separators=";"><mi>a</mi><mi>b</mi></mfenced>', "[a; b)"),
        (
            f"<mo>(</mo>{table(['1', '2'], ['3', '4'])}<mo>)</mo>",
            "(1, 2; 3, 4)",
        ),
        (
            table(["a", "<mo>=</mo><mi>b</mi>"], ["<mrow/>", "<mo>=</mo><mi>c</mi>"]),
            "a =b; =c",
        ),
        (row("sin", "\u2061", "x"), "sin x"),
        (row("x", "≤", "y"), "x ≤ y"),
        (
            '<semantics><mi>a</mi><annotation encoding="application/x-tex">\\frac{1}{2}</annotation></semantics>',
            "a",
        ),
        ('<semantics><annotation encoding="StarMath 5.0">a over b</annotation></semantics>', "a over b"),
        (
            f"<mi>x</mi><mo>=</mo><mfrac>{row('-', 'b', '±', '<msqrt><mi>d</mi></msqrt>')}{row('2', 'a')}</mfrac>",
            "x = (-b±√d)/(2a)",
        ),
    ],
)
def test_formulas_of_web_pages(body: str, text: str) -> None:
    assert mathml(body) == text


def test_prefixes_and_formulas_without_a_namespace_are_known() -> None:
    assert of_mathml(ET.fromstring("<math><mfrac><mn>3</mn><mn>4</mn></mfrac></math>")) == "3/4"
    prefixed = ET.Element("math:mfrac")
    for number in "34":
        ET.SubElement(prefixed, "math:mn").text = number
    assert of_mathml(prefixed) == "3/4"


def test_what_is_nested_deeper_than_any_formula_is_still_read() -> None:
    assert "x" in mathml("<mrow>" * 300 + "<mi>x</mi>" + "</mrow>" * 300)
    assert "x" in omml("<m:box>" * 300 + run("x") + "</m:box>" * 300)


numbers = st.integers(0, 999).map(str)
letters = st.sampled_from("abcxyz")
trees = st.recursive(
    st.one_of(numbers, letters).map(token),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda two: f"<mfrac>{two[0]}{two[1]}</mfrac>"),
        st.tuples(inner, inner).map(lambda two: f"<msup>{two[0]}{two[1]}</msup>"),
        st.tuples(inner, inner).map(lambda two: f"<msub>{two[0]}{two[1]}</msub>"),
        inner.map(lambda one: f"<msqrt>{one}</msqrt>"),
        st.tuples(inner, st.sampled_from("+-·="), inner).map(lambda all_: row(*all_)),
    ),
    max_leaves=12,
)


@given(trees)
def test_nothing_of_a_formula_is_lost_and_its_brackets_close(body: str) -> None:
    text = mathml(body)
    plain = text.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "0123456789" * 2)).replace("∛", "3").replace("∜", "4")
    wanted = "".join(ET.fromstring(f"<math>{body}</math>").itertext())
    assert sorted(filter(str.isalnum, plain.replace("ⁿ", "n"))) == sorted(filter(str.isalnum, wanted))
    assert text.count("(") == text.count(")")
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        assert depth >= 0


@given(numbers, numbers, numbers)
def test_numbers_never_run_together(one: str, two: str, three: str) -> None:
    fraction = f"<mfrac><mn>{two}</mn><mn>{three}</mn></mfrac>"
    assert mathml(f"<mn>{one}</mn>{fraction}") == f"{one} {two}/{three}"
    assert mathml(f"{fraction}<mn>{one}</mn>") == f"{two}/{three} {one}"
    assert omml(run(one) + e("f", e("num", run(two)), e("den", run(three)))) == f"{one} {two}/{three}"


@pytest.mark.parametrize(
    ("before", "text", "written"),
    [
        ("", "6", "⁶"), ("", "n+1", "^(n+1)"), ("* ", "a", "* a"), ("3 × 10", "6", "10⁶"),
        ("10", "-3", "10⁻³"), ("m", "2", "m²"), ("km", "2", "km²"), ("2", "8", "2⁸"),
        ("x", "n+1", "x^(n+1)"), ("x", "n", "x^n"), ("Ca", "2+", "Ca²⁺"), ("s", "−1", "s⁻¹"),
        ("21", "st", "21st"), ("1", "er", "1er"), ("M", "lle", "Mlle"), ("XIX", "e", "XIXe"), ("D", "r", "Dr"),
        ("2", "o", "2º"), ("1,250", "4", "1,250 ⁴"), ("310", "2", "310 ²"), ("1931", "1", "1931 ¹"),
        ("Herring", "2", "Herring ²"), ("by Lee", "1", "Lee ¹"),
        ("Herring", "1,2", "Herring [1,2]"), ("Sprat", "b)", "Sprat b)"),
        ("end.", "3", "end.³"), ("Acme", "TM", "Acme™"), ("1,250", "*", "1,250*"), ("面积", "3", "面积 ³"),
    ],
)  # fmt: skip
def test_raised_words(before: str, text: str, written: str) -> None:
    assert (before + raised(text, before)).endswith(written)


def test_a_raised_o_before_c_is_a_degree() -> None:
    assert raised("o", "25", "C") == "°"


@pytest.mark.parametrize(
    ("before", "text", "written"),
    [("CO", "2", "CO₂"), ("x", "i", "x_i"), ("x", "i+1", "x_(i+1)"), ("log", "10", "log₁₀"), ("V", "max", "V_max")],
)
def test_lowered_words(before: str, text: str, written: str) -> None:
    assert before + lowered(text, before) == written


def test_sentences_in_small_raised_letters_stay_sentences() -> None:
    sentence = "This offer ends on 3 May 2024 and is not transferable."
    assert raised(sentence, "Offer") == sentence
    assert lowered(sentence, "Offer") == sentence


@given(st.text("0123456789", min_size=1, max_size=4), st.text("0123456789.,", min_size=1, max_size=8))
def test_a_raised_number_is_never_read_as_a_figure_of_the_one_before(text: str, before: str) -> None:
    assert not set(raised(text, before)) & set("0123456789")


@given(st.text(min_size=1, max_size=12), st.text(max_size=30), st.text(max_size=3))
def test_raised_and_lowered_text_keeps_its_letters(text: str, before: str, after: str) -> None:
    letters = "".join(filter(str.isalpha, text))
    plain = raised(text, before, after).translate(str.maketrans("ªº™℠", "aott"))
    assert letters in {"TM", "SM", "tm", "o"} or "".join(filter(str.isalpha, plain)) == letters
    assert "".join(filter(str.isalpha, lowered(text, before))) == letters
