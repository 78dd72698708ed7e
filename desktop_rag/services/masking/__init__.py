"""Keep private values from servers of models: finding them in requests."""
