"""The TLS variant: encrypted from callers to Envoy and from Envoy to the replicas, by certificates that are replaced at work."""

import json
import ssl
import subprocess

import descriptors
import grpc
import pytest
from client import engine, engine_pb2_grpc
from fleet import CONFIGURATION, fetch

VARIANT = CONFIGURATION.parent / "tls"
# Read by Envoy, which finds the Secret by them.
FILES = ["certificate.yaml", "authority.yaml"]


def certificate(folder, names="DNS:taash-headless,DNS:localhost,IP:127.0.0.1"):
    """A certificate that is its own authority, in the layout of the Secret."""
    folder.mkdir(exist_ok=True)
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    make += ["-subj", "/CN=taash", "-addext", f"subjectAltName={names}"]
    subprocess.run([*make, "-keyout", folder / "tls.key", "-out", folder / "tls.crt"], check=True, capture_output=True)
    return folder


@pytest.fixture
def start_tls(fleet, start_envoy, tmp_path):
    """A replica under TLS and Envoy before it, which trusts the given authority."""

    def start(replica, authority):
        mine = certificate(tmp_path / "callers")
        (mine / "ca.crt").write_bytes((authority / "tls.crt").read_bytes())
        descriptors.write_tls(tmp_path / "variant.yaml")
        for name in FILES:
            text = (VARIANT / name).read_text()
            assert text.count("/etc/envoy-tls") >= 2
            (tmp_path / name).write_text(text.replace("/etc/envoy-tls", str(mine)))
        fleet.start(arguments=["--tls-cert", str(replica / "tls.crt"), "--tls-key", str(replica / "tls.key")])
        trust = ssl.create_default_context(cafile=mine / "tls.crt")
        return start_envoy(fleet, file=tmp_path / "variant.yaml", trust=trust), mine

    return start


def test_calls_are_under_tls_on_both_sides(start_tls, tmp_path):
    replica = certificate(tmp_path / "replica")
    envoy, mine = start_tls(replica, replica)
    trusted = grpc.ssl_channel_credentials((mine / "tls.crt").read_bytes())
    with grpc.secure_channel(envoy.address, trusted) as channel:
        stub = engine_pb2_grpc.EngineServiceStub(channel)
        assert stub.ListGames(engine.ListGamesRequest(), timeout=10).games
    # JSON too, and nothing in the clear.
    url = f"https://{envoy.address}/taash.engine.v1.EngineService/ListGames"
    status, text = fetch(url, "POST", {"content-type": "application/json"}, envoy.trust)
    assert status == 200 and json.loads(text)["games"]
    assert fetch(url.replace("https", "http"), "POST", {"content-type": "application/json"})[0] is None


def test_a_replica_of_another_name_gets_no_calls(fleet, start_tls, tmp_path):
    replica = certificate(tmp_path / "replica", "DNS:localhost")
    with pytest.raises(AssertionError, match="Envoy knows all replicas"):
        start_tls(replica, replica)


def test_the_pod_has_the_files(tmp_path):
    descriptors.write_tls(tmp_path / "variant.yaml")
    names = [line for line in (VARIANT / "kustomization.yaml").read_text().splitlines() if "/etc/envoy-tls" in line]
    assert len(names) == 1
    component, variant = (VARIANT / "kustomization.yaml").read_text(), (tmp_path / "variant.yaml").read_text()
    for name in FILES:
        assert f"- {name}" in component and f"path: ./{name}" in variant
