"""Questions about the library itself rather than about what its files say: how many there are, their names, the newest.

A question is taken only when nothing is left of it without the words of such questions: “How many files does the law
require?” is about what the files say.
"""

import enum
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass


class LibraryFact(enum.Enum):
    """The facts about files that can be asked for."""

    COUNT = enum.auto()
    PAGES = enum.auto()
    NAMES = enum.auto()
    NEWEST = enum.auto()
    OLDEST = enum.auto()
    LARGEST = enum.auto()
    SMALLEST = enum.auto()
    UNREAD = enum.auto()
    FORMATS = enum.auto()
    LAST_READ = enum.auto()


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    """A question about the files of a library; ``kind`` is the one of ``readers.format.KINDS`` that is meant, or ""."""

    fact: LibraryFact
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _Language:
    """The patterns of questions in a language. ``files`` and ``library`` stand for nouns in the other patterns.

    ``facts`` are looked for in their order; ``idle`` is what may stand around them; ``kinds`` name files of one kind.
    """

    files: str
    library: str
    facts: Mapping[LibraryFact, str]
    idle: str
    kinds: Mapping[str, str]
    is_spaced: bool = True

    def pattern(self, text: str) -> re.Pattern[str]:
        kinds = "|".join(self.kinds.values())
        filled = text.replace("FILES", f"(?:{self.files}|{kinds})").replace("LIBRARY", f"(?:{self.library})")
        return re.compile(rf"\b(?:{filled})\b" if self.is_spaced else f"(?:{filled})")


_F = LibraryFact
_LANGUAGES = (
    _Language(
        files=r"files?|documents?|docs?",
        library=r"library|libraries|collection|folder|knowledge base",
        kinds={
            "pdf": r"pdfs?(?: files?| documents?)?",
            "word": r"word (?:files?|documents?)|docx(?: files?)?",
            "spreadsheet": r"spreadsheets?|excel (?:files?|sheets?)|xlsx(?: files?)?",
            "presentation": r"presentations?|powerpoints?(?: files?)?|slide decks?|pptx(?: files?)?",
            "mail": r"e ?mails?|messages?|mails?",
            "picture": r"pictures?|images?|photos?",
            "book": r"books?|e ?books?",
            "text": r"text files?",
        },
        facts={
            _F.UNREAD: r"(?:FILES )?(?:could|can|were|was|are|is|have|has|did) ?(?:not|n t)(?: yet)?(?: be| been)? "
            r"(?:read|readable|indexed|opened|processed|loaded|parsed)|(?:FILES )?(?:could|can|was|were|are|have)n t"
            r"(?: be| been)? (?:read|readable|indexed|opened|processed|loaded|parsed)|cannot be (?:read|opened"
            r"|indexed)"
            r"|failed to (?:be )?(?:read|load|open|index)|(?:unread|unreadable|failed|skipped) FILES"
            r"|FILES (?:have |has )?(?:failed|unreadable|were skipped|was skipped|are missing)",
            _F.LAST_READ: r"when (?:was|were|did|is|have|has) (?:the |this |my |these |all |you )*(?:LIBRARY |FILES )?"
            r"(?:been )?(?:last|most recently) (?:updated?|refreshed|read|indexed|scanned|synced|synchroni[sz]ed)"
            r"|when (?:was|were) (?:the |this |my |these |all )*(?:LIBRARY|FILES) (?:last )?"
            r"(?:updated|refreshed|read|indexed|scanned|synced|synchroni[sz]ed)",
            _F.PAGES: r"(?:how many|(?:total )?(?:number|count) of) pages",
            _F.NEWEST: r"(?:newest|latest|most recent|most recently (?:added|changed|modified|updated)"
            r"|last (?:added|changed|modified|updated)) FILES|FILES (?:is |are |was |were )?(?:the )?(?:newest|latest"
            r"|most recent|(?:added|changed|modified|updated) (?:last|most recently)|(?:most recently|last) "
            r"(?:added|changed|modified|updated))",
            _F.OLDEST: r"oldest FILES|FILES (?:is |are |was )?(?:the )?oldest",
            _F.LARGEST: r"(?:largest|biggest|longest) FILES|FILES (?:is |are )?(?:the )?(?:largest|biggest|longest)"
            r"|FILES (?:has|have|with) (?:the )?most pages",
            _F.SMALLEST: r"(?:smallest|shortest) FILES|FILES (?:is |are )?(?:the )?(?:smallest|shortest)"
            r"|FILES (?:has|have|with) (?:the )?(?:fewest|least) pages",
            _F.FORMATS: r"(?:file |document )?(?:formats?|types?|extensions?)(?: of FILES)?|kinds? of FILES",
            _F.COUNT: r"(?:how many|(?:total )?(?:number|count) of(?: all)?(?: the)?) (?:different )?FILES"
            r"|how large is (?:the |this |my )?LIBRARY|count (?:all )?(?:the |my )?FILES",
            _F.NAMES: r"(?:which|what|list|show|name|names of)(?: me)?(?: all)?(?: of)?(?: the| my| these| your"
            r"| our)? "
            r"FILES|(?:give|show) (?:me )?(?:a |the )?list of (?:all )?(?:the |my |these )?FILES|FILES names"
            r"|file ?names"
            r"|what(?: is| s) (?:all )?in (?:the |this |my |your )?LIBRARY|what (?:does|do) (?:the |this "
            r"|my )?LIBRARY "
            r"(?:contain|have|hold)",
        },
        idle=r"files?|documents?|docs?|LIBRARY|are|is|there|in|within|inside|of|the|this|that|these|my|our|your|you|i"
        r"|we"
        r"|do|does|did|all|have|has|had|got|can you|could you|would you|please|tell me|show me|give me|list|show|name"
        r"|names|titles|and|or|why|reasons?|in total|total|totally|altogether|overall|currently|now|right now|at the "
        r"moment|so far|at all|loaded|indexed|stored|contained|contains?|included?|added|available|called|named|with"
        r"|which|what|who|how many|how much|here|know|see|access|using|pages|any|each|every|was|were|be|been|read"
        r"|for it"
        r"|currently|today|on|from|to|exactly|most|just|me|hi|hello|s",
    ),
    _Language(
        files=r"datei(?:en|formate?|typ|typen|arten|endungen|namen)?|dokumente?n?|unterlagen",
        library=r"bibliothek|sammlung|ordner|wissensbasis",
        kinds={
            "pdf": r"pdfs?(?: dateien?| dokumente?n?)?",
            "word": r"word (?:datei(?:en)?|dokumente?n?)",
            "spreadsheet": r"excel (?:datei(?:en)?|tabellen?)|tabellen(?:dateien)?",
            "presentation": r"präsentation(?:en)?|powerpoint dateien?|powerpoints?",
            "mail": r"e ?mails?|mails?|nachrichten",
            "picture": r"bild(?:er|dateien)?|fotos?",
            "book": r"bücher|e ?books?",
            "text": r"textdateien?",
        },
        facts={
            _F.UNREAD: r"(?:nicht|unmöglich) (?:gelesen|lesbar|eingelesen|geöffnet|verarbeitet|indexiert|geladen)"
            r"|unlesbare?n?|fehlgeschlagene?n?|fehlgeschlagen|ungelesene?n?",
            _F.LAST_READ: r"wann (?:wurden? |hast du |haben sie )?(?:die |diese |meine |alle )*(?:LIBRARY |FILES )?"
            r"(?:zuletzt|das letzte mal) (?:gelesen|eingelesen|aktualisiert|indexiert|abgeglichen|durchsucht)",
            _F.PAGES: r"(?:wie ?viele|(?:gesamt)?(?:anzahl|zahl)(?: der| aller)?) seiten|seitenzahl",
            _F.NEWEST: r"(?:neu(?:e)?ste[nrs]?|jüngste[nrs]?|aktuellste[nrs]?|zuletzt (?:geänderte[nrs]?"
            r"|hinzugefügte[nrs]?"
            r"|bearbeitete[nrs]?)) FILES|FILES (?:ist |sind |wurden? )?(?:die |das |am )?(?:neu(?:e)?sten?|jüngsten?"
            r"|aktuellsten?|zuletzt (?:geändert|hinzugefügt|bearbeitet))",
            _F.OLDEST: r"älteste[nrs]? FILES|FILES (?:ist |sind )?(?:die |das |am )?ältesten?",
            _F.LARGEST: r"(?:größte|grösste|längste|umfangreichste)[nrs]? FILES|FILES (?:ist |sind )?(?:die |das "
            r"|am )?"
            r"(?:größten?|grössten?|längsten?|umfangreichsten?)|FILES hat die meisten seiten",
            _F.SMALLEST: r"(?:kleinste|kürzeste)[nrs]? FILES|FILES (?:ist |sind )?(?:die |das |am )?(?:kleinsten?"
            r"|kürzesten?)"
            r"|FILES hat die wenigsten seiten",
            _F.FORMATS: r"(?:datei)?formate?|datei(?:typ|typen|arten|endungen)|arten von FILES",
            _F.COUNT: r"(?:wie ?viele|(?:gesamt)?(?:anzahl|zahl)(?: der| aller)?) (?:verschiedene )?FILES"
            r"|wie groß ist (?:die |diese |meine )?LIBRARY",
            _F.NAMES: r"(?:welche|was für|liste|zeige?|nenne?|namen)(?: mir)?(?: bitte)?(?: alle| aller)?(?: die| der"
            r"| meine| meiner| diese)? FILES|liste (?:aller|der) FILES|dateinamen|was (?:ist|steckt"
            r"|liegt) (?:alles )?in "
            r"(?:der |dieser |meiner )LIBRARY|was enthält (?:die |diese |meine )?LIBRARY",
        },
        idle=r"FILES|LIBRARY|sind|ist|gibt|es|in|innerhalb|der|die|das|den|dem|dieser|diese|dieses|meiner|meinem|meine"
        r"|deiner|unserer|hier|insgesamt|gesamt|zusammen|hat|habe|hast|haben|ich|wir|du|sie|enthält|umfasst|alle|aller"
        r"|allen|aktuell|derzeit|gerade|momentan|im|moment|bitte|mir|und|warum|weshalb|wieso|namens|heißen|heißt"
        r"|vorhanden|enthalten|gespeichert|geladen|drin|darin|zeig|zeige|nenne|nenn|liste|auf|wurden|wurde|konnten"
        r"|konnte"
        r"|können|kann|werden|von|zur|verfügung|vom|zum|welche|welcher|welches|welchem|was|wie|viele|seiten|namen|sag"
        r"|sage|denn|eigentlich|liegen|befinden|sich|grund|gründe|aus|welchen|überhaupt|zuletzt|jeweils|kennst|kennen"
        r"|auflisten|hallo|mit",
    ),
    _Language(
        files=r"fichiers?|documents?",
        library=r"bibliothèque|collection|dossier",
        kinds={"pdf": r"(?:fichiers? )?pdfs?"},
        facts={
            _F.UNREAD: r"(?:pas pu être|n ont pas été|n a pas été|n ont pas pu être) (?:lus?|lues?|ouverts?|indexés?)"
            r"|illisibles?",
            _F.PAGES: r"(?:combien de|(?:le )?nombre (?:total )?de) pages",
            _F.NEWEST: r"FILES le plus récent|FILES les plus récents|derniers? FILES|dernier FILES (?:ajouté|modifié)",
            _F.OLDEST: r"FILES le plus ancien|FILES les plus anciens|plus (?:ancien|vieux) FILES",
            _F.LARGEST: r"FILES le plus (?:gros|grand|volumineux|long)|plus (?:gros|grand|long) FILES",
            _F.SMALLEST: r"FILES le plus (?:petit|court)|plus (?:petit|court) FILES",
            _F.FORMATS: r"formats?(?: de FILES)?|types? de FILES",
            _F.COUNT: r"combien de FILES|combien y a t il de FILES|nombre (?:total )?de FILES",
            _F.NAMES: r"(?:quels?|liste|listes|lister|montre|affiche|noms?)(?: sont| moi)?(?: tous)?(?: de)?(?: les"
            r"| des| mes"
            r"| ces)? FILES|liste des FILES|que contient (?:la |cette |ma )?LIBRARY|qu y a t il dans (?:la |cette "
            r"|ma )?LIBRARY",
        },
        idle=r"FILES|LIBRARY|y|a|t|il|dans|de|des|du|la|le|les|cette|ce|ces|ma|mon|mes|au|total|en|tout|est|sont|sont"
        r"|ont"
        r"|n|été|pas|contient|contiennent|quel|quels|quelle|quelles|qui|que|je|j|ai|nous|avons|et|pourquoi|moi|s"
        r"|plaît|se"
        r"|trouvent|disponibles?|actuellement|ici|combien|pages|liste|montre|donne|être|lus?",
    ),
    _Language(
        files=r"archivos?|documentos?|ficheros?",
        library=r"biblioteca|colección|carpeta",
        kinds={"pdf": r"(?:archivos? )?pdfs?"},
        facts={
            _F.UNREAD: r"no (?:se )?(?:pudieron|pudo|han podido|fueron|ha podido) (?:ser )?(?:leer(?:se)?|leídos?"
            r"|abrir(?:se)?)"
            r"|ilegibles?",
            _F.PAGES: r"(?:cuántas|número (?:total )?de) páginas",
            _F.NEWEST: r"FILES más recientes?|FILES más nuevos?|últimos? FILES",
            _F.OLDEST: r"FILES más (?:antiguos?|viejos?)",
            _F.LARGEST: r"FILES más (?:grandes?|largos?)",
            _F.SMALLEST: r"FILES más (?:pequeños?|cortos?)",
            _F.FORMATS: r"formatos?(?: de FILES)?|tipos? de FILES",
            _F.COUNT: r"cuántos FILES|número (?:total )?de FILES",
            _F.NAMES: r"(?:qué|cuáles son|lista|muestra|muéstrame|nombres?)(?: todos)?(?: de)?(?: los| mis)? FILES"
            r"|lista de FILES|qué (?:hay en|contiene) (?:la |esta |mi )?LIBRARY",
        },
        idle=r"FILES|LIBRARY|hay|en|de|del|la|el|los|las|esta|este|estos|mi|mis|total|tiene|contiene|tengo|tenemos|es"
        r"|son"
        r"|cuál|cuáles|qué|que|y|por|ahora|aquí|se|páginas|cuántos|cuántas|muestra|lista|todos",
    ),
    _Language(
        is_spaced=False,
        files=r"ファイル|文書|ドキュメント|資料|書類",
        library=r"ライブラリー?|フォルダー?|コレクション",
        kinds={
            "pdf": r"pdf(?:ファイル|文書)?",
            "word": r"word(?:ファイル|文書)|ワード(?:ファイル|文書)?",
            "spreadsheet": r"excel(?:ファイル)?|エクセル(?:ファイル)?|スプレッドシート",
            "presentation": r"powerpoint(?:ファイル)?|パワーポイント(?:ファイル)?|プレゼン(?:テーション)?",
            "mail": r"e?メール",
            "picture": r"画像(?:ファイル)?|写真",
            "book": r"電子書籍",
            "text": r"テキストファイル",
        },
        facts={
            _F.UNREAD: r"読め(?:な|ま)|読み(?:取れ|込め|取ら|込ま)(?:れ)?(?:な|ま)|読まれ(?:てい)?(?:な|ま)|失敗した"
            r"|開けな|エラーに?なっ",
            _F.LAST_READ: r"(?:最後に|最終)?(?:読み取|読み込|読ん|更新|同期)(?:られ|まれ|され|っ|ん|だ)*(?:た"
            r"|て)?(?:の|日時?|時刻)?(?:は|が)?いつ"
            r"|いつ(?:最後に)?(?:読み取|読み込|更新|同期)|最終(?:更新|読み取り|同期)(?:日時?)?",
            _F.PAGES: r"何ページ|(?:総|合計)?ページ数|(?:全部で)?ページは?(?:いくつ|何)",
            _F.NEWEST: r"最新|(?:一番|最も|もっとも)(?:新しい|最近)|最後に(?:追加|更新|変更)|最近(?:追加|更新|変更)",
            _F.OLDEST: r"最古|(?:一番|最も|もっとも)古い",
            _F.LARGEST: r"最大|(?:一番|最も|もっとも)(?:大きい|大きな|長い|ページ数?[がの]多い)",
            _F.SMALLEST: r"最小|(?:一番|最も|もっとも)(?:小さい|小さな|短い|ページ数?[がの]少ない)",
            _F.FORMATS: r"形式|フォーマット|拡張子|種類|タイプ",
            _F.COUNT: r"FILES(?:の)?(?:総)?数|FILES(?:は|が)?(?:LIBRARYに|ここに|全部で|合計で?|いったい"
            r"|全体で)*(?:いくつ|何個|何件|何本|何点|何冊|何通|どれくらい)"
            r"|(?:いくつ|何個|何件|何本|何点|何冊|何通)の?FILES|件数",
            _F.NAMES: r"(?:どんな|どの(?:ような)?|どういう|何の|なんの|すべての|全ての|全)FILES|FILES(?:の)?(?:名前?"
            r"|一覧|リスト)|FILES(?:は|には)何が"
            r"|LIBRARY(?:の中)?に(?:は)?(?:何|なに)が|LIBRARYの中身",
        },
        idle=r"FILES|LIBRARY|この|その|私の|自分の|現在の?|今の?|ここ|中|内|全部|合計|全体|すべて|全て|総数|数|件"
        r"|名前|一覧|リスト"
        r"|から|あり(?:ます|ました)?|ある|入って|含まれて|登録(?:されて)?|保存(?:されて)?"
        r"|います|いる|い|です|でしょう|教えて|ください|下さい|見せて|表示して|挙げて|知りたい|して|何|なに|どれ|どの"
        r"|どんな"
        r"|ました|ません(?:でした)?|ないの?|なかった|かった|った|せん|でした|た|られ|れ|理由|なぜ|どうして|最後|いつ"
        r"|それぞれ|全|もの|ば"
        r"|いくつ|という|って|は|が|の|を|で|と|も|に|へ|や|か",
    ),
    _Language(
        is_spaced=False,
        files=r"文件|文档|文檔|资料|資料|檔案",
        library=r"资料库|資料庫|知识库|知識庫|文件夹|文件夾|文库",
        kinds={
            "pdf": r"pdf(?:文件|文档|檔案)?",
            "word": r"word(?:文件|文档|檔案)",
            "spreadsheet": r"excel(?:文件|表格?|檔案)?|电子表格|表格文件",
            "presentation": r"ppt(?:文件|文档)?|powerpoint(?:文件)?|演示文稿|幻灯片文件",
            "mail": r"邮件|電子郵件|电子邮件",
            "picture": r"图片|照片|圖片|图像",
            "book": r"电子书|電子書",
            "text": r"文本文件",
        },
        facts={
            _F.UNREAD: r"(?:没有?|沒有?|未能?|无法|無法|不能|未被|读不|讀不)(?:能)?(?:被|成功)?(?:读取|讀取|读|讀"
            r"|打开|打開|识别|处理|索引|了)"
            r"|(?:读取|讀取|打开|处理)失败|失败的FILES|不可读",
            _F.LAST_READ: r"(?:什么时候|什麼時候|何时|何時|几时)(?:最后一次|最近一次|上次)?(?:被)?(?:读取|讀取|更新"
            r"|索引|同步|扫描)"
            r"|(?:上次|最后一次|最近一次|最后)(?:被)?(?:读取|讀取|更新|索引|同步|扫描)(?:LIBRARY"
            r"|FILES)?(?:的时间)?(?:是|在)?(?:什么时候|何时|何時|几时)?",
            _F.PAGES: r"(?:多少|几|幾)(?:页|頁)|总?(?:页数|頁數)",
            _F.NEWEST: r"最新|(?:最近|最后)(?:添加|更新|修改|加入|改动)",
            _F.OLDEST: r"最旧|最舊|最老|最早",
            _F.LARGEST: r"最大|最长|最長|页数最多|頁數最多",
            _F.SMALLEST: r"最小|最短|页数最少|頁數最少",
            _F.FORMATS: r"格式|类型|類型|种类|種類",
            _F.COUNT: r"(?:多少|几|幾)(?:个|個|份|篇|本|封|张)?(?:不同的)?FILES|FILES(?:的)?(?:总|總)?(?:数量|數量"
            r"|总数|總數|个数|数目)"
            r"|FILES(?:一共|总共|共)?有?(?:多少|几|幾)(?:个|個|份|篇|本|封)?|LIBRARY有多大",
            _F.NAMES: r"(?:哪些|什么|什麼|列出|所有|全部)(?:的|所有的?|全部的?)?FILES|FILES(?:的)?(?:名称|名稱|名字"
            r"|名|列表|清单|清單)|FILES(?:都)?有哪些"
            r"|LIBRARY(?:里|裡|中|里面|裡面)?(?:都)?有(?:什么|什麼|哪些)|LIBRARY(?:里|中)?(?:都)?包含(?:什么|哪些)",
        },
        idle=r"FILES|LIBRARY|这个|這個|这些|這些|这|這|本|该|我的|我|你|里面|裡面|里|裡|中|内|內|一共|总共|總共|共|总"
        r"|總|目前|现在|現在|当前"
        r"|有|是|的|了|吗|嗎|呢|请|請|告诉|告訴|列出|显示|顯示|给|給|所有|全部|包含|包括|存储?|储存|哪个|哪個|哪一个"
        r"|哪些|哪|什么|什麼|几|幾|多少"
        r"|个|個|份|篇|些|被|和|以及|并|为什么|為什麼|原因|在|于|那|都|名字|名称|叫|一次|分别|各|一下|啊|页|列表|数量",
    ),
)
_DUTY = re.compile(
    r"\b(?:have|has|need|needs|had|want|wants) to\b|\b(?:must|should|shall|required|allowed)\b"
    r"|\b(?:muss|müssen|soll|sollen|darf|dürfen|brauche|brauchen)\b"
)
_LONGEST = 150  # characters
_SEPARATORS = re.compile(r"[\W_]+")


def library_question(message: str) -> LibraryQuestion | None:
    """Return a message's question about the files of the library, None for a question about their content."""
    text = _SEPARATORS.sub(" ", unicodedata.normalize("NFKC", message).casefold()).strip()
    if not text or len(text) > _LONGEST or _DUTY.search(text):
        return None
    for language in _COMPILED:
        found = language.question(text)
        if found is not None:
            return found
    return None


class _Compiled:
    """The patterns of one language."""

    def __init__(self, language: _Language) -> None:
        self._is_spaced = language.is_spaced
        self._files = language.pattern("FILES")
        self._facts = {fact: language.pattern(text) for fact, text in language.facts.items()}
        self._idle = language.pattern(language.idle)
        self._kinds = {kind: language.pattern(text) for kind, text in language.kinds.items()}
        self._library = language.pattern("LIBRARY")

    def question(self, text: str) -> LibraryQuestion | None:
        """Return a text's question about the library, if it is in this language."""
        text = text if self._is_spaced else text.replace(" ", "")
        if not any(pattern.search(text) for pattern in (self._library, self._files, self._facts[LibraryFact.PAGES])):
            return None
        kind = next((kind for kind, pattern in self._kinds.items() if pattern.search(text)), "")
        for fact, pattern in self._facts.items():
            if pattern.search(text) and not self._left(pattern.sub(" ", text)):
                return LibraryQuestion(fact, kind)
        return None

    def _left(self, text: str) -> str:
        """Return the rest of a text without the words of such questions."""
        for pattern in (self._library, self._files, self._idle):
            text = pattern.sub(" ", text)
        return text.strip()


_COMPILED = tuple(map(_Compiled, _LANGUAGES))
