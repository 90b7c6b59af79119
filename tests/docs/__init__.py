"""The documentation is true: its examples run, its links lead somewhere, nothing is missing."""
