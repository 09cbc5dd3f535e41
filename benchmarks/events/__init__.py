"""Events of up to 1,000 people, measured at the server and in browsers."""
