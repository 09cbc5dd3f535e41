"""What the tests of score sheets share with those of tournaments."""

from tests.browser.tournament.conftest import phone as phone
