"""How a player arranges their rack: kept by the server, shown on their other devices, and nobody else's business."""

from pathlib import Path

from tests.web.harness import Guest, Message, Server, Table


def arrange(table: Table, rack: list[str], own: list[str] | None = None) -> Message:
    """Send an order; what the server has answered when it has looked at it."""
    table.send({"t": "arrange", "rack": rack, "own": rack if own is None else own})
    table.send({"t": "ping"})
    return table.expect("pong", "arranged")


def test_an_order_reaches_the_other_device_and_outlives_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    with Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
        with ann.join(room) as phone, ann.join(room) as tablet, bob.join(room) as stranger:
            own = phone.state["rack"][::-1]
            rack = [*sorted(own), ".", "."]
            assert arrange(phone, rack, own)["t"] == "pong"
            assert tablet.expect("arranged") == {"t": "arranged", "rack": rack, "own": own}
            stranger.send({"t": "ping"})
            assert stranger.expect("pong", "arranged")["t"] == "pong"
            server.kill()
        server.start()
        with ann.join(room) as again, bob.join(room) as stranger:
            assert again.expect("arranged") == {"t": "arranged", "rack": rack, "own": own}
            stranger.send({"t": "ping"})
            assert stranger.expect("pong", "arranged")["t"] == "pong"
    server.stop()


def test_an_order_of_other_tiles_is_passed_over(server: Server, ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
    with ann.join(room) as phone, ann.join(room) as tablet, bob.join(room) as stranger:
        rack = phone.state["rack"]
        for wrong in (rack[1:], [*rack, "b1"], ["k1"] * len(rack)):
            assert arrange(phone, wrong)["t"] == "pong"
            assert arrange(phone, rack, wrong)["t"] == "pong"
        assert arrange(stranger, [])["t"] == "pong"
        tablet.send({"t": "ping"})
        assert tablet.expect("pong", "arranged")["t"] == "pong"
