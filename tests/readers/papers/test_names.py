"""Names of people in the lines of papers."""

import pytest

from desktop_rag.readers.papers.model import Person
from desktop_rag.readers.papers.names import MARK, people_in, person_of, with_whole_letters


@pytest.mark.parametrize(
    ("line", "people"),
    [
        ("Anna Meyer, Bo Kim and Cy Lee", "Meyer, Anna; Kim, Bo; Lee, Cy"),
        (f"Vladimir Karpov{MARK}, Barlas O˘guz{MARK} Sewon Min†,", "Karpov, Vladimir; Oğuz, Barlas; Min, Sewon"),
        ("Anna Meyer 1,2, Bo Kim 2,* & Cy Lee1", "Meyer, Anna; Kim, Bo; Lee, Cy"),
        ("Meyer, Anna; Kim, Bo", "Meyer, Anna; Kim, Bo"),
        ("Meyer, A., Kim, B.-J. and Lee, C. D.", "Meyer, A.; Kim, B.-J.; Lee, C. D."),
        ("Smith JA, Doe A", "Smith, JA; Doe, A"),
        ("JOHN SMITH AND MARY O'BRIEN", "Smith, John; O'Brien, Mary"),
        ("ZHANG Wei, LI Xiao-Ming, Anna MEYER", "Zhang, Wei; Li, Xiao-Ming; Meyer, Anna"),
        ("Jan van der Berg, Luiz da Silva, José Ortega y Gasset", ("van der Berg, Jan; da Silva, Luiz; Ortega y "
                                                                  "Gasset, José")),
        ("Ana Pérez y Juan Gómez", "Pérez, Ana; Gómez, Juan"),
        ("Von Prof. Dr. Hans Müller und Dr. med. Eva Groß", "Müller, Hans; Groß, Eva"),
        ("John Smith, Jr., Anna Lee, Ph.D.", "Smith, John, Jr.; Lee, Anna"),
        ("Anna Meyer, Member, IEEE, Bo Kim", "Meyer, Anna; Kim, Bo"),
        ("Anna Meyer (University of Bonn), Bo Kim (Ulm)", "Meyer, Anna; Kim, Bo"),
        ("Anna Meyer, University of Bonn; Bo Kim, University of Ulm", "Meyer, Anna; Kim, Bo"),
        ("Anna Meyer et al.", "Meyer, Anna"),
        (f"Luis Damas{MARK}and Robin Milner", "Damas, Luis; Milner, Robin"),
        (f"1{MARK} and Peter Druschel", "Druschel, Peter"),
        (f"Andreas Gal{MARK}+, Mohammad Haghighat$, Mason Chang+#", "Gal, Andreas; Haghighat, Mohammad; Chang, Mason"),
        ("JOHN H. WENSLEY, SENIOR MEMBER, IEEE, AND CHARLES WEINSTOCK", "Wensley, John H.; Weinstock, Charles"),
        ("Leith (Casey) Leedom*", "Leedom, Leith"),
        ("Lászl´o Szekeres, Jos´e Pereira, Lu´ıs Rodrigues", "Szekeres, László; Pereira, José; Rodrigues, Luís"),
        ("Joey J. Lee, Teachers College Columbia University, NY", "Lee, Joey J."),
        ("Werner Vogels", "Vogels, Werner"),
        ("Amazon.com Services", ""),
        ("Shazam Entertainment, Ltd.", ""),
        ("Daniel Price and Andrew Tucker – Sun Microsystems, Inc.", "Price, Daniel; Tucker, Andrew"),
        ("Chalmers Tekniska Högskola", ""),
        ("Palo Alto, CA 94303", ""),
        ("Erlangen Germany", ""),
        ("张三1，李四丰2，欧阳修1", "张, 三; 李, 四丰; 欧阳, 修"),
        ("作者：王小明、张 伟", "王, 小明; 张, 伟"),
        ("김창호, 남궁민", "김, 창호; 남궁, 민"),
        ("New York, USA", ""),
        ("Menlo Park, CA", ""),
        ("Department of Law and Public Policy", ""),
        ("Google Brain", ""),
        ("北京大学 计算机学院", ""),
        ("The tide turns", ""),
        ("anna.meyer@example.org", ""),
        ("1 University of Bonn, 2 University of Ulm", ""),
        ("INVOICE 2025-0412", ""),
    ],
)  # fmt: skip
def test_a_line_of_names(line: str, people: str) -> None:
    assert "; ".join(person.inverted for person in people_in(line)) == people


@pytest.mark.parametrize(
    ("line", "people"),
    [
        ("山田 太郎†  鈴木 花子††", "山田, 太郎; 鈴木, 花子"),
        ("山田 太郎 鈴木 花子", "山田, 太郎; 鈴木, 花子"),
        ("山田太郎　鈴木花子", "山田太郎; 鈴木花子"),
    ],
)
def test_a_line_of_japanese_names(line: str, people: str) -> None:
    assert "; ".join(person.inverted for person in people_in(line, japanese=True)) == people


def test_a_name_that_is_not_told_apart_stays_whole() -> None:
    assert person_of("山田太郎") == Person("山田太郎")
    assert person_of("Plato") == Person("Plato")


def test_accents_beside_their_letters_are_put_on_them() -> None:
    assert with_whole_letters("P´erez, M¨uller, ﬁne") == "Pérez, Müller, fine"
    assert with_whole_letters("Kant´s view") == "Kant´s view"
