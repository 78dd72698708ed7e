"""Change the list of retrieved passages before an answer is made of them."""
