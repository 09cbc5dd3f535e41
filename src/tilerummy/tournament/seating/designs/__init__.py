"""Perfect plans by construction: nobody meets the same player twice."""
