"""An edition as data: its types, its closed vocabulary, the reader and its faults."""
