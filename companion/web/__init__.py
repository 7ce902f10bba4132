"""The static site: the whole program in the browser of a phone, without a server and, after the first visit, offline."""
