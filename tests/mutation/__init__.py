"""Whether the tests notice when the referee errs: see ``__main__``."""
