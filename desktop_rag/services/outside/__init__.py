"""What other programs of this computer may ask of the libraries that the person shares with them."""
