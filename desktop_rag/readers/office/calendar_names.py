"""Names of months and days in the languages that number formats name, as spreadsheets show them."""

from typing import NamedTuple


class CalendarNames(NamedTuple):
    """The names of one language; ``of_day`` are the months as they stand beside the number of a day."""

    months: tuple[str, ...]
    short_months: tuple[str, ...]
    days: tuple[str, ...]  # from Monday
    short_days: tuple[str, ...]
    of_day: tuple[str, ...]


def _names(months: str, short_months: str, days: str, short_days: str, of_day: str = "") -> CalendarNames:
    lists = (months, short_months, days, short_days, of_day or months)
    return CalendarNames(*(tuple(names.split("|")) for names in lists))


_MONTHS = "|".join(f"{month}月" for month in range(1, 13))
_NAMES = {
    "en": _names(
        "January|February|March|April|May|June|July|August|September|October|November|December",
        "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec",
        "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",
        "Mon|Tue|Wed|Thu|Fri|Sat|Sun",
    ),
    "ja": _names(_MONTHS, _MONTHS, "月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日", "月|火|水|木|金|土|日"),
    "zh": _names(
        "一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月",
        _MONTHS,
        "星期一|星期二|星期三|星期四|星期五|星期六|星期日",
        "周一|周二|周三|周四|周五|周六|周日",
    ),
    "ko": _names(
        "|".join(f"{month}월" for month in range(1, 13)),
        "|".join(map(str, range(1, 13))),
        "월요일|화요일|수요일|목요일|금요일|토요일|일요일",
        "월|화|수|목|금|토|일",
    ),
    "de": _names(
        "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember",
        "Jan|Feb|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez",
        "Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag",
        "Mo|Di|Mi|Do|Fr|Sa|So",
    ),
    "fr": _names(
        "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
        "janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.",
        "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
        "lun.|mar.|mer.|jeu.|ven.|sam.|dim.",
    ),
    "es": _names(
        "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
        "ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic",
        "lunes|martes|miércoles|jueves|viernes|sábado|domingo",
        "lun|mar|mié|jue|vie|sáb|dom",
    ),
    "it": _names(
        "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
        "gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic",
        "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica",
        "lun|mar|mer|gio|ven|sab|dom",
    ),
    "pt": _names(
        "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro",
        "jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez",
        "segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo",
        "seg|ter|qua|qui|sex|sáb|dom",
    ),
    "nl": _names(
        "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december",
        "jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec",
        "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag",
        "ma|di|wo|do|vr|za|zo",
    ),
    "pl": _names(
        "styczeń|luty|marzec|kwiecień|maj|czerwiec|lipiec|sierpień|wrzesień|październik|listopad|grudzień",
        "sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru",
        "poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela",
        "pon.|wt.|śr.|czw.|pt.|sob.|niedz.",
        "stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia",
    ),
    "sv": _names(
        "januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december",
        "jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec",
        "måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag",
        "mån|tis|ons|tors|fre|lör|sön",
    ),
    "da": _names(
        "januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december",
        "jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec",
        "mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag",
        "ma|ti|on|to|fr|lø|sø",
    ),
    "nb": _names(
        "januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember",
        "jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des",
        "mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag",
        "man.|tir.|ons.|tor.|fre.|lør.|søn.",
    ),
    "fi": _names(
        "tammikuu|helmikuu|maaliskuu|huhtikuu|toukokuu|kesäkuu|heinäkuu|elokuu|syyskuu|lokakuu|marraskuu|joulukuu",
        "tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu",
        "maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai",
        "ma|ti|ke|to|pe|la|su",
        "tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta",
    ),
    "cs": _names(
        "leden|únor|březen|duben|květen|červen|červenec|srpen|září|říjen|listopad|prosinec",
        "led|úno|bře|dub|kvě|čvn|čvc|srp|zář|říj|lis|pro",
        "pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle",
        "po|út|st|čt|pá|so|ne",
        "ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince",
    ),
    "sk": _names(
        "január|február|marec|apríl|máj|jún|júl|august|september|október|november|december",
        "jan|feb|mar|apr|máj|jún|júl|aug|sep|okt|nov|dec",
        "pondelok|utorok|streda|štvrtok|piatok|sobota|nedeľa",
        "po|ut|st|št|pi|so|ne",
        "januára|februára|marca|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra",
    ),
    "hu": _names(
        "január|február|március|április|május|június|július|augusztus|szeptember|október|november|december",
        "jan.|febr.|márc.|ápr.|máj.|jún.|júl.|aug.|szept.|okt.|nov.|dec.",
        "hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap",
        "H|K|Sze|Cs|P|Szo|V",
    ),
    "ro": _names(
        "ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie",
        "ian.|feb.|mar.|apr.|mai|iun.|iul.|aug.|sept.|oct.|nov.|dec.",
        "luni|marți|miercuri|joi|vineri|sâmbătă|duminică",
        "lun.|mar.|mie.|joi|vin.|sâm.|dum.",
    ),
    "hr": _names(
        "siječanj|veljača|ožujak|travanj|svibanj|lipanj|srpanj|kolovoz|rujan|listopad|studeni|prosinac",
        "sij|velj|ožu|tra|svi|lip|srp|kol|ruj|lis|stu|pro",
        "ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja",
        "pon|uto|sri|čet|pet|sub|ned",
        "siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|listopada|studenoga|prosinca",
    ),
    "sl": _names(
        "januar|februar|marec|april|maj|junij|julij|avgust|september|oktober|november|december",
        "jan.|feb.|mar.|apr.|maj|jun.|jul.|avg.|sep.|okt.|nov.|dec.",
        "ponedeljek|torek|sreda|četrtek|petek|sobota|nedelja",
        "pon.|tor.|sre.|čet.|pet.|sob.|ned.",
    ),
    "bg": _names(
        "януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември",
        "яну|фев|март|апр|май|юни|юли|авг|сеп|окт|ное|дек",
        "понеделник|вторник|сряда|четвъртък|петък|събота|неделя",
        "пн|вт|ср|чт|пт|сб|нд",
    ),
    "tr": _names(
        "Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık",
        "Oca|Şub|Mar|Nis|May|Haz|Tem|Ağu|Eyl|Eki|Kas|Ara",
        "Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi|Pazar",
        "Pzt|Sal|Çar|Per|Cum|Cmt|Paz",
    ),
    "ru": _names(
        "январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь",
        "янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек",
        "понедельник|вторник|среда|четверг|пятница|суббота|воскресенье",
        "пн|вт|ср|чт|пт|сб|вс",
        "января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря",
    ),
    "uk": _names(
        "січень|лютий|березень|квітень|травень|червень|липень|серпень|вересень|жовтень|листопад|грудень",
        "січ.|лют.|бер.|квіт.|трав.|черв.|лип.|серп.|вер.|жовт.|лист.|груд.",
        "понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя",
        "пн|вт|ср|чт|пт|сб|нд",
        "січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня",
    ),
    "el": _names(
        "Ιανουάριος|Φεβρουάριος|Μάρτιος|Απρίλιος|Μάιος|Ιούνιος|Ιούλιος|Αύγουστος|Σεπτέμβριος|Οκτώβριος|Νοέμβριος|Δεκέμβριος",
        "Ιαν|Φεβ|Μαρ|Απρ|Μαΐ|Ιουν|Ιουλ|Αυγ|Σεπ|Οκτ|Νοε|Δεκ",
        "Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή|Σάββατο|Κυριακή",
        "Δευ|Τρί|Τετ|Πέμ|Παρ|Σάβ|Κυρ",
        "Ιανουαρίου|Φεβρουαρίου|Μαρτίου|Απριλίου|Μαΐου|Ιουνίου|Ιουλίου|Αυγούστου|Σεπτεμβρίου|Οκτωβρίου|Νοεμβρίου|Δεκεμβρίου",
    ),
    "he": _names(
        "ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר",
        "ינו׳|פבר׳|מרץ|אפר׳|מאי|יוני|יולי|אוג׳|ספט׳|אוק׳|נוב׳|דצמ׳",
        "שני|שלישי|רביעי|חמישי|שישי|שבת|ראשון",
        "יום ב׳|יום ג׳|יום ד׳|יום ה׳|יום ו׳|שבת|יום א׳",
    ),
    "ar": _names(
        "يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر",
        "يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر",
        "الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد",
        "الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد",
    ),
    "th": _names(
        "มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม",
        "ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค.",
        "วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัสบดี|วันศุกร์|วันเสาร์|วันอาทิตย์",
        "จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์",
    ),
    "id": _names(
        "Januari|Februari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember",
        "Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des",
        "Senin|Selasa|Rabu|Kamis|Jumat|Sabtu|Minggu",
        "Sen|Sel|Rab|Kam|Jum|Sab|Min",
    ),
    "ca": _names(
        "gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre",
        "gen.|febr.|març|abr.|maig|juny|jul.|ag.|set.|oct.|nov.|des.",
        "dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge",
        "dl.|dt.|dc.|dj.|dv.|ds.|dg.",
    ),
}
_LANGUAGES = {
    0x01: "ar", 0x02: "bg", 0x03: "ca", 0x04: "zh", 0x05: "cs", 0x06: "da", 0x07: "de", 0x08: "el", 0x09: "en",
    0x0A: "es", 0x0B: "fi", 0x0C: "fr", 0x0D: "he", 0x0E: "hu", 0x10: "it", 0x11: "ja", 0x12: "ko", 0x13: "nl",
    0x14: "nb", 0x15: "pl", 0x16: "pt", 0x18: "ro", 0x19: "ru", 0x1A: "hr", 0x1B: "sk", 0x1D: "sv", 0x1E: "th",
    0x1F: "tr", 0x21: "id", 0x22: "uk", 0x24: "sl",
}  # fmt: skip
"""The languages by the low ten bits of Windows' numbers for languages."""
_PRIMARY = 0x3FF


def language_of(number: int) -> str:
    """Return the language of one of Windows' numbers, "" for one that is not known here."""
    return _LANGUAGES.get(number & _PRIMARY, "")


def names_in(language: str) -> CalendarNames:
    """Return the names of a language, those of English where they are not known here."""
    return _NAMES.get(language, _NAMES["en"])
