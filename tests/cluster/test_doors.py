"""What a host does at the door holds at every worker, wherever they and the others are."""

from tests.cluster.conftest import Seats
from tests.hostile.roles.test_doors import does, eve_at, how_it_ends, refused


def test_who_is_put_out_at_one_worker_is_out_at_all(guest: Seats) -> None:
    ann, eve = guest(0), guest(1)
    room = ann.make(name="Ann", computers=["gentle"], start=True)
    with ann.join(room) as host, eve.join(room) as hers:
        alias = eve_at(host)["alias"]
        assert does(host, "put-out", alias) is None
        assert how_it_ends(hers) == ("put-out", 4403)
        for number in range(3):
            assert refused(guest(number, eve), room) == ("put-out", 4403)
        assert does(host, "let-in", alias) is None
        guest(2, eve).join(room).close()
