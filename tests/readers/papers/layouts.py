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
        pages="505",
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

PAPERS |= {
    "names with commas before their marks": Layout(
        [
            centred(60, 16, "<b>Learning to Predict Tides with Graph Attention</b>"),
            centred(90, 12, "<b>Anna Meyer,<sup>1</sup> Bo Kim,<sup>1,2</sup> Wei-Lin Chen<sup>2</sup></b>"),
            centred(
                108,
                10,
                "<sup>1</sup>University of Kiel, <sup>2</sup>Alibaba Group<br>anna@example.org, {bo, wl}@example.com",
            ),
            bold(150, 10, "Abstract", left=150),
            *columns(170, times=8, size=9),
            at(
                790,
                7,
                "Copyright © 2020, Association for the Advancement of Tides (www.aaat.org). All rights reserved.",
                right=287,
            ),
        ],
        "Learning to Predict Tides with Graph Attention",
        "Meyer, Anna; Kim, Bo; Chen, Wei-Lin",
        "2020",
    ),
    "names on the left over their places": Layout(
        [
            at(30, 10, "Published as a conference paper at ICLR 2015"),
            at(80, 17, "ADAM: A METHOD FOR TIDAL OPTIMIZATION"),
            at(
                120,
                10,
                "<b>Diederik P. Kingsma*</b><br>University of Amsterdam, OpenTide<br>dpk@example.com",
                right=280,
            ),
            at(120, 10, "<b>Jimmy Lei Bay</b><span>*</span><br>University of Toronto<br>jimmy@example.ca", left=300),
            centred(190, 12, "ABSTRACT"),
            at(210, 10, _PROSE * 3, left=110, right=480),
            head("1", "INTRODUCTION", 350),
            at(370, 10, _PROSE * 5),
            at(800, 8, "*Equal contribution. Author ordering determined by coin flip."),
        ],
        "ADAM: A METHOD FOR TIDAL OPTIMIZATION",
        "Kingsma, Diederik P.; Bay, Jimmy Lei",
        "2015",
        journal="ICLR 2015",
    ),
    "names with gaps between them": Layout(
        [
            centred(75, 14, "<b>Deep Residual Tides for Harbour Recognition</b>"),
            centred(
                110,
                12,
                "Kai He &nbsp;&nbsp;&nbsp;&nbsp;&nbsp; Xiang Zhang &nbsp;&nbsp;&nbsp;&nbsp;&nbsp; Shao Ren "
                "&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; Jian Sun",
            ),
            centred(126, 12, "Harbour Research"),
            centred(142, 9, "{kahe, v-xiangz}@example.com"),
            bold(190, 12, "Abstract", left=150),
            *columns(215, times=8),
        ],
        "Deep Residual Tides for Harbour Recognition",
        "He, Kai; Zhang, Xiang; Ren, Shao; Sun, Jian",
    ),
    "first author in the running header": Layout(
        [
            at(30, 8, "Meyer <i>et al. BMC Tides</i> (2018) 18:123<br>https://doi.org/10.1186/s12345-018-0123-4"),
            at(80, 10, "<b>RESEARCH ARTICLE</b>"),
            at(80, 10, "<b>Open Access</b>", align="right"),
            bold(110, 18, "Prevalence of sleep among clerks in eleven harbours: a cross-sectional study"),
            at(
                170,
                10,
                "Anna Meyer<sup>1*</sup>, Bo Kim<sup>2</sup>, Cy Lee<sup>2,3†</sup> and Dan O’Connor<sup>1†</sup>",
            ),
            bold(210, 11, "Abstract"),
            at(230, 9, "<b>Background:</b> " + _PROSE * 2),
            at(310, 9, "<b>Keywords:</b> Tides, Sleep"),
            bold(340, 11, "Background"),
            *columns(360, times=6, size=9),
            at(780, 7, "* Correspondence: anna@example.org<br><sup>1</sup>University of Kiel, Kiel, Germany"),
            at(
                810,
                6,
                "© The Author(s). 2018 Open Access This article is distributed under the terms of the Creative "
                "Commons Attribution 4.0.",
            ),
        ],
        "Prevalence of sleep among clerks in eleven harbours: a cross-sectional study",
        "Meyer, Anna; Kim, Bo; Lee, Cy; O’Connor, Dan",
        "2018",
        "10.1186/s12345-018-0123-4",
        journal="BMC Tides",
        volume="18",
        pages="123",
    ),
    "sidebar of editors": Layout(
        [
            at(
                30,
                8,
                "<b>ORIGINAL RESEARCH</b><br>published: 12 March 2019<br>doi: 10.3389/ftide.2019.00123",
                align="right",
            ),
            bold(110, 20, "Sleep Spindles in Harbour Clerks Predict Errors in Tide Books", left=190),
            at(190, 10, "<i>Anna Meyer<sup>1,2</sup> and Bo Kim<sup>1</sup>*</i>", left=190),
            at(
                215,
                7,
                "<sup>1</sup> Department of Psychology, University of Kiel, Kiel, Germany, <sup>2</sup> Tide "
                "Center, Seoul, South Korea",
                left=190,
            ),
            at(240, 9, _PROSE * 3, left=190),
            at(360, 9, "<b>Keywords: tides, sleep</b>", left=190),
            bold(390, 12, "INTRODUCTION", left=190),
            at(410, 9, _PROSE * 5, left=190),
            at(
                400,
                7,
                "<b>Edited by:</b><br>Cy Lee,<br>University of Bonn, Germany<br><br><b>Reviewed by:</b><br>Dan Fox,"
                "<br>Yale University, United States<br><br><b>*Correspondence:</b><br>Bo Kim<br>bo@example.org<br>"
                "<br><b>Citation:</b><br>Meyer A and Kim B (2019) Sleep Spindles in Harbour Clerks Predict Errors "
                "in Tide Books. Front. Tides 10:123. doi: 10.3389/ftide.2019.00123",
                right=175,
            ),
            at(815, 7, "Frontiers in Tides | www.example.org &nbsp; March 2019 | Volume 10 | Article 123"),
        ],
        "Sleep Spindles in Harbour Clerks Predict Errors in Tide Books",
        "Meyer, Anna; Kim, Bo",
        "2019",
        "10.3389/ftide.2019.00123",
        journal="Front. Tides",
        volume="10",
        pages="123",
    ),
    "bars between names": Layout(
        [
            at(
                30, 7, "Received: 3 May 2018 | Revised: 1 July 2018 | Accepted: 2 August 2018<br>DOI: 10.1002/tide.2345"
            ),
            at(70, 8, "<b>ORIGINAL ARTICLE</b>"),
            bold(95, 18, "How clerks fall asleep: Evidence from tide books"),
            at(140, 12, "<b>Anna Meyer<sup>1</sup> | Bo Kim<sup>2</sup> | Cy Lee<sup>1</sup></b>"),
            at(
                180,
                7,
                "<sup>1</sup>Department of Tides, University of Kiel, Kiel, Germany<br><sup>2</sup>Institute of "
                "Waves, Seoul, Korea<br><b>Correspondence</b><br>Anna Meyer, Department of Tides, University of "
                "Kiel.<br>Email: anna@example.org",
                right=200,
            ),
            bold(180, 10, "Abstract", left=220),
            at(195, 9, _PROSE * 3, left=220),
            at(320, 8, "<b>KEYWORDS</b><br>tides, sleep", left=220),
            bold(360, 10, "1 | INTRODUCTION"),
            *columns(380, times=7, size=9),
            at(810, 7, "<i>Tides.</i> 2019;12:45–67."),
            at(810, 7, "wileyonlinelibrary.example/journal/tide &nbsp; © 2018 John Wiley &amp; Sons", left=250),
        ],
        "How clerks fall asleep: Evidence from tide books",
        "Meyer, Anna; Kim, Bo; Lee, Cy",
        "2019",
        "10.1002/tide.2345",
        journal="Tides",
        volume="12",
        pages="45-67",
    ),
    "journal on three lines": Layout(
        [
            at(
                40,
                8,
                "JOURNAL OF TIDE STUDIES<br>2019, VOL. 12, NO. 3, 45–67"
                "<br>https://doi.org/10.1080/01234567.2019.1234567",
            ),
            bold(120, 17, "Asleep at the gauge: a history of harbour clerks"),
            at(165, 11, "Anna Meyer<sup>a</sup> and Bo Kim <sup>b</sup>"),
            at(
                185,
                8,
                "<sup>a</sup>Department of History, University of Kiel, Kiel, Germany; <sup>b</sup>School of Waves, "
                "Seoul, Korea",
            ),
            bold(215, 8, "ABSTRACT"),
            at(228, 9, _PROSE * 2, right=370),
            at(
                215,
                8,
                "<b>ARTICLE HISTORY</b><br>Received 3 May 2018<br>Accepted 2 March 2019<br><br><b>KEYWORDS</b>"
                "<br>Tides; clerks",
                left=390,
            ),
            bold(330, 11, "Introduction"),
            at(350, 10, _PROSE * 6),
            at(790, 7, "CONTACT Anna Meyer &nbsp; anna@example.org<br>© 2019 Informa UK Limited"),
        ],
        "Asleep at the gauge: a history of harbour clerks",
        "Meyer, Anna; Kim, Bo",
        "2019",
        "10.1080/01234567.2019.1234567",
        journal="Journal of Tide Studies",
        volume="12",
        issue="3",
        pages="45-67",
    ),
    "journal in a column on the right": Layout(
        [
            at(40, 9, "<i>Article</i>"),
            bold(70, 20, "Trust in tide tables among sailors", right=360),
            at(
                60,
                7,
                "Journal of Tide Research<br>2019, Vol. 12(3) 45–67<br>© The Author(s) 2019<br>Article reuse "
                "guidelines:<br>sagepub.example/journals-permissions<br>DOI: 10.1177/0022002718123456"
                "<br>journals.sagepub.example/home/jtr",
                left=400,
            ),
            at(160, 11, "<b>Anna Meyer<sup>1</sup></b> and <b>Bo Kim<sup>1</sup></b>"),
            bold(200, 10, "Abstract"),
            at(215, 9, _PROSE * 2),
            bold(280, 9, "Keywords"),
            at(295, 9, "tides, trust"),
            *columns(340, times=8),
            at(
                790,
                7,
                "<sup>1</sup>University of Kiel, Germany<br><b>Corresponding author:</b> Anna Meyer, University of "
                "Kiel. Email: anna@example.org",
            ),
        ],
        "Trust in tide tables among sailors",
        "Meyer, Anna; Kim, Bo",
        "2019",
        "10.1177/0022002718123456",
        journal="Journal of Tide Research",
        volume="12",
        issue="3",
        pages="45-67",
    ),
    "journal on the right": Layout(
        [
            at(
                30,
                8,
                "<i>Bioinformatics</i>, 34(17), 2018, i884–i890<br>doi: 10.1093/bioinformatics/bty560",
                align="right",
            ),
            bold(90, 20, "fastt: an ultra-fast all-in-one tide preprocessor"),
            at(
                145,
                12,
                "Anna Meyer<sup>1,2</sup>, Bo Kim<sup>2</sup>, Yaru Chen<sup>2</sup> and Jia Gu<sup>1,2,</sup>*",
            ),
            at(
                170,
                9,
                "<sup>1</sup>Department of Tides, Shenzhen Institutes, Shenzhen 518055, China and <sup>2"
                "</sup>HaploTide, Shenzhen 518055, China",
            ),
            at(195, 8, "*To whom correspondence should be addressed."),
            bold(220, 11, "Abstract"),
            at(235, 9, "<b>Motivation</b>: " + _PROSE * 2),
            at(320, 9, "<b>Contact</b>: chen@example.com"),
            bold(350, 12, "1 Introduction"),
            *columns(375, times=7, size=9),
            at(810, 7, "© The Author(s) 2018. Published by Oxford University Press."),
        ],
        "fastt: an ultra-fast all-in-one tide preprocessor",
        "Meyer, Anna; Kim, Bo; Chen, Yaru; Gu, Jia",
        "2018",
        "10.1093/bioinformatics/bty560",
        journal="Bioinformatics",
        volume="34",
        issue="17",
        pages="i884-i890",
    ),
    "abstract in bold without a heading": Layout(
        [
            bold(70, 22, "The moon explains most errors of harbour clerks"),
            at(120, 10, "<b>Anna Meyer<sup>a,b,1</sup>, Bo Kim<sup>a</sup>, and Cy Lee<sup>c</sup></b>"),
            at(
                140,
                7,
                "<sup>a</sup>Department of Tides, University of Kiel, 24118 Kiel, Germany; <sup>b</sup>Tide "
                "Institute, Berkeley, CA 94720",
            ),
            at(
                160,
                7,
                "Edited by Dan Fox, Yale University, New Haven, CT, and approved March 3, 2019 (received for review "
                "December 4, 2018)",
            ),
            at(185, 9, f"<b>{_PROSE * 3}</b>", right=287),
            at(320, 8, "tides | moon | clerks", right=287),
            *columns(350, times=7, size=9),
            at(
                810,
                7,
                "www.pnas.example/cgi/doi/10.1073/pnas.1812345116 &nbsp;&nbsp;&nbsp; PNAS | April 30, 2019 | vol. "
                "116 | no. 18 | 8765–8770",
            ),
        ],
        "The moon explains most errors of harbour clerks",
        "Meyer, Anna; Kim, Bo; Lee, Cy",
        "2019",
        "10.1073/pnas.1812345116",
        journal="PNAS",
        volume="116",
        issue="18",
        pages="8765-8770",
    ),
    "volume in bold": Layout(
        [
            at(40, 8, "<i>Journal of Tide History</i> (2019), <b>12</b>, 45–67<br>doi:10.1017/S0022123412000123"),
            bold(110, 16, "Bells and books: timekeeping in the harbours of Bremen"),
            centred(150, 11, "ANNA MEYER AND BO KIM"),
            centred(168, 9, "<i>University of Kiel and Seoul National University</i>"),
            at(200, 9, f"ABSTRACT. {_PROSE * 2}", left=100, right=490),
            at(290, 10.5, _PROSE * 7),
        ],
        "Bells and books: timekeeping in the harbours of Bremen",
        "Meyer, Anna; Kim, Bo",
        "2019",
        "10.1017/S0022123412000123",
        journal="Journal of Tide History",
        volume="12",
        pages="45-67",
    ),
    "Japanese names with stars": Layout(
        [
            at(30, 8, "Bulletin of the JSTE（日本潮汐学会論文集）"),
            at(30, 8, "Vol.81, No.830, 2015", align="right"),
            centred(90, 18, "<b>潮流発電機の翼に作用する力の測定</b>"),
            centred(130, 12, "山田太郎<sup>*1</sup>，鈴木花子<sup>*2</sup>，田中実<sup>*1</sup>"),
            centred(160, 13, "<b>Measurement of forces on blades of tidal turbines</b>"),
            centred(185, 11, "Taro YAMADA<sup>*1</sup>, Hanako SUZUKI<sup>*2</sup> and Minoru TANAKA<sup>*1</sup>"),
            centred(
                205,
                8,
                "<sup>*1</sup> Department of Tides, Kobe University<br>1-1 Rokkodai, Nada-ku, Kobe 657-8501, Japan",
            ),
            bold(235, 10, "Abstract"),
            at(250, 9, _PROSE * 2),
            at(320, 9, "<b><i>Keywords</i></b> : Tides, Turbines"),
            bold(350, 12, "1. 緒　言"),
            *columns(380, _JAPANESE, times=7, size=9.5),
            at(810, 7, "[DOI: 10.1299/transjste.14-00567]"),
        ],
        "潮流発電機の翼に作用する力の測定",
        "山田太郎; 鈴木花子; 田中実",
        "2015",
        "10.1299/transjste.14-00567",
        journal="Bulletin of the JSTE（日本潮汐学会論文集）",
        volume="81",
        issue="830",
    ),
    "Chinese journal with its name apart": Layout(
        [
            at(30, 9, "第 40 卷　第 3 期"),
            centred(30, 9, "计 算 机 工 程"),
            at(30, 9, "2014 年 3 月", align="right"),
            centred(100, 18, "基于月亮模型的潮汐预测方法"),
            centred(140, 12, "王　伟<sup>1</sup>，李　娜<sup>2</sup>，诸葛明亮<sup>1</sup>"),
            centred(165, 8, "(1. 上海大学计算机学院，上海 200444；2. 同济大学软件学院，上海 201804)"),
            at(190, 9, "<b>摘　要</b>：针对潮汐预测误差较大的问题，" + _CHINESE),
            at(250, 9, "<b>关键词</b>：潮汐；月亮；预测"),
            centred(275, 12, "Tide Prediction Method Based on Moon Model"),
            centred(295, 10, "WANG Wei<sup>1</sup>, LI Na<sup>2</sup>, ZHUGE Mingliang<sup>1</sup>"),
            at(320, 9, "<b>[Abstract]</b> " + _PROSE),
            at(380, 9, "DOI: 10.3969/j.issn.1000-3428.2014.03.001"),
            bold(400, 12, "1 概述"),
            *columns(430, _CHINESE, times=6, size=9.5),
            at(
                800,
                7,
                "基金项目：国家自然科学基金资助项目(61171007)。<br>作者简介：王伟(1980－)。E-mail: w@example.cn",
            ),
        ],
        "基于月亮模型的潮汐预测方法",
        "王, 伟; 李, 娜; 诸葛, 明亮",
        "2014",
        "10.3969/j.issn.1000-3428.2014.03.001",
        journal="计算机工程",
        volume="40",
        issue="3",
    ),
    "names one below the other with addresses": Layout(
        [
            bold(80, 17, "Counting Clerks in Polynomial Time"),
            at(125, 12, "<b>Anna Meyer</b>"),
            at(142, 10, "University of Kiel, Kiel, Germany<br>anna@example.org"),
            at(175, 12, "<b>Bo Kim</b>"),
            at(192, 10, "Institute of Waves, Seoul, South Korea<br>bo@example.org"),
            at(225, 9, "——— <b>Abstract</b> ————————"),
            at(240, 9.5, _PROSE * 2),
            at(310, 9, "<b>2012 ACM Subject Classification</b> Theory of computation → Counting"),
            at(325, 9, "<b>Keywords and phrases</b> tides, counting"),
            at(340, 9, "<b>Digital Object Identifier</b> 10.4230/LIPIcs.ICALP.2019.12"),
            bold(370, 12, "1 Introduction"),
            at(390, 10, _PROSE * 6),
            at(
                790,
                7,
                "© Anna Meyer and Bo Kim;<br>licensed under Creative Commons License CC-BY<br>46th International "
                "Colloquium on Automata, Languages, and Tides (ICALP 2019).",
            ),
        ],
        "Counting Clerks in Polynomial Time",
        "Meyer, Anna; Kim, Bo",
        "2019",
        "10.4230/LIPIcs.ICALP.2019.12",
        journal="46th International Colloquium on Automata, Languages, and Tides (ICALP 2019)",
    ),
    "names in small capitals": Layout(
        [
            at(40, 8, "<i>American Economic Tides</i> 2019, 109(3): 45–67<br>https://doi.org/10.1257/aet.20170123"),
            centred(110, 17, "The Wages of Sleep: Evidence from Harbours<sup>†</sup>"),
            centred(
                150,
                12,
                "By A<span style='font-size:9pt'>NNA</span> M<span style='font-size:9pt'>EYER AND</span> B<span "
                "style='font-size:9pt'>O</span> K<span style='font-size:9pt'>IM</span>*",
            ),
            at(190, 9, f"<i>{_PROSE * 2}(JEL J31, N30)</i>", left=110, right=480),
            at(280, 10.5, _PROSE * 7),
            at(
                780,
                8,
                "* Meyer: University of Kiel (email: anna@example.org); Kim: Institute of Waves (email: "
                "bo@example.org).",
            ),
        ],
        "The Wages of Sleep: Evidence from Harbours",
        "Meyer, Anna; Kim, Bo",
        "2019",
        "10.1257/aet.20170123",
        journal="American Economic Tides",
        volume="109",
        issue="3",
        pages="45-67",
    ),
    "title in capitals": Layout(
        [
            at(
                40,
                7,
                "<i>The Annals of Tides</i><br>2011, Vol. 39, No. 2, 1233–1259<br>DOI: 10.1214/10-AOT860<br>© "
                "Institute of Mathematical Tides, 2011",
            ),
            centred(120, 12, "<b>OPTIMAL RATES OF CONVERGENCE FOR SLEEPING CLERKS</b>"),
            centred(
                150,
                10,
                "B<span style='font-size:8pt'>Y</span> A<span style='font-size:8pt'>NNA</span> M<span "
                "style='font-size:8pt'>EYER</span><sup>1</sup> <span style='font-size:8pt'>AND</span> B<span "
                "style='font-size:8pt'>O</span> K<span style='font-size:8pt'>IM</span>",
            ),
            centred(170, 9, "<i>University of Kiel and Institute of Waves</i>"),
            at(200, 9, _PROSE * 3, left=110, right=480),
            at(330, 10, f"<b>1. Introduction.</b> {_PROSE * 6}"),
            at(
                800,
                7,
                "Received January 2010; revised August 2010.<br><i>AMS 2000 subject classifications.</i> 62H12.<br>"
                "<i>Key words and phrases.</i> Tides.",
            ),
        ],
        "OPTIMAL RATES OF CONVERGENCE FOR SLEEPING CLERKS",
        "Meyer, Anna; Kim, Bo",
        "2011",
        "10.1214/10-AOT860",
        journal="The Annals of Tides",
        volume="39",
        issue="2",
        pages="1233-1259",
    ),
    "degrees behind names": Layout(
        [
            at(
                20,
                7,
                "medTxiv preprint doi: https://doi.org/10.1101/2020.03.01.20029397; this version posted March 3, "
                "2020. The copyright holder for this preprint (which was not certified by peer review) is the "
                "author/funder.",
            ),
            at(90, 14, "<b>Title: Tides and sleep in a cohort of clerks</b>"),
            at(130, 11, "Anna Meyer, MD,<sup>1</sup> Bo Kim, PhD,<sup>2</sup> Cy Lee, MSc<sup>1</sup>"),
            at(
                165,
                11,
                "<sup>1</sup> Department of Medicine, University of Kiel, Germany<br><sup>2</sup> Seoul National "
                "University",
            ),
            at(230, 11, "Corresponding author: Anna Meyer, anna@example.org"),
            at(300, 11, f"<b>Abstract</b><br>{_PROSE * 5}"),
        ],
        "Tides and sleep in a cohort of clerks",
        "Meyer, Anna; Kim, Bo; Lee, Cy",
        "2020",
        "10.1101/2020.03.01.20029397",
    ),
    "cover of a talk": Layout(
        [
            at(60, 20, "<b>Birthday, Name and Tide Facts: Understanding Harbour Secrets</b>", align="center"),
            centred(140, 12, "Anna Meyer, <i>University of Kiel;</i> Bo Kim and Cy Lee, <i>Institute of Waves</i>"),
            centred(165, 9, "https://www.usenix.example/conference/presentation/meyer"),
            centred(250, 12, "<b>This paper is included in the Proceedings of the<br>28th USENIX Tide Symposium.</b>"),
            centred(300, 11, "August 14–16, 2019 • Santa Clara, CA, USA<br>978-1-939133-06-9"),
        ],
        "Birthday, Name and Tide Facts: Understanding Harbour Secrets",
        "Meyer, Anna; Kim, Bo; Lee, Cy",
        "2019",
        journal="Proceedings of the 28th USENIX Tide Symposium",
    ),
    "Russian journal": Layout(
        [
            at(40, 8, "УДК 551.46<br>Журнал морских исследований, 2019, Т. 12, № 3, С. 45–67"),
            centred(90, 14, "<b>Сон писцов и ошибки приливных книг</b>"),
            centred(130, 11, "А. Б. Иванов<sup>1</sup>, В. Г. Петрова<sup>2</sup>"),
            centred(
                150,
                9,
                "<sup>1</sup>Московский государственный университет, Москва<br><sup>2</sup>Институт океанологии РАН",
            ),
            at(
                190,
                9,
                "<b>Аннотация.</b> Прилив меняется дважды в день в большинстве гаваней, и писцы отмечают час. " * 4,
            ),
            at(280, 9, "<b>Ключевые слова:</b> приливы, гавани"),
            at(310, 10, "Прилив меняется дважды в день в большинстве гаваней, и писцы отмечают час. " * 20),
        ],
        "Сон писцов и ошибки приливных книг",
        "Иванов, А. Б.; Петрова, В. Г.",
        "2019",
        journal="Журнал морских исследований",
        volume="12",
        issue="3",
        pages="45-67",
    ),
    "Portuguese journal": Layout(
        [
            at(40, 8, "Rev. Bras. Mar., v. 12, n. 3, p. 45-67, set. 2018"),
            centred(90, 14, "<b>O SONO DOS ESCRIVÃES DO PORTO DE SANTOS</b>"),
            at(130, 11, "João Pedro da Silva<sup>1</sup><br>Maria Aparecida dos Santos<sup>2</sup>", align="right"),
            at(180, 10, f"<b>RESUMO:</b> {_PROSE * 2}"),
            at(260, 10, "<b>Palavras-chave:</b> marés; portos"),
            at(300, 10, _PROSE * 7),
            at(800, 7, "<sup>1</sup> Universidade de São Paulo. E-mail: jp@example.br"),
        ],
        "O SONO DOS ESCRIVÃES DO PORTO DE SANTOS",
        "da Silva, João Pedro; dos Santos, Maria Aparecida",
        "2018",
        journal="Rev. Bras. Mar",
        volume="12",
        issue="3",
        pages="45-67",
    ),
    "everything in one size": Layout(
        [
            centred(90, 11, "<b>Notes on the harbour of Otterby</b>"),
            centred(120, 11, "A. Meyer and B. Kim"),
            centred(135, 11, "Harbour Museum, Otterby"),
            at(170, 11, f"<b>Abstract</b><br>{_PROSE * 3}"),
            at(320, 11, _PROSE * 6),
        ],
        "Notes on the harbour of Otterby",
        "Meyer, A.; Kim, B.",
    ),
    "Swedish journal": Layout(
        [
            at(40, 8, "Tidskrift för Hamnar 2017, nr 4, s. 12–34"),
            bold(90, 16, "Sovande skrivare i Göteborgs hamn"),
            at(130, 11, "Åsa Björk och Örjan Lindqvist"),
            at(160, 10, f"<b>Sammanfattning:</b> {_PROSE * 2}"),
            at(240, 10, "<b>Nyckelord:</b> tidvatten"),
            bold(270, 12, "Inledning"),
            at(290, 10, _PROSE * 6),
            at(800, 7, "Åsa Björk, Göteborgs universitet, asa@example.se"),
        ],
        "Sovande skrivare i Göteborgs hamn",
        "Björk, Åsa; Lindqvist, Örjan",
        "2017",
        journal="Tidskrift för Hamnar",
        issue="4",
        pages="12-34",
    ),
    "initials in the middle": Layout(
        [
            at(30, 8, "Ann Tide Med. 2019;170(2):101–8. doi:10.7326/ATM18-1234"),
            bold(80, 18, "Melatonin for harbour clerks: a randomised trial"),
            at(130, 10, "Anna B Meyer, Bo Kim, Cy D E Lee, on behalf of the TIDE Study Group"),
            at(160, 9, "<b>Summary</b><br><b>Background</b> " + _PROSE * 3),
            *columns(300, times=7, size=9),
            at(
                700,
                7,
                "<b>Department of Tides, University of Kiel, Germany</b> (A B Meyer MD, Prof B Kim PhD)"
                "<br>Correspondence to: Dr Anna B Meyer, anna@example.org",
                left=400,
            ),
        ],
        "Melatonin for harbour clerks: a randomised trial",
        "Meyer, Anna B; Kim, Bo; Lee, Cy D E",
        "2019",
        "10.7326/ATM18-1234",
        journal="Ann Tide Med",
        volume="170",
        issue="2",
        pages="101-8",
    ),
    "chapter of proceedings": Layout(
        [
            centred(
                110, 14, "<b>On the Complexity of Harbour Scheduling with Drowsy Clerks and Unequal Release Dates</b>"
            ),
            centred(
                160, 10, "Hans-Jürgen Böckenhauer<sup>(✉)</sup>, Dennis Komm, Richard Královič, and Peter Rossmanith"
            ),
            centred(
                180,
                9,
                "Department of Computer Science, ETH Zurich, Zurich, Switzerland<br>{hjb,dennis.komm}@example.ch",
            ),
            at(240, 9, f"<b>Abstract.</b> {_PROSE * 2}", left=110, right=480),
            head(top=330),
            at(350, 10, _PROSE * 6),
            at(
                790,
                8,
                "© Springer Nature Switzerland AG 2019<br>C. Fox and D. Lee (Eds.): TIDE 2019, LNCS 11626, pp. "
                "1–15, 2019.<br>https://doi.org/10.1007/978-3-030-23182-8_1",
            ),
        ],
        "On the Complexity of Harbour Scheduling with Drowsy Clerks and Unequal Release Dates",
        "Böckenhauer, Hans-Jürgen; Komm, Dennis; Královič, Richard; Rossmanith, Peter",
        "2019",
        "10.1007/978-3-030-23182-8_1",
    ),
    "older journal with a banner": Layout(
        [
            at(30, 8, "Ocean Engineering 38 (2011) 45–67"),
            centred(60, 9, "Contents lists available at ScienceDirect"),
            centred(75, 16, "Ocean Engineering"),
            centred(100, 8, "journal homepage: www.example.com/locate/oceaneng"),
            at(140, 13, "Wave loads on moored clerks"),
            at(165, 11, "A. Meyer<sup>a,</sup>*, B. Kim<sup>a,b</sup>, C.D. Lee<sup>b</sup>"),
            at(
                185,
                7,
                "<i><sup>a</sup>Institute of Tides, Kiel, Germany</i><br><i><sup>b</sup>School of Waves, Seoul, "
                "Korea</i>",
            ),
            at(
                220,
                7,
                "<b>a r t i c l e &nbsp; i n f o</b><br>Article history:<br>Received 3 May 2010<br>Accepted 1 Nov "
                "2010<br>Available online 4 December 2010",
                right=200,
            ),
            at(220, 7, f"<b>a b s t r a c t</b><br>{_PROSE * 3}", left=220),
            bold(370, 9, "1. Introduction"),
            *columns(390, times=7, size=8),
            at(
                795,
                7,
                "0029-8018/$ - see front matter © 2010 Elsevier Ltd. All rights reserved."
                "<br>doi:10.1016/j.oceaneng.2010.11.012",
            ),
        ],
        "Wave loads on moored clerks",
        "Meyer, A.; Kim, B.; Lee, C.D.",
        "2011",
        "10.1016/j.oceaneng.2010.11.012",
        journal="Ocean Engineering",
        volume="38",
        pages="45-67",
    ),
    "preprint": Layout(
        [
            centred(120, 17, "Sparse Tides for Interpretable Harbours"),
            centred(160, 12, "John F. Wu<sup>1,2</sup> and Anna Meyer<sup>2</sup>"),
            centred(
                185,
                9,
                "<sup>1</sup>Space Tide Institute<br><sup>2</sup>Department of Physics and Astronomy, Johns Hopkins "
                "University",
            ),
            centred(220, 10, "December 30, 2024"),
            centred(250, 11, "<b>Abstract</b>"),
            at(270, 10, _PROSE * 3),
            head(top=400),
            at(420, 10, _PROSE * 5),
        ],
        "Sparse Tides for Interpretable Harbours",
        "Wu, John F.; Meyer, Anna",
        "2025",
        arxiv="2501.00089",
        stamp="arXiv:2501.00089v1  [astro-ph.GA]  3 Jan 2025",
    ),
    "magazine of a society": Layout(
        [
            at(30, 8, "Communications of the Tides &nbsp;&nbsp; August 1978 &nbsp;&nbsp; Volume 21, Number 8"),
            bold(80, 20, "Can Clerks Be Liberated from the von Harbour Style?"),
            at(140, 12, "John Backus Meyer<br>Harbour Research Laboratory, San Jose"),
            at(200, 10, _PROSE * 4),
            *columns(400, times=6),
        ],
        "Can Clerks Be Liberated from the von Harbour Style?",
        "Meyer, John Backus",
        "1978",
        journal="Communications of the Tides",
        volume="21",
        issue="8",
    ),
    "Chinese title with a subtitle": Layout(
        [
            at(30, 9, "2016年第5期"),
            centred(30, 9, "港口经济研究"),
            centred(90, 20, "睡眠与港口效率"),
            centred(120, 12, "——基于潮汐记录的实证分析"),
            centred(150, 12, "刘 洋　陈小静　赵 磊"),
            centred(172, 9, "（上海海事大学，上海 201306）"),
            at(200, 9, "内容提要：" + _CHINESE),
            at(260, 9, "关键词：港口；睡眠；效率"),
            at(300, 10, _CHINESE * 8),
        ],
        "睡眠与港口效率——基于潮汐记录的实证分析",
        "刘, 洋; 陈, 小静; 赵, 磊",
        "2016",
        journal="港口经济研究",
        issue="5",
    ),
    "Japanese conference": Layout(
        [
            at(30, 8, "言語潮汐学会 第25回年次大会 発表論文集 (2019年3月)"),
            centred(80, 16, "<b>潮汐記録からの書記の居眠り検出</b>"),
            centred(120, 12, "高橋 健一 &nbsp; 渡辺 美咲 &nbsp; 伊藤 翔"),
            centred(140, 10, "港湾大学大学院 情報学研究科"),
            centred(156, 9, "{takahashi,watanabe}@example.ac.jp"),
            bold(190, 11, "1 はじめに"),
            *columns(210, _JAPANESE, times=10, size=9.5),
        ],
        "潮汐記録からの書記の居眠り検出",
        "高橋, 健一; 渡辺, 美咲; 伊藤, 翔",
        "2019",
        journal="言語潮汐学会 第25回年次大会 発表論文集",
    ),
    "dates on top": Layout(
        [
            at(
                20,
                7,
                "Received May 3, 2019, accepted June 4, 2019, date of publication June 10, 2019, date of current "
                "version July 1, 2019.<br><i>Digital Object Identifier 10.1109/ACCESS.2019.2921234</i>",
            ),
            bold(80, 22, "Deep Tides: A Survey of Harbour Learning"),
            at(140, 10, "<b>ANNA MEYER<sup>1</sup>, (Member, IEEE), BO KIM<sup>2</sup>, AND CY LEE<sup>1</sup></b>"),
            at(
                165,
                8,
                "<sup>1</sup>Department of Tides, University of Kiel, 24118 Kiel, Germany<br><sup>2</sup>Institute "
                "of Waves, Seoul 04524, South Korea",
            ),
            at(190, 8, "Corresponding author: Anna Meyer (anna@example.org)"),
            at(220, 9, f"<b>ABSTRACT</b> {_PROSE * 2}"),
            at(300, 9, "<b>INDEX TERMS</b> Tides, learning."),
            bold(330, 10, "I. INTRODUCTION"),
            *columns(350, times=7, size=9),
            at(815, 7, "VOLUME 7, 2019"),
        ],
        "Deep Tides: A Survey of Harbour Learning",
        "Meyer, Anna; Kim, Bo; Lee, Cy",
        "2019",
        "10.1109/ACCESS.2019.2921234",
    ),
    "parts with a DOI of their own": Layout(
        [
            at(30, 9, "RESEARCH ARTICLE"),
            bold(60, 22, "Harbour clerks replay tides during sleep", left=170),
            at(
                110,
                11,
                "<b>Anna Meyer<sup>1,2†</sup>, Bo Kim<sup>1†</sup>, María-José Núñez<sup>2</sup>*</b>",
                left=170,
            ),
            at(
                135,
                8,
                "<sup>1</sup>Department of Neuroscience, University of Kiel, Kiel, Germany; <sup>2</sup>Tide "
                "Institute, Madrid, Spain",
                left=170,
            ),
            at(170, 10, f"<b>Abstract</b> {_PROSE * 2}", left=170),
            at(240, 8, "DOI: https://doi.org/10.7554/eLife.12345.001", left=170),
            bold(270, 12, "Introduction", left=170),
            at(290, 10, _PROSE * 6, left=170),
            at(
                300,
                7,
                "<b>*For correspondence:</b> mj@example.es<br><br><b>Competing interest:</b> none<br><br>"
                "<b>Received:</b> 3 May 2016<br><b>Accepted:</b> 1 January 2017<br><b>Published:</b> 14 January "
                "2017<br><br><b>Reviewing editor:</b> Dan Fox, Yale University, United States",
                right=160,
            ),
            at(815, 7, "Meyer et al. eLife 2017;6:e12345. DOI: https://doi.org/10.7554/eLife.12345"),
        ],
        "Harbour clerks replay tides during sleep",
        "Meyer, Anna; Kim, Bo; Núñez, María-José",
        "2017",
        "10.7554/eLife.12345",
        journal="eLife",
        volume="6",
        pages="e12345",
    ),
    "names over two places": Layout(
        [
            centred(70, 18, "Query Optimization for Tide Streams"),
            centred(110, 11, "Anna Meyer and Bo Kim"),
            centred(126, 10, "University of Kiel"),
            centred(140, 10, "anna@example.org"),
            centred(160, 11, "Cy Lee"),
            centred(176, 10, "Harbour Systems Inc."),
            centred(190, 10, "cy@example.com"),
            bold(230, 11, "ABSTRACT", right=280),
            *columns(250, times=8, size=9),
            at(
                760,
                7,
                "This work is licensed under the Creative Commons BY-NC-ND 4.0. Proceedings of the VLTB Endowment, "
                "Vol. 12, No. 3. ISSN 2150-8097. doi:10.14778/3291264.3291265",
                right=280,
            ),
        ],
        "Query Optimization for Tide Streams",
        "Meyer, Anna; Kim, Bo; Lee, Cy",
        doi="10.14778/3291264.3291265",
        journal="Proceedings of the VLTB Endowment",
        volume="12",
        issue="3",
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

OTHERS |= {
    "newsletter": [
        at(30, 24, "<b>The Harbour Gazette</b>"),
        at(65, 9, "Vol. 3, No. 2 · Spring 2019 · Harbour Club"),
        bold(100, 16, "New bell for the pier"),
        at(125, 10, "By Anna Meyer"),
        *columns(150, times=8),
    ],
    "press": [
        at(40, 10, "FOR IMMEDIATE RELEASE<br>May 3, 2019"),
        bold(90, 16, "Harbour Trust Announces First Quarter Results"),
        at(130, 10, _PROSE * 5),
        at(600, 9, "Contact: Anna Meyer, anna@example.org"),
    ],
    "cv pubs": [
        at(50, 18, "<b>Dr. Anna Meyer</b>"),
        at(80, 10, "University of Kiel · anna@example.org"),
        bold(110, 12, "Publications"),
        at(
            130,
            10,
            "Meyer, A. (2019). Tides. Journal of Tides 12(3), 45–67. https://doi.org/10.1000/a1<br>Meyer, A. "
            "(2018). Waves. Journal of Tides 11(2), 5–7. https://doi.org/10.1000/a2<br>" * 4,
        ),
    ],
    "contract": [
        centred(60, 16, "<b>SERVICE AGREEMENT</b>"),
        at(100, 11, "between Anna Meyer, 12 Harbour Road, and Bo Kim, University of Kiel"),
        bold(140, 12, "1. Introduction"),
        at(160, 11, _PROSE * 7),
    ],
    "manual": [
        centred(100, 22, "<b>Corda D45 – Instructions for use</b>"),
        bold(180, 12, "1 Introduction"),
        at(200, 10, _PROSE * 6),
        at(800, 7, "© 2019 Corda GmbH. Version 3.2"),
    ],
    "agenda": [
        bold(60, 16, "Harbour Conference 2019: Programme"),
        at(90, 11, "3 May 2019, University of Kiel"),
        at(120, 10, "9:00 Anna Meyer, Bo Kim: Tides<br>10:00 Cy Lee: Waves<br>" * 8),
    ],
    "statement": [
        bold(60, 14, "Account statement"),
        at(90, 10, "Anna Meyer<br>12 Harbour Road<br>No. 3, Vol. 12<br>03/05/2019 120.00<br>04/05/2019 13.00"),
    ],
    "story": [centred(100, 18, "<b>The Sleeping Clerk</b>"), centred(130, 12, "Anna Meyer"), at(180, 11, _PROSE * 9)],
    "memo": [
        at(60, 12, "<b>MEMORANDUM</b><br>To: Bo Kim<br>From: Anna Meyer<br>Date: May 3, 2019<br>Subject: Tides"),
        at(170, 11, "Summary"),
        at(190, 11, _PROSE * 6),
    ],
    "rechnung": [
        at(60, 16, "<b>Rechnung Nr. 12</b>"),
        at(90, 10, "Anna Meyer, Hafenstraße 3, 24118 Kiel<br>Bd. 3, Heft 4<br>anna@example.org"),
        at(200, 10, _DEUTSCH * 3),
    ],
    "zh contract": [
        centred(60, 18, "房屋租赁合同"),
        at(100, 11, "出租方：张 伟<br>承租方：李 娜<br>日期：2019年5月3日<br>第1期租金 第2期租金"),
        at(200, 11, _CHINESE * 6),
    ],
    "ja report": [
        centred(60, 18, "健康診断結果報告書"),
        at(100, 11, "山田 太郎 様<br>2019年5月3日<br>概要"),
        at(200, 11, _JAPANESE * 6),
    ],
    "slides": [
        centred(200, 28, "<b>Quarterly Review</b>"),
        centred(260, 16, "Anna Meyer, Bo Kim"),
        centred(300, 12, "University of Kiel · May 2019"),
    ],
    "patent": [
        at(40, 12, "<b>United States Patent</b><br>Patent No.: US 9,123,456 B2<br>Date of Patent: May 3, 2019"),
        bold(110, 12, "DEVICE FOR WAKING CLERKS"),
        at(140, 10, "Inventors: Anna Meyer, Kiel (DE); Bo Kim, Seoul (KR)"),
        centred(200, 11, "ABSTRACT"),
        at(220, 10, _PROSE * 3),
    ],
}
