"""What the keyword index leaves out of a question to a large library, and how it counts and looks for all words."""

import pytest

from desktop_rag.storage.filters import NodeFilter, TermQuery
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.keywords import keyword_store
from desktop_rag.storage.sqlite.keywords.keyword_store import KeywordStore
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import KeywordTerms, keyword_terms


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> KeywordStore:
    """Twenty passages: 京 in five of them, 東京 in two, "common" in all."""
    monkeypatch.setattr(keyword_store, "_MANY", 1)
    texts = ["東京 common", "東京都 common", "京 common", "北京 common", "京都 common"] + ["common thing"] * 15
    storage = StorageContext()
    nodes = []
    for text in texts:
        found = keyword_terms(text)
        nodes.append(NodeRecord(1, 0, 1, "", text, " ".join(found.terms), " ".join(found.words)))
    with storage.transaction():
        storage.documents.replace_file(DocumentRecord("/one", 1, 1, b"", {}, (), nodes[:10]))
        storage.documents.replace_file(DocumentRecord("/two", 1, 1, b"", {}, (), nodes[10:]))
    return storage.keywords


def test_frequent_characters_of_pairs_are_left_out(store: KeywordStore) -> None:
    alone = {row for row, _ in store.query(keyword_terms("京"), 50)}
    with_pair = {row for row, _ in store.query(keyword_terms("東京"), 50)}
    assert len(alone) == 5
    assert len(with_pair) == 2
    assert with_pair < alone


def test_words_of_nearly_all_passages_are_left_out_unless_nothing_remains(store: KeywordStore) -> None:
    assert len(store.query(keyword_terms("common 東京"), 50)) == 2
    assert len(store.query(KeywordTerms(("common",)), 50)) == 20


def test_counts_by_document_and_all_words(store: KeywordStore) -> None:
    assert list(store.count_by_document(["common", "thing"], 30).values()) == [5, 10]
    assert store.count_by_document(["common"], 3) == {}
    assert store.count_by_document(["thing", "common"], 30) == {}
    assert len(store.matching(TermQuery(("東京", "都")), 10)) == 1
    assert store.matching(TermQuery(), 10) == []
    assert store.matching(TermQuery(("東京",)), 10, NodeFilter(doc_ids=[])) == []


def filled(*texts: str) -> KeywordStore:
    storage = StorageContext()
    nodes = [NodeRecord(1, 0, 1, "", text, " ".join(keyword_terms(text).terms)) for text in texts]
    with storage.transaction():
        storage.documents.replace_file(DocumentRecord("/one", 1, 1, b"", {}, (), nodes))
    return storage.keywords


@pytest.mark.parametrize("files", [1, 2, 3, 5, 40])
def test_words_of_every_passage_have_scores_a_cutoff_can_tell_apart(files: int) -> None:
    store = filled(*(f"invoice number{number} " + "paid " * (number % 2 + 1) for number in range(files)))
    common = [score for _, score in store.query(keyword_terms("invoice"), files)]
    rare = store.query(keyword_terms("invoice number0"), files)
    assert len(common) == files
    assert min(common) > 0.001
    assert max(common) < 0.1
    assert files == 1 or rare[0][1] > 3 * rare[1][1]


def test_a_word_of_exactly_half_of_the_passages_tells_less_than_one_of_a_third() -> None:
    store = filled("half third", "half third", "half other", "one other", "two other", "six other")
    (half, _), (third, _) = (store.query(keyword_terms(word), 2) for word in ("half", "third"))
    assert 0.1 < half[1] < third[1]


def test_passages_without_the_words_and_those_not_allowed_are_not_found() -> None:
    store = filled("red green", "red", "red blue", "none of them")
    found = store.query(keyword_terms("red blue"), 10)
    assert [row for row, _ in found][:1] == [3]
    assert {row for row, _ in found} == {1, 2, 3}
    assert store.query(keyword_terms("red blue"), 10, NodeFilter(doc_ids=[])) == []
    assert store.query(keyword_terms("red blue"), 1) == found[:1]


THAI = (
    "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย ตั้งอยู่บนแม่น้ำเจ้าพระยา",
    "ยาสามัญต้องให้ผลการรักษาเท่าเทียมกับยาต้นแบบ",
    "พนักงานลาป่วยเกินสามวันต้องแสดงใบรับรองแพทย์",
    "ส้มตำทำจากมะละกอดิบ ตำกับพริก กระเทียม และน้ำปลา",
)
LAO = ("ນະຄອນຫຼວງວຽງຈັນເປັນເມືອງຫຼວງຂອງປະເທດລາວ", "ເຂົ້າໜຽວເປັນອາຫານຫຼັກຂອງຄົນລາວ")
KHMER = ("ភ្នំពេញជារាជធានីនៃព្រះរាជាណាចក្រកម្ពុជា", "ត្រីជាអាហារសំខាន់របស់ប្រជាជនខ្មែរ")
BURMESE = ("နေပြည်တော်သည် မြန်မာနိုင်ငံ၏ မြို့တော်ဖြစ်သည်။", "ရွှေတိဂုံဘုရားသည် ရန်ကုန်မြို့တွင် တည်ရှိသည်။")


@pytest.mark.parametrize(
    ("texts", "question", "best"),
    [
        (THAI, "เมืองหลวงของไทยคือเมืองอะไร", 1),
        (THAI, "ใบรับรองแพทย์สำหรับลาป่วย", 3),
        (THAI, "ยา", 2),
        (THAI, "มะละกอ", 4),
        (THAI, "ใช้ ยา AI", 2),
        (LAO, "ເມືອງຫຼວງຂອງລາວ", 1),
        (LAO, "ອາຫານຫຼັກແມ່ນຫຍັງ", 2),
        (KHMER, "រាជធានីកម្ពុជា", 1),
        (KHMER, "អាហារសំខាន់", 2),
        (BURMESE, "မြန်မာနိုင်ငံ မြို့တော်", 1),
        (BURMESE, "ရွှေတိဂုံဘုရား ဘယ်မှာ", 2),
    ],
)
def test_scripts_without_spaces_are_found_by_their_words(texts: tuple[str, ...], question: str, best: int) -> None:
    found = filled(*texts).query(keyword_terms(question), 10)
    assert found[0][0] == best


def test_a_single_kana_or_syllable_is_found_inside_longer_runs() -> None:
    store = filled("ぬいぐるみを買う", "電気を使う", "물을 마신다", "책을 읽다")
    assert [row for row, _ in store.query(keyword_terms("ぬ"), 10)] == [1]
    assert store.known_share(keyword_terms("ぬ")) == 1
    assert [row for row, _ in store.query(keyword_terms("물"), 10)] == [3]
    assert [row for row, _ in store.query(keyword_terms("책 사전"), 10)] == [4]
    assert store.query(keyword_terms("を 映画"), 10) == []  # beside other words it is a particle
    assert store.query(keyword_terms("ゑ"), 10) == []
