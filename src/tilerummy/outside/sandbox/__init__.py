"""What a program that plays can reach and use: little of the machine, nothing of the server, and not for ever."""
