"""What the tests of large halls share with those of a tournament's desk."""

from tests.browser.tournament.conftest import laptop as laptop
