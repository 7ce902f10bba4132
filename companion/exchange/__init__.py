"""Games on paper and in other programs' files: tables, BG Stats, a sheet to print or to paste; and what comes in from there."""
