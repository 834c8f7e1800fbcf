"""A rolling upgrade between two builds, and back, step by step as a Deployment with maxSurge 1 and maxUnavailable 0."""

import hashlib
import pathlib
import signal

from client import connect, engine
from fleet import BINARY, OTHER_BINARY
from load import Load

# The format that both builds read: kept while both run.
FORMAT = ["--write-format", "1"]


def roll(fleet, replicas, binary, load):
    """Replaces one replica after the other: a new one is ready, then an old one stops."""
    for old in list(replicas):
        replicas.append(fleet.start(binary, FORMAT))
        # The name and the signal go at the same time, as in a cluster.
        fleet.forget(old)
        old.send(signal.SIGTERM)
        assert old.ended() == 0
        replicas.remove(old)
        load.go_on(50)


def test_a_rolling_upgrade_and_the_way_back_fail_no_call(fleet, start_envoy):
    old, new = (hashlib.sha256(pathlib.Path(binary).read_bytes()).digest() for binary in (BINARY, OTHER_BINARY))
    assert old != new, "two builds"
    replicas = [fleet.start(BINARY, FORMAT), fleet.start(BINARY, FORMAT)]
    envoy = start_envoy(fleet)
    stub = connect(envoy.address)
    match = stub.NewGame(engine.NewGameRequest(seats=4, seep={}, include=engine.Include(legal_moves=True)))
    with Load(envoy.address, callers=12, streams=4) as load:
        for binary in (OTHER_BINARY, BINARY):
            roll(fleet, replicas, binary, load)
            assert {replica.binary for replica in replicas} == {binary}
            # A match that was begun before the upgrade goes on after it, and after the way back.
            move = engine.Move(text=match.legal_moves.moves[0].text)
            match = stub.Apply(
                engine.ApplyRequest(state=match.state, moves=[move], include=engine.Include(legal_moves=True))
            )
            load.go_on(200)
    assert not load.failures, load
    assert match.status.revision == 2
    # Streams were ended by servers that stopped, and went on elsewhere; whole matches were replayed by other builds.
    assert load.resumed > 0 and load.replayed > 0, load
    assert set(load.codes) == {"OK"}, load
