from desktop_rag.llamaindex.indices.composability.graph import ComposableGraph as ComposableGraph
