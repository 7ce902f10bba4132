"""Export to paper and to other programs (CSV, BG Stats, score sheets), and import from them."""
