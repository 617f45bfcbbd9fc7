"""`python -m game` is the same as `magdagdon`; the frozen program starts here too."""

import sys

from game.cli import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # A process that works for another one starts like the program itself.
        from multiprocessing import freeze_support

        freeze_support()
    sys.exit(main())
