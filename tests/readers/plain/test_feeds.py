"""News feeds, and other XML with HTML in its texts: the entries and words, without marks."""

from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file

RSS = (
    '<?xml version="1.0"?><rss version="2.0" xmlns:dc="d" xmlns:c="c"><channel><title>Sea news</title>'
    "<description>All of it</description><item><title>Whales &amp;amp; seals</title><link>https://sea.example/1</link>"
    "<dc:creator>Ann Lee</dc:creator><pubDate>Tue, 19 Nov 2024</pubDate>"
    "<description>&lt;p&gt;They sing. &amp;#8220;Loud&amp;#8221;&lt;/p&gt;</description>"
    '<c:encoded><![CDATA[<p>They sing. &#8220;Loud&#8221;</p><p>And <b>dive</b><img src="x" srcset="y 2x"></p>]]>'
    "</c:encoded></item><item><title>Crabs</title><description>They walk, 1 &lt; 2</description></item></channel></rss>"
)
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>Sea news</title><entry><title type="html">Whales</title>'
    '<link rel="enclosure" href="https://sea.example/x.mp3"/><link href="https://sea.example/1"/>'
    "<author><name>Ann Lee</name></author><published>2024-11-19</published><updated>2024-11-20</updated>"
    "<summary>Quite short</summary>"
    '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>They sing.</p><p>And <b>dive</b></p></div>'
    "</content></entry></feed>"
)
RDF = (
    '<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d"><channel><title>Sea news</title></channel>'
    "<item><title>Whales</title><link>https://sea.example/1</link><dc:date>2024-11-19</dc:date>"
    "<description>They sing&lt;br/&gt;and dive</description></item></rdf:RDF>"
)


def text_of(path: Path, source: str) -> str:
    path.write_text(source, encoding="utf-8")
    return "".join(page.text for page in load_file(path))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            RSS,
            (
                "# Sea news\n\nAll of it\n\n## Whales & seals\n\nTue, 19 Nov 2024 · Ann Lee\nhttps://sea.example/1\n\n"
                "They sing. “Loud”\n\nAnd dive\n\n## Crabs\n\nThey walk, 1 < 2"
            ),
        ),
        (
            ATOM,
            (
                "# Sea news\n\n## Whales\n\n2024-11-19 · Ann Lee\nhttps://sea.example/1\n\nQuite short\n\n"
                "They sing.\n\nAnd dive"
            ),
        ),
        (RDF, "# Sea news\n\n## Whales\n\n2024-11-19\nhttps://sea.example/1\n\nThey sing\nand dive"),
    ],
    ids=["RSS", "Atom", "RDF"],
)
def test_a_feed_becomes_its_entries(source: str, text: str, tmp_path: Path) -> None:
    read = text_of(tmp_path / "a.xml", source)
    assert [line.strip() for line in read.split("\n")] == text.split("\n")


@pytest.mark.parametrize(
    "source",
    [
        '<catalog><item key="1"><text>&lt;p&gt;Whales &amp;amp; seals&lt;/p&gt;&lt;br/&gt;</text></item></catalog>',
        '<catalog><item key="1"><text><![CDATA[<div>Whales &amp; seals<br></div>]]></text></item></catalog>',
    ],
    ids=["entities", "CDATA"],
)
def test_html_in_the_texts_of_data_is_taken_out_and_the_data_stay(source: str, tmp_path: Path) -> None:
    assert text_of(tmp_path / "a.xml", source).split() == (
        '<catalog><item key="1"><text>Whales &amp; seals</text></item></catalog>'.split()
    )


def test_html_that_a_document_writes_about_stays(tmp_path: Path) -> None:
    source = "<article><p>Paragraphs begin with &lt;p&gt; there.</p></article>"
    assert text_of(tmp_path / "a.xml", source) == "Paragraphs begin with <p> there."


def test_comparisons_in_data_are_no_marks(tmp_path: Path) -> None:
    source = '<rules><rule when="a"><if>a &lt; b &amp;&amp; b &gt; c</if></rule></rules>'
    assert text_of(tmp_path / "a.xml", source) == source


@pytest.mark.parametrize(
    "source",
    [
        RSS[: RSS.index("Crabs")],
        RSS.replace("</p>", "</div></b").replace("<![CDATA[", "<![CDATA[<table><tr><td><p <a href='"),
        "<rss><channel><item><title>whales" + "<![CDATA[" * 100_000,
        f"<rss><channel><item><title>They sing</title>{'<d>' * 100_000}{'</d>' * 100_000}</item></channel></rss>",
        f"<feed><entry><title>They sing</title><content>{'<b>' * 5_000}{'</b>' * 5_000}</content></entry></feed>",
    ],
    ids=["cut off", "broken HTML", "CDATA without end", "deep", "deep content"],
)
def test_damaged_feeds_keep_their_words(source: str, tmp_path: Path) -> None:
    read = text_of(tmp_path / "a.xml", source)
    assert "They sing" in read or "whales" in read


def test_entities_that_swell_are_not_expanded(tmp_path: Path) -> None:
    entities = '<!ENTITY a0 "whale">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    source = f"<!DOCTYPE rss [{entities}]><rss><channel><title>&a9;</title></channel></rss>"
    assert len(text_of(tmp_path / "a.xml", source)) <= len(source) + 100


def test_a_large_feed_has_all_its_entries(tmp_path: Path) -> None:
    items = "".join(f"<item><title>Entry {n}</title><description>Plain</description></item>" for n in range(20_000))
    read = text_of(tmp_path / "a.xml", f"<rss><channel><title>T</title>{items}</channel></rss>")
    assert read.count("## Entry ") == 20_000


@pytest.mark.parametrize(("ending", "source"), [("rss", RSS), ("atom", ATOM), ("rdf", RDF)])
def test_the_usual_endings_of_feeds_are_tied_to_their_reader(ending: str, source: str, tmp_path: Path) -> None:
    without_declaration = source[source.index("?>") + 2 :] if "?>" in source else source
    read = text_of(tmp_path / f"news.{ending}", without_declaration)
    assert "## Whales" in read
    assert "<" not in read.replace("1 < 2", "")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<html><body><p>Whales & seals<br>sing<p>and dive</body></html>", "Whales & seals\nsing\n\nand dive"),
        ("<article><p>Whales & seals&nbsp;sing</p></article>", "Whales & seals sing"),
        ("<rss><channel><title>Sea &amp; land & sky&copy;</title></channel></rss>", "# Sea & land & sky©"),
    ],
    ids=["web page", "document", "feed"],
)
def test_marks_of_damaged_xml_are_not_shown(source: str, text: str, tmp_path: Path) -> None:
    assert text_of(tmp_path / "a.xml", source) == text
