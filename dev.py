#!/usr/bin/env python3
"""The two commands of this repository: `python3 dev.py run` plays, `python3 dev.py test` checks everything.

Needs nothing but Python; what else is needed it installs into `.venv` and `webapp/node_modules`. What is up to date is
left alone, what was interrupted is done again. This file must still be readable by a Python that is too old, so that it
can say so.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Tilerummy needs Python 3.11 or newer, and this is %d.%d: try python3.12 dev.py run" % sys.version_info[:2]
    )

from building.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
