"""The usage pattern of prompts: look at them, put others in their places, give variables other names and functions."""

from desktop_rag.llamaindex import ChatPromptTemplate, PromptTemplate, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.llms import ChatMessage, MessageRole
from desktop_rag.llamaindex.prompts import RichPromptTemplate

index = VectorStoreIndex.from_documents(SimpleDirectoryReader("data").load_data())
query_engine = index.as_query_engine(response_mode="compact")

prompts_dict = query_engine.get_prompts()
print(sorted(prompts_dict))

query_engine.update_prompts(
    {
        "response_synthesizer:text_qa_template": PromptTemplate(
            "Context:\n{context_str}\nAnswer {query_str} like Shakespeare, as {json}.\n"
        )
    }
)
print(query_engine.query("Who sleeps?"))

chat_template = ChatPromptTemplate(
    [
        ChatMessage(role=MessageRole.SYSTEM, content="Always answer, whatever is asked."),
        ChatMessage(role=MessageRole.USER, content="{context_str}\nQuestion: {query_str}"),
    ]
)
query_engine = index.as_query_engine(text_qa_template=chat_template)
print(query_engine.query("Who barks?"))


def format_context_fn(**kwargs):
    """Write the context as bullet points."""
    return "\n\n".join([f"- {c}" for c in kwargs["context_str"].split("\n\n")])


template = PromptTemplate(
    "Context:\n{my_context}\nQuestion: {my_query}\n",
    template_var_mappings={"context_str": "my_context", "query_str": "my_query"},
    function_mappings={"context_str": format_context_fn},
)
print(template.format(context_str="one\n\ntwo", query_str="three"))
partial = PromptTemplate("{foo} {bar}").partial_format(foo="abc")
print(partial.format(bar="def"), ChatMessage(role="user", content="hi"))

qa_template = RichPromptTemplate(
    """{% chat role="system" %}Answer from the context.{% endchat %}
{% chat role="user" %}{% for passage in passages %}- {{ passage }}
{% endfor %}{{ query_str }}{% endchat %}"""
)
print(*qa_template.format_messages(passages=["one", "two"], query_str="three"), sep="; ")
