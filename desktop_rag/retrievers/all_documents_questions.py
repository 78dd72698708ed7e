"""Questions about all documents of a library: which of them, how many, how much altogether, who never, the highest ….

The best few passages cannot answer them. Where the words say for certain what is to be looked for, everything can be
looked through (``is_sure``); otherwise that can be offered. “How many days' notice must the tenant give?”, “List the
ingredients” and “Which of the two?” ask what one place says, and are none.
"""

import datetime as dt
import enum
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from desktop_rag.retrievers.document_kinds import any_document, kind_named, kind_nouns
from desktop_rag.text.dates import written_dates


class AllAsk(enum.Enum):
    """What is asked of all documents."""

    FILES = "files"  # which of them say something
    WITHOUT = "without"  # which of them do not
    COUNT = "count"  # how many of them
    MENTIONS = "mentions"  # how often something is mentioned
    ENDING = "ending"  # which of them end in a period
    DEADLINES = "deadlines"  # all deadlines or dates
    TOTAL = "total"  # their amounts together
    HIGHEST = "highest"
    LOWEST = "lowest"
    LATEST = "latest"
    EARLIEST = "earliest"
    OTHER = "other"  # anything else: each of them has to be asked


@dataclass(frozen=True, slots=True)
class Period:
    """The days from ``first`` to ``last``, both included; either may be open."""

    first: dt.date = dt.date.min
    last: dt.date = dt.date.max

    def __contains__(self, day: dt.date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class AllDocumentsQuestion:
    """A question about all documents; ``kind`` is one of ``document_kinds`` or "", ``words`` have to stand in them.

    ``noun`` is how the documents are called in the question. ``is_sure``: looking through the texts answers it.
    """

    ask: AllAsk
    kind: str = ""
    noun: str = ""
    words: tuple[str, ...] = ()
    period: Period | None = None
    is_sure: bool = False


_A = AllAsk


@dataclass(frozen=True, slots=True)
class _Language:
    """The patterns of a language; DOCS stands for nouns of documents, in plural where they have one.

    ``never`` is what no such question has. ``asks`` are looked for in their order, ``offers`` behind them. ``idle`` are
    words that say nothing of what is looked for; ``every`` is “all”, ``says`` that something is mentioned.
    ``judged`` has to be weighed: whether a contract allows something, or a bill is over an amount, no word tells.
    """

    code: str
    never: str
    asks: tuple[tuple[AllAsk, str], ...]
    offers: str
    lacks: str
    ends: str
    idle: str
    last_year: str
    this_year: str
    before: str
    after: str
    every: str
    says: str
    judged: str
    is_spaced: bool = True


_MINE = r"(?:of |all |any |every |each |the |my |our |your |these |those |this |which |different )*"
_MEINE = (
    r"(?:alle[nrsm]? |sämtliche[nr]? |jede[ns]? |der |die |den |das |von |meine[nrsm]? |unsere[nrsm]? "
    r"|diese[nrsm]? |im |in )*"
)
_LANGUAGES = (
    _Language(
        code="en",
        never=r"\bof the (?:two|three|four|five|both|\d+)\b|\b(?:do|must|should|shall|can|may|will) (?:i|we|you"
        r"|one|he|she"
        r"|they|an?|the)\b(?! have\b)|\b(?:must|should|shall|has to|have to|having to|need(?:s|ed)?|required|allowed"
        r"|permitted)\b"
        r"|\bhow (?:do|can|should|to)\b",
        asks=(
            (
                _A.MENTIONS,
                r"\bhow (?:often|many times)\b.*\b(?:mention|occur|appear|come|comes|used|named|cited|referred)",
            ),
            (
                _A.TOTAL,
                (
                    r"(?:\bhow much|\bwhat\b.*\b(?:spen[dt]|pa(?:y|id)|cost)|\bhow many)\b.*\b(?:altogether"
                    r"|in total|in all"
                    r"|all told|overall|all together|combined|taken together)\b|\b(?:total|sum"
                    r"|grand total) (?:amount )?"
                    r"(?:of|for|on|over) (?:all|every|each|my|our)\b|\b(?:add|sum|total) (?:up|together)\b"
                ),
            ),
            (
                _A.HIGHEST,
                (
                    r"\b(?:highest|largest|biggest|greatest)(?: \w+)? (?:amount|sum|total|price|bill"
                    r"|invoice)\b.*\b(?:any|all|my"
                    r"|our|across|among)\b|\b(?:most expensive|priciest|costliest|dearest|highest|largest"
                    r"|biggest) (?:DOCS)\b"
                    r"|\b(?:DOCS) (?:is|was|are|were) the (?:highest|most expensive|largest|priciest)"
                ),
            ),
            (
                _A.LOWEST,
                (
                    r"\b(?:lowest|smallest)(?: \w+)? (?:amount|sum|total|price|bill|invoice)\b.*\b(?:any|all|my"
                    r"|our|across|among)\b"
                    r"|\b(?:cheapest|least expensive|lowest|smallest) (?:DOCS)\b"
                    r"|\b(?:DOCS) (?:is|was|are|were) the (?:lowest|cheapest|smallest|least expensive)"
                ),
            ),
            (_A.LATEST, rf"\b(?:latest|newest|most recent) (?:of {_MINE})?(?:DOCS)\b"),
            (_A.EARLIEST, rf"\b(?:earliest|oldest|first) of {_MINE}(?:DOCS)\b|\b(?:earliest|oldest) (?:DOCS)\b"),
            (
                _A.DEADLINES,
                (
                    r"\b(?:list|show|give|name|find|what are|which are|tell)\b.*\b(?:all|every"
                    r"|each)\b.*\b(?:deadlines?|due dates?|expiry"
                    r" dates?|notice periods)\b|\b(?:which|what|list|all) (?:\w+ ){0,2}(?:deadlines|due dates)\b"
                ),
            ),
            (_A.COUNT, rf"\b(?:in )?how many {_MINE}(?:\w+ )??(?:DOCS)\b|\bnumber of {_MINE}(?:DOCS)\b"),
            (
                _A.FILES,
                (
                    rf"\bwhich {_MINE}(?:\w+ )??(?:DOCS)\b|\bwhat {_MINE}(?:(?!do|is|was"
                    rf"|are)\w+ )??(?=\w+s\b)(?:DOCS)\b|\bin (?:which|what) (?:of )?{_MINE}(?:DOCS)\b"
                    rf"|\b(?:all|every|each|any) {_MINE}(?:\w+ )?(?:DOCS)\b.*\b(?:that|which|where|with|without"
                    rf"|from|by|in|about"
                    rf"|mention\w*|contain\w*|on|of|dated|who|whose)\b"
                    rf"|\b(?:list|show|find|give|name|get)(?: me| us)? {_MINE}(?:\w+ )?(?:DOCS)\b.*\b(?:that|which"
                    rf"|where|with"
                    rf"|from|about|mention\w*|contain\w*|dated|whose)\b"
                    rf"|\b(?:are|were) there (?:any )?(?:DOCS)\b.*\b(?:that|which|without|with|where|not)\b"
                    rf"|\bwhere (?:all|everywhere)\b.*\b(?:mention|named|appear)"
                ),
            ),
        ),
        offers=r"\b(?:which|what|how many|who) (?:\w+ )?of (?:my|our|all)\b|\bacross (?:all|every|my|our)\b"
        r"|\b(?:in|over|from|on) (?:all|every|any|each) (?:of )?(?:the |my |our )*(?:\w+ )?(?:DOCS)\b"
        r"|\bwho (?:has|have|had|was|were|did|is|are)? ?(?:never|not once)\b(?!.*\b(?:story|novel|book|film"
        r"|chapter)\b)"
        r"|\bwho (?:was|were|is|are) (?:absent|missing|late|present) (?:every|each|all)\b"
        r"|\b(?:which|what) (?!do\b|does\b)\w+ (?:have |has |had |were |was |did |are )?(?:never|not once)\b"
        r"|\b(?:list|name|show|give|find|tell)\b.*\b(?:all|every|each)\b.*\b(?:documents?|files?|library|whose)\b"
        r"|\b(?:list|name|show|give|find|tell)\b.*\bnamed in (?:the |my |our |these |all )*(?:documents|files)\b"
        r"|\b(?:list|name|show|give|find)(?: me| us)?(?: a list of)? (?:all|every|each) (?:\w+ )?"
        r"(?:members?|people|persons?|names?|firms?|compan\w+|suppliers?|customers?|clients?|amounts?|payments?"
        r"|dates?|addresses|parties|numbers)\b"
        r"|\bhow much (?:did|have|has) (?:i|we)\b.*\b(?:pay|paid|spend|spent|cost|donate[d]?"
        r"|earn\w*)\b.*\b(?:19|20)\d\d\b",
        lacks=r"\b(?:never|no|not|without|lack(?:s|ing)?|don t|doesn t|do not|does not|none|missing)\b",
        ends=r"\b(?:ends?|ending|expires?|expiring|expired?|run(?:s|ning)? out|terminates?|lapses?|due)\b",
        idle="""
        send sends talk deal deals treat treats describe describes described write writes wrote written shows
        gives provide which what who whom whose how many much often times time does do did is are was were be
        been being have has had in of on at by for to from with about the a an any all every each my our your
        their his her its these those this that where when there and or me us i we you list show find give name
        tell get please can could would number mention mentions mentioned mentioning contain contains contained
        containing refer refers referred occur occurs occurred appear appears appeared come comes up say says
        said state states stated speak talk talks discuss discusses concern concerns include includes included
        named names word words term terms phrase clause clauses section sections paragraph paragraphs provision
        provisions anything something nothing never no not without lack lacks lacking don t doesn none missing
        once ever end ends ending expire expires expired expiring run runs out terminate terminates lapse
        lapses due before after since until during between year month altogether total sum overall combined
        together amount amounts pay paid spend spent cost costs add up highest lowest largest smallest biggest
        most least expensive cheapest priciest latest earliest newest oldest recent first last dated date dates
        across among library folder deadline deadlines document one ones it them they mr mrs ms miss dr prof
        everything regarding relating related called entire whole complete different various grand all-told
        told also still just exactly available currently refer cite cites cited quote quotes quoted so far sent
        received receive got issued signed here
        """,
        last_year=r"\blast year\b",
        this_year=r"\bthis year\b",
        before=r"\b(?:before|until|up to|earlier than|by)\b",
        after=r"\b(?:after|since|later than)\b",
        every=r"\b(?:all|every|each|my|our)\b",
        says=r"\b(?:mention\w*|contain\w*|refer\w*|name[sd]?|say|includ\w*|from|about|appear\w*|occur\w*)\b",
        judged=r"\b(?:over|under|above|below|exceed\w*|at least|at most|more|less|fewer|than|valid|still"
        r"|active|overdue|unpaid"
        r"|signed|unsigned|complete|incomplete|important|relevant|similar|duplicates?|longer|shorter|better"
        r"|best|worst"
        r"|allow\w*|permit\w*|forbid\w*|prohibit\w*|cover|covers|covered|exclud\w*|require\w*|guarantee\w*"
        r"|grants?|oblige\w*)\b",
    ),
    _Language(
        code="de",
        never=r"\b(?:der|von|die) (?:beiden|zwei|drei|vier|fünf)\b|\b(?:welche[rs]?) (?:der|von den) (?:beiden"
        r"|zwei|drei)\b"
        r"|\b(?:muss|müssen|musst|soll|sollen|sollte|darf|dürfen|kann|können|brauche|brauchen|braucht"
        r"|benötig\w*|nötig"
        r"|erforderlich\w*|vorgeschrieben)\b|\balle wie viele[n]?\b",
        asks=(
            (
                _A.MENTIONS,
                (
                    r"\bwie (?:oft|häufig)\b.*\b(?:kommt|vor|erwähn\w*|genannt|auf|taucht|steht|verwend\w*)\b"
                    r"(?<!gewechselt)"
                ),
            ),
            (
                _A.TOTAL,
                (
                    r"\bwie ?viel\b.*\b(?:insgesamt|zusammen|alles in allem|gesamt|in summe|summe)\b"
                    r"|\bwas\b.*\b(?:insgesamt"
                    r"|zusammen|in summe)\b.*\b(?:gezahlt|bezahlt|ausgegeben|gekostet|kosten)\b"
                    r"|\b(?:gesamt)?(?:summe|betrag|kosten)"
                    r" (?:aller|von allen|meiner|unserer|sämtlicher)\b|\b(?:addiere|zähle|rechne)\b.*"
                ),
            ),
            (
                _A.HIGHEST,
                (
                    r"\b(?:höchste[nrs]?|größte[nrs]?)(?: \w+)? (?:betrag|summe|rechnungsbetrag|preis)\b.*\b(?:in"
                    r"|aller|allen|meiner"
                    r"|meinen|unserer|unseren)\b|\b(?:teuerste[nrs]?|höchste[nrs]?|größte[nrs]?) (?:DOCS)\b"
                    r"|\b(?:DOCS) (?:ist|war|sind) (?:die|der|das|am) (?:teuerste[n]?|höchste[n]?)"
                ),
            ),
            (
                _A.LOWEST,
                (
                    r"\b(?:niedrigste[nrs]?|kleinste[nrs]?|geringste[nrs]?)(?: \w+)? (?:betrag|summe"
                    r"|preis)\b.*\b(?:in|aller|allen"
                    r"|meiner|meinen|unserer|unseren)\b|\b(?:billigste[nrs]?|günstigste[nrs]?"
                    r"|niedrigste[nrs]?) (?:DOCS)\b"
                    r"|\b(?:DOCS) (?:ist|war|sind) (?:die|der|das|am) (?:billigste[n]?|günstigste[n]?|niedrigste[n]?)"
                ),
            ),
            (
                _A.LATEST,
                (
                    r"\b(?:neueste[nrs]?|neuste[nrs]?|jüngste[nrs]?|aktuellste[nrs]?"
                    r"|letzte[nrs]?) (?:aller |meiner |unserer )?(?:DOCS)\b"
                ),
            ),
            (_A.EARLIEST, r"\b(?:älteste[nrs]?|früheste[nrs]?) (?:aller |meiner |unserer )?(?:DOCS)\b"),
            (
                _A.DEADLINES,
                (
                    r"\b(?:nenne|nenn|liste|zeige?|gib|welche|was sind|finde)\b.*\b(?:fristen|termine|fälligkeiten"
                    r"|ablaufdaten)\b"
                    r"|\balle (?:fristen|fälligkeiten|ablaufdaten)\b"
                ),
            ),
            (_A.COUNT, rf"\bwie ?viele {_MEINE}(?:\w+ )??(?:DOCS)\b|\b(?:anzahl|zahl) {_MEINE}(?:DOCS)\b"),
            (
                _A.FILES,
                (
                    rf"\b(?:in |auf |aus |bei )?(?:welche[nrms]?|was für) {_MEINE}(?:\w+ )??(?:DOCS)\b"
                    rf"|\b(?:alle[nr]?|sämtliche[nr]?|jede[ns]?) {_MEINE}(?:\w+ )?(?:DOCS)\b.*\b(?:die|das|in denen"
                    rf"|in dem|mit|ohne|von"
                    r"|aus|über|zu|vom|der|deren)\b"
                    rf"|\bgibt es (?:irgendwelche |auch )?(?:DOCS)\b.*\b(?:die|ohne|mit|in denen)\b"
                    r"|\bwo (?:überall|steht überall|kommt überall)\b"
                ),
            ),
        ),
        offers=r"\bwelche[rsn]? (?:meiner|unserer|von meinen|von unseren|aller)\b"
        r"|\b(?:in|über|aus|von) (?:allen|sämtlichen|jedem) (?:meiner |unserer )?(?:DOCS)\b"
        r"|\bwer (?:hat|war|ist|wurde|hatte)?\b.*\b(?:noch nie|niemals|nie|kein einziges mal|bei keiner"
        r"|an keiner|in keiner)\b"
        r"(?!.*\b(?:geschichte|roman|buch|film|kapitel)\b)(?<!geschichte nie)"
        r"|\bwer\b.*\b(?:bei|an|in) (?:keiner|jeder|allen)\b|\bwelche \w+ (?:haben|hat|wurden?"
        r"|waren?) (?:noch )?nie\b"
        r"|\b(?:nenne|nenn|liste|zeige?|gib|finde)\b.*\b(?:alle|sämtliche|jede[ns]?)\b.*\b(?:dokumente[n]?"
        r"|dateien|unterlagen"
        r"|mitglieder|personen|namen|firmen|lieferanten|kunden|beträge|zahlungen|adressen|nummern)\b"
        r"|\bwie ?viel habe?n? (?:ich|wir)\b.*\b(?:19|20)\d\d\b|\bwie viele \w+\b.*\b(?:zusammen|insgesamt)\b",
        lacks=r"\b(?:nie|niemals|nichts|kein\w*|nicht|ohne|fehlt|fehlen)\b",
        ends=r"\b(?:ende[nt]?|endet|enden|auslaufen|laufen|läuft|ablaufen|abläuft|laufend|endend|fällig)\b",
        idle="""
        welche welcher welches welchen welchem wer wem wen wessen wie viele viel oft häufig was wo überall wann
        der die das den dem des ein eine einen einer einem eines in im an am auf aus von vom zu zum zur mit
        ohne bei für über um und oder ist sind war waren wird werden wurde wurden hat haben hatte hatten habe
        es gibt mein meine meiner meinen meinem unser unsere unserer unseren alle aller allen alles sämtliche
        sämtlichen jede jeden jedes jeder diese dieser diesen dieses ich wir du sie er man mir uns bitte nenne
        nenn liste zeige zeig gib finde auf such suche erwähnt erwähnen erwähnung genannt nennen nennt enthält
        enthalten vorkommt vorkommen kommt kommen vor taucht tauchen auftaucht steht stehen rede geht sprechen
        spricht betrifft betreffen handelt handeln liegt liegen wort wörter wortes begriff name namen namens
        klausel klauseln abschnitt absatz regelung etwas nichts nie niemals kein keine keinen keiner keinem
        nicht fehlt fehlen denen deren noch einmal ende enden endet auslaufen laufen läuft aus ab ablaufen
        abläuft fällig fristen frist vor nach seit bis zwischen jahr jahre jahres letzten letztes letzte diesem
        monat insgesamt zusammen gesamt summe betrag beträge kosten gezahlt bezahlt ausgegeben gekostet addiere
        zähle rechne hoch höchste höchsten höchster niedrigste kleinste größte teuerste teuersten billigste
        günstigste neueste neuste jüngste älteste früheste aktuellste termine fälligkeiten anzahl zahl
        bibliothek ordner herr herrn frau dr prof firma denn eigentlich auch nur genau stammen stammt kam kamen
        ausgestellt unterschrieben erhalten bekommen dazu davon
        """,
        last_year=r"\b(?:letzte[ns]? jahr(?:es)?|vorjahr(?:es)?|vergangenen jahr(?:es)?)\b",
        this_year=r"\b(?:diese[ms]? jahr(?:es)?|dieses jahr)\b",
        before=r"\b(?:vor|bis)\b",
        after=r"\b(?:nach|seit|ab)\b",
        every=r"\b(?:alle[nr]?|sämtliche[nr]?|jede[nrs]?|meine[nr]?|unsere[nr]?)\b",
        says=r"\b(?:erwähn\w*|enth[aä]lt\w*|nenn\w*|genannt|steht|stehen|von|über)\b",
        judged=r"\b(?:über|unter) \W?\d|\b(?:mehr als|weniger als|mindestens|höchstens|gültig\w*|noch gültig"
        r"|offen\w*|unbezahlt\w*"
        r"|überfällig\w*|unterschrieben\w*|vollständig\w*|wichtig\w*|ähnlich\w*|doppelt\w*|länger\w*"
        r"|kürzer\w*|besser\w*|beste\w*"
        r"|erlaub\w*|gestatte\w*|verbiete\w*|untersag\w*|deck\w*|abdeck\w*|versicher[nt]\w*|ausschließ\w*"
        r"|verlang\w*|garantier\w*)\b",
    ),
    _Language(
        code="ja",
        is_spaced=False,
        never=r"[二三四2-4](?:つ|冊|件|枚|人|部屋?)のうち|なければな|必要|べき|べく|てもよい|ていい|ばよい"
        r"|ばいい|に必須|物語|小説",
        asks=(
            (_A.MENTIONS, r"(?:何回|何度|何か所|何箇所)(?:出|登場|使|現|書|言及|触れ|記載|あり)"),
            (
                _A.TOTAL,
                (
                    r"(?:全部|合計|合わせて|総額|トータル|すべて|全て)(?:で|して)?(?:いくら|何円)|(?:すべて|全て"
                    r"|全部|各|年分?)の(?:DOCS)の(?:合計額?|総額)"
                    r"|(?:DOCS)(?:すべて|全て|全部)の(?:合計額?|総額)"
                    r"|(?:全部|すべて|全て)(?:を)?(?:足|合計)"
                ),
            ),
            (
                _A.HIGHEST,
                (
                    r"(?:一番|最も|もっとも)(?:高い|高額な?|大きい|大きな)(?:金額|額|DOCS)|最高額"
                    r"|(?:DOCS)で?(?:一番|最も|もっとも)高"
                ),
            ),
            (_A.LOWEST, r"(?:一番|最も|もっとも)(?:安い|低い|小さい|小さな)(?:金額|額|DOCS)|最低額|最安"),
            (_A.LATEST, r"(?:一番|最も|もっとも)新しい(?:DOCS)|最新の(?:DOCS)"),
            (_A.EARLIEST, r"(?:一番|最も|もっとも)古い(?:DOCS)|最古の(?:DOCS)"),
            (
                _A.DEADLINES,
                (
                    r"(?:期限|締め?切り?|期日|納期)(?:を|の)?(?:すべて|全て|全部|一覧|リスト)|(?:すべて"
                    r"|全て|全部)の(?:期限|締め?切り?|期日)"
                ),
            ),
            (_A.COUNT, r"(?:DOCS)(?:は|が)?(?:全部で|合計)?(?:いくつ|何[件枚通部本冊個点])"),
            (
                _A.FILES,
                (
                    r"(?:どの|どんな|どちらの)(?:DOCS)(?:に|で|が|は|の)|(?:DOCS)(?:は|って)?(?:どれ|どの|どんな)"
                    r"|(?:DOCS)(?:を|は)?(?:すべて|全て|全部|一覧|残らず|リスト)|(?:すべて|全て|全部)の(?:DOCS)"
                    r"|(?:DOCS)(?:は|が)(?:あり|ない|存在)|(?:DOCS)の(?:うち|中で|一覧)"
                ),
            ),
        ),
        offers=r"(?:一度も|決して|いつも|毎回|まったく).{0,12}(?:ない|なかった|いない)(?:人|者|会員|社員|会社)"
        r"|(?:どの|いずれの)(?:会議|回|集まり|授業|講座)にも"
        r"|(?:すべて|全て|全部)の(?:文書|書類|資料|ファイル)|(?:文書|書類|資料|ファイル)(?:全体|全部|に登場する"
        r"|に出てくる)"
        r"|(?:全員|すべて|全て|全部)(?:を)?(?:挙げ|教え|列挙|リスト).{0,8}(?:会員|社員|人|名前|取引先)"
        r"|(?:会員|社員|従業員|取引先|仕入先)(?:を|の名前を?)?(?:全員|すべて|全て)"
        r"|(?:合わせて|合計で?|全部で|総勢)(?:いくら|何[人円件])|(?:のうち).{0,12}(?:どれとどれ|どれですか)",
        lacks=r"ない|なく|無い|無し|なし|ません|触れていな|欠け",
        ends=r"終わ|終了|満了|切れ|満期|失効|期限が来",
        idle="""
        について に関する に関して に対する における に言及している 言及している 言及 に触れている 触れている
        に触れていない 触れていない に書かれている 書かれている 書かれて と書かれた と書かれて 書いてある
        と書かれ 記載されている 記載 が含まれる を含む 含まれる 含む が出てくる 出てくる が登場する 登場する
        登場 という言葉 という名前 という単語 という の名前 名前が 言葉 単語 条項 規定 定め 項目 がある のある
        ありますか あります ある のない がない ない ありません なし からの から 宛て による は何回 何回 何度
        出てきます 出て きますか 使われて いますか います いる どれですか どれと どれ どの どんな どちら 何件
        何枚 何通 何部 何本 何冊 いくつ すべて 全て 全部 一覧に 一覧 リスト 挙げて 教えて ください 下さい して
        見せて 見つけて 探して 示して のうち うち の中で 中で 中 もの 我々 私たち 私の 私 うちの 当社 に終わる
        終わる 終了する 満了する 切れる 失効する より前 以前 以降 までに まで の合計額 合計額 合計 総額
        合わせて いくら でしたか ですか でした です 金額 一番 最も もっとも 高い 安い 低い 新しい 古い 最高額
        最低額 最新 最古 払いました 払った 支払った 支払い 支払 使った 期限 締め切り 締切 期日 さんの さん 様
        先生 氏 年 月 昨年 去年 今年 ましたか ました ますか ます は が を に の で と も へ や か 「 」 『 』
        """,
        last_year=r"昨年|去年",
        this_year=r"今年",
        before=r"より前|以前|まで(?:に)?",
        after=r"以降|より後|から(?:後)?",
        every=r"すべて|全て|全部|各",
        says=r"言及|含|書|載|触れ|登場|出て|からの|の名前",
        judged=r"以上|以下|超え|未満|より(?:高|安|多|少|長|短)|有効な|有効です|未払|署名|重要|似た|重複|許可"
        r"|許して|認め|禁止|補償|保証(?!人)|除外|可能",
    ),
    _Language(
        code="zh",
        is_spaced=False,
        never=r"[两三四二2-4](?:个|套|种|份|者|本|张|家)中|需要|必须|應該|应该|应当|须要|必需|可以|故事|小说"
        r"|怎么|如何",
        asks=(
            (
                _A.MENTIONS,
                (
                    r"(?:出现|提到|提及|使用|用)(?:了|过)?(?:多少|几)(?:次|回|处)|(?:多少|几)(?:次"
                    r"|处).{0,4}(?:出现|提到)"
                ),
            ),
            (
                _A.TOTAL,
                (
                    r"(?:一共|总共|共|合计|总计|全部)(?:是|付|花|支付|用|交|收|捐)?(?:了|过)?多少(?!份|张|封"
                    r"|个|篇|本|人|次|页)|(?:所有|全部"
                    r"|各|我的|我们的)(?:的)?(?:DOCS)(?:的)?"
                    r"(?:总金额|总额|合计|总和|金额加)|加起来|(?:总共|一共)花"
                ),
            ),
            (
                _A.HIGHEST,
                (
                    r"(?:DOCS).{0,6}(?:最高|最大)的?(?:金额|一笔|数额)|最(?:高|贵|大)的(?:一[张份]"
                    r"|那[张份])?(?:DOCS)|(?:DOCS).{0,4}(?:哪)?.{0,2}最贵"
                ),
            ),
            (
                _A.LOWEST,
                (
                    r"(?:DOCS).{0,6}(?:最低|最小)的?(?:金额|一笔|数额)|最(?:低|便宜)的(?:一[张份]"
                    r"|那[张份])?(?:DOCS)|(?:DOCS).{0,4}(?:哪)?.{0,2}最便宜"
                ),
            ),
            (_A.LATEST, r"最新的(?:一[张份封])?(?:DOCS)|最近的(?:一[张份封])?(?:DOCS)"),
            (_A.EARLIEST, r"最(?:早|旧|老)的(?:一[张份封])?(?:DOCS)"),
            (
                _A.DEADLINES,
                (
                    r"(?:所有|全部|一切)(?:的)?(?:截止日期|截止时间|期限|到期日)|(?:截止日期|期限"
                    r"|到期日)(?:有哪些|列出|都有)"
                ),
            ),
            (
                _A.COUNT,
                (
                    r"(?:多少|几)(?:份|张|封|个|篇|本)?(?:不同的)?(?:化验|体检)?(?:DOCS)"
                    r"|(?:DOCS).{0,6}(?:有)?(?:多少|几)(?:份|张|封|个|篇|本)"
                ),
            ),
            (
                _A.FILES,
                (
                    r"哪(?:些|几[份张封个篇]|[份张封])(?:\w{0,3}的)?(?:DOCS)|(?:DOCS)(?:里|中|里面"
                    r"|当中)?(?:都)?(?:有)?哪(?:些|几)"
                    r"|(?:所有|全部|每一?[份张封个篇])(?:的)?[^，。的]{0,10}(?:的)?(?:DOCS)"
                    r"|(?:哪些)[^，。]{0,4}(?:DOCS)"
                    r"|有(?:没有|哪些)(?:DOCS)|(?:列出|找出|显示).{0,12}(?:所有|全部|每)(?:的)?(?:DOCS)"
                    r"|在哪(?:几)?[份些张](?:DOCS)|我的(?:DOCS).{0,3}(?:哪些|哪几)"
                ),
            ),
        ),
        offers=r"谁(?:从来?|一直|从)?(?:没有?|未)(?:有)?|有没有(?:人|谁)|哪些(?:人|员工|供应商|会员|客户"
        r"|公司).{0,8}(?:从未|从没|没有|签)"
        r"|我们?的?(?:哪些|哪几)|(?:所有|全部|每个)(?:的)?(?:人员|会员|员工|客户|供应商|姓名|金额|地址|号码)"
        r"|(?:文件|文档|材料|资料)(?:里|中)?(?:出现|提到)的.{0,10}(?:都|全部|所有)|加起来|在所有(?:的)?(?:DOCS)",
        lacks=r"没有?|从未|未|无|不含|缺少",
        ends=r"到期|过期|结束|终止|期满|失效",
        idle="""
        里面 里 中 当中 提到了 提到过 提到 提及 谈到了 谈到 出现过 出现 写了 写着 写有 包含 包括 含有 涉及
        有关于 关于 有关 的条款 条款 规定 内容 这个词 这个名字 一词 名字 姓名 哪些 哪几 哪 有多少 多少 几份
        几张 几封 几个 份 张 封 个 篇 本 所有的 所有 全部的 全部 每一份 每份 每 列出来 列出 找出 显示 告诉我 请
        给我 我们的 我们 我的 我 来自 的发票 是什么 什么 是多少 是 有没有 没有 没 从未 从来 未 无 不含 缺少
        一共 总共 共 合计 总计 总金额 总额 总和 加起来 把 付了 付过 付 花了 花 支付了 支付 费用 钱 金额 最高
        最低 最大 最小 最贵 最便宜 最新 最早 最近 最旧 在 到期 过期 结束 终止 期满 失效 之前 以前 之后 以后 年
        月 截止日期 截止 期限 去年 今年 都 了 的 过 吗 呢 有 几 次 被 和 与 或 “ ” 「 」 先生 女士 老师 那 这
        """,
        last_year=r"去年",
        this_year=r"今年",
        before=r"之前|以前|前",
        after=r"之后|以后|后|以来",
        every=r"所有|全部|各|每|我的|我们的",
        says=r"提到|提及|谈到|写|包含|包括|出现|来自|关于",
        judged=r"以上|以下|超过|超過|低于|不足|高于|多于|少于|有效的|仍然|未付|逾期|签名|签字|重要|相似|重复"
        r"|允许|禁止|保障|包括水|承保|排除|要求|保证(?!人)",
    ),
)
_PAPERS = frozenset(
    "invoice receipt lease contract insurance minutes letter mail payslip delivery cv statement reminder".split()
)
_WHICH_ONE = re.compile(r"\b(?:which|welche[rsmn]?) (?P<noun>[^\W\d_]+(?<![sen])(?<!er))\b")  # no plural ends so
_NUMBERED = re.compile(
    r"\s*(?:no\.?|nr\.?|number|nummer|#|番号)?\s*(?!(?:19|20)\d\d(?!\w|[-/]\w))(?=[\w/-]*\d)[a-z0-9][a-z0-9/-]{2,}"
)
_LONGEST = 200  # characters
_FEWEST_LETTERS = 2  # of a word that is looked for, in scripts with blanks
_MOST_WORDS = 4  # that are looked for in one sentence
_QUOTED = re.compile(r"[“”\"„«»「『]([^“”\"„«»「」『』]{2,60})[“”\"«»」』]")
_WORD = re.compile(r"[^\W_]+(?:[’'\-&.][^\W_]+)*")
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_KANA_OR_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")


def all_documents_question(message: str, today: dt.date | None = None) -> AllDocumentsQuestion | None:
    """Return what a message asks of all documents, None for a question that one place may answer.

    ``today`` says which year the last one is.
    """
    said = " ".join(unicodedata.normalize("NFKC", message).split())
    if not said or len(said) > _LONGEST:
        return None
    low = said.casefold()
    for language in _languages_of(low):
        if (found := language.question(said, low, today or dt.datetime.now().astimezone().date())) is not None:
            return found
    return None


def _languages_of(low: str) -> Iterator["_Compiled"]:
    """Yield the languages a text may be in, by its script."""
    if not _KANA_OR_HAN.search(low):
        yield _compiled("en")
        yield _compiled("de")
    else:
        yield _compiled("ja" if _KANA.search(low) else "zh")


class _Compiled:
    """The patterns of one language."""

    def __init__(self, language: _Language) -> None:
        self._code, self._is_spaced = language.code, language.is_spaced
        nouns = f"{kind_nouns(language.code)}|{any_document(language.code)}"

        def pattern(text: str) -> re.Pattern[str]:
            return re.compile(text.replace("DOCS", rf"(?:{nouns})(?![\w-])" if self._is_spaced else nouns))

        self._any = re.compile(any_document(language.code))
        self._nouns = re.compile(rf"\b(?:{nouns})\b" if self._is_spaced else f"(?:{nouns})")
        self._never = pattern(language.never)
        self._asks = [(ask, pattern(text)) for ask, text in language.asks]
        self._offers = pattern(language.offers)
        self._lacks, self._ends = re.compile(language.lacks), re.compile(language.ends)
        self._judged = re.compile(language.judged)
        self._every, self._says = re.compile(language.every), re.compile(language.says)
        self._last_year, self._this_year = re.compile(language.last_year), re.compile(language.this_year)
        self._before, self._after = re.compile(language.before), re.compile(language.after)
        self._idle = frozenset(language.idle.split())

    @cached_property
    def _idle_parts(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, sorted(self._idle, key=lambda word: (-len(word), word)))))

    def question(self, said: str, low: str, today: dt.date) -> AllDocumentsQuestion | None:
        """Return a text's question about all documents, if it is one in this language."""
        if self._never.search(low):
            return None
        ask = next((ask for ask, pattern in self._asks if pattern.search(low)), None)
        kind, start, end = kind_named(low, self._code)
        noun = low[start:end]
        period = self._period(low, today)
        words = self._words(said)
        if ask is None:
            return AllDocumentsQuestion(_A.OTHER, kind, noun, words, period) if self._offers.search(low) else None
        if _NUMBERED.match(low, end) and kind:  # “invoice 2026-0031” is one
            return None
        if ask is _A.FILES and self._ends.search(low) and period is not None and kind:
            ask = _A.ENDING
        elif ask is _A.FILES and self._lacks.search(low):
            ask = _A.WITHOUT
        is_sure = (
            _is_sure(ask, kind, words, period)
            and self._may_be_sure(ask, kind, low, words, period)
            and not self._asks_for_one(ask, low)
        )
        return AllDocumentsQuestion(ask, kind, noun, words, period, is_sure)

    def _may_be_sure(self, ask: AllAsk, kind: str, low: str, words: tuple[str, ...], period: Period | None) -> bool:
        """Return True unless one document may well be meant: “the car repair in total”, “how many orders”."""
        if ask is _A.TOTAL:
            return not words or period is not None or (bool(kind) and self._every.search(low) is not None)
        if ask in (_A.FILES, _A.WITHOUT, _A.COUNT, _A.ENDING) and self._judged.search(low):
            return False
        if ask is _A.COUNT:
            return not words or kind in _PAPERS or self._says.search(low) is not None
        return True

    def _asks_for_one(self, ask: AllAsk, low: str) -> bool:
        """Return True for “which report describes the test”: it may mean one alone, unless it says “mentions”."""
        if ask is not _A.FILES or not self._is_spaced or self._says.search(low):
            return False
        asked = _WHICH_ONE.search(low)
        return asked is not None and self._nouns.fullmatch(asked["noun"]) is not None

    def _period(self, low: str, today: dt.date) -> Period | None:
        years = [int(one) for one in _YEAR.findall(low)]
        if not years and self._last_year.search(low):
            years = [today.year - 1]
        elif not years and self._this_year.search(low):
            years = [today.year]
        if not years:
            return None
        first, last = dt.date(min(years), 1, 1), dt.date(max(years), 12, 31)
        dated = [one.readings[0] for one in written_dates(low) if one.readings[0].year]
        if len(dated) == 1 and len(years) == 1:
            first, last = _days_of(dated[0].year, dated[0].month, dated[0].day)
        if self._before.search(low) and len(years) == 1:
            return Period(last=first - dt.timedelta(days=1))
        if self._after.search(low) and len(years) == 1 and _is_after(low, self._after):
            return Period(first=last + dt.timedelta(days=1) if self._code in ("en", "zh") else first)
        return Period(first, last)

    def _words(self, said: str) -> tuple[str, ...]:
        """Return the words that are looked for, as they are written: those in quotation marks, else all that tell."""
        if quoted := _QUOTED.findall(said):
            return tuple(one.strip() for one in quoted)
        if not self._is_spaced:
            rest = _YEAR.sub(" ", said)
            rest = re.sub(r"\d{1,2}(?=[月日])", " ", rest)
            rest = self._nouns.sub(" ", rest)
            rest = self._idle_parts.sub(" ", rest)
            return tuple(_WORD.findall(rest))
        low_words = [(one.group(), one.group().casefold()) for one in _WORD.finditer(said)]
        return tuple(
            _stripped(word)
            for word, one in low_words
            if not self._is_idle(_stripped(one)) and not _YEAR.fullmatch(one) and not self._nouns.fullmatch(one)
        )

    def _is_idle(self, word: str) -> bool:
        return word in self._idle or len(word) < _FEWEST_LETTERS or bool(_months().fullmatch(word))


def _stripped(word: str) -> str:
    """Return a word without the ending of its owner."""
    return re.sub(r"['’]s?\Z", "", word)


def _is_sure(ask: AllAsk, kind: str, words: tuple[str, ...], period: Period | None) -> bool:
    """Return True if looking through the texts answers a question."""
    if len(words) > _MOST_WORDS:
        return False
    if ask in (_A.MENTIONS, _A.WITHOUT):
        return bool(words)
    if ask in (_A.FILES, _A.COUNT):
        return bool(words or kind or period)
    if ask is _A.ENDING:
        return not words
    return ask in (_A.TOTAL, _A.HIGHEST, _A.LOWEST, _A.LATEST, _A.EARLIEST, _A.DEADLINES)


def _is_after(low: str, after: re.Pattern[str]) -> bool:
    """Return True if a year stands right behind a word such as “since”, or before it."""
    return any(
        abs(match.end() - year.start()) <= 6 or abs(year.end() - match.start()) <= 3
        for match in after.finditer(low)
        for year in _YEAR.finditer(low)
    )


def _days_of(year: int, month: int, day: int) -> tuple[dt.date, dt.date]:
    """Return the first and the last day of a date of which the day may be missing (0)."""
    if day:
        try:
            return dt.date(year, month, day), dt.date(year, month, day)
        except ValueError:
            pass
    following = dt.date(year + month // 12, month % 12 + 1, 1)
    return dt.date(year, month, 1), following - dt.timedelta(days=1)


@cache
def _months() -> re.Pattern[str]:
    return re.compile(
        "january|february|march|april|may|june|july|august|september|october|november|december|januar|februar"
        "|märz|mai"
        "|juni|juli|oktober|dezember"
    )


@cache
def _compiled(code: str) -> _Compiled:
    """Return the patterns of a language, made when they are first needed: some tens of milliseconds."""
    return _Compiled(next(language for language in _LANGUAGES if language.code == code))
