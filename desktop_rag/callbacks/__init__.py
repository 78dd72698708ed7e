"""LlamaIndex's callbacks: handlers that hear of every stage of a program's calls, and the manager that holds them."""
