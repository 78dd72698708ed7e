"""Words of questions that tell nothing about their subject: what asks, what asks for a kind of answer, greetings."""

import re
from functools import cache

from desktop_rag.citations.wording import FEWEST, WORDS_OF, wording
from desktop_rag.text.analyzer import keyword_terms

_ASKING = {
    "en": "what which who whom whose how when where why did does do many much are you can",
    "de": "was wer wie wann wo warum wieso welche welcher welches welchen welchem wem wen viele hat haben gibt",
    "fr": "quel quelle quels quelles qui quoi comment quand où pourquoi combien",
    "es": "qué cuál cuáles quién quiénes cómo cuándo dónde cuánto cuántos cuánta cuántas hay",
}
# Further words of questions, by which short ones tell their language: “do” alone would be Polish or Portuguese.
_SPOKEN = {
    "en": "i my me we our your he she they his her their there should would could will may must been had get any",
    "de": "ich wir mein meine meinen meiner unser unsere ihr er sie man lange kann darf muss soll kostet hatte gab "
    "wird wurden wohin woher wofür womit wozu worauf es dieser diese",
    "fr": "je nous vous mon ma mes notre votre puis dois peut doit faut il y qu",
    "es": "mi mis yo nos nuestro puedo puede debo debe tengo tiene hace hay fue eran hasta cuesta cuando donde quien "
    "cual cuanto cuantos",
    "it": "il lo i gli del al cosa chi quando dove perché quale quali quanto quanti quanta quante mio mia posso devo "
    "ho qual",
    "pt": "qual quais quem quando onde quanto quantos quanta quantas meu minha posso devo eu que tem há por",
    "nl": "wie wat waar wanneer waarom hoe welke hoeveel ik mijn we wij kan mag moet heeft hebben wordt",
    "pl": "co kto kogo kiedy gdzie dlaczego jak ile jaki jaka jakie czy mój moja mogę można muszę",
    "sv": "vad vem när var varför hur vilken vilka vilket jag min mitt får måste ska",
    "da": "hvad hvem hvornår hvor hvorfor hvordan hvilken hvilke jeg min mit må skal kan",
    "cs": "co kdo kdy kde proč jak kolik jaký jaká jaké mohu můj musím",
    "tr": "ne kim nerede neden niçin nasıl kaç hangi mi mı mu mü ben zaman",
}
_ENDS = re.compile(r"(?<=[?？])")
_AND = re.compile(
    r"[,;]?\s+(?:and|or|und|oder|et|ou|y|o)\s+(?=(?:(?:in|on|at|for|to|by|bis|seit|ab|zu|à|de|en|por)\s)?"
    r"(?:what|which|who|whom|whose|how|when|where|why|was|wer|wie|wann|wo|warum|wieso|welche[rsmn]?|wem|wen|quel(?:le)?s?"
    r"|qui|quoi|comment|quand|où|pourquoi|combien|qué|cuál(?:es)?|quién(?:es)?|cómo|cuándo|dónde|cuánt[oa]s?)\b)",
    re.IGNORECASE,
)
_REQUESTS = (
    "summarise summarize summary overview outline file files document documents folder library passage passages text "
    "texts page pages list tell explain describe show give contents contain contained about topic topics main key "
    "points things everything all these those that here there me us my our your hello hi thanks thank please ok "
    "zusammenfassen fasse fass zusammen zusammenfassung überblick datei dateien dokument dokumente dokumenten ordner "
    "bibliothek texte inhalt zeige nenne erkläre beschreibe thema themen danke hallo bitte alle diese diesen dieser "
    "dieses mir ich worum geht es résume résumer résumé aperçu fichier fichiers dossier contenu montre liste explique "
    "sujet merci bonjour ces moi tout resume resumir resumen archivo archivos documento documentos carpeta contenido "
    "muestra lista explica tema temas gracias hola estos estas todo"
)
_UNSPACED_REQUESTS = re.compile(
    "要約|まとめ|概要|内容|ファイル|文書|資料|説明|教えて|一覧|总结|總結|概括|摘要|概述|文件|文档|文檔|内容|資料|资料|介绍|介紹|列出|什么|什麼|哪些|这些|這些"
)
_WORD = re.compile(r"[^\W\d_]+")
_ASKING_OF = {one: frozenset(f"{_ASKING.get(one, '')} {words}".split()) for one, words in _SPOKEN.items()}
_WORDS_OF_QUESTIONS = {one: common | _ASKING_OF.get(one, frozenset()) for one, common in WORDS_OF.items()}


def _terms_of(words: str) -> frozenset[str]:
    return frozenset(term for word in words.split() for term in keyword_terms(word).terms)


@cache
def asking_terms() -> frozenset[str]:
    """Return the keyword terms of words that ask: passages that answer seldom have them."""
    return _terms_of(" ".join(_ASKING.values()))


@cache
def request_terms() -> frozenset[str]:
    """Return the keyword terms of words for requests about files, whatever these are about."""
    return _terms_of(_REQUESTS)


def without_requests(question: str) -> str:
    """Return a question without the requests of unspaced scripts, which cannot be removed by their terms."""
    return _UNSPACED_REQUESTS.sub(" ", question)


def question_wording(question: str) -> str:
    """Return the language of a question as ``wording`` does; for short ones, by their question words."""
    told = wording(question)
    if told and told not in WORDS_OF:
        return told
    words = _WORD.findall(question.casefold())
    counts = {
        language: (sum(word in known for word in words), sum(word in _ASKING_OF.get(language, ()) for word in words))
        for language, known in _WORDS_OF_QUESTIONS.items()
    }
    best, second = sorted(counts, key=lambda language: counts[language], reverse=True)[:2]
    known, asking = counts[best]
    return best if counts[best] > counts[second] and (asking or known >= FEWEST) else ""


def parts_of(question: str) -> list[str]:
    """Return the questions that stand in one: “How is tea brewed, and how long do otters sleep?” asks two."""
    parts = [part for sentence in _ENDS.split(question) for part in _AND.split(sentence) if part.strip()]
    return [part.strip(" ,;") for part in parts] or [question]
