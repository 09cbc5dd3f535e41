"""Who plays with whom: the people of a guest, invitations to them, and what blocking one means."""
