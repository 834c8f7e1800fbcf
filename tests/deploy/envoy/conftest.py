"""Fixtures: a fleet with two replicas, and Envoy before it."""

import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path += [str(ROOT / "tests" / "clients" / "python"), str(ROOT / "deploy" / "envoy")]

import descriptors  # noqa: E402
import fleet as fleets  # noqa: E402


@pytest.fixture
def fleet():
    fleet = fleets.Fleet()
    yield fleet
    fleet.end()


@pytest.fixture
def start_envoy(tmp_path):
    """Starts Envoy before a fleet, and waits until it knows its replicas."""
    started = []

    def start(fleet, **settings):
        descriptors.write(tmp_path / "taash.binpb")
        started.append(fleets.Envoy(fleet, tmp_path, **settings))
        known = set(fleet.names.addresses)
        fleets.until("Envoy knows all replicas", lambda: started[-1].healthy() == known)
        return started[-1]

    yield start
    for envoy in started:
        envoy.end()


@pytest.fixture(scope="module")
def gateway(tmp_path_factory):
    """Envoy before two replicas, for tests that only call: their addresses and more."""
    folder = tmp_path_factory.mktemp("gateway")
    fleet = fleets.Fleet()
    for _ in range(2):
        fleet.start()
    descriptors.write(folder / "taash.binpb")
    envoy = fleets.Envoy(fleet, folder)
    fleets.until("Envoy knows all replicas", lambda: len(envoy.healthy()) == 2)
    yield envoy
    envoy.end()
    fleet.end()
