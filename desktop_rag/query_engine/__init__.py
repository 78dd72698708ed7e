"""Answer one question: search, choose among libraries, or take the question apart."""
