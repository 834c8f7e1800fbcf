"""Whether the server that there is does what the manifests take for granted."""

import re
import signal
import subprocess

import pytest

import filling
import manifests
from manifests import INSTALLATIONS, megabytes


@pytest.fixture(params=INSTALLATIONS)
def folder(request):
    return request.param


def test_every_setting_is_one_of_the_servers(folder):
    asked = subprocess.run([manifests.binary(), "serve", "--help"], check=True, capture_output=True, text=True).stdout
    known = set(re.findall(r"\[env: (TAASH_\w+)=", asked))
    settings = manifests.installation(folder).settings.keys()
    assert len(known) > 20 and settings
    assert settings <= known, f"unknown: {settings - known}"


def test_probes_ask_for_what_the_server_tells(folder, start, settings_of):
    server = start(settings_of(folder))
    container = manifests.installation(folder).container
    ports = {port["containerPort"]: port["name"] for port in container["ports"]}
    services = []
    for probe in ["startupProbe", "readinessProbe", "livenessProbe"]:
        grpc = container[probe]["grpc"]
        # A probe cannot verify TLS, nor show a certificate.
        assert ports[grpc["port"]] == "admin"
        services.append(grpc["service"])
        assert healthy(server, grpc["service"])
    assert len(set(services)) == 3
    assert not healthy(server, "no-such-service")

    # On the way out the pod is not ready, but lives.
    server.process.send_signal(signal.SIGTERM)
    filling.until(lambda: not healthy(server, container["readinessProbe"]["grpc"]["service"]))
    assert healthy(server, container["livenessProbe"]["grpc"]["service"])


def healthy(server, service):
    command = [manifests.binary(), "health", "--address", f"http://{server.admin}", "--service", service]
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.mark.parametrize("folder", ["deploy/overlays/production"])
def test_production_does_not_start_without_keys(folder, settings_of):
    settings = settings_of(folder)
    del settings["TAASH_STATE_KEYS"]
    ended = subprocess.run([manifests.binary(), "serve"], env=settings, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 64 and "TAASH_REQUIRE_STATE_KEYS" in ended.stderr


# The base's settings hold in all; under TLS a connection takes most. Mutual TLS takes no more than TLS.
@pytest.mark.parametrize("folder", ["deploy/base", "deploy/overlays/tls"])
def test_everything_at_once_fits_into_the_memory(folder, start, settings_of):
    settings = settings_of(folder)
    server = start(settings)
    limit = megabytes(manifests.installation(folder).container["resources"]["limits"]["memory"])
    with filling.Filler(server, settings) as filler:
        filler.fill_tables()
        filler.fill_calls()
        filler.fill_connections()
        filling.until(lambda: filler.metric('taash_in_flight{kind="call"}') == int(settings["TAASH_MAX_IN_FLIGHT"]))
        filling.until(lambda: filler.metric("taash_connections") == int(settings["TAASH_MAX_CONNECTIONS"]))
        # What is left is for the kernel's part of the connections.
        assert server.peak_memory() < 0.85 * limit
        # It was no easy load: the server held far more than at rest.
        assert server.peak_memory() > 0.5 * limit
