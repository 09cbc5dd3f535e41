"""What belongs to packages: the machines they are for, what they hold of others."""
