"""The words of the table."""

from companion.kernel.text import messages

T, N = messages("free_sheet")
