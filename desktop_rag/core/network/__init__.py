"""What leaves this computer: who was contacted, and the switch that keeps everything here."""
