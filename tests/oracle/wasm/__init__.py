"""The solver of the page beside Python's, byte for byte: `python -m tests.oracle.wasm original -n 10000`."""
