"""The search where melds of the table with a joker bind what may be laid."""
