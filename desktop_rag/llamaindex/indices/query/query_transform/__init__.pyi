from desktop_rag.llamaindex.indices.query.query_transform.base import (
    BaseQueryTransform as BaseQueryTransform,
    DecomposeQueryTransform as DecomposeQueryTransform,
    HyDEQueryTransform as HyDEQueryTransform,
    StepDecomposeQueryTransform as StepDecomposeQueryTransform,
)
from desktop_rag.llamaindex.prompts.transform_prompts import (
    DecomposeQueryTransformPrompt as DecomposeQueryTransformPrompt,
)
