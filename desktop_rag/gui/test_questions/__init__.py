"""The dialog of test questions."""
