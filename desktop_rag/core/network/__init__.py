"""The record of every host that was contacted, and the switch that keeps everything on this computer."""
