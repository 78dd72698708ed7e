"""The starter page's agent that also searches documents, with an index that is saved and loaded."""

import asyncio

from desktop_rag.llamaindex import SimpleDirectoryReader, StorageContext, VectorStoreIndex, load_index_from_storage
from desktop_rag.llamaindex.agent.workflow import FunctionAgent
from desktop_rag.llamaindex.llms.openai import OpenAI

documents = SimpleDirectoryReader("data").load_data()
index = VectorStoreIndex.from_documents(documents)
index.storage_context.persist("storage")

storage_context = StorageContext.from_defaults(persist_dir="storage")
index = load_index_from_storage(storage_context)
query_engine = index.as_query_engine()


def multiply(a: float, b: float) -> float:
    """Multiply two numbers."""
    return a * b


async def search_documents(query: str) -> str:
    """Answer questions about the documents."""
    response = await query_engine.aquery(query)
    return str(response)


agent = FunctionAgent(
    tools=[multiply, search_documents],
    llm=OpenAI(model="gpt-4o-mini"),
    system_prompt="You multiply and search.",
)


async def main() -> None:
    response = await agent.run("What do cats do? And what is 7 * 8?")
    print(response)


if __name__ == "__main__":
    asyncio.run(main())
