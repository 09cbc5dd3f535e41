"""A club's Sunday by the Belgian format through its pages, for a person to look at.

    python -m tests.browser.sunday --lang nl de          # in a few minutes

Pictures, PDFs, lists and web pages go to `test-artefacts/sunday/LANG`; where `pdftoppm` is there, each sheet as a
picture too.
"""

from tests.browser.evening import FOLDER, play
from tests.browser.sunday.sunday import Sunday

if __name__ == "__main__":
    play(Sunday, __doc__, ("nl", "de"), FOLDER.with_name("sunday"))
