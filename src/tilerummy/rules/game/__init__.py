"""One game: decide a move, fold its events, what each viewer sees, its record and its proof."""
