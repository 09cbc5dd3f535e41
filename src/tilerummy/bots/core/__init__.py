"""The core: whole games in the kernel, for levels that ask for no more than its search. The judge stays the judge."""
