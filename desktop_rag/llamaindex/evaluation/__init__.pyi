from desktop_rag.llamaindex.evaluation.batch_runner import BatchEvalRunner as BatchEvalRunner
from desktop_rag.llamaindex.evaluation.evaluator import (
    BaseEvaluator as BaseEvaluator,
    EvaluationResult as EvaluationResult,
)
from desktop_rag.llamaindex.evaluation.judges import (
    AnswerRelevancyEvaluator as AnswerRelevancyEvaluator,
    ContextRelevancyEvaluator as ContextRelevancyEvaluator,
    CorrectnessEvaluator as CorrectnessEvaluator,
    EvaluationData as EvaluationData,
    FaithfulnessEvaluator as FaithfulnessEvaluator,
    GuidelineEvaluator as GuidelineEvaluator,
    QueryResponseEvaluator as QueryResponseEvaluator,
    RelevanceEvaluator as RelevanceEvaluator,
    RelevancyEvaluator as RelevancyEvaluator,
    ResponseEvaluator as ResponseEvaluator,
    SemanticSimilarityEvaluator as SemanticSimilarityEvaluator,
    default_parser as default_parser,
)
from desktop_rag.llamaindex.evaluation.pairwise import PairwiseComparisonEvaluator as PairwiseComparisonEvaluator
from desktop_rag.llamaindex.evaluation.retriever_evaluator import (
    BaseRetrievalEvaluator as BaseRetrievalEvaluator,
    EmbeddingQAFinetuneDataset as EmbeddingQAFinetuneDataset,
    LabelledQADataset as LabelledQADataset,
    RetrievalEvalResult as RetrievalEvalResult,
    RetrieverEvaluator as RetrieverEvaluator,
    generate_qa_embedding_pairs as generate_qa_embedding_pairs,
    generate_question_context_pairs as generate_question_context_pairs,
)
from desktop_rag.llamaindex.evaluation.retrieval_metrics import (
    AveragePrecision as AveragePrecision,
    BaseRetrievalMetric as BaseRetrievalMetric,
    HitRate as HitRate,
    MRR as MRR,
    NDCG as NDCG,
    Precision as Precision,
    Recall as Recall,
    RetrievalMetricResult as RetrievalMetricResult,
    resolve_metrics as resolve_metrics,
)
