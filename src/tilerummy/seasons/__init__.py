"""Events counted together: season tables, ratings and their course, records, one person's own. Pure."""
