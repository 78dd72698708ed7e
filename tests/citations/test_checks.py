"""What a sentence states must be what its source says: examples in several languages, one table for each kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.citations.align import Aligned, align
from desktop_rag.core.results.answers import Source, Verdict


def source(text: str, heading: str = "") -> Source:
    return Source(1, 1.0, "/files/report.pdf", 1, "1", 0, len(text), text, "node", heading=heading)


def checked(answer: str, text: str, heading: str = "") -> list[str]:
    """Return the words of an answer that are said to have no support."""
    return unsupported(align(answer, (source(text, heading),)))


def unsupported(aligned: Aligned) -> list[str]:
    return [aligned.text[start:end] for one in aligned.sentences for start, end in one.unsupported]


PROFIT = "In the second quarter of 2023 the profit of the steel division rose by 2.7 % to $3.4 billion."
ITEM = "I have read the report of the harbour council on its boats;"
PROFIT_DE = "Der Gewinn der Stahlsparte stieg im Jahr 2023 um 2,7 % auf 3,4 Milliarden Euro."
PROFIT_FR = "Le bénéfice de la branche acier a augmenté de 2,7 % à 3,4 milliards d'euros."
PROFIT_ES = "El beneficio de la división de acero aumentó un 2,7 % hasta 3400 millones de euros."
PROFIT_JA = "鉄鋼部門の利益は前年より2.7%増加し、三千四百億円となった。"
PROFIT_ZH = "钢铁部门的利润比上年增长2.7%，达到三千四百亿元。"


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        (PROFIT.replace("2.7", "2.9"), PROFIT, ["2.9 %"]),
        (PROFIT.replace("2.7 %", "2.7 percent"), PROFIT, []),
        (PROFIT.replace("2.7 %", "2.7 percentage points"), PROFIT, ["2.7 percentage points"]),
        (PROFIT.replace("billion", "million"), PROFIT, ["$3.4 million"]),
        (PROFIT.replace("$3.4 billion", "$3,400 million"), PROFIT, []),
        (PROFIT.replace("$", "€"), PROFIT, ["€3.4 billion"]),
        (PROFIT.replace("2023", "2021"), PROFIT, ["2021"]),
        ("The mission used 7 rockets of the old type.", "The mission used 9 rockets of the old type.", ["7"]),
        ("The mission used seven rockets of the old type.", "The mission used 7 rockets of the old type.", []),
        ("The mission used nine rockets of the old type.", "The mission used 7 rockets of the old type.", ["nine"]),
        (
            "There are three colours of the old flag: red, white and blue.",
            "Colours of the old flag: red, white and blue.",
            [],
        ),
        ("Sales of Q2 were the best of all quarters.", "Sales of the second quarter were the best of all.", []),
        ("The board declared a dividend of 12 cents.", "The board declared a dividend of $0.12.", []),
        ("Sales of bottles were $10.0 billion.", "Sales of bottles were $10,040 million.", []),
        ("Sales of bottles were $10.1 billion.", "Sales of bottles were $10,040 million.", ["$10.1 billion"]),
        ("Sales of bottles grew (by about $1.7 billion).", "Sales of bottles grew by $1,683 million.", []),
        ("It sold twenty-five mills in the far north.", "It sold 25 mills in the far north.", []),
        ("The balance of the fund was −5 points.", "The balance of the fund was 5 points.", ["−5"]),
        (PROFIT_DE.replace("2,7", "3,7"), PROFIT_DE, ["3,7 %"]),
        (PROFIT_DE.replace("Milliarden", "Millionen"), PROFIT_DE, ["3,4 Millionen Euro"]),
        (PROFIT_DE.replace("3,4 Milliarden", "3.400 Millionen"), PROFIT_DE, []),
        (PROFIT_FR.replace("milliards", "millions"), PROFIT_FR, ["3,4 millions"]),
        (PROFIT_ES.replace("3400 millones", "3,4 millones"), PROFIT_ES, ["3,4 millones"]),
        (PROFIT_JA.replace("三千四百億", "3400億"), PROFIT_JA, []),
        (PROFIT_JA.replace("三千四百億", "三千五百億"), PROFIT_JA, ["三千五百億円"]),
        (PROFIT_ZH.replace("三千四百亿", "3400亿"), PROFIT_ZH, []),
        (PROFIT_ZH.replace("亿", "万"), PROFIT_ZH, ["三千四百万元"]),
        (PROFIT + " (page 12)", PROFIT, []),
        # a number of the source, in the place of another one
        (
            "He lived there from 1977 until he died in 1977.",
            "He lived there from 1952 until he died in 1977.",
            ["1977"],
        ),
        ("第33回の選挙では38名が当選した。", "第39回の選挙では38名が当選した。", ["33"]),
        ("As page 12 says, the profit of the steel division rose by 2.7 %.", PROFIT, []),
        # an item's number that the end of the sentence before it carries along
        (f"{ITEM} 2.", f"{ITEM}\n2. Pages must not be missing.", []),
        (f"{ITEM} 4.", f"{ITEM}\n2. Pages must not be missing.", ["4"]),
        (f"{ITEM} 2.", ITEM, []),
        ("Page 7 of 15 Minutes of the harbour council.", "Page 6 of 15 Minutes of the harbour council.", ["7"]),
    ],
)
def test_numbers_have_the_value_unit_and_scale_of_the_source(answer: str, text: str, expected: list[str]) -> None:
    assert checked(answer, text) == expected


def test_a_wrong_number_comes_with_that_of_the_source() -> None:
    (sentence,) = align(PROFIT.replace("billion", "million"), (source(PROFIT),)).sentences
    assert sentence.reasons == ("The source says $3.4 billion.",)


@pytest.mark.parametrize(
    "text",
    [
        "2.1 The tenant shall pay the rent in advance on the day that the board names.",
        "(3) The tenant shall pay the rent in advance on the day that the board names.",
        "§ 4.2 The tenant shall pay the rent in advance on the day that the board names.",
        "From 1 May the tenant shall pay the rent in advance on the day that the board names.",
    ],
)
def test_a_clause_number_and_the_day_of_a_date_are_no_value_of_the_source(text: str) -> None:
    aligned = align("The tenant shall pay the rent in advance on the 9th day that the board names.", (source(text),))
    (sentence,) = aligned.sentences
    assert unsupported(aligned)
    assert sentence.reasons == ("The source does not give this number here.",)


@pytest.mark.parametrize(
    ("number", "is_given"),
    [("$34,229 million", True), ("$34.2 billion", True), ("$34,229", True), ("$34,229 billion", False)],
)
def test_the_heading_of_a_table_gives_the_scale_of_its_figures(number: str, is_given: bool) -> None:
    table = "Net sales by segment (in millions)\n\n| Segment | 2022 |\n| --- | --- |\n| Net sales of paper | 34,229 |"
    assert (checked(f"Net sales of paper were {number}.", table) == []) is is_given


MEETING = "On 28 February 2008 the council of the harbour towns signed the treaty about fishing rights."


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        (MEETING.replace("28 February", "February 28,"), MEETING, []),
        (MEETING.replace("28 February 2008", "2008-02-28"), MEETING, []),
        (MEETING.replace("28 February 2008", "February 2008"), MEETING, []),
        (MEETING.replace("February", "June"), MEETING, ["28 June 2008"]),
        (MEETING.replace("28 ", "27 "), MEETING, ["27 February 2008"]),
        ("Der Rat tagte am 3. Mai 2020 im Hafen.", "Der Rat tagte am 3. März 2020 im Hafen.", ["3. Mai 2020"]),
        ("Le conseil siégeait le 3 mai 2020 au port.", "Le conseil siégeait le 3 mars 2020 au port.", ["3 mai 2020"]),
        (
            "El consejo se reunió el 3 de mayo de 2020.",
            "El consejo se reunió el 3 de marzo de 2020.",
            ["3 de mayo de 2020"],
        ),
        ("評議会は2020年5月3日に港で開かれた。", "評議会は2020年3月3日に港で開かれた。", ["2020年5月3日"]),
        ("理事会于2020年5月3日在港口召开。", "理事会于2020年5月3日在港口召开。", []),
    ],
)
def test_dates_are_those_of_the_source_however_written(answer: str, text: str, expected: list[str]) -> None:
    assert checked(answer, text) == expected


DISCOVERY = "In 1898 Marie Curie discovered radium in Paris, and the Royal Society honoured her work."


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        (DISCOVERY.replace("Marie Curie", "Lise Meitner"), DISCOVERY, ["Lise Meitner"]),
        (DISCOVERY.replace("Paris", "Berlin"), DISCOVERY, ["Berlin"]),
        (DISCOVERY.replace("Royal Society", "NASA"), DISCOVERY, ["NASA"]),
        ("Furthermore, Marie Curie discovered radium in Paris.", DISCOVERY, []),
        ("**Discoverer of Radium:** Marie Curie discovered radium in Paris.", DISCOVERY, []),
        ("**Chemist** Marie Curie discovered radium in Paris.", DISCOVERY, []),
        ("The RS honoured the work of Marie Curie.", DISCOVERY, []),
        ("The World Health Office raised its fees in May.", "The WHO raised its fees in May.", []),
        (
            "Loudoun led the army of the north in that cold winter.",
            "Newcastle led the army of the north in that cold winter.",
            ["Loudoun"],
        ),
        ("Die Frist endet drei Monate nach Monatsende.", "Die Frist endet drei Monate nach Ende eines Monats.", []),
        ("Die Firma Siemens baut in Erlangen Züge.", "Die Firma Alstom baut in Erlangen Züge.", ["Siemens"]),
        (
            "La société Renault construit des trains à Lyon.",
            "La société Alstom construit des trains à Lyon.",
            ["Renault"],
        ),
        ("La empresa Talgo construye trenes en Madrid.", "La empresa Alstom construye trenes en Madrid.", ["Talgo"]),
        (
            "その映画はスピルバーグが監督した作品である。",
            "その映画はキューブリックが監督した作品である。",
            ["スピルバーグ"],
        ),
        ("这部电影的导演是张艺谋，于北京上映。", "这部电影的导演是陈凯歌，于北京上映。", ["张艺谋"]),
    ],
)
def test_names_stand_in_the_passage(answer: str, text: str, expected: list[str]) -> None:
    assert checked(answer, text) == expected


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("The fund does not hedge its risks with futures.", "The fund does hedge its risks with futures."),
        ("The fund hedges its risks with futures.", "The fund never hedges its risks with futures."),
        ("The harbour wasn't closed during the winter storm.", "The harbour was closed during the winter storm."),
        ("Der Hafen wurde im Winter nicht geschlossen.", "Der Hafen wurde im Winter geschlossen."),
        ("Der Hafen hatte keine Kräne aus Stahl.", "Der Hafen hatte Kräne aus Stahl."),
        ("Le port n'a pas fermé pendant la tempête.", "Le port a fermé pendant la tempête."),
        ("El puerto no cerró durante la tormenta.", "El puerto cerró durante la tormenta."),
        ("その港は冬の間も閉鎖されていない。", "その港は冬の間も閉鎖されている。"),
        ("このテンソルは対称ではない。", "このテンソルは対称である。"),
        ("这个港口在冬天不是关闭的。", "这个港口在冬天是关闭的。"),
    ],
)
def test_a_negation_added_or_left_out_is_noticed(answer: str, text: str) -> None:
    assert checked(answer, text)
    assert checked(text, answer)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("No, encrypted images are not scanned by the adviser.", "Encrypted images aren't scanned by the adviser."),
        ("No, the harbour stays open during the winter.", "The harbour stays open during the winter."),
        ("Nein, der Hafen wurde im Winter nicht geschlossen.", "Der Hafen wurde im Winter nicht geschlossen."),
        ("Non, le port n'a pas fermé pendant la tempête.", "Le port n'a pas fermé pendant la tempête."),
        ("No, el puerto no cerró durante la tormenta.", "El puerto no cerró durante la tormenta."),
        ("いいえ、その港は冬の間も閉鎖されていない。", "その港は冬の間も閉鎖されていない。"),
        ("不，这个港口在冬天不是关闭的。", "这个港口在冬天不是关闭的。"),
    ],
)
def test_the_no_that_answers_a_question_denies_nothing(answer: str, text: str) -> None:
    assert checked(answer, text) == []


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("No, the harbour was not closed during the winter storm.", "The harbour was closed during the winter storm."),
        ("No, the fund hedges its risks with futures.", "The fund never hedges its risks with futures."),
        ("No harbour was closed during the winter storm.", "The harbour was closed during the winter storm."),
    ],
)
def test_what_follows_such_a_no_may_be_denied(answer: str, text: str) -> None:
    assert checked(answer, text)


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        (PROFIT.replace("rose", "fell"), PROFIT, ["fell"]),
        (
            "Sales were lower than in the first half of the year.",
            "Sales were higher than in the first half of the year.",
            ["lower"],
        ),
        ("The ship sailed after the storm had ended.", "The ship sailed before the storm had ended.", ["after"]),
        ("He was the last governor of the island.", "He was the first governor of the island.", ["last"]),
        ("It costs less than ten crowns a day.", "It costs more than ten crowns a day.", ["less"]),
        (PROFIT_DE.replace("stieg", "sank"), PROFIT_DE, ["sank"]),
        (PROFIT_FR.replace("augmenté", "diminué"), PROFIT_FR, ["diminué"]),
        (PROFIT_ES.replace("aumentó", "disminuyó"), PROFIT_ES, ["disminuyó"]),
        (PROFIT_JA.replace("増加", "減少"), PROFIT_JA, ["減少"]),
        (PROFIT_ZH.replace("增长", "下降"), PROFIT_ZH, ["下降"]),
        ("这条公路在独立之后建成。", "这条公路在独立之前建成。", ["后"]),
        ("この島は国で最小の湖がある。", "この島は国で最大の湖がある。", ["小"]),
        ("Sales increased in the first half of the year.", "Sales rose in the first half of the year.", []),
    ],
)
def test_directions_are_not_turned_round(answer: str, text: str, expected: list[str]) -> None:
    assert checked(answer, text) == expected


COSTS = "As in the year before, the mills reported that the costs for raw materials increased, above all those of pulp."
COSTS_DE = "Wie der Vorstand mitteilt, stiegen die Kosten der Rohstoffe im letzten Jahr, vor allem für Zellstoff."


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        ("For the mills, costs for raw materials fell, and that of pulp too.", COSTS, ["fell"]),
        ("For the mills, costs for raw materials rose, and that of pulp too.", COSTS, []),
        ("The price of pulp fell while costs for raw materials increased.", COSTS, []),
        ("Costs for raw materials did not fall in that time.", COSTS, []),
        ("A slower decline of costs for raw materials was reported by the mills.", COSTS, []),
        (
            "Revenue of the boats division fell in spring.",
            "Revenue of the boats division, which rose in autumn, fell again in spring.",
            [],
        ),
        (
            "In Europe the sales of paper products declined.",
            "Sales of paper products grew in Europe, and in Asia they declined.",
            ["declined"],
        ),
        ("Im letzten Jahr sanken die Kosten der Rohstoffe erheblich.", COSTS_DE, ["sanken"]),
        ("Im letzten Jahr stiegen die Kosten der Rohstoffe erheblich.", COSTS_DE, []),
        ("去年原材料费用明显下降。", "报告说明，去年原材料费用大幅上升。", ["下降"]),
        ("去年原材料费用明显增加。", "报告说明，去年原材料费用大幅上升。", []),
    ],
)
def test_what_rose_did_not_fall_however_it_is_worded(answer: str, text: str, expected: list[str]) -> None:
    assert checked(answer, text) == expected


RULE = "The tenant may end the lease before the end of the sixth month with-\nout giving a reason for it."


@pytest.mark.parametrize(
    ("quotation", "is_true"),
    [
        ("The tenant may end the lease before the end of the sixth month without giving a reason", True),
        ("The tenant may end the lease … without giving a reason", True),
        ("the tenant may end the lease", True),
        ("The tenant may never end the lease before the end of the sixth month", False),
        ("The tenant may end the contract before the end of the sixth month", False),
        ("The tenant may end the month without giving a reason", False),
        ("May the tenant end the contract before the end?", False),
    ],
)
@pytest.mark.parametrize("marks", ["“”", '""', "„“", "«»"])
def test_quotations_are_word_for_word(quotation: str, is_true: bool, marks: str) -> None:
    answer = f"The report states: {marks[0]}{quotation}{marks[1]}."
    assert (checked(answer, RULE) == []) is is_true


@pytest.mark.parametrize(
    ("answer", "is_true"),
    [
        ("規則には「借主は六か月の末までに契約を終えることができる」とある。", True),
        ("規則には「借主は九か月の末までに契約を終えることができる」とある。", False),
    ],
)
def test_japanese_quotations_are_word_for_word(answer: str, is_true: bool) -> None:
    assert (checked(answer, "借主は六か月の末までに契約を終えることができる。") == []) is is_true


def test_an_altered_quotation_names_the_word_of_the_source() -> None:
    aligned = align("The report states: “The tenant may end the contract before the end.”", (source(RULE),))
    (sentence,) = aligned.sentences
    assert unsupported(aligned) == ["contract"]
    assert sentence.reasons == ("The source says “lease” here.",)


def test_a_clause_that_no_passage_has_is_marked_beside_one_that_is_supported() -> None:
    answer = "The tenant may end the lease before the end of the sixth month, and glaciers carve deep valleys slowly."
    assert checked(answer, RULE) == ["and glaciers carve deep valleys slowly"]


def test_an_answer_may_put_neighbouring_sentences_together() -> None:
    text = "The bridge was opened in 1932. It is 503 metres long. Nobody paints it."
    assert checked("The bridge, which is 503 metres long, was opened in 1932.", text) == []


@pytest.mark.parametrize(("year", "expected"), [("1898", []), ("1897", ["1897"])])
def test_across_languages_figures_are_checked_and_words_are_not(year: str, expected: list[str]) -> None:
    answer = f"Marie Curie und die Royal Society: {year} ist in Paris das Radium, Marie Curie nicht allein [1]."
    assert checked(answer, DISCOVERY) == expected


def test_a_mark_that_nothing_closes_opens_no_quotation() -> None:
    answer = 'The screen is 27" wide, the tenant says.\n\nThe tenant may end the lease before the "end" of the month.'
    assert "quotation" not in " ".join(
        reason for one in align(answer, (source(RULE),)).sentences for reason in one.reasons
    )


_SENTENCES = st.sampled_from(
    [
        PROFIT,
        PROFIT_DE,
        PROFIT_FR,
        PROFIT_ES,
        PROFIT_JA,
        PROFIT_ZH,
        MEETING,
        DISCOVERY,
        "The fund does not hedge its risks.",
    ]
)


@given(st.lists(_SENTENCES, min_size=1, max_size=4, unique=True), st.data())
def test_a_sentence_of_a_passage_is_supported(sentences: list[str], data: st.DataObject) -> None:
    answer = data.draw(st.sampled_from(sentences))
    (sentence,) = align(answer, (source("\n\n".join(sentences)),)).sentences
    assert (sentence.verdict, sentence.unsupported) == (Verdict.SUPPORTED, ())


_PIECES = st.sampled_from(
    "Sales|rose|fell|by 2.7 %|not|“the lease”|“a very long quotation of words”|. |。|3M|Curie|不|増加|、|\n|- |[1]"
    "|(page 2)|5 May 2020".split("|")
)


@given(st.lists(_PIECES, max_size=25).map(" ".join), st.lists(_PIECES, max_size=25).map(" ".join))
def test_what_is_marked_lies_in_its_sentence(answer: str, text: str) -> None:
    aligned = align(answer, (source(text),))
    position = 0
    for sentence in aligned.sentences:
        assert position <= sentence.start < sentence.end <= len(aligned.text)
        assert all(sentence.start <= start < end <= sentence.end for start, end in sentence.unsupported)
        assert sentence.verdict.is_doubt is bool(sentence.unsupported)
        assert not sentence.verdict.is_doubt or sentence.reasons
        assert (sentence.citation is None) is (sentence.verdict in {Verdict.NOT_SAID, Verdict.UNCHECKED})
        position = sentence.end


RENT = "The rent is due on the third working day of each month and is paid to the agent."
CLASSES = "The first class costs 40 euros more, and the second class has no reserved seats."


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        (RENT.replace("third", "fifth"), RENT, ["fifth"]),
        (RENT.replace("third", "3rd"), RENT, []),
        (RENT.replace("third", "5th"), RENT, ["5th"]),
        ("The rent is due on the fifth working day.", RENT, ["fifth"]),
        ("First, the rent is due on the third working day of each month.", RENT, []),
        (CLASSES, CLASSES, []),
        ("It was the second time that the agent was paid.", "It was paid twice; the agent came again.", []),
        ("Der dritte Mieter zahlt die Heizung selbst.", "Der zweite Mieter zahlt die Heizung selbst.", ["dritte"]),
        ("Am zweiten Werktag ist die Miete fällig.", "Die Miete ist am dritten Werktag fällig.", ["zweiten"]),
        ("Le troisième étage est loué à la pharmacie.", "Le deuxième étage est loué à la pharmacie.", ["troisième"]),
        ("El segundo piso tiene una terraza grande.", "El tercer piso tiene una terraza grande.", ["segundo"]),
        ("第三回の会議で会費の値上げが決まった。", "第五回の会議で会費の値上げが決まった。", ["三"]),
        ("第二次会议通过了新的预算。", "第二次会议通过了新的预算。", []),
    ],
)
def test_ordinals(answer: str, text: str, expected: list[str]) -> None:
    assert checked(answer, text) == expected
