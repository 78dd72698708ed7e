"""Choose the sentences and table rows that answer a question, and show them as quotations."""
