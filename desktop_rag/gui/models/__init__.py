"""Choosing the model that answers: the button with its menu, the models of servers, and a first proposal."""
