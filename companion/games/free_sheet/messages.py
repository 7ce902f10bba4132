"""Messages of the free sheet."""

from companion.kernel.text import messages

T, N = messages("free_sheet")
