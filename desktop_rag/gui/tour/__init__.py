"""The tour of the first start: four sentences, each beside what it is about."""
