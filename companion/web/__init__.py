"""The pocket: the whole program as a static site that runs in the phone's own browser, without a computer or internet."""
