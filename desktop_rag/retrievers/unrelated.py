"""Measure how near a library's passages come to questions that have nothing to do with it.

The cosine of the nearest passage depends on the language, on how many passages there are and on what they are about.
What that of questions about anything else is, in the same library and language, tells how much of it means nothing.
"""

import threading
from collections.abc import Mapping, Sequence

import numpy as np

from desktop_rag.core.schema import Matrix
from desktop_rag.embeddings.base import BaseEmbedding, get_query_embeddings
from desktop_rag.embeddings.late_interaction import ComparesTokens
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.sqlite.vectors.vector_store import SqliteVectors

_GROWTH = 0.1  # share of its vectors that a library must gain or lose to be asked anew
_REMEMBERED = 200
# In cosines. With .02, not .005, .92 and .70 of other subjects are told from .95 of what everyday files answer (.92 and
# .83), and .94 to .99, not .83 to .98, of those asked of public sets.
_LEAST_SPREAD = 0.02
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "How do bees make honey?",
        "Who painted the ceiling of the Sistine Chapel?",
        "When did the first train run between two cities?",
        "How many players does a volleyball team have?",
        "What is the longest river in South America?",
        "Why do leaves turn red in autumn?",
        "Which planet has the most rings?",
        "How much does an adult elephant weigh?",
        "Who invented the telephone?",
        "What causes earthquakes?",
        "Where were the first Olympic Games held?",
        "What language is spoken in Brazil?",
        "How does a vaccine work?",
        "Which metal melts at the lowest temperature?",
        "When was the Berlin Wall built?",
        "What is the difference between a virus and a bacterium?",
        "How is cheese made?",
        "Who was the first woman to win a Nobel Prize?",
        "What do pandas eat?",
        "How long does light take from the sun to the earth?",
    ),
    "de": (
        "Wie stellen Bienen Honig her?",
        "Wer malte die Decke der Sixtinischen Kapelle?",
        "Wann fuhr der erste Zug zwischen zwei Städten?",
        "Wie viele Spieler hat eine Volleyballmannschaft?",
        "Welcher Fluss ist der längste in Südamerika?",
        "Warum färben sich die Blätter im Herbst rot?",
        "Welcher Planet hat die meisten Ringe?",
        "Wie viel wiegt ein ausgewachsener Elefant?",
        "Wer erfand das Telefon?",
        "Wodurch entstehen Erdbeben?",
        "Wo fanden die ersten Olympischen Spiele statt?",
        "Welche Sprache spricht man in Brasilien?",
        "Wie wirkt eine Impfung?",
        "Welches Metall schmilzt bei der niedrigsten Temperatur?",
        "Wann wurde die Berliner Mauer gebaut?",
        "Was ist der Unterschied zwischen einem Virus und einem Bakterium?",
        "Wie wird Käse gemacht?",
        "Wer war die erste Frau mit einem Nobelpreis?",
        "Was fressen Pandas?",
        "Wie lange braucht das Licht von der Sonne zur Erde?",
    ),
    "fr": (
        "Comment les abeilles font-elles le miel ?",
        "Qui a peint le plafond de la chapelle Sixtine ?",
        "Quand le premier train a-t-il circulé entre deux villes ?",
        "Combien de joueurs compte une équipe de volley-ball ?",
        "Quel est le plus long fleuve d'Amérique du Sud ?",
        "Pourquoi les feuilles rougissent-elles en automne ?",
        "Quelle planète a le plus d'anneaux ?",
        "Combien pèse un éléphant adulte ?",
        "Qui a inventé le téléphone ?",
        "Qu'est-ce qui provoque les tremblements de terre ?",
        "Où ont eu lieu les premiers Jeux olympiques ?",
        "Quelle langue parle-t-on au Brésil ?",
        "Comment agit un vaccin ?",
        "Quel métal fond à la température la plus basse ?",
        "Quand le mur de Berlin a-t-il été construit ?",
        "Quelle est la différence entre un virus et une bactérie ?",
        "Comment fabrique-t-on le fromage ?",
        "Qui fut la première femme à recevoir un prix Nobel ?",
        "Que mangent les pandas ?",
        "Combien de temps met la lumière pour aller du Soleil à la Terre ?",
    ),
    "es": (
        "¿Cómo hacen miel las abejas?",
        "¿Quién pintó el techo de la Capilla Sixtina?",
        "¿Cuándo circuló el primer tren entre dos ciudades?",
        "¿Cuántos jugadores tiene un equipo de voleibol?",
        "¿Cuál es el río más largo de América del Sur?",
        "¿Por qué las hojas se ponen rojas en otoño?",
        "¿Qué planeta tiene más anillos?",
        "¿Cuánto pesa un elefante adulto?",
        "¿Quién inventó el teléfono?",
        "¿Qué causa los terremotos?",
        "¿Dónde se celebraron los primeros Juegos Olímpicos?",
        "¿Qué idioma se habla en Brasil?",
        "¿Cómo funciona una vacuna?",
        "¿Qué metal se funde a la temperatura más baja?",
        "¿Cuándo se construyó el Muro de Berlín?",
        "¿Qué diferencia hay entre un virus y una bacteria?",
        "¿Cómo se hace el queso?",
        "¿Quién fue la primera mujer que ganó un Premio Nobel?",
        "¿Qué comen los pandas?",
        "¿Cuánto tarda la luz en llegar del Sol a la Tierra?",
    ),
    "ja": (
        "ミツバチはどのように蜂蜜を作りますか。",
        "システィーナ礼拝堂の天井画を描いたのは誰ですか。",
        "都市間を結ぶ最初の列車はいつ走りましたか。",
        "バレーボールのチームは何人ですか。",
        "南アメリカで一番長い川はどこですか。",
        "秋に葉が赤くなるのはなぜですか。",
        "最も多くの環を持つ惑星はどれですか。",
        "大人の象の体重はどのくらいですか。",
        "電話を発明したのは誰ですか。",
        "地震は何によって起こりますか。",
        "最初のオリンピックはどこで開かれましたか。",
        "ブラジルでは何語が話されていますか。",
        "ワクチンはどのように働きますか。",
        "最も低い温度で溶ける金属は何ですか。",
        "ベルリンの壁はいつ建てられましたか。",
        "ウイルスと細菌の違いは何ですか。",
        "チーズはどのように作られますか。",
        "女性で初めてノーベル賞を受賞したのは誰ですか。",
        "パンダは何を食べますか。",
        "光は太陽から地球まで何分かかりますか。",
    ),
    "zh": (
        "蜜蜂是怎样酿蜜的？",
        "西斯廷教堂的天顶画是谁画的？",
        "第一列城际火车是什么时候开行的？",
        "一支排球队有多少名队员？",
        "南美洲最长的河是哪一条？",
        "为什么树叶在秋天变红？",
        "哪颗行星的光环最多？",
        "一头成年大象有多重？",
        "谁发明了电话？",
        "地震是怎么引起的？",
        "第一届奥林匹克运动会在哪里举行？",
        "巴西人说什么语言？",
        "疫苗是如何起作用的？",
        "哪种金属的熔点最低？",
        "柏林墙是什么时候建的？",
        "病毒和细菌有什么区别？",
        "奶酪是怎么做的？",
        "第一位获得诺贝尔奖的女性是谁？",
        "大熊猫吃什么？",
        "光从太阳到地球需要多长时间？",
    ),
}
"""Language -> questions of many subjects; twenty tell the mean to within .005."""


def lead_by_token(model: ComparesTokens, question: str, language: str, passages: Sequence[str]) -> float:
    """Return the largest lead of a passage over unrelated questions, token by token.

    A passage's lead is what it comes nearer to the question than to the mean of the others, in their standard deviation
    (and a little more: that of twenty is not exact). Raises ``UserError`` when the model cannot be asked.
    """
    near = model.nearness([question, *QUESTIONS.get(language, QUESTIONS["en"])], passages)
    others = near[1:]
    return float(((near[0] - others.mean(axis=0)) / (others.std(axis=0) + _LEAST_SPREAD)).max())


class UnrelatedQuestions:
    """Remembers how near libraries come to unrelated questions. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._embedded: dict[str, Matrix] = {}
        self._known: dict[tuple[str, str, str], tuple[int, float]] = {}

    def nearness(
        self,
        library: str,
        vectors: SqliteVectors,
        language: str,
        embed_model: BaseEmbedding,
        filters: str = "",
        narrowing: NodeFilter | None = None,
    ) -> float | None:
        """Return the mean cosine of the nearest node to questions in a language; None for other languages.

        ``library`` and ``filters``, which ``narrowing`` was made of, name what is asked; it is asked anew when it grew
        or shrank by a tenth. Raises ``UserError`` when the model cannot be asked.
        """
        if language not in QUESTIONS:
            return None
        count, key = vectors.count(), (library, language, filters)
        with self._lock:
            size, known = self._known.get(key, (0, 0.0))
        if size and abs(count - size) <= _GROWTH * size:
            return known
        found = [vectors.nearest(question, 1, narrowing) for question in self._questions(language, embed_model)]
        cosines = [hits[0][1] for hits in found if hits]
        if not cosines:
            return None
        with self._lock:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = (count, float(np.mean(cosines)))
        return float(np.mean(cosines))

    def _questions(self, language: str, embed_model: BaseEmbedding) -> Matrix:
        with self._lock:
            embedded = self._embedded.get(language)
        if embedded is None:
            embedded = get_query_embeddings(embed_model, QUESTIONS[language])
            with self._lock:
                self._embedded[language] = embedded
        return embedded
