"""Whether the server that there is does what the manifests take for granted."""

import re
import signal
import subprocess

import filling
import grpc
import manifests
import pytest
from client import engine, engine_pb2_grpc
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
    # Nothing is to end before all is taken.
    settings = settings_of(folder) | {"TAASH_CALL_DEADLINE_MS": "120000", "TAASH_DRAIN_WAIT_MS": "120000"}
    # All that is taken comes from one address.
    settings |= {"TAASH_MAX_CONNECTIONS_PER_PEER": "off"}
    server = start(settings)
    limit = megabytes(manifests.installation(folder).container["resources"]["limits"]["memory"])
    with filling.Filler(server, settings) as filler:
        filler.fill_tables()
        most = int(settings["TAASH_MAX_IN_FLIGHT"])
        filler.fill_calls("Apply", most)
        filler.fill_calls("Replay", most // 16)
        filler.fill_calls("Play", int(settings["TAASH_MAX_OPEN_STREAMS"]) - len(filler.streams))
        filler.fill_connections()
        filling.until(lambda: filler.metric('taash_in_flight{kind="call"}') == most)
        filling.until(lambda: filler.metric('taash_in_flight{kind="replay"}') == most // 16)
        filling.until(lambda: filler.metric("taash_connections") == int(settings["TAASH_MAX_CONNECTIONS"]))
        # What is left is for the kernel's part of the connections.
        assert server.peak_memory() < 0.85 * limit
        # It was no easy load: the server held far more than at rest.
        assert server.peak_memory() > 0.5 * limit


KEYS = {key: f"{key} " + f"{key:02x}" * 32 + "\n" for key in (1, 2)}


class Mounted:
    """A server whose keys lie in a Secret as the kubelet mounts it: a change is a swap of links."""

    def __init__(self, folder, start, settings):
        self.folder = folder
        folder.mkdir()
        self.versions = 0
        self.put(KEYS[1])
        (folder / "state-keys").symlink_to("..data/state-keys")
        self.server = start(settings | {"TAASH_STATE_KEYS": str(folder / "state-keys"), "TAASH_RELOAD_INTERVAL_MS": "100"})
        self.stub = engine_pb2_grpc.EngineServiceStub(grpc.insecure_channel(self.server.calls))

    def put(self, keys):
        self.versions += 1
        version = self.folder / f"..version-{self.versions}"
        version.mkdir()
        (version / "state-keys").write_text(keys)
        link = self.folder / "..new"
        link.symlink_to(version.name)
        link.rename(self.folder / "..data")

    def rotate(self, keys):
        self.put(keys)
        taken = f'taash_reloads_total{{what="state keys",result="taken"}} {self.versions - 1}'
        filling.until(lambda: taken in filling.metrics_of(self.server))

    def deal(self):
        return self.stub.NewGame(engine.NewGameRequest(seats=4, seed=bytes(32), seep={})).state

    def reads(self, state):
        try:
            self.stub.Score(engine.ScoreRequest(state=state))
        except grpc.RpcError as error:
            assert "STATE_UNREADABLE" in str(error.trailing_metadata())
            return False
        return True


@pytest.fixture
def two(start, settings_of, tmp_path):
    settings = settings_of("deploy/overlays/production")
    return Mounted(tmp_path / "one", start, settings), Mounted(tmp_path / "other", start, settings)


def test_rotation_as_the_readme_says_never_loses_a_state(two):
    one, other = two
    old = one.deal()
    states = {old}
    # The kubelets are not at the same point: after each step of one replica, both read all that both have written.
    for keys in [KEYS[1] + KEYS[2], KEYS[2] + KEYS[1]]:
        for replica in (one, other):
            replica.rotate(keys)
            states |= {one.deal(), other.deal()}
            assert all(each.reads(state) for each in two for state in states)
    assert len(states) == 2, "one position, sealed with each key"
    one.rotate(KEYS[2])
    assert not one.reads(old) and one.reads(one.deal())


def test_rotation_the_wrong_way_does(two):
    one, other = two
    one.rotate(KEYS[2] + KEYS[1])
    assert not other.reads(one.deal())


def test_a_seal_takes_what_the_readme_says(start, settings_of):
    sizes = []
    for folder in ["deploy/overlays/production", "deploy/base"]:
        with grpc.insecure_channel(start(settings_of(folder)).calls) as channel:
            stub = engine_pb2_grpc.EngineServiceStub(channel)
            sizes.append(len(stub.NewGame(engine.NewGameRequest(seats=4, seed=bytes(32), seep={})).state))
    readme = (manifests.ROOT / "deploy" / "README.md").read_text()
    told = re.search(r"\(up to 200 with eight seats, 768 at most\),\s+and\s+(\d+)\s+more\s+when\s+sealed", readme)
    assert sizes[0] - sizes[1] == int(told[1])
