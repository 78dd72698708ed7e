"""Starts other programs of this computer."""

import subprocess


def start_program(command_line: str) -> None:
    """Start a program that goes on by itself; Windows takes the command line as it is written."""
    subprocess.Popen(command_line)
