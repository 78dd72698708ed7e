"""A language model of one's own behind an index, as the page on customizing models has it."""

from typing import Any

from desktop_rag.llamaindex.llms.callbacks import llm_completion_callback

from desktop_rag.llamaindex import Settings, SimpleDirectoryReader, SummaryIndex
from desktop_rag.llamaindex.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata


class OurLLM(CustomLLM):
    context_window: int = 3900
    num_output: int = 256
    model_name: str = "custom"
    reply: str = "It is all about cats."

    @property
    def metadata(self) -> LLMMetadata:
        """What the model can do."""
        return LLMMetadata(
            context_window=self.context_window,
            num_output=self.num_output,
            model_name=self.model_name,
        )

    @llm_completion_callback()
    def complete(self, prompt: str, **kwargs: Any) -> CompletionResponse:
        return CompletionResponse(text=self.reply)

    @llm_completion_callback()
    def stream_complete(self, prompt: str, **kwargs: Any) -> CompletionResponseGen:
        response = ""
        for token in self.reply:
            response += token
            yield CompletionResponse(text=response, delta=token)


Settings.llm = OurLLM()

documents = SimpleDirectoryReader("./data").load_data()
index = SummaryIndex.from_documents(documents)
query_engine = index.as_query_engine()
response = query_engine.query("What do the documents say?")
print(response)
