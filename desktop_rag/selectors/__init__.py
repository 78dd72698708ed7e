"""Choose among libraries, tools or retrievers by what is said of them."""
