"""The Helm chart: it renders the same installation as each overlay, and refuses values that make none."""

import copy
import json
import subprocess

import manifests
import pytest
import yaml
from manifests import ROOT, Manifests
from test_schema import VERSIONS, admission, kubernetes_validate

HELM = manifests.TOOLS / "helm"
CHART = ROOT / "deploy" / "helm" / "taash"
SITE = ["image.repository=registry.example/games/taash", "settings.TAASH_LOG=warn", "monitoring.enabled=true"]
# Each overlay: the namespace, the chart's own files of values, further values.
INSTALLATIONS = {
    "deploy/overlays/dev": ("taash-dev", ["values-dev.yaml"], []),
    "deploy/overlays/production": ("taash", [], []),
    "deploy/overlays/tls": ("taash", ["values-tls.yaml"], []),
    manifests.SITE: ("games", ["values-tls.yaml"], [*SITE, "tls.requireClientCertificate=true"]),
    manifests.STREAMS: ("taash", [], ["autoscaling.tables=9830"]),
}
ROUTE = ["grpcRoute.enabled=true", "grpcRoute.parentRefs[0].name=public", "grpcRoute.hostnames[0]=cards.example"]


def helm(verb, namespace="taash", files=(), values=(), check=True):
    command = [HELM, verb, *(["taash"] if verb == "template" else []), CHART, "--namespace", namespace]
    command += [word for file in files for word in ("--values", CHART / file)]
    command += [word for value in values for word in ("--set", value)]
    return subprocess.run(command, check=check, capture_output=True, text=True)


def chart(folder):
    namespace, files, values = INSTALLATIONS[folder]
    return Manifests(helm("template", namespace, files, values).stdout)


def normal(made):
    """The objects by kind and name, without what is Helm's or kustomize's own way to the same installation."""
    objects = {}
    for found in copy.deepcopy(made.objects):
        labels = found["metadata"].get("labels", {})
        labels.pop("helm.sh/chart", None)
        labels.pop("app.kubernetes.io/managed-by", None)
        # Kustomize puts the version on what the base has, the chart on everything.
        if found["kind"] in {"HorizontalPodAutoscaler", "PodMonitor", "PrometheusRule", "ConfigMap"}:
            labels.pop("app.kubernetes.io/version", None)
        objects[found["kind"], found["metadata"]["name"]] = found
    (container,) = objects["Deployment", "taash"]["spec"]["template"]["spec"]["containers"]
    # The chart has the settings in the container, the overlays in a ConfigMap that is named after its content.
    for source in container.pop("envFrom", []):
        settings = objects.pop(("ConfigMap", source["configMapRef"]["name"]))["data"]
        container["env"] += [{"name": name, "value": value} for name, value in settings.items()]
    container["env"].sort(key=lambda variable: variable["name"])
    pod = objects["Deployment", "taash"]["spec"]["template"]["spec"]
    for each in (pod.get("volumes", []), container.get("volumeMounts", [])):
        each.sort(key=lambda named: named["name"])
    return objects


@pytest.mark.parametrize("folder", INSTALLATIONS)
def test_the_chart_renders_what_the_overlay_does(folder):
    assert set(INSTALLATIONS) == set(manifests.INSTALLATIONS) - {"deploy/base"}
    rendered, built = normal(chart(folder)), normal(manifests.installation(folder))
    assert rendered.keys() == built.keys()
    for name, expected in built.items():
        assert rendered[name] == expected, name


@pytest.mark.parametrize(("files", "values"), [([], []), (["values-dev.yaml"], []), (["values-tls.yaml"], [*SITE, *ROUTE])])
def test_lint_finds_nothing(files, values):
    linted = helm("lint", files=files, values=values)
    assert "0 chart(s) failed" in linted.stdout and "WARN" not in linted.stdout


def test_versions_are_those_of_the_manifests():
    described = yaml.safe_load((CHART / "Chart.yaml").read_text())
    image = manifests.installation("deploy/base").container["image"]
    assert f"taash:{described['appVersion']}" == image and described["version"] == described["appVersion"]


@pytest.mark.parametrize("version", VERSIONS)
def test_what_the_chart_adds_is_kubernetes(version):
    more = ["priorityClassName=high", "image.pullSecrets[0].name=registry", "nodeSelector.disk=ssd", "podAnnotations.a=b"]
    more += ["tolerations[0].key=games", "tolerations[0].operator=Exists", "networkPolicy.egress[0].ports[0].port=4317"]
    text = helm("template", values=more).stdout
    for document in Manifests(text).objects:
        kubernetes_validate.validate(document, version, strict=True)
    pod = Manifests(text).pod
    assert pod["priorityClassName"] == "high" and pod["tolerations"] and pod["nodeSelector"] and pod["imagePullSecrets"]


def test_a_route_leads_the_gateway_to_the_service():
    text = helm("template", values=ROUTE).stdout
    route = Manifests(text).one("GRPCRoute")["spec"]
    assert route["parentRefs"] == [{"name": "public"}] and route["hostnames"] == ["cards.example"]
    (rule,) = route["rules"]
    (backend,) = rule["backendRefs"]
    (port,) = Manifests(text).one("Service", backend["name"])["spec"]["ports"]
    assert port["port"] == backend["port"] and rule["matches"][0]["method"]["service"] == "taash.engine.v1.EngineService"
    # The types of the Gateway API know every field.
    assert (admission(text).returncode, admission(text).stdout) == (0, "")
    assert "unknown field" in admission(text.replace("backendRefs", "backendRef")).stdout


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("autoscale.enabled=true", "autoscale"),
        ("autoscaling.minReplicas=1", "minReplicas"),
        ("image.digest=latest", "digest"),
        ("settings.LOG=debug", "LOG"),
        ("settings.TAASH_WORKER_THREADS=4", "TAASH_WORKER_THREADS"),
        ("resources.limits.cpu=1500m", "cpu"),
        ("grpcRoute.enabled=true", "parentRefs"),
        ("stateKeys.secretName=Not_A_Name", "secretName"),
    ],
)
def test_values_that_make_no_installation_are_refused(value, told):
    refused = helm("template", values=[value], check=False)
    assert refused.returncode != 0 and told in refused.stderr, refused


def test_the_schema_describes_every_value():
    def fits(values, schema):
        for name, value in values.items():
            assert name in schema["properties"], name
            if isinstance(value, dict) and "properties" in schema["properties"][name] and name != "resources":
                fits(value, schema["properties"][name])

    fits(yaml.safe_load((CHART / "values.yaml").read_text()), json.loads((CHART / "values.schema.json").read_text()))
