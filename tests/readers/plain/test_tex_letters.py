"""Accents and letters that TeX writes with macros, in documents and bibliographies."""

from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file

SOURCES = [
    (r"Schr\"odinger, K{\"o}ln, G\"{o}del", "Schrödinger, Köln, Gödel"),
    (r"caf\'e, \'Ecole, {\'E}tat, na\"{\i}ve, na{\"\i}ve, na\"\i ve", "café, École, État, naïve, naïve, naïve"),
    (r"Fran\c{c}ois, \c cedilla, Erd\H{o}s, \v{S}koda, \v Skoda", "François, çedilla, Erdős, Škoda, Škoda"),
    (r"Mu\~noz, \k{a}, \r{u}, \u{g}, \.z, \=a, \d{u}, \^{o}, \`a", "Muñoz, ą, ů, ğ, ż, ā, ụ, ô, à"),
    (
        r"{\L}ukasiewicz, \L ukasiewicz, Stra\ss e, Stra{\ss}e, Stra\ss{}e",
        "Łukasiewicz, Łukasiewicz, Straße, Straße, Straße",
    ),
    (r"\AA ngstr\"om, K\o benhavn, {\OE}uvre, \ae ther, \'{\ae}", "Ångström, København, Œuvre, æther, ǽ"),
    (r"{E}igenwertproblem, rep{L}ica, {DNA} test", "Eigenwertproblem, repLica, {DNA} test"),
    (r"3\,\% of \$5, A\&B, 12\,345", "3\u202f% of $5, A&B, 12\u202f345"),
    (
        r"\textbf{\"O}l \textbf{X}y \textcolor{red}{B}lue \section{Erwin}",
        "\\textbf{Ö}l \\textbf{X}y \\textcolor{red}{B}lue \\section{Erwin}",
    ),
    (r"$\hat{x}^{2} \o$ and \(\frac{a}b\)", "$\\hat{x}^{2} \\o$ and \\(\\frac{a}b\\)"),
    (r"\verb|\"o| and \cite{knuth} line\\ \begin{a}b", '\\verb|\\"o| and \\cite{knuth} line\\\\ \\begin{a}b'),
]


@pytest.mark.parametrize(("source", "expected"), SOURCES)
def test_macros_are_read_as_their_letters(source: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(source)
    (tmp_path / "a.bib").write_text(f"@book{{a, note = {{{source}}}}}")
    assert [page.text for page in load_file(tmp_path / "a.tex")] == [expected]
    assert expected in load_file(tmp_path / "a.bib")[0].text


def test_headings_have_their_letters_too(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(r"\section{Erwin Schr\"odinger}" + "\n\\subsection{{\\'E}tudes}\n")
    assert load_file(tmp_path / "a.tex")[0].text == "## Erwin Schrödinger\n### Études\n"
