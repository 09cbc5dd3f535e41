"""What lies beside a room's record: what people say, how they keep their racks, what they lay and take up again."""
