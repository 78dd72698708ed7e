"""Messages that ask for nothing: greetings, thanks, signs, and questions of which only “what?” is there."""

import re
import unicodedata

# Phrases between bars; a message is made of them alone. Names and things are none: “Morning?” may be a question.
_PHRASES = """
# English
hello | hi | hiya | hey | howdy | greetings | good morning | good afternoon | good evening | good day |
good night | there | everyone | all | how are you | how are you doing | how are you today | how is it going |
how s it going | what s up | whats up | sup | yo | thank you | thanks | thx | ty | cheers | many thanks |
thanks a lot | thanks a million | thank you so much | thank you very much | very much | so much | a lot |
for your help | for the help | again | appreciated | much appreciated | bye | bye bye | goodbye | good bye |
see you | see you later | see ya | take care | ok | okay | k | alright | great | nice | cool | perfect | awesome |
wow | lol | haha | yes | yeah | yep | no | nope | sorry | please | you re welcome | you are welcome | never mind |
nothing | hm | hmm | um | uh | oh | ah | well | my friend | dear | sir | madam | nice to meet you |
pleased to meet you | have a nice day | welcome | and you
# German
hallo | hallöchen | hi | hey | moin | moin moin | servus | grüezi | grüß gott | grüß dich | grüss gott |
guten morgen | guten tag | guten abend | gute nacht | mahlzeit | na | wie geht s | wie gehts | wie geht es dir |
wie geht es ihnen | danke | danke schön | dankeschön | danke sehr | vielen dank | besten dank | herzlichen dank |
tausend dank | ich danke dir | ich danke ihnen | merci | bitte | bitte schön | gern geschehen | tschüss | tschüs |
ciao | auf wiedersehen | bis bald | bis später | schönen tag noch | ok | okay | alles klar | in ordnung | super |
prima | toll | klasse | ja | nein | nö | jo | ach so | aha | hm | hmm | äh | entschuldigung | sorry | zusammen |
für die hilfe | für deine hilfe | für ihre hilfe
# French
bonjour | bonsoir | salut | coucou | bonne nuit | bonne journée | ça va | comment ça va | comment allez vous |
comment vas tu | merci | merci beaucoup | merci bien | un grand merci | mille mercis | s il vous plaît |
s il te plaît | de rien | au revoir | à bientôt | à plus | d accord | oui | non | super | parfait | génial |
pardon | excusez moi | désolé | désolée | à tous | tout le monde
# Spanish
hola | buenos días | buenas tardes | buenas noches | buenas | qué tal | cómo estás | cómo está usted | gracias |
muchas gracias | mil gracias | muchísimas gracias | por favor | de nada | adiós | hasta luego | hasta pronto |
chao | vale | sí | no | perfecto | genial | perdón | lo siento | buen día | a todos
# Italian
ciao | salve | buongiorno | buonasera | buona sera | buonanotte | come stai | come sta | come va | grazie |
grazie mille | mille grazie | molte grazie | tante grazie | per favore | prego | arrivederci | a presto | sì |
no | va bene | perfetto | scusa | scusi | a tutti
# Portuguese
olá | ola | oi | bom dia | boa tarde | boa noite | tudo bem | como vai | como está | obrigado | obrigada |
muito obrigado | muito obrigada | por favor | de nada | tchau | adeus | até logo | até mais | sim | não |
perfeito | desculpe
# Dutch, Danish, Norwegian, Swedish, Finnish, Icelandic
hallo | hoi | dag | goedemorgen | goedemiddag | goedenavond | goedendag | hoe gaat het | dank je | dank je wel |
dank u | dank u wel | dankjewel | bedankt | hartelijk dank | alsjeblieft | alstublieft | tot ziens | doei | ja |
nee | oké | hej | hejsa | hei | goddag | god morgen | godmorgen | god aften | godaften | god kveld |
hvordan går det | tak | mange tak | tusind tak | takk | tusen takk | mange takk | farvel | ha det | ja | nej |
nei | hej | hejsan | hallå | tjena | god morgon | god kväll | god dag | hur mår du | hur är det | tack |
tack så mycket | tusen tack | hej då | adjö | ja | nej | moi | hei | terve | hyvää päivää | hyvää huomenta |
hyvää iltaa | mitä kuuluu | kiitos | paljon kiitoksia | kiitos paljon | näkemiin | kyllä | ei | halló |
góðan daginn | góðan dag | takk fyrir | bless
# Polish, Czech, Slovak, Croatian, Serbian, Slovenian
cześć | hej | witam | witaj | dzień dobry | dobry wieczór | dobranoc | jak się masz | co słychać | dziękuję |
dzięki | dziękuję bardzo | bardzo dziękuję | proszę | do widzenia | pa | tak | nie | ahoj | dobrý den |
dobré ráno | dobrý večer | jak se máš | jak se máte | děkuji | děkuju | díky | moc děkuji | prosím |
na shledanou | ano | ne | dobrý deň | ako sa máš | ďakujem | vďaka | dovidenia | áno | bok | dobar dan |
dobro jutro | dobra večer | kako si | kako ste | hvala | hvala lijepa | hvala vam | molim | doviđenja | da |
zdravo | dober dan | hvala lepa | prosim | nasvidenje | здраво | добар дан | хвала
# Russian, Ukrainian, Bulgarian
привет | приветик | здравствуй | здравствуйте | добрый день | доброе утро | добрый вечер | доброй ночи |
как дела | как поживаете | спасибо | большое спасибо | спасибо большое | благодарю | пожалуйста | пока |
до свидания | да | нет | хорошо | ладно | извините | привіт | вітаю | добрий день | доброго дня | добрий ранок |
добрий вечір | як справи | дякую | дуже дякую | щиро дякую | прошу | до побачення | так | ні | здравей |
здравейте | добър ден | добро утро | добър вечер | благодаря | много благодаря | мерси | довиждане
# Greek, Turkish, Hungarian, Romanian, Estonian, Latvian, Lithuanian
γεια | γεια σου | γεια σας | χαίρετε | καλημέρα | καλησπέρα | καληνύχτα | τι κάνεις | τι κάνετε | ευχαριστώ |
ευχαριστώ πολύ | σε ευχαριστώ | παρακαλώ | αντίο | ναι | όχι | merhaba | selam | selamlar | günaydın |
iyi günler | iyi akşamlar | iyi geceler | nasılsın | nasılsınız | teşekkürler | teşekkür ederim |
çok teşekkürler | çok teşekkür ederim | sağ ol | sağol | lütfen | hoşça kal | görüşürüz | evet | hayır | tamam |
szia | sziasztok | helló | jó napot | jó reggelt | jó estét | jó napot kívánok | hogy vagy | köszönöm | köszi |
nagyon köszönöm | köszönöm szépen | kérem | viszontlátásra | igen | nem | bună | bună ziua | bună dimineața |
bună seara | salut | ce faci | ce mai faci | mulțumesc | multumesc | mulțumesc mult | vă mulțumesc | te rog |
la revedere | da | nu | tere | tere hommikust | aitäh | palun | nägemist | sveiki | labdien | labrīt | paldies |
lūdzu | labas | laba diena | labas rytas | ačiū | prašau
# Arabic, Persian, Urdu, Hebrew
مرحبا | مرحباً | أهلا | أهلا وسهلا | اهلا | السلام عليكم | وعليكم السلام | صباح الخير | مساء الخير | كيف حالك |
كيف الحال | شكرا | شكراً | شكرا جزيلا | شكرا لك | من فضلك | عفوا | مع السلامة | نعم | لا | سلام | درود |
صبح بخیر | شب بخیر | حال شما چطور است | خوبی | ممنون | متشکرم | مرسی | سپاسگزارم | خیلی ممنون | لطفا | خداحافظ |
بله | نه | شکریہ | بہت شکریہ | السلام علیکم | שלום | היי | הי | בוקר טוב | ערב טוב | מה שלומך | מה נשמע | תודה |
תודה רבה | בבקשה | להתראות | כן | לא
# Hindi, Bengali, Tamil, Indonesian, Malay, Vietnamese, Filipino, Swahili
नमस्ते | नमस्कार | हैलो | हाय | सुप्रभात | शुभ संध्या | आप कैसे हैं | कैसे हो | धन्यवाद | बहुत धन्यवाद |
शुक्रिया | कृपया | अलविदा | हाँ | नहीं | নমস্কার | হ্যালো | ধন্যবাদ | আপনি কেমন আছেন | வணக்கம் | நன்றி | halo |
hai | selamat pagi | selamat siang | selamat sore | selamat malam | apa kabar | apa khabar | terima kasih |
terima kasih banyak | makasih | sama sama | tolong | ya | tidak | sampai jumpa | xin chào | chào | chào bạn |
bạn khỏe không | cảm ơn | cám ơn | cảm ơn bạn | cảm ơn nhiều | cảm ơn rất nhiều | tạm biệt | vâng | không |
kamusta | kumusta | kumusta ka | salamat | maraming salamat | magandang umaga | jambo | habari | asante |
asante sana
# Korean
안녕 | 안녕하세요 | 안녕하십니까 | 반갑습니다 | 반가워요 | 좋은 아침 | 좋은 아침입니다 | 잘 지내세요 | 고마워 |
고마워요 | 고맙습니다 | 감사합니다 | 정말 감사합니다 | 감사해요 | 네 | 예 | 아니요 | 잘 가 | 안녕히 계세요 |
안녕히 가세요
"""
_UNSPACED = """
# Japanese
こんにちは | こんにちわ | こんばんは | おはよう | おはようございます | おやすみ | おやすみなさい | はじめまして |
初めまして | よろしく | よろしくお願いします | よろしくお願いいたします | 宜しくお願いします | どうも |
どうもありがとう | ありがとう | ありがとうございます | ありがとうございました | 有難う | 有難うございます |
有り難うございます | 感謝します | 助かりました | お元気ですか | 元気 | 元気ですか | もしもし | やあ | さようなら |
またね | じゃあね | バイバイ | はい | いいえ | うん | ええ | 了解 | 了解です | 了解しました | わかりました |
分かりました | 承知しました | お疲れ様です | お疲れさまです | お疲れ様でした | お世話になっております |
すみません | ごめんなさい | 本当に | 大変 | 皆さん | みなさん | すごい | なるほど | ハロー | オッケー
# Chinese
你好 | 您好 | 你们好 | 妳好 | 哈喽 | 哈啰 | 哈罗 | 嗨 | 喂 | 早 | 早安 | 早上好 | 上午好 | 中午好 | 下午好 |
晚上好 | 晚安 | 大家好 | 在吗 | 在嗎 | 你好吗 | 你好嗎 | 最近怎么样 | 最近好吗 | 谢谢 | 謝謝 | 谢谢你 | 謝謝你 |
谢谢您 | 謝謝您 | 多谢 | 多謝 | 非常感谢 | 非常感謝 | 十分感谢 | 感谢 | 感謝 | 感谢你 | 请问 | 請問 | 太感谢了 |
辛苦了 | 不客气 | 不客氣 | 不用谢 | 请 | 請 | 再见 | 再見 | 拜拜 | 回头见 | 好的 | 好 | 好吧 | 是 | 是的 | 对 |
不 | 不是 | 没有 | 嗯 | 哦 | 啊 | 呀 | 了 | 哈哈 | 收到 | 明白 | 明白了 | 知道了 | 可以 | 对不起 | 抱歉 |
不好意思 | 太好了 | 真棒 | 很高兴认识你
"""
_BESIDE = "there everyone all very much so much a lot again well dear sir madam for your help for the help".split()
"""Words that say nothing beside a greeting; by themselves they are what somebody asks for."""
_ASKING = frozenset(
    """
    what which who whom whose how when where why huh eh was wer wie wann wo warum wieso weshalb welche welcher
    welches wem wen hä quoi qui quand où pourquoi comment combien quel quelle qué quién cuándo dónde cómo cuánto
    cuál cosa chi quando dove perché quale quem onde quanto wat wie waar wanneer waarom hoe что кто когда где почему
    как зачем co kto kiedy gdzie dlaczego jak kdo kdy kde proč vad vem när var varför hur hvad hvem hvornår hvor
    hvorfor and und et y e i so also then or oder
    """.split()
)
_UNSPACED_ASKING = """
何 | なに | なん | なぜ | どうして | どう | どこ | だれ | 誰 | いつ | どれ
什么 | 什麼 | 为什么 | 為什麼 | 怎么 | 怎麼 | 谁 | 誰 | 哪里 | 哪裡 | 何时 | 吗 | 呢 | 啥
"""
_WORD = re.compile(r"[^\W\d_]+", re.UNICODE)
_JOINER = re.compile(r"[\u064b-\u0652\u0300-\u036f]")  # vowel signs of Arabic that are often left out


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", _JOINER.sub("", unicodedata.normalize("NFD", text.casefold())))


def _words(text: str) -> list[str]:
    """Return the words of a text without accents; the marks of scripts that need them belong to their words."""
    kept = (c if c.isalnum() or unicodedata.category(c) in ("Mn", "Mc") else " " for c in _plain(text))
    return "".join(kept).split()


def _alternatives(listed: str, between: str) -> str:
    lines = [line for line in listed.splitlines() if not line.startswith("#")]
    phrases = {between.join(_words(phrase)) for line in lines for phrase in line.split("|")} - {""}
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))


_SPACED_TALK = re.compile(rf"(?:(?:{_alternatives(_PHRASES, ' ')}) )+")
_UNSPACED_TALK = re.compile(rf"(?:{_alternatives(_UNSPACED, '')})+")
_UNSPACED_QUESTION = re.compile(rf"(?:{_alternatives(_UNSPACED_ASKING, '')})+")


def is_small_talk(message: str) -> bool:
    """Return True if a message asks nothing of files: it is a greeting, thanks, or has no word at all."""
    if not any(map(str.isalnum, message)):
        return True
    words = _words(unicodedata.normalize("NFKC", message))
    if set(words) <= set(_BESIDE):
        return False
    return bool(_SPACED_TALK.fullmatch(f"{' '.join(words)} ") or _UNSPACED_TALK.fullmatch("".join(words)))


def is_asking_only(message: str) -> bool:
    """Return True if a message is only “what?” or “and why?”; words in capitals are names (“WHO?”)."""
    words = _WORD.findall(unicodedata.normalize("NFKC", message))
    if not words or any(len(word) > 1 and word.isupper() for word in words) or any(map(str.isdigit, message)):
        return False
    asked = {word.casefold() for word in words}
    return asked <= _ASKING or bool(_UNSPACED_QUESTION.fullmatch("".join(words)))
