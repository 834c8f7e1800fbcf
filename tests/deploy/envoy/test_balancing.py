"""Calls are spread evenly, and none fails when a replica is lost, stops or hangs."""

import pathlib
import signal
import subprocess
import sys

import descriptors
import pytest
from client import connect, engine
from fleet import CONFIGURATION, until
from load import Load

KEYS = "1 " + "ab" * 32 + "\n"


def test_the_configuration_is_valid_as_it_stands(tmp_path):
    descriptors.write(tmp_path / "taash.binpb")
    envoy = pathlib.Path(sys.executable).with_name("envoy")
    said = subprocess.run(
        [envoy, "--mode", "validate", "-c", CONFIGURATION, "--log-level", "warning"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert said.returncode == 0, said.stderr
    assert "deprecated" not in said.stderr.lower(), said.stderr


def test_calls_are_spread_evenly(fleet, start_envoy):
    replicas = [fleet.start(), fleet.start()]
    envoy = start_envoy(fleet)
    with Load(envoy.address, rate=300) as load:
        load.go_on(600)
    assert not load.failures, load
    first, second = (replica.calls() for replica in replicas)
    assert first + second == load.answered
    assert abs(first - second) <= 0.1 * load.answered


def test_a_replica_that_is_lost_fails_no_call(fleet, start_envoy):
    lost, left = fleet.start(), fleet.start()
    envoy = start_envoy(fleet)
    with Load(envoy.address, rate=300, callers=24, streams=4, may_lose_streams=True) as load:
        load.go_on(200)
        lost.kill()
        until("the lost one is passed over", lambda: envoy.healthy() == {left.address})
        load.go_on(200)
    assert not load.failures, load
    assert load.resumed, "streams that were lost went on"


def test_a_replica_that_is_lost_is_noticed_before_anybody_calls(fleet, start_envoy):
    lost, left = fleet.start(), fleet.start()
    envoy = start_envoy(fleet)
    lost.kill()
    until("the lost one is passed over", lambda: envoy.healthy() == {left.address}, seconds=20)


def test_a_replica_that_stops_fails_no_call(fleet, start_envoy):
    stopping, left = fleet.start(), fleet.start()
    envoy = start_envoy(fleet)
    with Load(envoy.address, callers=12, streams=2) as load:
        load.go_on(100)
        fleet.forget(stopping)
        stopping.send(signal.SIGTERM)
        assert stopping.ended() == 0
        load.go_on(100)
    assert not load.failures, load
    assert envoy.healthy() == {left.address}


def test_a_replica_that_says_it_stops_gets_no_more_calls(fleet, start_envoy):
    stopping, left = fleet.start(arguments=["--drain-delay-ms", "600000"]), fleet.start()
    envoy = start_envoy(fleet)
    with Load(envoy.address) as load:
        stopping.send(signal.SIGTERM)
        # The name still says that it is there: its health alone takes it out.
        until("it is passed over", lambda: envoy.healthy() == {left.address}, seconds=10)
        load.go_on(20)
        served = stopping.calls()
        load.go_on(200)
        assert stopping.calls() == served
    assert not load.failures, load


def test_a_replica_that_hangs_fails_no_call(fleet, start_envoy):
    hanging, left = fleet.start(), fleet.start()
    envoy = start_envoy(fleet)
    with Load(envoy.address, callers=24) as load:
        hanging.send(signal.SIGSTOP)
        until("it is passed over", lambda: envoy.healthy() == {left.address}, seconds=30)
        # Longer than a try may take: what had been sent to it is answered by the other.
        load.go_on(1200)
        hanging.send(signal.SIGCONT)
        until("it is back", lambda: len(envoy.healthy()) == 2)
    assert not load.failures, load
    assert envoy.counted("cluster.taash.upstream_rq_per_try_timeout") > 0


def test_a_busy_replica_is_not_put_out_and_its_calls_go_elsewhere(fleet, start_envoy):
    busy, left = fleet.start(arguments=["--max-open-streams", "1"]), fleet.start()
    envoy = start_envoy(fleet)
    with Load(envoy.address, streams=8, tables=1) as load:
        load.go_on(200)
        assert envoy.healthy() == {busy.address, left.address}
    assert not load.failures and not load.resumed, load
    assert busy.calls('code="UNAVAILABLE"') > 0
    assert envoy.counted("cluster.taash.upstream_rq_retry_success") > 0


@pytest.mark.parametrize("sealed", [False, True], ids=["plain", "sealed"])
def test_a_state_of_one_replica_goes_on_at_the_other_with_equal_bytes(fleet, tmp_path, sealed):
    keys = tmp_path / "keys"
    keys.write_text(KEYS)
    arguments = ["--state-keys", str(keys)] if sealed else []
    stubs = [connect(f"{fleet.start(arguments=arguments).address}:{fleet.port}") for _ in range(2)]
    answer = stubs[0].NewGame(engine.NewGameRequest(seats=4, seep={}, include=engine.Include(legal_moves=True)))
    for step in range(40):
        request = engine.ApplyRequest(
            state=answer.state,
            moves=[engine.Move(text=answer.legal_moves.moves[step % len(answer.legal_moves.moves)].text)],
            include=engine.Include(legal_moves=True),
        )
        here, there = (stub.Apply(request).SerializeToString() for stub in stubs)
        assert here == there
        answer = stubs[(step + 1) % 2].Apply(request)
    assert answer.status.revision == 40
