"""The Deployments of deploy/ as podman plays them: what the manifests say, the image does."""

import random
import socket

import grpc
import pytest
import yaml

from client import connect, engine
from containers import BIN, ROOT, SERVING, Container, health, podman, run, until
from test_calls import first_move, new_game

OVERLAYS = sorted(path.parent.name for path in (ROOT / "deploy" / "overlays").glob("*/kustomization.yaml"))


def test_there_are_overlays():
    assert OVERLAYS


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def certificate(folder):
    """A certificate for localhost, signed by itself."""
    key, cert = folder / "tls.key", folder / "tls.crt"
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert)
    return {"tls.crt": cert.read_text(), "tls.key": key.read_text()}


def secrets(folder):
    """What an operator has to bring, by the name of the Secret."""
    return {
        "taash-state-keys": {"state-keys": f"1 {random.randbytes(32).hex()}\n"},
        "taash-tls": certificate(folder),
    }


def playable(overlay, secret):
    """One pod of an overlay's Deployment and what it needs. Returns the documents, and the address of each port.

    What is changed is what podman 4.3 lacks: it plays one replica, publishes a port on all addresses unless told where, and
    hands out what is in a Secret undecoded, so that a ConfigMap of the same name brings it.
    """
    documents = list(yaml.safe_load_all(run(BIN / "kubectl", "kustomize", ROOT / "deploy" / "overlays" / overlay)))
    (deployment,) = [document for document in documents if document["kind"] == "Deployment"]
    deployment["spec"]["replicas"] = 1
    pod = deployment["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    addresses = {}
    for port in container["ports"]:
        port |= {"hostIP": "127.0.0.1", "hostPort": free_port()}
        addresses[port["name"]] = f"localhost:{port['hostPort']}"
    played = [document for document in documents if document["kind"] == "ConfigMap"]
    for volume in pod.get("volumes", []):
        name = volume.pop("secret")["secretName"]
        volume["configMap"] = {"name": name, "optional": False}
        played.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": secret[name]})
    return [*played, deployment], addresses


@pytest.fixture
def play(tmp_path):
    """Plays documents, and takes them down with the test. Returns the container."""
    path = tmp_path / "played.yaml"

    def play(documents):
        path.write_text(yaml.safe_dump_all(documents))
        podman("kube", "play", path)
        (deployment,) = [document for document in documents if document["kind"] == "Deployment"]
        name = deployment["metadata"]["name"]
        return Container(f"{name}-pod-0-{name}")

    yield play
    podman("kube", "down", path)
    volumes = podman("volume", "ls", "--quiet").split()
    if volumes:
        podman("volume", "rm", *volumes)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_a_pod_of_the_overlay_serves(overlay, play, tmp_path):
    secret = secrets(tmp_path)
    documents, addresses = playable(overlay, secret)
    container = play(documents)
    (spec,) = documents[-1]["spec"]["template"]["spec"]["containers"]

    for kind in ["startupProbe", "readinessProbe", "livenessProbe"]:
        probe = spec[kind]["grpc"]
        (name,) = [port["name"] for port in spec["ports"] if port["containerPort"] == probe["port"]]
        until(f"{kind}: {container.log}", lambda: health(addresses[name], probe["service"]) == SERVING)

    for kind in ["Inh", "Prm", "Eff", "Bnd", "Amb"]:
        assert int(container.status(f"Cap{kind}"), 16) == 0
    assert container.status("Uid").split() == ["65532"] * 4
    assert container.status("NoNewPrivs") == "1"

    if any(volume["configMap"]["name"] == "taash-tls" for volume in documents[-1]["spec"]["template"]["spec"].get("volumes", [])):
        trusted = grpc.ssl_channel_credentials(secret["taash-tls"]["tls.crt"].encode())
        assert health(addresses["grpc"], channel=grpc.secure_channel(addresses["grpc"], trusted)) == SERVING
    else:
        stub = connect(addresses["grpc"])
        begun = stub.NewGame(new_game("seep"))
        move = first_move(stub, begun.state)
        assert stub.Apply(engine.ApplyRequest(state=begun.state, moves=[move])).status.revision == 1

    podman("stop", "--time", str(documents[-1]["spec"]["template"]["spec"]["terminationGracePeriodSeconds"]), container.name)
    assert container.state["ExitCode"] == 0
