"""What leaves this computer: the list of who was contacted, and the offline switch."""
