"""From an answer's sentences to the words they rest on."""
