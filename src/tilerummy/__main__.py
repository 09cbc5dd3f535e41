"""`python -m tilerummy` is the command `tilerummy`."""

import sys

from tilerummy.cli.main import main

sys.exit(main())
