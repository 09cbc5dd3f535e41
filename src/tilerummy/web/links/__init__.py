"""What the addresses that people send show before anybody opens them."""
