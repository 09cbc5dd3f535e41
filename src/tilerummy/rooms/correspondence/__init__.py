"""Games whose turns take hours or days, as in correspondence chess: nobody has to be there at the same time."""
