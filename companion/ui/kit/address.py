"""Addresses of the parts of a table."""


def address(table: str, tab: str = "") -> str:
    """Return the address of a part of a table."""
    return "/".join(("/table", table, *filter(None, [tab])))
