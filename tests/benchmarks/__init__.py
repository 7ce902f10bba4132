"""Benchmarks against minimal programs that do the same; see ``__main__``."""
