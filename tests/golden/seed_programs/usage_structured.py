"""Objects as answers of a query engine, a model by itself, and programs, as the pages on structured outputs show."""

from desktop_rag.llamaindex.bridge.pydantic import BaseModel

from desktop_rag.llamaindex import PromptTemplate, Settings, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.llms import ChatMessage
from desktop_rag.llamaindex.output_parsers import PydanticOutputParser
from desktop_rag.llamaindex.program import FunctionCallingProgram, LLMTextCompletionProgram


class Animal(BaseModel):
    """An animal, and what it does."""

    name: str
    does: list[str]


index = VectorStoreIndex.from_documents(SimpleDirectoryReader("./data").load_data())
query_engine = index.as_query_engine(response_mode="compact", output_cls=Animal)
response = query_engine.query("What do cats do?")
print(response.name, response.response.does)

llm = Settings.llm
print(llm.structured_predict(Animal, PromptTemplate("Tell me of {animal}."), animal="dogs"))
sllm = llm.as_structured_llm(Animal)
print(sllm.chat([ChatMessage(role="user", content="Tell me of birds.")]).raw)

program = LLMTextCompletionProgram.from_defaults(
    output_parser=PydanticOutputParser(output_cls=Animal), prompt_template_str="Tell me of {animal}.", llm=llm
)
print(program(animal="fish"))
program = FunctionCallingProgram.from_defaults(
    output_cls=Animal, prompt_template_str="Tell me of {animal}.", llm=llm, allow_parallel_tool_calls=True
)
print(program(animal="bees and ants"))
