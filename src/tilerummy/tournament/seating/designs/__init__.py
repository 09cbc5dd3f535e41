"""Plans by construction: nobody meets the same player twice, or as few as can be."""
