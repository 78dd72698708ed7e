"""Words and values are found however they are written, in real files through the whole search."""

from pathlib import Path

import pytest

from desktop_rag.core.results.search import PageQuery
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.services.search.library_search import PageSearch, search_library
from desktop_rag.services.search.result_files import Highlighter
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.dated_files import fill
from tests.helpers.hashed_embedding import HashedEmbedding

FILES = {
    # what nobody sees
    "shy.txt": "Die Donau\u00addampf\u00adschiff\u00adfahrt beginnt, sagt der Fahr\u200bplan.",
    "joiner.md": "The light\u2060house keeper and the \ufeffhar\u200dbour\ufeffmaster met.",
    "emoji.txt": "The family 👨\u200d👩\u200d👧 arrived by ferry.",
    # the half space
    "zwnj.txt": "من می\u200cخواهم به بندر بروم.",
    "joined.txt": "او نمیخواهد برود و کتابها را میخواهم.",
    "urdu.txt": "وہ بہت خوبصورت باغ ہے",
    "urdu2.txt": "یہ خوب صورت شہر ہے",
    "urdu3.txt": "ایک خوب\u200cصورت گھر",
    "quote.txt": 'It "needs " and ".JSON" files; from 5-10 % of them.',
    "card.txt": "The card 4111 1111 1111 1111 was lost in 2019 2020 2021 2022.",
    "swiss_phone.txt": "Call +41 79 555 01 24 by night.",
    "apart.txt": "ما می خواهم و خانه ها را دیدیم.",
    # words that go on in the next line
    "cut.txt": "The keeper shall report every occur-\nrence to the super-\n  intendent of the self-\nrighting boat.",
    "quoted.md": "> The regis-\n> ter of the light-\n> vessel is kept.\n",
    "russian.txt": "Договор о предостав-\nлении помещения подписан.",
    # signs that make a name
    "cpp.txt": "The tide model is written in C++ and compiled nightly.",
    "c.txt": "The pump driver is written in C and flashed by hand.",
    "csharp.txt": "The booking screen is written in C# and runs on .NET 8.",
    "fsharp.txt": "The tariff engine is written in F#.",
    "net.txt": "The fishing net is mended; grade A for the crew.",
    "grade.txt": "The cook earned grade A+ last year.",
    # amounts
    "percent.txt": "The levy rose to 5 % of the catch.",
    "five.txt": "The levy rose to 5 crowns a barrel.",
    "dollars.txt": "The lamp cost $50 at the fair.",
    "cold.txt": "The lamp oil freezes at −40 °C on the quay.",
    "warm.txt": "The lamp oil smokes at 40 degrees on the quay.",
    "loss.txt": "The ferry made a result of -4,500 crowns in 1931.",
    "tar.txt": "Run tar -xzf backup.tgz on the quay computer.",
    # numbers
    "english.txt": "The dredger cost 1,234,567 crowns, or 1,500.25 a day.",
    "german.txt": "Der Bagger kostete 1.234.568 Kronen.",
    "swiss.txt": "Der Kran kostete 1'234'569 Franken und 1’500 Taler.",
    "french.txt": "La grue coûte 1\u202f234\u202f570 couronnes et 25 000 écus.",
    "indian.txt": "The crane cost 12,34,571 rupees.",
    "wide.txt": "起重机价格１，２３４，５７２元。",
    "plain.txt": "Ledger total 7654321 and 98765.43 open.",
    "list.txt": "Boats 7, 654, 321 and 12, 34, 571 are out.",
    "iban.txt": "Pay the dues to DE89 3704 0044 0532 0130 00 soon.",
    "iban2.txt": "Pay by NL91ABNA0417164300 soon.",
    "phone.txt": "Call the pilot on +49 (0)30 555-01 23 after dark.",
    "phone2.txt": "Call the office at (212) 555-0199 by day.",
    "landline.txt": "Telefon bosmana: 61 402-77-18, po zmroku.",
    "isbn.txt": "The handbook has ISBN 978-3-16-148410-0 on its back.",
    "decimal.txt": "Der Satz beträgt 1,75 Kronen.",
    "pages.txt": "See pages 10-15 of the log.",
    "power.txt": "The culture held 3 × 10⁶ cells, and 10⁻³ moles.",
    "hundred.txt": "The culture held 106 cells.",
    "half.txt": "Add ½ barrel of tar and 2¾ of pitch.",
    # compounds
    "hyphens.txt": "The Wi-Fi router and the e‑mail server serve the co-operative.",
    "together.txt": "The wifi mast, the email relay, the cooperative.",
    "интернет.txt": "Новый интернет-магазин открыт.",
}  # fmt: skip


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> StorageContext:
    storage = StorageContext()
    files = {name: (text, "2024-01-01") for name, text in FILES.items()}
    fill(storage, tmp_path_factory.mktemp("files"), files, HashedEmbedding())
    return storage


def found(storage: StorageContext, query: str) -> list[str]:
    index = VectorStoreIndex(storage_context=storage, embed_model=HashedEmbedding())
    passages = search_library(index, query, 10, "bm25")
    return [Path(str(one.node.metadata["file_path"])).name for one in passages]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Donaudampfschifffahrt", "shy.txt"), ("Fahrplan", "shy.txt"), ('"der Fahrplan"', "shy.txt"),
        ("lighthouse", "joiner.md"), ('"the harbourmaster met"', "joiner.md"),
        ("occurrence", "cut.txt"), ("superintendent", "cut.txt"),
        ('"every occurrence to the superintendent"', "cut.txt"),
        ('"self-righting boat"', "cut.txt"), ("righting", "cut.txt"), ('"the register of"', "quoted.md"),
        ("lightvessel", "quoted.md"), ("предоставлении", "russian.txt"),
        ('"о предоставлении помещения"', "russian.txt"),
        ("C#", "csharp.txt"), ("C++", "cpp.txt"), ("F#", "fsharp.txt"), (".NET", "csharp.txt"),
        ("grade A+", "grade.txt"),
        ("levy 5%", "percent.txt"), ("levy 5 %", "percent.txt"), ("$50", "dollars.txt"), ("50 $", "dollars.txt"),
        ("oil at -40", "cold.txt"), ("oil at −40 °C", "cold.txt"), ("result -4500", "loss.txt"),
        ("tar -xzf", "tar.txt"),
        ("1234567", "english.txt"), ("1.234.567", "english.txt"), ("1 234 567", "english.txt"),
        ("1500.25", "english.txt"),
        ("1500,25", "english.txt"), ("1234568", "german.txt"), ("1,234,568", "german.txt"), ("1234569", "swiss.txt"),
        ("1500", "swiss.txt"), ("1234570", "french.txt"), ("25000", "french.txt"), ("1234571", "indian.txt"),
        ("1234572", "wide.txt"), ("7,654,321", "plain.txt"), ("7.654.321", "plain.txt"), ("98.765,43", "plain.txt"),
        ("DE89370400440532013000", "iban.txt"), ("NL91 ABNA 0417 1643 00", "iban2.txt"), ("+49305550123", "phone.txt"),
        ("+49 30 5550123", "phone.txt"), ("030 5550123", "phone.txt"), ("212-555-0199", "phone2.txt"),
        ("614027718", "landline.txt"), ("61 402 77 18", "landline.txt"), ("4027718", "landline.txt"),
        ("402-77-18", "landline.txt"),
        ("212.555.0199", "phone2.txt"), ("9783161484100", "isbn.txt"), ("978 3 16 148410 0", "isbn.txt"),
        ("1.75", "decimal.txt"), ("10^6", "power.txt"), ("10⁶", "power.txt"), ("10^-3", "power.txt"),
        ('"10^6 cells"', "power.txt"), ("1/2", "half.txt"), ("½", "half.txt"), ("2 3/4", "half.txt"),
        ("کتاب\u200cها", "joined.txt"),
        ("0041 79 555 01 24", "swiss_phone.txt"),
    ],
)  # fmt: skip
def test_the_file_that_has_it_comes_first(storage: StorageContext, query: str, first: str) -> None:
    assert found(storage, query)[:1] == [first]


@pytest.mark.parametrize(
    ("query", "files"),
    [
        ('"C#"', {"csharp.txt"}), ('"C++"', {"cpp.txt"}), ('"in C"', {"c.txt"}), ('".NET"', {"csharp.txt"}),
        ('"A+"', {"grade.txt"}), ('"5%"', {"percent.txt"}), ('"to 5"', {"percent.txt", "five.txt"}),
        ('"$50"', {"dollars.txt"}), ('"cost 50"', {"dollars.txt"}), ('"-40"', {"cold.txt"}),
        ('"at 40"', {"warm.txt", "cold.txt"}),
        ('"1234567"', {"english.txt"}), ('"kostete 1234568 Kronen"', {"german.txt"}), ('"7654321"', {"plain.txt"}),
        ("7654321", {"plain.txt"}), ("1015", set()), ('"1015"', set()), ('"10-15"', {"pages.txt"}),
        ('"106"', {"hundred.txt"}), ("106", {"hundred.txt"}),
        ("wifi", {"hyphens.txt", "together.txt"}), ("Wi-Fi", {"hyphens.txt", "together.txt"}),
        ("email", {"hyphens.txt", "together.txt"}), ("e-mail", {"hyphens.txt", "together.txt"}),
        ("cooperative", {"hyphens.txt", "together.txt"}), ('"co-operative"', {"hyphens.txt", "together.txt"}),
        ('"the cooperative"', {"hyphens.txt", "together.txt"}), ("интернетмагазин", {"интернет.txt"}),
        ("میخواهم", {"zwnj.txt", "joined.txt", "apart.txt"}),
        ("می\u200cخواهم", {"zwnj.txt", "joined.txt", "apart.txt"}),
        ("می خواهم", {"zwnj.txt", "joined.txt", "apart.txt"}), ('"میخواهم"', {"zwnj.txt", "joined.txt", "apart.txt"}),
        ('"می خواهم"', {"zwnj.txt", "joined.txt", "apart.txt"}),
        ('"می\u200cخواهم"', {"zwnj.txt", "joined.txt", "apart.txt"}),
        ("خانهها", {"apart.txt"}), ('"family arrived"', {"emoji.txt"}),
        ("خوبصورت", {"urdu.txt", "urdu2.txt", "urdu3.txt"}),
        ("خوب صورت", {"urdu.txt", "urdu2.txt", "urdu3.txt"}),
        ("خوب\u200cصورت", {"urdu.txt", "urdu2.txt", "urdu3.txt"}),
        ('"خوبصورت"', {"urdu.txt", "urdu2.txt", "urdu3.txt"}),
        ('"خوب صورت"', {"urdu.txt", "urdu2.txt", "urdu3.txt"}),
        ('".JSON"', {"quote.txt"}),
        ('"10%"', {"quote.txt"}),
        ("4111111111111111", {"card.txt"}),
        ("2019202020212022", set()),
        ("0795550124", {"swiss_phone.txt"}),
        ("levy -crowns", {"percent.txt"}), ("lamp -oil", {"dollars.txt"}),
    ],
)  # fmt: skip
def test_exactly_the_files_that_have_it_are_found(storage: StorageContext, query: str, files: set[str]) -> None:
    assert set(found(storage, query)) == files


@pytest.mark.parametrize("query", ['"every occurrence"', '"the cooperative"', '"1234567 crowns"', '"C#"'])
def test_the_search_page_finds_phrases_in_other_spellings_too(storage: StorageContext, query: str) -> None:
    page = PageSearch(storage, None, None)
    shown = {Path(one.file).name for one in page.run(PageQuery(query)).files}
    assert shown == set(found(storage, query))


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("Fahrplan", "der Fahr\u200bplan gilt", "Fahr\u200bplan"), ("wifi", "the Wi-Fi router", "Wi-Fi"),
        ("1234567", "cost 1,234,567 crowns", "1,234,567"), ("occurrence", "every occur-\nrence of", "occur-\nrence"),
        ("C#", "written in C# now", "C#"), ("10^6", "held 3 × 10⁶ cells", "10⁶"), ("½", "add 1/2 barrel", "1/2"),
        ("میخواهم", "من می خواهم به", "می خواهم"),
    ],
)  # fmt: skip
def test_the_found_spelling_is_marked(query: str, text: str, marked: str) -> None:
    assert [text[start:end] for start, end in Highlighter(query).ranges(text)] == [marked]
