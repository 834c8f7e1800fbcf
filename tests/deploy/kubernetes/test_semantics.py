"""What schemas do not see: whether the parts of an installation fit each other."""

import re
import tomllib

import manifests
import pytest
import yaml
from manifests import INSTALLATIONS, ROOT, megabytes, processors

# What a server does without these settings, in milliseconds.
DRAIN = {"TAASH_DRAIN_DELAY_MS": 5000, "TAASH_DRAIN_WAIT_MS": 10000}
# Made by whoever installs: deploy/README.md, "Kubernetes".
OPERATORS_SECRETS = {
    "deploy/base": set(),
    "deploy/overlays/dev": set(),
    "deploy/overlays/production": {"taash-state-keys"},
    "deploy/overlays/tls": {"taash-state-keys", "taash-tls"},
    manifests.SITE: {"taash-state-keys", "taash-tls"},
    manifests.STREAMS: {"taash-state-keys"},
}


@pytest.fixture(params=INSTALLATIONS)
def folder(request):
    return request.param


@pytest.fixture
def made(folder):
    return manifests.installation(folder)


def test_names_are_unique(made):
    names = [(found["kind"], found["metadata"]["name"]) for found in made.objects]
    assert len(set(names)) == len(names)


def test_selectors_find_the_pods_and_nothing_else_is_asked_of_them(made):
    chosen = [made.deployment["selector"]["matchLabels"]]
    chosen += [service["spec"]["selector"] for service in made.all("Service")]
    chosen += [budget["spec"]["selector"]["matchLabels"] for budget in made.all("PodDisruptionBudget")]
    chosen += [policy["spec"]["podSelector"]["matchLabels"] for policy in made.all("NetworkPolicy")]
    chosen += [spread["labelSelector"]["matchLabels"] for spread in made.pod["topologySpreadConstraints"]]
    assert len(chosen) >= 6
    for labels in chosen:
        assert labels and labels.items() <= made.labels.items()


def test_ports_are_those_that_the_server_listens_on(made):
    ports = {port["name"]: port["containerPort"] for port in made.container["ports"]}
    assert made.settings["TAASH_LISTEN"] == f"[::]:{ports['grpc']}"
    assert made.settings["TAASH_ADMIN_LISTEN"] == f"[::]:{ports['admin']}"
    tls = "TAASH_TLS_CERT" in made.settings
    for name in ["taash", "taash-headless"]:
        service = made.one("Service", name)["spec"]
        (port,) = service["ports"]
        assert port["targetPort"] == "grpc" and port["port"] == ports["grpc"]
        assert port["appProtocol"] == ("https" if tls else "kubernetes.io/h2c")
        # A name of "None" is what makes DNS tell the pods; the other has one address.
        assert (service.get("clusterIP") == "None") == (name == "taash-headless")
        assert service.get("type", "ClusterIP") == "ClusterIP"
    # The admin port is for no Service: nobody but the kubelet and the scraper has business there.
    assert len(made.all("Service")) == 2


def test_network_policy_lets_callers_and_scrapers_in_and_nothing_out(made):
    policy = made.one("NetworkPolicy")["spec"]
    names = {port["name"] for port in made.container["ports"]}
    rules = {rule["ports"][0]["port"]: rule["from"] for rule in policy["ingress"]}
    assert rules.keys() == names and all(len(rule["ports"]) == 1 for rule in policy["ingress"])
    # Kustomize adds common labels here too if it is told to put them into selectors.
    caller = {"matchLabels": {"taash-caller": "true"}}
    assert rules["grpc"] == [{"namespaceSelector": caller}, {"podSelector": caller}]
    assert rules["admin"] == [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}]
    assert policy["egress"] == [] and set(policy["policyTypes"]) == {"Ingress", "Egress"}


def test_envoy_lets_in_whom_taash_lets_in():
    made = manifests.installation(manifests.GATEWAY)
    envoy = made.one("NetworkPolicy", "taash-envoy")["spec"]
    template = made.one("Deployment", "taash-envoy")["spec"]["template"]
    assert envoy["podSelector"]["matchLabels"].items() <= template["metadata"]["labels"].items()
    rule, metrics = envoy["ingress"]
    ports = [port["name"] for container in template["spec"]["containers"] for port in container["ports"]]
    assert [each["ports"][0]["port"] for each in (rule, metrics)] == ["calls", "metrics"] == ports
    (grpc,) = [rule for rule in made.one("NetworkPolicy")["spec"]["ingress"] if rule["ports"] [0]["port"] == "grpc"]
    assert rule["from"] == grpc["from"]
    (admin,) = [rule for rule in made.one("NetworkPolicy")["spec"]["ingress"] if rule["ports"][0]["port"] == "admin"]
    assert metrics["from"] == admin["from"]
    # Out to the replicas and to DNS, and nowhere else. The service account has no token.
    replicas, dns = envoy["egress"]
    assert replicas["to"] == [{"podSelector": {"matchLabels": {"app.kubernetes.io/name": "taash"}}}]
    assert [port["port"] for port in replicas["ports"]] == [50051] and {port["port"] for port in dns["ports"]} == {53}
    assert made.one("ServiceAccount", template["spec"]["serviceAccountName"])["automountServiceAccountToken"] is False


def test_envoy_under_tls_has_its_certificate_and_its_probes():
    made = manifests.installation(manifests.GATEWAY_TLS)
    pod = made.one("Deployment", "taash-envoy")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert all(container[probe]["httpGet"]["scheme"] == "HTTPS" for probe in ("startupProbe", "readinessProbe"))
    (tls,) = [volume["secret"] for volume in pod["volumes"] if volume["name"] == "tls"]
    assert tls == {"secretName": "taash-envoy-tls", "defaultMode": 0o440}
    (mounted,) = [mount for mount in container["volumeMounts"] if mount["name"] == "tls"]
    (configuration,) = [volume["configMap"]["name"] for volume in pod["volumes"] if "configMap" in volume]
    files = made.one("ConfigMap", configuration)["data"]
    assert files.keys() == {"envoy.yaml", "certificate.yaml", "authority.yaml"}
    assert all(f"{mounted['mountPath']}/" in files[name] for name in ("certificate.yaml", "authority.yaml"))
    assert "DownstreamTlsContext" in files["envoy.yaml"] and "UpstreamTlsContext" in files["envoy.yaml"]


def test_envoy_is_up_to_the_standard_of_the_replicas():
    made = manifests.installation(manifests.GATEWAY)
    spec = made.one("Deployment", "taash-envoy")["spec"]
    pod = spec["template"]["spec"]
    (container,) = pod["containers"]
    spread = {each["topologyKey"]: each["whenUnsatisfiable"] for each in pod["topologySpreadConstraints"]}
    assert spread == dict.fromkeys(["topology.kubernetes.io/zone", "kubernetes.io/hostname"], "ScheduleAnyway")
    assert spec["strategy"]["rollingUpdate"] == {"maxSurge": "25%", "maxUnavailable": 0}
    assert container["terminationMessagePolicy"] == "FallbackToLogsOnError"
    assert {"startupProbe", "readinessProbe", "livenessProbe"} <= container.keys()
    assert made.one("PodDisruptionBudget", "taash-envoy")["spec"]["unhealthyPodEvictionPolicy"] == "AlwaysAllow"
    scaler = made.one("HorizontalPodAutoscaler", "taash-envoy")["spec"]
    assert scaler["scaleTargetRef"]["name"] == "taash-envoy" and "replicas" not in spec
    assert scaler["metrics"][0]["containerResource"]["container"] == container["name"]


def drain_seconds(made):
    """How long a pod serves after SIGTERM at most."""
    return sum(int(made.settings.get(name, default)) for name, default in DRAIN.items()) / 1000


def test_a_rollout_never_has_fewer_pods(folder, made):
    update = made.deployment["strategy"]["rollingUpdate"]
    # A quarter of 40 replicas at a time; of two replicas, one.
    assert (update["maxSurge"], update["maxUnavailable"]) == ("25%", 0)
    assert made.least_replicas >= (1 if "dev" in folder else 2)


def test_a_revision_that_fails_its_liveness_probe_is_never_available(made):
    # A pod of such a revision can look ready until its last probe has timed out and its calls in flight have drained.
    liveness = made.container["livenessProbe"]
    killed_after = liveness["periodSeconds"] * liveness["failureThreshold"] + liveness["timeoutSeconds"]
    assert made.deployment["minReadySeconds"] > killed_after + drain_seconds(made)
    startup = made.container["startupProbe"]
    starts_within = startup["periodSeconds"] * startup["failureThreshold"]
    assert made.deployment["progressDeadlineSeconds"] > made.deployment["minReadySeconds"] + starts_within


def test_new_replicas_get_calls_within_a_minute(made):
    # Connections reach their maximum age with ±10 %; their clients then look for replicas.
    assert int(made.settings["TAASH_CONNECTION_AGE_MS"]) * 1.1 <= 60_000


def test_no_installation_owns_a_namespace_or_keys(made):
    # Deleting an installation would delete them, and all other apps in the namespace.
    assert not made.all("Namespace") and not made.all("Secret")


def test_every_port_has_its_protocol(made):
    # Without it, server-side apply conflicts with an earlier apply, and each apply finds a change.
    ports = list(made.container["ports"])
    for service in made.all("Service"):
        ports += service["spec"]["ports"]
    for policy in made.all("NetworkPolicy"):
        ports += [port for rule in [*policy["spec"]["ingress"], *policy["spec"]["egress"]] for port in rule["ports"]]
    assert len(ports) == 6 and all(port["protocol"] == "TCP" for port in ports)


def test_a_container_that_fails_to_start_says_why(made):
    assert made.container["terminationMessagePolicy"] == "FallbackToLogsOnError"
    assert made.settings["TAASH_LOG_FORMAT"] in ("json", "text")


def test_a_pod_has_time_to_drain(made):
    assert made.pod["terminationGracePeriodSeconds"] >= drain_seconds(made) + 5
    # Long enough for balancers to have seen that the pod is not ready.
    readiness = made.container["readinessProbe"]
    assert readiness["periodSeconds"] <= int(made.settings.get("TAASH_DRAIN_DELAY_MS", 5000)) / 1000


def test_budget_lets_a_node_be_drained_and_keeps_the_rest(folder, made):
    budgets = made.all("PodDisruptionBudget")
    if "dev" in folder:
        assert budgets == []
        return
    (budget,) = budgets
    assert "minAvailable" not in budget["spec"], "a number that the autoscaler may go below"
    assert 0 < budget["spec"]["maxUnavailable"] < made.least_replicas
    assert budget["spec"]["unhealthyPodEvictionPolicy"] == "AlwaysAllow"


def test_autoscaling_scales_this_and_is_not_undone(folder, made):
    scalers = made.all("HorizontalPodAutoscaler")
    assert len(scalers) == (0 if folder in ("deploy/base", "deploy/overlays/dev") else 1)
    for scaler in scalers:
        spec = scaler["spec"]
        deployment = made.one("Deployment")
        assert spec["scaleTargetRef"] == {
            "apiVersion": deployment["apiVersion"],
            "kind": "Deployment",
            "name": deployment["metadata"]["name"],
        }
        assert "replicas" not in made.deployment
        assert 2 <= spec["minReplicas"] < spec["maxReplicas"]
        metric, *tables = spec["metrics"]
        assert metric["containerResource"]["container"] == made.container["name"]
        assert len(tables) == (folder == manifests.STREAMS)
        assert metric["containerResource"]["name"] == "cpu" in made.container["resources"]["requests"]


def test_tables_of_streams_are_a_metric_that_the_adapter_serves():
    made = manifests.installation(manifests.STREAMS)
    _, tables = made.one("HorizontalPodAutoscaler")["spec"]["metrics"]
    (rule,) = yaml.safe_load((ROOT / "deploy/components/autoscaling-tables/adapter.yaml").read_text())["rules"]
    assert tables["pods"]["metric"]["name"] == rule["name"]["as"] == "taash_tables"
    assert rule["seriesQuery"].startswith("taash_tables{")
    assert int(tables["pods"]["target"]["averageValue"]) == int(made.settings["TAASH_MAX_TABLES"]) * 6 // 10


def test_spread_over_zones_and_nodes(made):
    spread = {each["topologyKey"]: each for each in made.pod["topologySpreadConstraints"]}
    assert spread.keys() == {"topology.kubernetes.io/zone", "kubernetes.io/hostname"}
    for each in spread.values():
        # A full node must not keep a replica from starting elsewhere.
        assert each["whenUnsatisfiable"] == "ScheduleAnyway"
        assert each["maxSkew"] == 1 and each["matchLabelKeys"] == ["pod-template-hash"]
        # Else a node that takes no pod is an empty one for ever, and replicas past the number of nodes hang.
        assert each["nodeTaintsPolicy"] == "Honor"


def test_image_is_the_version_of_the_crate(folder, made):
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]["version"]
    name = "registry.example/games/taash" if folder == manifests.SITE else "taash"
    assert made.container["image"] == f"{name}:{version}"
    assert made.labels["app.kubernetes.io/version"] == version
    assert made.one("Deployment")["metadata"]["labels"]["app.kubernetes.io/version"] == version


def test_threads_are_the_processors_of_the_limit(made):
    resources = made.container["resources"]
    assert made.settings["TAASH_WORKER_THREADS"] == {
        "resourceFieldRef": {"containerName": made.container["name"], "resource": "limits.cpu", "divisor": "1"}
    }
    # Kubernetes rounds up: a fraction would make a thread too many, which is then throttled.
    limit = processors(resources["limits"]["cpu"])
    assert limit == int(limit) >= 1
    assert processors(resources["requests"]["cpu"]) == 0.25 < limit
    assert megabytes(resources["requests"]["memory"]) == 32 < megabytes(resources["limits"]["memory"]) == 64


def test_pods_get_nothing_of_the_cluster(made):
    assert made.pod["automountServiceAccountToken"] is False
    assert made.one("ServiceAccount", made.pod["serviceAccountName"])["automountServiceAccountToken"] is False
    # A Service `taash` would bring TAASH_PORT and TAASH_SERVICE_HOST into the environment.
    assert made.pod["enableServiceLinks"] is False
    assert made.container["securityContext"]["readOnlyRootFilesystem"] is True
    assert made.pod["securityContext"]["runAsUser"] == made.pod["securityContext"]["fsGroup"] == 65532


def test_everything_named_exists_or_is_the_operators(folder, made):
    maps = {found["metadata"]["name"] for found in made.all("ConfigMap")} - {"taash-dashboard"}
    assert {source["configMapRef"]["name"] for source in made.container["envFrom"]} == maps
    assert all(re.fullmatch(r"taash-settings-[a-z0-9]{10}", name) for name in maps), "a change must be a rollout"
    # No Secret is in here: a made-up one could be left in.
    assert made.all("Secret") == []
    volumes = {volume["name"]: volume["secret"] for volume in made.pod.get("volumes", [])}
    assert {secret["secretName"] for secret in volumes.values()} == OPERATORS_SECRETS[folder]
    mounts = {mount["name"]: mount for mount in made.container.get("volumeMounts", [])}
    assert mounts.keys() == volumes.keys()
    for name, mount in mounts.items():
        assert mount["readOnly"] and "subPath" not in mount, "a subPath never changes"
        # Readable for the group of the pod, and it must be there: no pod starts without.
        assert volumes[name]["defaultMode"] == 0o440 and "optional" not in volumes[name]


def test_files_of_the_settings_are_mounted(folder, made):
    files = {name: value for name, value in made.settings.items() if isinstance(value, str) and value.startswith("/")}
    mounts = {mount["mountPath"] for mount in made.container.get("volumeMounts", [])}
    assert {value.rsplit("/", 1)[0] for value in files.values()} == mounts
    if folder not in ("deploy/base", "deploy/overlays/dev"):
        assert made.settings["TAASH_REQUIRE_STATE_KEYS"] == "true"
        assert files["TAASH_STATE_KEYS"] == "/etc/taash/keys/state-keys"
