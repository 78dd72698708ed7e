"""First pages as journals, conferences and people lay them out, and what each says."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pymupdf

_PROSE = (
    "The tide turns twice a day in most harbours and the clerks note the hour. We compare the notes of eleven harbours "
    "over forty years with a simple model of the moon and find that two of the clerks were asleep. "
)
_DEUTSCH = (
    "Die Tide kippt in den meisten Häfen zweimal am Tag, und die Schreiber notieren die Stunde. Wir vergleichen die "
    "Notizen von elf Häfen aus vierzig Jahren mit einem einfachen Modell des Mondes und finden zwei schlafende "
    "Schreiber. "
)
_JAPANESE = (
    "多くの港では潮が一日に二度変わり、書記がその時刻を記録している。本論文では十一の港の記録を月の簡単な模型と比べる。"
)
_CHINESE = (
    "大多数港口每天涨潮两次，书记员记录时间。本文把十一个港口四十年的记录与一个简单的月亮模型进行比较，并讨论误差。"
)
_KOREAN = (
    "대부분의 항구에서 조수는 하루에 두 번 바뀌며 서기가 그 시각을 적는다. 본 논문은 열한 항구의 기록을 비교한다. "
)
Piece = tuple[tuple[float, float, float, float], str]
_WIDE = (60, 790)


@dataclass(frozen=True)
class Layout:
    """A first page in pieces, each a box and HTML; and what is expected of it."""

    pieces: Sequence[Piece]
    title: str
    people: str  # "Meyer, Anna; Kim, Bo"
    year: str = ""
    doi: str = ""
    arxiv: str = ""
    journal: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    stamp: str = ""
    has_others: bool = False


def written(path: Path, pieces: Sequence[Piece], stamp: str = "", **said: str) -> Path:
    """Write a page of pieces, perhaps with the stamp of a preprint at its edge."""
    with pymupdf.open() as document:
        page = document.new_page(width=595, height=842)
        for box, html in pieces:
            page.insert_htmlbox(box, html, css="* {font-family: serif} p {margin: 0}")
        if stamp:
            page.insert_text((30, 560), stamp, fontsize=20, rotate=90)
        document.set_metadata(said)
        document.save(path)
    return path


def at(
    top: float, size: float, text: str, *, left: float = 72, right: float = 523, align: str = "left", more: str = ""
) -> Piece:
    return (
        left,
        top,
        right,
        min(top + 700, 835),
    ), f'<p style="font-size:{size}pt;text-align:{align};{more}">{text}</p>'


def centred(top: float, size: float, text: str, more: str = "") -> Piece:
    return at(top, size, text, align="center", more=more)


def bold(top: float, size: float, text: str, **where: float | str) -> Piece:
    return at(top, size, f"<b>{text}</b>", **where)  # type: ignore[arg-type]


def columns(top: float, text: str = _PROSE, size: float = 10, times: int = 9) -> list[Piece]:
    """Running text in two columns."""
    return [at(top, size, text * times, left=left, right=left + 215) for left in (72, 308)]


def head(number: str = "1", text: str = "Introduction", top: float = 480, size: float = 12) -> Piece:
    return bold(top, size, f"{number} {text}", right=287)


PAPERS = {
    "proceedings in one column": Layout(
        [
            centred(110, 14.4, "<b>Harbour Clerks and the Moon: A Reading of Eleven Tide Books</b>"),
            centred(
                165,
                10,
                "Anna Meyer<sup>1</sup>, Bo Kim<sup>2</sup>, Jan van der Berg<sup>1,2</sup>, and Çiğdem Öztürk"
                "<sup>3</sup>",
            ),
            centred(190, 9, "<sup>1</sup> University of Kiel, Kiel, Germany<br>{meyer,berg}@uni-kiel.example"),
            centred(
                220, 9, "<sup>2</sup> Institute of Tides, Seoul, Korea<br><sup>3</sup> Koç University, Istanbul, Turkey"
            ),
            at(270, 9, f"<b>Abstract.</b> {_PROSE * 2}", left=110, right=480),
            at(350, 9, "<b>Keywords:</b> Tides · Harbours · Clerks", left=110, right=480),
            head(top=400),
            at(430, 10, _PROSE * 6),
        ],
        "Harbour Clerks and the Moon: A Reading of Eleven Tide Books",
        "Meyer, Anna; Kim, Bo; van der Berg, Jan; Öztürk, Çiğdem",
        "2021",
        arxiv="2103.15348",
        stamp="arXiv:2103.15348v2  [cs.CV]  21 Jun 2021",
    ),
    "two columns, names in bold over places": Layout(
        [
            centred(70, 14.4, "<b>Dense Tide Retrieval for Open-Harbour Questions</b>"),
            centred(
                105,
                12,
                "<b>Vladimir Karpov<sup>∗</sup>, Barış Oğuz<sup>∗</sup>, Sewon Min<sup>†</sup>,<br>Ledell Wu, Danqi "
                "Chen<sup>‡</sup></b>",
            ),
            centred(
                140,
                12,
                "Harbour AI &nbsp; <sup>†</sup>University of Washington &nbsp; <sup>‡</sup>Princeton University",
            ),
            centred(158, 10, "{vladk,barlaso}@harbour.example"),
            bold(220, 12, "Abstract", left=150),
            *columns(245, times=8),
            centred(
                790,
                8,
                "<i>Proceedings of the 2020 Conference on Empirical Methods in Tide Processing</i>, pages "
                "6769–6781,<br>November 16–20, 2020. ©2020 Association for Tides",
            ),
        ],
        "Dense Tide Retrieval for Open-Harbour Questions",
        "Karpov, Vladimir; Oğuz, Barış; Min, Sewon; Wu, Ledell; Chen, Danqi",
        "2020",
        journal="Proceedings of the 2020 Conference on Empirical Methods in Tide Processing",
        pages="6769-6781",
    ),
    "journal with a banner": Layout(
        [
            centred(30, 8, "Journal of Tides 591 (2020) 125139"),
            centred(55, 8, "Contents lists available at ScienceDirect"),
            centred(75, 18, "Journal of Tides"),
            centred(105, 8, "journal homepage: www.example.com/locate/jtides"),
            at(130, 8, "Research papers"),
            at(
                150,
                13.5,
                "Estimating the drowsiness of harbour clerks from gaps in tide books with a simple model of the moon",
            ),
            at(200, 10.5, "Anna Meyer<sup>a,*</sup>, Bo Kim<sup>b</sup>, Cy d’Alembert<sup>a,b</sup>"),
            at(
                222,
                7,
                "<i><sup>a</sup> Department of Tides, University of Kiel, Germany<br><sup>b</sup> Institute of the "
                "Moon, Seoul, Republic of Korea</i>",
            ),
            at(260, 8, "A R T I C L E&nbsp; I N F O<br><br><i>Keywords:</i><br>Tides<br>Clerks", right=200),
            at(260, 8, f"A B S T R A C T<br><br>{_PROSE * 2}", left=220),
            at(400, 9, "<b>1. Introduction</b>"),
            *columns(420, size=8, times=8),
            at(780, 7, "* Corresponding author.<br><i>E-mail address:</i> meyer@uni-kiel.example (A. Meyer)."),
            at(
                800,
                7,
                "https://doi.org/10.1016/j.jtides.2020.125139<br>Received 3 March 2020; Accepted 14 May 2020"
                "<br>0022-1694/© 2020 Elsevier B.V. All rights reserved.",
            ),
        ],
        "Estimating the drowsiness of harbour clerks from gaps in tide books with a simple model of the moon",
        "Meyer, Anna; Kim, Bo; d’Alembert, Cy",
        "2020",
        "10.1016/j.jtides.2020.125139",
        journal="Journal of Tides",
        volume="591",
        pages="125139",
    ),
    "names in a grid over a firm": Layout(
        [
            centred(95, 17, "<b>Tides Are All You Need</b>"),
            *(
                piece
                for row, names in enumerate(
                    (
                        ("Ann Vasari<sup>∗</sup>", "Noam Shaw<sup>∗</sup>", "Niki Parr<sup>∗</sup>"),
                        ("Llion Johns<sup>∗</sup>", "Aidan N. Gómez<sup>∗ †</sup>", "Łukasz Keiser<sup>∗</sup>"),
                    )
                )
                for place, name in enumerate(names)
                for piece in (
                    bold(150 + 55 * row, 10, name, left=80 + 150 * place, right=225 + 150 * place, align="center"),
                    at(
                        162 + 55 * row,
                        10,
                        "Harbour Brain<br>x@harbour.example",
                        left=80 + 150 * place,
                        right=225 + 150 * place,
                        align="center",
                    ),
                )
            ),
            centred(280, 12, "<b>Abstract</b>"),
            at(300, 10, _PROSE * 3, left=110, right=480),
            head(top=430),
            at(450, 10, _PROSE * 5),
            at(760, 8, "∗Equal contribution. Listing order is random."),
            at(790, 8, "31st Conference on Neural Tide Processing Systems (NTPS 2017), Long Beach, CA, USA."),
        ],
        "Tides Are All You Need",
        "Vasari, Ann; Shaw, Noam; Parr, Niki; Johns, Llion; Gómez, Aidan N.; Keiser, Łukasz",
        "2017",
        journal="31st Conference on Neural Tide Processing Systems (NTPS 2017), Long Beach, CA, USA",
    ),
    "transactions with a running header": Layout(
        [
            at(30, 7, "1234"),
            at(
                30,
                7,
                "IEEE TRANSACTIONS ON TIDES AND HARBOURS, VOL. 34, NO. 11, NOVEMBER 2012",
                left=150,
                right=540,
                align="right",
            ),
            centred(65, 24, "Robust Estimation of Tides<br>by Sleeping Clerks"),
            centred(135, 11, "Anna B. Meyer, <i>Member, IEEE</i>, Bo Kim, and Cy Lee, Jr., <i>Fellow, IEEE</i>"),
            at(180, 9, f"<b><i>Abstract</i>—{_PROSE * 2}</b>", right=287),
            at(330, 9, "<b><i>Index Terms</i>—Tides, harbours.</b>", right=287),
            centred(365, 10, "I. INTRODUCTION"),
            *columns(385, times=7),
        ],
        "Robust Estimation of Tides by Sleeping Clerks",
        "Meyer, Anna B.; Kim, Bo; Lee, Cy, Jr.",
        "2012",
        journal="IEEE Transactions on Tides and Harbours",
        volume="34",
        issue="11",
    ),
    "conference with three columns of authors": Layout(
        [
            centred(60, 24, "A Low-Cost Gauge for Small Harbours"),
            *(
                at(
                    130,
                    10,
                    f"{name}<br><i>Dept. of Tides<br>{place}</i><br>{town}<br>{mail}@example.org",
                    left=left,
                    right=left + 150,
                    align="center",
                )
                for left, name, place, town, mail in (
                    (60, "Anna Meyer", "University of Kiel", "Kiel, Germany", "anna"),
                    (222, "Bo Kim", "Institute of Waves", "Busan, South Korea", "bo"),
                    (384, "Carla Rossi Bianchi", "Politecnico del Porto", "New Trieste, Italy", "carla"),
                )
            ),
            at(220, 9, f"<b><i>Abstract</i>—{_PROSE * 2}</b>", right=287),
            *columns(400, times=7),
            at(800, 7, "978-1-7281-0000-0/19/$31.00 ©2019 IEEE"),
        ],
        "A Low-Cost Gauge for Small Harbours",
        "Meyer, Anna; Kim, Bo; Bianchi, Carla Rossi",
        "2019",
    ),
    "open journal with a sidebar": Layout(
        [
            at(60, 9, "<i>Article</i>"),
            bold(75, 18, "Sleep of Clerks and Errors of Tide Books in Eleven Harbours"),
            bold(125, 10, "Anna Meyer <sup>1,</sup>*, Bo Kim <sup>2</sup> and Cy Lee <sup>1,2</sup>"),
            at(
                155,
                8,
                "<sup>1</sup>&nbsp; Department of Tides, University of Kiel, 24118 Kiel, Germany<br><sup>2"
                "</sup>&nbsp; Institute of Waves, Busan 48513, Korea; bo@example.org<br>*&nbsp; Correspondence: "
                "anna@example.org",
                left=190,
            ),
            at(
                200,
                7,
                "<b>Citation:</b> Meyer, A.; Kim, B.; Lee, C. Sleep of Clerks and Errors of Tide Books in Eleven "
                "Harbours. <i>Sensors</i> <b>2020</b>, <i>20</i>, 1234. https://doi.org/10.3390/s20041234",
                right=180,
            ),
            at(
                300,
                7,
                "Received: 3 January 2020<br>Accepted: 20 February 2020<br>Published: 24 February 2020",
                right=180,
            ),
            at(360, 7, "<b>Copyright:</b> © 2020 by the authors.", right=180),
            at(200, 10, f"<b>Abstract:</b> {_PROSE * 3}", left=190),
            at(320, 10, "<b>Keywords:</b> tides; clerks; harbours", left=190),
            bold(350, 10, "1. Introduction", left=190),
            at(370, 10, _PROSE * 7, left=190),
            at(810, 7, "<i>Sensors</i> <b>2020</b>, <i>20</i>, 1234. https://doi.org/10.3390/s20041234"),
            at(810, 7, "www.example.com/journal/sensors", left=400),
        ],
        "Sleep of Clerks and Errors of Tide Books in Eleven Harbours",
        "Meyer, Anna; Kim, Bo; Lee, Cy",
        "2020",
        "10.3390/s20041234",
        journal="Sensors",
        volume="20",
        pages="1234",
    ),
    "open journal that tells how to cite it": Layout(
        [
            at(50, 8, "RESEARCH ARTICLE", left=200),
            bold(70, 20, "Tide books as a source for the history of sleep", left=200),
            at(140, 10, "<b>Anna Meyer<sup>1</sup>*, Bo Kim<sup>2</sup>, Nuria Gómez-Puig<sup>1</sup></b>", left=200),
            at(
                165,
                8,
                "<b>1</b> Department of History, University of Kiel, Kiel, Germany, <b>2</b> Institute of Sleep, "
                "Seoul, South Korea",
                left=200,
            ),
            at(195, 8, "* anna@example.org", left=200),
            bold(220, 14, "Abstract", left=200),
            at(240, 10, _PROSE * 3, left=200),
            bold(400, 14, "Introduction", left=200),
            at(425, 10, _PROSE * 6, left=200),
            at(
                240,
                7,
                "OPEN ACCESS<br><br><b>Citation:</b> Meyer A, Kim B, Gómez-Puig N (2017) Tide books as a source for "
                "the history of sleep. PLoS ONE 12(3): e0173664. https://doi.org/10.1371/journal.pone.0173664<br>"
                "<br><b>Editor:</b> Cy Lee, University of Bonn, GERMANY<br><br><b>Received:</b> May 3, 2016<br>"
                "<b>Published:</b> March 9, 2017",
                right=185,
            ),
            at(815, 7, "PLOS ONE | https://doi.org/10.1371/journal.pone.0173664 &nbsp; March 9, 2017 &nbsp; 1 / 14"),
        ],
        "Tide books as a source for the history of sleep",
        "Meyer, Anna; Kim, Bo; Gómez-Puig, Nuria",
        "2017",
        "10.1371/journal.pone.0173664",
        journal="PLoS ONE",
        volume="12",
        issue="3",
        pages="e0173664",
    ),
    "journal without a heading over its abstract": Layout(
        [
            at(40, 9, "ARTICLE"),
            at(40, 7, "https://doi.org/10.1038/s41586-019-1666-5", left=360),
            bold(75, 22, "Tidal supremacy using a programmable harbour clerk"),
            at(
                150,
                9,
                "Frank Arutyan<sup>1</sup>, Kunal Arya<sup>1</sup>, Ryan O’Brien<sup>2</sup>, Xiao Mi<sup>1,3</sup> "
                "&amp; John M. Martin<sup>1,4</sup>*",
            ),
            at(180, 9, f"<b>{_PROSE * 3}</b>"),
            *columns(300, times=9, size=9),
            at(
                780,
                6.5,
                "<sup>1</sup>Tide Lab, Santa Barbara, CA, USA. <sup>2</sup>Department of Waves, University of "
                "Massachusetts, Amherst, MA, USA. *e-mail: jm@example.org",
            ),
            centred(815, 7, "Nature | Vol 574 | 24 OCTOBER 2019 | 505"),
        ],
        "Tidal supremacy using a programmable harbour clerk",
        "Arutyan, Frank; Arya, Kunal; O’Brien, Ryan; Mi, Xiao; Martin, John M.",
        "2019",
        "10.1038/s41586-019-1666-5",
        journal="Nature",
        volume="574",
    ),
    "German journal": Layout(
        [
            at(40, 8, "Zeitschrift für Hafenkunde, Jg. 12 (2015), H. 3, S. 45–67"),
            bold(90, 16, "Schlafende Schreiber: Zur Geschichte der Gezeitenbücher an der Ostsee"),
            at(145, 11, "Von Jörg Müller-Groß und Dr. Käthe von der Heide"),
            at(180, 10, f"<b>Zusammenfassung:</b> {_DEUTSCH * 2}"),
            at(260, 10, "<b>Schlüsselwörter:</b> Gezeiten, Häfen, Schreiber"),
            bold(300, 12, "1 Einleitung"),
            at(325, 10.5, _DEUTSCH * 7),
        ],
        "Schlafende Schreiber: Zur Geschichte der Gezeitenbücher an der Ostsee",
        "Müller-Groß, Jörg; von der Heide, Käthe",
        "2015",
        journal="Zeitschrift für Hafenkunde",
        volume="12",
        issue="3",
        pages="45-67",
    ),
    "Japanese journal": Layout(
        [
            at(40, 8, "情報潮汐学会論文誌 Vol. 53 No. 4 1234–1245 (Apr. 2012)"),
            centred(90, 18, "<b>港の書記の眠りと潮汐記録の誤差に関する研究</b>"),
            centred(140, 12, "山田 太郎<sup>†1</sup>　鈴木 花子<sup>†2</sup>　佐々木 一<sup>†1</sup>"),
            at(175, 9, f"{_JAPANESE * 3}", left=110, right=480),
            centred(250, 13, "A Study of the Sleep of Harbour Clerks"),
            centred(280, 10, "Taro Yamada,<sup>†1</sup> Hanako Suzuki<sup>†2</sup> and Hajime Sasaki<sup>†1</sup>"),
            at(305, 9, f"{_PROSE * 2}", left=110, right=480),
            bold(380, 12, "1. はじめに"),
            *columns(410, _JAPANESE, size=9, times=8),
            at(800, 7, "<sup>†1</sup> 港湾大学 潮汐学部<br><sup>†2</sup> 海洋研究所"),
        ],
        "港の書記の眠りと潮汐記録の誤差に関する研究",
        "山田, 太郎; 鈴木, 花子; 佐々木, 一",
        "2012",
        journal="情報潮汐学会論文誌",
        volume="53",
        issue="4",
        pages="1234-1245",
    ),
    "Chinese journal": Layout(
        [
            at(40, 8, "第35卷 第6期"),
            centred(40, 9, "海 洋 学 报"),
            at(40, 8, "Vol. 35 No. 6<br>2013年6月", left=440),
            centred(100, 20, "<b>港口书记员睡眠对潮汐记录误差的影响</b>"),
            centred(145, 12, "张 伟<sup>1,2</sup>，欧阳晓明<sup>1</sup>，李四丰<sup>2*</sup>"),
            centred(
                175, 9, "（1. 青岛海洋大学 海洋学院，山东 青岛 266100；2. 中国科学院 海洋研究所，山东 青岛 266071）"
            ),
            at(210, 9, f"<b>摘　要：</b>{_CHINESE * 2}"),
            at(280, 9, "<b>关键词：</b>潮汐；港口；书记员"),
            at(300, 9, "中图分类号：P731　　文献标志码：A　　DOI：10.3969/j.issn.0253-4193.2013.06.012"),
            centred(330, 13, "<b>Sleep of harbour clerks and errors of tide books</b>"),
            centred(355, 10, "ZHANG Wei<sup>1,2</sup>, OUYANG Xiaoming<sup>1</sup>, LI Sifeng<sup>2</sup>"),
            at(380, 9, f"<b>Abstract:</b> {_PROSE * 2}"),
            bold(460, 12, "1　引言"),
            *columns(490, _CHINESE, size=9.5, times=6),
            at(800, 7, "收稿日期：2012-11-05；修回日期：2013-01-20"),
        ],
        "港口书记员睡眠对潮汐记录误差的影响",
        "张, 伟; 欧阳, 晓明; 李, 四丰",
        "2013",
        "10.3969/j.issn.0253-4193.2013.06.012",
        journal="海洋学报",
        volume="35",
        issue="6",
    ),
    "Korean journal": Layout(
        [
            at(40, 8, "한국조석학회지 제12권 제3호 (2018년 9월) pp. 45-56"),
            centred(100, 18, "<b>항구 서기의 수면과 조석 기록의 오차</b>"),
            centred(145, 11, "김창호<sup>1</sup>, 이영희<sup>2</sup>, 남궁민<sup>1</sup>"),
            centred(170, 9, "<sup>1</sup>부산해양대학교, <sup>2</sup>한국조석연구소"),
            centred(200, 11, "<b>요 약</b>"),
            at(220, 9, _KOREAN * 3),
            at(300, 9, "<b>키워드:</b> 조석, 항구"),
            bold(330, 12, "1. 서론"),
            at(360, 10, _KOREAN * 9),
        ],
        "항구 서기의 수면과 조석 기록의 오차",
        "김, 창호; 이, 영희; 남궁, 민",
        "2018",
        journal="한국조석학회지",
        volume="12",
        issue="3",
        pages="45-56",
    ),
    "French paper": Layout(
        [
            centred(180, 14.4, "<b>Résumés et interrogations de livres de marée</b>"),
            centred(220, 10, "Julien Alignon<sup>∗</sup>, Patrick Marcel<sup>∗</sup> et Elsa Nègre<sup>∗</sup>"),
            centred(
                245,
                10,
                "<sup>∗</sup>Université des Marées, Tours<br>Laboratoire du Port<br>3 place Jean Jaurès"
                "<br>prenom.nom@example.fr",
            ),
            at(320, 10, f"<b>Résumé.</b> {_PROSE * 2}", left=120, right=470),
            bold(420, 14.4, "1 &nbsp; Introduction"),
            at(450, 10, _PROSE * 5),
        ],
        "Résumés et interrogations de livres de marée",
        "Alignon, Julien; Marcel, Patrick; Nègre, Elsa",
    ),
    "working paper": Layout(
        [
            centred(60, 10, "HARBOUR BUREAU WORKING PAPER NO. 1207"),
            centred(150, 12, "<b>THE ECONOMICS OF SLEEPING CLERKS</b>"),
            centred(190, 12, "Anna Meyer"),
            centred(206, 12, "Bo Kim"),
            centred(240, 12, "March 2019"),
            centred(280, 12, "ABSTRACT"),
            at(310, 12, _PROSE * 3),
            at(500, 12, "Anna Meyer<br>Department of Economics<br>University of Kiel<br>meyer@example.org"),
        ],
        "THE ECONOMICS OF SLEEPING CLERKS",
        "Meyer, Anna; Kim, Bo",
        "2019",
    ),
    "conference that tells how to cite it": Layout(
        [
            centred(70, 17, "<b>Tide Books by Touch: A Field Study with Harbour Clerks</b>"),
            *(
                at(125, size, text, left=left, right=left + 215, align="center")
                for left, size, text in (
                    (
                        72,
                        11,
                        (
                            "Anna Meyer<br><span style='font-size:9pt'>University of Kiel<br>Kiel, Germany"
                            "<br>anna@example.org</span>"
                        ),
                    ),
                    (
                        308,
                        11,
                        (
                            "Bo Kim<br><span style='font-size:9pt'>Institute of Waves<br>Busan, South Korea"
                            "<br>bo@example.org</span>"
                        ),
                    ),
                )
            ),
            bold(220, 10, "ABSTRACT", right=287),
            bold(400, 10, "CCS CONCEPTS", right=287),
            at(235, 9, _PROSE * 3, right=287),
            at(415, 9, "• Human-centered computing → Field studies.", right=287),
            bold(440, 10, "KEYWORDS", right=287),
            at(455, 9, "tides, touch", right=287),
            at(
                480,
                7,
                "<b>ACM Reference Format:</b><br>Anna Meyer and Bo Kim. 2019. Tide Books by Touch: A Field Study "
                "with Harbour Clerks. In <i>CHI Conference on Tides in Harbours Proceedings (CHI 2019), May 4–9, "
                "2019, Glasgow, Scotland UK.</i> ACM, New York, NY, USA, 12 pages. "
                "https://doi.org/10.1145/3290605.3300233",
                right=287,
            ),
            at(220, 9, _PROSE * 9, left=308),
            at(
                720,
                7,
                "Permission to make digital or hard copies of all or part of this work is granted without fee.<br>© "
                "2019 Association for Tides.<br>ACM ISBN 978-1-4503-5970-2/19/05...$15.00"
                "<br>https://doi.org/10.1145/3290605.3300233",
                right=287,
            ),
        ],
        "Tide Books by Touch: A Field Study with Harbour Clerks",
        "Meyer, Anna; Kim, Bo",
        "2019",
        "10.1145/3290605.3300233",
        journal="CHI Conference on Tides in Harbours Proceedings (CHI 2019)",
    ),
    "Spanish journal": Layout(
        [
            at(40, 8, "Revista de Mareas, vol. 24, núm. 2, 2016, pp. 101–119. ISSN 1234-5678"),
            centred(90, 15, "<b>El sueño de los escribanos del puerto</b>"),
            at(130, 11, "Ana Pérez García y Juan Gómez de la Torre", align="right"),
            at(146, 9, "Universidad de Cádiz, España", align="right"),
            at(180, 10, f"<b>Resumen:</b> {_PROSE * 2}"),
            at(260, 10, "<b>Palabras clave:</b> mareas, puertos"),
            at(300, 10, _PROSE * 7),
        ],
        "El sueño de los escribanos del puerto",
        "García, Ana Pérez; de la Torre, Juan Gómez",
        "2016",
        journal="Revista de Mareas",
        volume="24",
        issue="2",
        pages="101-119",
    ),
    "journal with dots between names": Layout(
        [
            at(40, 8, "Tide Learn (2019) 108:45–67<br>https://doi.org/10.1007/s10994-018-5742-0"),
            bold(110, 16, "Learning to wake clerks with weak supervision"),
            bold(160, 10, "Anna Meyer<sup>1</sup> · Bo-Young Kim<sup>2</sup> · Cy Lee<sup>1</sup>"),
            at(
                190,
                8,
                "Received: 3 May 2017 / Accepted: 4 June 2018 / Published online: 26 July 2018<br>© The Author(s) 2018",
            ),
            at(230, 10, f"<b>Abstract</b> {_PROSE * 2}"),
            at(310, 10, "<b>Keywords</b> Tides · Clerks"),
            bold(350, 12, "1 Introduction"),
            at(375, 10, _PROSE * 6),
            at(780, 8, "Anna Meyer<br>anna@example.org<br><sup>1</sup> University of Kiel, Kiel, Germany"),
        ],
        "Learning to wake clerks with weak supervision",
        "Meyer, Anna; Kim, Bo-Young; Lee, Cy",
        "2019",
        "10.1007/s10994-018-5742-0",
        journal="Tide Learn",
        volume="108",
        pages="45-67",
    ),
    "names beside their addresses": Layout(
        [
            at(40, 8, "Journal of Tide Research 12 (2011) 2825-2830"),
            at(40, 8, "Submitted 3/11; Revised 8/11; Published 10/11", left=350),
            centred(100, 14.4, "<b>scikit-tide: Machine Reading of Tide Books</b>"),
            *(
                piece
                for row, (name, mail) in enumerate(
                    (("Fabian Pedersen", "fp"), ("Gaël Varo", "gv"), ("Alexandre Gramont", "ag"))
                )
                for piece in (
                    at(140 + 34 * row, 11, f"<b>{name}</b>", right=250),
                    at(140 + 34 * row, 9, f"{mail.upper()}@EXAMPLE.FR", left=380),
                    at(155 + 34 * row, 9, "<i>Parietal, INRIA Saclay<br></i>", right=300),
                )
            ),
            at(250, 9, "<b>Editor:</b> Mikio Brown"),
            centred(280, 12, "<b>Abstract</b>"),
            at(300, 10, _PROSE * 3),
            at(420, 10, "<b>Keywords:</b> tides, Python"),
            head("1.", top=450),
            at(475, 11, _PROSE * 5),
        ],
        "scikit-tide: Machine Reading of Tide Books",
        "Pedersen, Fabian; Varo, Gaël; Gramont, Alexandre",
        "2011",
        journal="Journal of Tide Research",
        volume="12",
        pages="2825-2830",
    ),
    "letters of physics": Layout(
        [
            at(40, 9, "PRL <b>116,</b> 061102 (2016)"),
            centred(40, 9, "PHYSICAL REVIEW LETTERS"),
            centred(95, 13, "<b>Observation of Tidal Waves from a Binary Harbour Merger</b>"),
            centred(125, 10, "B. P. Abbott <i>et al.</i><sup>*</sup>"),
            centred(140, 9, "(Tide Scientific Collaboration and Harbour Collaboration)"),
            centred(156, 9, "(Received 21 January 2016; published 11 February 2016)"),
            at(180, 9.5, _PROSE * 3, left=110, right=480),
            at(290, 9, "DOI: 10.1103/PhysRevLett.116.061102", left=110),
            *columns(320, times=9),
        ],
        "Observation of Tidal Waves from a Binary Harbour Merger",
        "Abbott, B. P.",
        "2016",
        "10.1103/PhysRevLett.116.061102",
        journal="PRL",
        volume="116",
        pages="061102",
        has_others=True,
    ),
    "author above the title": Layout(
        [
            at(90, 11, "<i>Annette Meyer</i>"),
            bold(112, 16, "Gezeitenbücher lesen"),
            at(160, 10, f"<b>Abstract.</b> {_DEUTSCH * 2}"),
            at(240, 10, "<b>Schlagwörter:</b> Gezeiten"),
            bold(270, 12, "1 Einleitung"),
            at(300, 10.5, _DEUTSCH * 7),
            at(810, 8, "Hafenblätter 7 (2009), 12–19"),
        ],
        "Gezeitenbücher lesen",
        "Meyer, Annette",
        "2009",
        journal="Hafenblätter",
        volume="7",
        pages="12-19",
    ),
}

OTHERS = {
    "a lease": [
        centred(70, 16, "<b>Assured Shorthold Tenancy Agreement</b>"),
        at(120, 11, "<b>Landlord</b> Anna Meyer, 12 Harbour Road, Brackhaven<br><b>Tenant</b> Bo Kim<br><b>Date</b> "
                    "3 May 2019"),
        at(190, 11, _PROSE * 6),
    ],
    "an invoice": [
        at(60, 14, "<b>Harbour Plumbing Ltd</b>"),
        at(90, 10, "INVOICE 2025-0412<br>Vol. 3 pipes, No. 4 taps<br>Mr D. Ashdown<br>office@example.org<br>Total "
                   "120.00"),
        at(200, 10, _PROSE * 2),
    ],
    "a letter that names a DOI": [
        at(60, 11, "Anna Meyer<br>12 Harbour Road<br>anna@example.org<br><br>3 May 2019"),
        at(170, 11, f"Dear Bo Kim,<br><br>{_PROSE}<br>You will find it all in Lee (2018), "
                    f"https://doi.org/10.1000/xyz123.<br><br>{_PROSE * 3}<br>Anna Meyer"),
    ],
    "an annual report": [
        centred(100, 24, "<b>Annual Report 2019</b>"),
        centred(150, 12, "Harbour Trust plc"),
        bold(250, 14, "Summary"),
        at(280, 11, _PROSE * 6),
    ],
    "a life": [
        at(60, 20, "<b>Anna Meyer</b>"),
        at(90, 10, "anna@example.org · +49 555 0100 · Kiel, Germany"),
        bold(120, 12, "Summary"),
        at(140, 10, _PROSE * 2),
        bold(220, 12, "Education"),
        at(240, 10, "University of Kiel, Diploma in Tides, 1999–2004<br>" * 6),
    ],
    "a Japanese lease": [
        centred(70, 18, "建物賃貸借契約書"),
        at(120, 11, "貸主 株式会社あさひ台不動産管理<br>借主 木村 拓郎<br>物件 コーポつばめ305"),
        at(200, 11, _JAPANESE * 8),
    ],
    "minutes": [
        centred(70, 16, "<b>Minutes of the Harbour Council</b>"),
        centred(100, 11, "Anna Meyer, Bo Kim, Cy Lee"),
        at(130, 11, "1. Introduction<br>" + _PROSE * 7),
    ],
}  # fmt: skip
