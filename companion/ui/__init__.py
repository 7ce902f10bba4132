"""The user interface in Flet: renders views and offers, and enters what users report."""
