"""What schemas and admission say of the rendered manifests, for the oldest and the newest Kubernetes that they are for."""

import subprocess

import kubernetes_validate
import manifests
import pytest
import yaml
from manifests import INSTALLATIONS, Manifests

# Native gRPC probes are there from the oldest on.
VERSIONS = ["1.27", "1.37"]
EVERYTHING = [*INSTALLATIONS, manifests.GATEWAY, manifests.GATEWAY_TLS, "deploy/monitoring"]
# These have no schema in Kubernetes; the types of the Prometheus Operator judge them below.
CUSTOM = {"PodMonitor", "PrometheusRule"}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("folder", EVERYTHING)
def test_kubernetes_knows_every_field(folder, version):
    checked = 0
    for document in manifests.installation(folder).objects:
        if document["kind"] not in CUSTOM:
            # Strict: a field that the schema does not name is a fault.
            kubernetes_validate.validate(document, version, strict=True)
            checked += 1
    assert checked > 0


@pytest.mark.parametrize("version", VERSIONS)
def test_schemas_find_a_field_that_there_is_not(version):
    wrong = Manifests(manifests.rendered("deploy/base").replace("minReadySeconds", "minReadySecond"))
    with pytest.raises(kubernetes_validate.ValidationError, match="minReadySecond"):
        kubernetes_validate.validate(wrong.one("Deployment"), version, strict=True)


def admission(text):
    command = [manifests.TOOLS / "admission"]
    return subprocess.run(command, input=text, capture_output=True, text=True)


@pytest.mark.parametrize("folder", EVERYTHING)
def test_admission_finds_nothing(folder):
    found = admission(manifests.rendered(folder))
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("folder", "right", "wrong", "fault"),
    [
        ("base", "runAsNonRoot: true", "runAsNonRoot: false", "runAsNonRoot"),
        ("base", "type: RuntimeDefault", "type: Unconfined", "seccompProfile"),
        ("base", "allowPrivilegeEscalation: false", "allowPrivilegeEscalation: true", "allowPrivilegeEscalation"),
        ("base", "- ALL", "- CHOWN", "unrestricted capabilities"),
        ("monitoring", "jobLabel", "jobLable", "unknown field"),
        ("monitoring", "for: 1m", "four: 1m", "unknown field"),
    ],
)
def test_admission_finds_faults(folder, right, wrong, fault):
    text = manifests.rendered(f"deploy/{folder}")
    assert right in text
    found = admission(text.replace(right, wrong))
    assert found.returncode == 1 and fault in found.stdout, found


@pytest.mark.parametrize("name", manifests.OVERLAYS)
def test_namespaces_enforce_what_the_pods_keep_to(name):
    made = manifests.installation(f"deploy/overlays/{name}")
    (inside,) = {found["metadata"]["namespace"] for found in made.objects}
    namespace = yaml.safe_load((manifests.ROOT / "deploy" / "namespaces" / f"{inside}.yaml").read_text())
    assert (namespace["kind"], namespace["metadata"]["name"]) == ("Namespace", inside)
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
