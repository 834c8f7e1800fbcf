"""Callers that balance by themselves, with our service config and the name of a headless Service."""

import json
import signal

import yaml
from fleet import CONFIGURATION, NAME, ROOT, until
from load import Load

CONFIG = (ROOT / "deploy" / "client" / "service-config.json").read_text()


def calling(fleet, **settings):
    options = [
        ("grpc.service_config", CONFIG),
        ("grpc.use_local_subchannel_pool", 1),
        # Asks for the addresses again as often as the tests need it; 30 s else.
        ("grpc.dns_min_time_between_resolutions_ms", 200),
    ]
    return Load(f"dns://127.0.0.1:{fleet.names.port}/{NAME}:{fleet.port}", options=options, **settings)


def test_calls_are_spread_evenly(fleet):
    replicas = [fleet.start(), fleet.start()]
    with calling(fleet, rate=300) as load:
        # A channel calls the first that it has reached until it has reached the second.
        until("both are called", lambda: all(replica.calls() for replica in replicas))
        before = [replica.calls() for replica in replicas]
        load.go_on(400)
    first, second = (replica.calls() - called for replica, called in zip(replicas, before))
    assert not load.failures, load
    assert abs(first - second) <= 0.1 * (first + second)


def test_a_replica_that_is_lost_fails_no_call(fleet):
    lost, left = fleet.start(), fleet.start()
    with calling(fleet, rate=300, callers=24, streams=2) as load:
        until("both are called", lambda: lost.calls() and left.calls())
        load.go_on(200)
        lost.kill()
        load.go_on(400)
    assert not load.failures, load


def test_a_replica_that_stops_fails_no_call_and_a_new_one_is_found(fleet):
    stopping, left = fleet.start(), fleet.start()
    with calling(fleet, callers=12, streams=2) as load:
        until("both are called", lambda: stopping.calls() and left.calls())
        new = fleet.start()
        fleet.forget(stopping)
        stopping.send(signal.SIGTERM)
        assert stopping.ended() == 0
        until("the new one is called", new.calls)
        load.go_on(100)
    assert not load.failures, load


def test_health_alone_takes_a_replica_out(fleet):
    stopping, left = fleet.start(arguments=["--drain-delay-ms", "600000"]), fleet.start()
    with calling(fleet) as load:
        until("both are called", lambda: stopping.calls() and left.calls())
        stopping.send(signal.SIGTERM)
        until("it is not ready", lambda: not stopping.ready())
        load.go_on(50)
        served = stopping.calls()
        load.go_on(200)
        assert stopping.calls() == served
    assert not load.failures, load


def test_the_policy_is_envoys():
    static = yaml.safe_load(CONFIGURATION.read_text())["static_resources"]
    manager = static["listeners"][0]["filter_chains"][0]["filters"][0]["typed_config"]
    host = manager["route_config"]["virtual_hosts"][0]
    ours = host["retry_policy"]
    for method in json.loads(CONFIG)["methodConfig"]:
        policy = method["retryPolicy"]
        assert policy["maxAttempts"] == ours["num_retries"] + 1
        assert [policy["initialBackoff"], policy["maxBackoff"]] == list(ours["retry_back_off"].values())
        assert [code.lower() for code in policy["retryableStatusCodes"]] == ours["retry_on"].split(",")[:1]
    unary = next(route["route"] for route in host["routes"] if route["match"].get("prefix", "").startswith("/taash"))
    assert json.loads(CONFIG)["methodConfig"][0]["timeout"] == unary["timeout"]
