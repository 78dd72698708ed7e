"""The built-in embedding model: multilingual-e5-small (Wang et al. 2024), 4-bit weights, on the processor.

About 100 languages, 384 dimensions, at most 512 tokens; texts need the prefixes ``query: `` and
``passage: `` that it was trained with. Longer texts are cut and their vectors averaged: nothing is left out.

Texts are tokenised word by word, and each word only once: the same words come again and again. That is what a
SentencePiece tokenizer makes of the text as well: none of its tokens reaches over white space, which it takes for the
beginning of the word that follows.
"""

import functools
import re
import threading
import time
import unicodedata
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.onnx import Session, load_runtime
from desktop_rag.core.paths import resource_path
from desktop_rag.core.program import program_choice
from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.embeddings.base import BaseEmbedding, EmbeddingModel, cut
from desktop_rag.embeddings.late_interaction import QuestionTokens, TokenSimilarities
from desktop_rag.embeddings.session_choice import PROCESSOR, SessionChoice, SessionChooser

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MODEL = "multilingual-e5-small-q4"
DIMENSIONS = 384
MAXIMUM_TOKENS = 512
QUERY_PREFIX = "query: "
TEXT_PREFIX = "passage: "
SPACE = EmbeddingSpace("built-in", MODEL, DIMENSIONS, f"{QUERY_PREFIX}|{TEXT_PREFIX}")
_GRAPHS = ("model-int8.onnx", "model.onnx")
_EMBEDDING = "embedding"
# What the graph calls its tokens' vectors after the eighth of twelve layers. On words that people found without support
# in their source F1 is .57 with these, .55 with the last layer's (tests.bench.citations.train_entailment).
_TOKENS = "l7.x"
# The last layer's: for questions beside whole passages they are the better ones (tests.bench.quotations: the right
# sentence of an everyday file has the most similar tokens for .56 of the questions, .41 with those of the eighth).
_TOKENS_IN_CONTEXT = "l11.x"
_GRAPH_FIELD, _OUTPUT_FIELD, _NAME_FIELD = 7, 12, 1  # numbers in the ONNX format
_REMEMBERED = 500  # texts whose tokens are kept, about 50 KB each; the passages of an answer have some 200 sentences
_REMEMBERED_IN_CONTEXT = 60  # questions and passages, at most 0.8 MB each
_PREFIX_TOKENS = 4  # more than either prefix has
_PAD_ID = 1
_BATCH_TOKENS = 2048  # padded tokens per run: larger batches gain nothing on a processor
_BATCH_TEXTS = 256  # passed to the model at a time; it sorts them by length
_Read = tuple[NDArray[np.int64], Matrix]  # where the tokens of a passage stand, and their vectors
Numbers = NDArray[np.int64]
Ranges = NDArray[np.int64]
Encode = Callable[[str], Sequence[tuple[int, int]] | Ranges]
_BLANKS = " \t\n\r"
_WORD = re.compile(rf"[^{_BLANKS}]+")
# Such a word is not tokenised as if it stood alone: white space of other kinds, what the tokenizer leaves out, and the
# sign with which it marks the beginnings of words itself.
_ODD = re.compile(r"[\s\u2581\x00-\x1f\x7f\u00ad\u200b\u200e\u200f\ufeff]")
_LONGEST = 256  # characters; lines of Chinese or Japanese, base64: they do not come again
_WORDS_REMEMBERED = 1 << 16  # words: about 15 MB
_ODD_WORD = -1
_IS_BLANK = np.array([chr(code) in _BLANKS for code in range(34)])
_MARK = "\u2581"  # how the model writes the blank before a word
_CODES = 128
_PIECES_REMEMBERED = 1 << 17  # pieces: about 20 MB


@functools.cache
def load_tokenizer() -> "Tokenizer":
    """Return the model's own tokenizer without truncation (about a second to load, then shared)."""
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(resource_path("models", MODEL, "tokenizer.json")))


def token_offsets(text: str) -> NDArray[np.int64]:
    """Return the character range of each of the model's tokens in ``text``, shape ``(tokens, 2)``."""
    return _word_tokens()(text)


class WordTokens:
    """Returns the character range of each token of a text, as an array of the shape ``(tokens, 2)``.

    ``encode`` tokenises a whole text, ``encode_plain`` ASCII words with a blank before each, which may be quicker.
    Safe to use from several threads.
    """

    def __init__(self, encode: Encode, encode_plain: Encode | None = None) -> None:
        self._encode = encode
        self._encode_plain = encode_plain or encode
        self._lock = threading.Lock()
        self._forget()

    def __call__(self, text: str) -> Ranges:
        """Return the ranges in ``text``, in order."""
        words, starts = _words(text)
        with self._lock:
            numbers = self._numbers(words)
            parts = list(self._parts(text, words, starts, numbers))
        return np.concatenate(parts) if parts else np.empty((0, 2), np.int64)

    def _forget(self) -> None:
        self._known: dict[str, int] = {}
        # of all words, from the word's beginning; then up to where they are the first word's, the second's …
        self._ranges = array("h")
        self._ends = array("i", [0])

    def _numbers(self, words: Sequence[str]) -> Numbers:
        """Return the numbers of words, after learning those that are new."""
        if len(self._known) > _WORDS_REMEMBERED:
            self._forget()
        plain: list[str] = []
        others: list[str] = []
        for word in dict.fromkeys(words):
            if word in self._known:
                continue
            if _is_odd(word):
                self._known[word] = _ODD_WORD
            else:
                (plain if word.isascii() else others).append(word)
        for new, encode in (plain, self._encode_plain), (others, self._encode):
            if new:
                self._learn(new, encode)
        return np.array([self._known[word] for word in words], np.int64)

    def _learn(self, words: Sequence[str], encode: Encode) -> None:
        """Tokenise words that are not odd, all at once."""
        self._known.update(zip(words, range(len(self._ends) - 1, len(self._ends) - 1 + len(words)), strict=True))
        found = _ranges(encode(f" {' '.join(words)}"))
        lengths = np.array([len(word) + 1 for word in words])
        begins = np.cumsum(lengths) - lengths  # with the blank before the word
        firsts = np.searchsorted(found[:, 0], begins)
        counts = np.diff(firsts, append=len(found))
        own = found - np.repeat(begins + 1, counts)[:, None]
        self._ends.frombytes((self._ends[-1] + np.cumsum(counts)).astype(np.int32).tobytes())
        self._ranges.frombytes(own.astype(np.int16).tobytes())

    def _parts(self, text: str, words: Sequence[str], starts: Numbers, numbers: Numbers) -> Iterator[Ranges]:
        """Yield the ranges in pieces: known words, and the text to be tokenised as it is."""
        done = rest = 0
        for place in np.flatnonzero(numbers == _ODD_WORD).tolist():
            if place < done:
                continue
            yield self._of_known(starts[done:place], numbers[done:place])
            begin = max(0, int(starts[place]) - 1)
            # an odd word may melt into the white space behind it, so the next one that is not belongs to it
            last = place
            while last + 1 < len(words) and numbers[last] == _ODD_WORD:
                last += 1
            done = last + 1
            rest = int(starts[last]) + len(words[last]) if numbers[last] != _ODD_WORD else len(text)
            yield _ranges(self._encode(text[begin:rest])) + begin
        yield self._of_known(starts[done:], numbers[done:])
        if text and rest < len(text) and text[-1] in _BLANKS:
            yield np.array([(len(text) - 1, len(text))], np.int64)

    def _of_known(self, starts: Numbers, numbers: Numbers) -> Ranges:
        """Return the ranges of words that are known; the first may stand where the text begins."""
        ends, ranges = np.frombuffer(self._ends, np.int32), np.frombuffer(self._ranges, np.int16).reshape(-1, 2)
        firsts = ends[numbers]
        counts = ends[numbers + 1] - firsts
        places = np.arange(counts.sum()) + np.repeat(firsts - np.cumsum(counts) + counts, counts)
        found: Ranges = ranges[places] + np.repeat(starts, counts)[:, None]
        if len(starts) and not starts[0]:
            # there is no blank before it, so the token of the blank, if it is one, takes the first character
            found[0] = 0, max(1, int(found[0, 1]))
        return found


@functools.cache
def _word_tokens() -> WordTokens:
    tokenizer = load_tokenizer()
    return WordTokens(lambda text: tokenizer.encode(text, add_special_tokens=False).offsets, WordPieces(tokenizer))


@dataclass(frozen=True, slots=True)
class _Tokens:
    """The vectors of a text's tokens, of unit length, where they stand in it, and the vector of the whole.

    ``is_whole``: nothing of the text was too much for the model.
    """

    offsets: tuple[tuple[int, int], ...]
    vectors: Matrix
    whole: Vector
    is_whole: bool


class _TokenVectors:
    """The model's vectors of tokens after one layer, kept for a limited number of texts. Thread-safe."""

    def __init__(self, session: Callable[[], Session], layer: str, limit: int) -> None:
        self._session = session
        self._layer = layer
        self._limit = limit
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Tokens] = OrderedDict()

    def known(self, text: str) -> _Tokens | None:
        """Return the kept tokens of a text with its prefix."""
        return self._kept.get(text)

    def of(self, texts: Sequence[str]) -> dict[str, _Tokens]:
        """Return the tokens of texts with their prefixes, cut at the model's limit."""
        known = {one: self._kept.get(one) for one in dict.fromkeys(texts)}
        found = {one: tokens for one, tokens in known.items() if tokens is not None}
        found |= self._made([one for one in known if one not in found])
        with self._lock:
            self._kept.update(found)
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return found

    def _made(self, texts: Sequence[str]) -> dict[str, _Tokens]:
        """Run the model."""
        session, token, found = self._session(), current_token(), dict[str, _Tokens]()
        encodings = load_tokenizer().encode_batch(list(texts))
        rows = [encoding.ids[:MAXIMUM_TOKENS] for encoding in encodings]
        for batch in token_batches([len(row) for row in rows]):
            token.raise_if_cancelled()
            whole, layer = session.run([_EMBEDDING, self._layer], _inputs([rows[place] for place in batch]))
            for place, vector, states in zip(batch, whole, layer, strict=True):
                prefix = len(QUERY_PREFIX if texts[place].startswith(QUERY_PREFIX) else TEXT_PREFIX)
                offsets = encodings[place].offsets[: len(rows[place])]
                # not those of the prefix, nor of the beginning and the end, which stand nowhere
                own = [number for number, (_, end) in enumerate(offsets) if end > prefix]
                found[texts[place]] = _Tokens(
                    tuple((max(0, offsets[one][0] - prefix), offsets[one][1] - prefix) for one in own),
                    states[own] / np.linalg.norm(states[own], axis=1, keepdims=True),
                    vector,
                    len(encodings[place].ids) <= MAXIMUM_TOKENS,
                )
        return found


class MultilingualE5Embedding(EmbeddingModel):
    """See the module. Safe to use from several threads; loads on first use.

    ``graph_choice`` is a small file that remembers which of the two graphs (int8 or float activations) is faster on
    this computer, and on what it runs; without it that is measured in every process. With ``processor_only`` nothing
    but the processor is tried.
    """

    def __init__(self, graph_choice: Path | None = None, *, processor_only: bool = False) -> None:
        super().__init__(_BATCH_TEXTS, QUERY_PREFIX, TEXT_PREFIX)
        self._processor_only = processor_only
        self._graph_choice = graph_choice
        self._lock = threading.Lock()
        self._loaded: Session | None = None
        self._tokens = _TokenVectors(self._session, _TOKENS, _REMEMBERED)
        self._in_context = _TokenVectors(self._session, _TOKENS_IN_CONTEXT, _REMEMBERED_IN_CONTEXT)

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the built-in model."""
        return SPACE

    def warm_up(self) -> None:
        """Load the model and its tokenizer now rather than at the first question."""
        self.get_query_embedding("")

    @property
    def max_tokens(self) -> int:
        """The maximum length of the model, including the prefix and the marks of beginning and end."""
        return MAXIMUM_TOKENS

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens the model reads of each text."""
        return [len(encoding.ids) for encoding in load_tokenizer().encode_batch(list(texts))]

    def embed_prepared(self, texts: Sequence[str]) -> Matrix:
        """Embed texts that already have their prefixes and are not too long."""
        session = self._session()
        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        waiting = []
        for place, text in enumerate(texts):
            # a sentence of an answer is compared token by token first, which makes the vector of the whole as well
            known = self._tokens.known(text)
            if known is not None and known.is_whole:
                vectors[place] = known.whole
            else:
                waiting.append(place)
        rows = [encoding.ids for encoding in load_tokenizer().encode_batch([texts[place] for place in waiting])]
        token = current_token()
        for batch in token_batches([len(row) for row in rows]):
            token.raise_if_cancelled()
            vectors[[waiting[one] for one in batch]] = _run(session, [rows[one] for one in batch])
        return vectors

    def compare_tokens(self, text: str, sources: Sequence[str]) -> TokenSimilarities:
        """Compare a text with sources token by token; the vectors of the last 500 texts are kept."""
        read = self._tokens.of([TEXT_PREFIX + one for one in (text, *sources)])
        found = {one: read[TEXT_PREFIX + one] for one in (text, *sources)}
        asked = found[text]
        nearest = np.zeros((len(asked.offsets), len(sources)), np.float32)
        told = [place for place, source in enumerate(sources) if found[source].offsets]
        if told:
            # one product for all: numpy wakes its threads for each
            vectors = [found[sources[place]].vectors for place in told]
            starts = np.cumsum([0, *(len(one) for one in vectors[:-1])])
            nearest[:, told] = np.maximum.reduceat(asked.vectors @ np.concatenate(vectors).T, starts, axis=1)
        cosines = np.array([found[source].whole @ asked.whole for source in sources], np.float32)
        return TokenSimilarities(asked.offsets, nearest, cosines)

    def prepare_tokens(self, texts: Sequence[str]) -> None:
        """Run the model for the tokens of texts for later comparisons, many at once."""
        self._tokens.of([TEXT_PREFIX + one for one in texts[:_REMEMBERED]])

    def compare_question(self, question: str, passages: Sequence[str]) -> list[QuestionTokens]:
        """Compare a question with passages token by token; the last passages are kept."""
        (asked,), read = self._read([question], passages)
        return [QuestionTokens(offsets, asked @ vectors.T) for offsets, vectors in read]

    def nearness(self, questions: Sequence[str], passages: Sequence[str]) -> Matrix:
        """Return the nearness of passages to questions token by token, shape ``(questions, passages)``."""
        asked, read = self._read(questions, passages)
        found = np.zeros((len(questions), len(passages)), np.float32)
        told = [number for number, tokens in enumerate(asked) if len(tokens)]
        sizes = np.array([len(asked[number]) for number in told])
        tokens = np.concatenate([*asked, np.zeros((0, DIMENSIONS), np.float32)])
        for place, (_, vectors) in enumerate(read):
            if len(vectors) and told:
                nearest = (tokens @ vectors.T).max(axis=1)
                found[told, place] = np.add.reduceat(nearest, np.cumsum([0, *sizes[:-1]])) / sizes
        return found

    def _read(self, questions: Sequence[str], passages: Sequence[str]) -> tuple[list[Matrix], list[_Read]]:
        """Return the vectors of the tokens of each question, and those of each passage with where they stand."""
        pieces = cut(passages, MAXIMUM_TOKENS - _PREFIX_TOKENS, self.count_tokens)
        asked = self._in_context.of([QUERY_PREFIX + one for one in questions])
        told = self._in_context.of([TEXT_PREFIX + one.text for one in pieces])
        read = [(np.zeros((0, 2), np.int64), np.zeros((0, DIMENSIONS), np.float32)) for _ in passages]
        begins = [0] * len(passages)
        for piece in pieces:
            tokens, (offsets, vectors) = told[TEXT_PREFIX + piece.text], read[piece.owner]
            own = np.array(tokens.offsets, np.int64).reshape(-1, 2) + begins[piece.owner]
            read[piece.owner] = (np.concatenate([offsets, own]), np.concatenate([vectors, tokens.vectors]))
            begins[piece.owner] += len(piece.text)
        return [asked[QUERY_PREFIX + one].vectors for one in questions], read

    def _embed(self, texts: Sequence[str]) -> Matrix:
        return self.embed_prepared(texts)

    def _session(self) -> Session:
        """Return the loaded graph."""
        with self._lock:
            if self._loaded is None:
                available = [] if self._processor_only else load_runtime().get_available_providers()
                self._loaded = SessionChooser(_load, _measure, self._graph_choice).choose(_GRAPHS, available)
            return self._loaded


def _load(choice: SessionChoice) -> Session:
    """Open one of the two graphs. Idle threads sleep rather than spin: the window needs the processor too."""
    onnxruntime = load_runtime()
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = choice.provider != "DmlExecutionProvider"  # which does without
    folder = resource_path("models", MODEL)
    options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder))
    layers = [_field(_OUTPUT_FIELD, _field(_NAME_FIELD, one.encode())) for one in (_TOKENS, _TOKENS_IN_CONTEXT)]
    model = (folder / choice.graph).read_bytes() + _field(_GRAPH_FIELD, b"".join(layers))
    providers = list(dict.fromkeys([choice.provider, PROCESSOR]))
    session: Session = onnxruntime.InferenceSession(model, options, providers=providers)
    return session


def _field(number: int, content: bytes) -> bytes:
    """Return a field of a protocol buffer; written after a message it is merged into it: more outputs of a graph."""
    return bytes([number << 3 | 2, len(content)]) + content


def _measure(session: Session, texts: int) -> tuple[Matrix, float]:
    """Return the vectors of texts of 128 tokens, and the seconds of the faster of two runs after a first one."""
    batch = [[index + 5 + 200 * number for index in range(128)] for number in range(texts)]
    vectors = _run(session, batch)
    seconds = []
    for _ in range(2):  # other programs may hold up one of them
        started = time.perf_counter()
        _run(session, batch)
        seconds.append(time.perf_counter() - started)
    return vectors, min(seconds)


def token_batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Group rows of similar length so that each group's padded size stays bounded; yields their places."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and lengths[place] * (len(batch) + 1) > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _run(session: Session, rows: Sequence[Sequence[int]]) -> Matrix:
    """Run the model on token ids; returns unit vectors, shape ``(len(rows), 384)``."""
    vectors: Matrix = session.run([_EMBEDDING], _inputs(rows))[0]
    return vectors


def _inputs(rows: Sequence[Sequence[int]]) -> dict[str, NDArray[np.int64]]:
    """Return token ids as the graph takes them, padded to the longest."""
    width = max(map(len, rows))
    ids = np.full((len(rows), width), _PAD_ID, np.int64)
    mask = np.zeros((len(rows), width), np.int64)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = row
        mask[number, : len(row)] = 1
    return {"input_ids": ids, "attention_mask": mask}


class WordPieces:
    """Returns the character range of each token, shape ``(tokens, 2)``, of ASCII words with a blank before each.

    Words are tokenised in pieces, each piece only once: long names share what they are made of. A SentencePiece model
    of the kind Unigram takes the likeliest row of tokens. Where two characters follow each other in no token of its
    vocabulary, every row has a boundary, so what stands before and behind is tokenised for itself:
    ``id="us-gaap_AssetsNet"`` is ``id``, ``="``, ``us``, ``-``, ``ga``… with the tokens of the whole.

    ``tokenizer`` is a Unigram model that has all ASCII characters and changes none.
    """

    def __init__(self, tokenizer: "Tokenizer") -> None:
        self._model = tokenizer.model
        self._neighbours = _neighbours(tokenizer)
        self._known: dict[str, tuple[int, ...]] = {}

    def __call__(self, text: str) -> NDArray[np.int64]:
        """Return the ranges in ``text``, in order: each begins where the one before ends."""
        if len(self._known) > _PIECES_REMEMBERED:
            self._known = {}
        codes = np.frombuffer(text.encode("ascii"), np.uint8)
        cuts = np.flatnonzero(~self._neighbours[codes[:-1], codes[1:]]) + 1
        lengths: list[int] = []
        start = 0
        for end in [*cuts.tolist(), len(text)]:
            piece = text[start:end]
            known = self._known.get(piece)
            lengths += self._learn(piece) if known is None else known
            start = end
        ends = np.cumsum(np.array(lengths, np.int64))
        return np.stack([ends - lengths, ends], axis=1)

    def _learn(self, piece: str) -> tuple[int, ...]:
        """Tokenise a piece; return how many characters each of its tokens has."""
        tokens = self._model.tokenize(piece.replace(" ", _MARK))
        self._known[piece] = lengths = tuple(len(token.value) for token in tokens)
        return lengths


def _neighbours(tokenizer: "Tokenizer") -> NDArray[np.bool_]:
    """Return a table of the ASCII characters that follow each other in a token; none is followed by a blank."""
    # one by one that takes a fifth of the time of ``get_vocab``
    tokens = [tokenizer.id_to_token(number) or "" for number in range(tokenizer.get_vocab_size())]
    codes = np.frombuffer("\n".join(tokens).replace(_MARK, " ").encode("utf-32-le"), np.uint32)
    first, second = codes[:-1], codes[1:]
    ascii_pairs = (first < _CODES) & (second < _CODES) & (second != ord(" "))
    found = np.zeros((_CODES, _CODES), np.bool_)
    found[first[ascii_pairs], second[ascii_pairs]] = True
    return found


def _words(text: str) -> tuple[list[str], Numbers]:
    """Return the words between blanks and where they begin."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    filled = ~_IS_BLANK[np.minimum(codes, len(_IS_BLANK) - 1)]
    words = text.split()
    if sum(map(len, words)) != np.count_nonzero(filled):  # there is white space that is no blank
        words = _WORD.findall(text)
    return words, np.flatnonzero(filled & ~np.concatenate([[False], filled[:-1]]))


def _ranges(found: Sequence[tuple[int, int]] | Ranges) -> Ranges:
    return np.array(found, np.int64).reshape(-1, 2)


def _is_odd(word: str) -> bool:
    """Return True if a word must be tokenised where it stands."""
    if len(word) > _LONGEST or _ODD.search(word):
        return True
    return not word.isascii() and _ODD.search(unicodedata.normalize("NFKC", word)) is not None


def chosen_embed_model(model: BaseEmbedding | None) -> BaseEmbedding:
    """Return the model that is given, or that which a program chose, or the built-in one."""
    if model is not None:
        return model
    chosen: BaseEmbedding | None = program_choice("embed_model")
    return built_in() if chosen is None else chosen


@cache
def built_in() -> BaseEmbedding:
    """Return the model that comes with the program."""
    return MultilingualE5Embedding()
