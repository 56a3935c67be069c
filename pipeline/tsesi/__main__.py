"""Runs the command: `python -m tsesi`."""

from tsesi.cli import main

if __name__ == "__main__":
    main()
