from desktop_rag.ingestion.transformations import (
    DEFAULT_CACHE_NAME as DEFAULT_CACHE_NAME,
    IngestionCache as IngestionCache,
    TransformComponent as TransformComponent,
    get_transformation_hash as get_transformation_hash,
    run_transformations as run_transformations,
)
from desktop_rag.llamaindex.ingestion.component import ConfigurableComponent as ConfigurableComponent
from desktop_rag.llamaindex.ingestion.data_sinks import (
    ConfigurableDataSinks as ConfigurableDataSinks,
    ConfiguredDataSink as ConfiguredDataSink,
)
from desktop_rag.llamaindex.ingestion.data_sources import (
    ConfigurableDataSources as ConfigurableDataSources,
    ConfiguredDataSource as ConfiguredDataSource,
    DocumentGroup as DocumentGroup,
)
from desktop_rag.llamaindex.ingestion.pipeline import (
    DocstoreStrategy as DocstoreStrategy,
    IngestionPipeline as IngestionPipeline,
    arun_transformations as arun_transformations,
)
from desktop_rag.llamaindex.ingestion.transformations import (
    ConfigurableTransformation as ConfigurableTransformation,
    ConfigurableTransformations as ConfigurableTransformations,
    ConfiguredTransformation as ConfiguredTransformation,
    TransformationCategories as TransformationCategories,
    TransformationCategory as TransformationCategory,
    TransformationIOType as TransformationIOType,
    TransformationIOTypes as TransformationIOTypes,
)
