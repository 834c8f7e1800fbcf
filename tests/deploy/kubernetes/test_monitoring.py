"""Whether alerts and dashboard ask for what a running server tells, and whether Prometheus gets it."""

import json
import pathlib
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import filling
import grpc
import manifests
import pytest
import yaml
from client import engine, engine_pb2_grpc
from expressions import TARGET_LABELS, alerts, dashboard, groupings, of_dashboard, panels, rules, selectors
from filling import metrics_of

PROMETHEUS = manifests.TOOLS / "prometheus" / "usr" / "bin" / "prometheus"
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? \S+$")


@pytest.fixture(scope="module")
def server(settings_of, tmp_path_factory):
    """A server that has had calls of every kind, and a rotation of keys that went wrong at first."""
    from conftest import KEYS, Server

    keys = tmp_path_factory.mktemp("keys") / "state-keys"
    keys.write_text(KEYS)
    settings = settings_of("deploy/overlays/tls") | {"TAASH_STATE_KEYS": str(keys), "TAASH_RELOAD_INTERVAL_MS": "100"}
    server = Server(settings)
    try:
        call_everything(server, settings["TAASH_TLS_CERT"])
        for content, result in [("nonsense", "refused"), ("8 " + "6b" * 32 + "\n" + KEYS, "taken")]:
            keys.write_text(content)
            counted = f'what="state keys",result="{result}"}} 1'
            filling.until(lambda: counted in metrics_of(server))
        yield server
    finally:
        server.end()


def call_everything(server, authority):
    trusted = grpc.ssl_channel_credentials(pathlib.Path(authority).read_bytes())
    with grpc.secure_channel(server.calls, trusted) as channel:
        stub = engine_pb2_grpc.EngineServiceStub(channel)
        stub.ListGames(engine.ListGamesRequest())
        new_game = engine.NewGameRequest(seats=4, seed=bytes(32), seep={}, include={"legal_moves": True})
        begun = stub.NewGame(new_game)
        move = engine.ApplyRequest(state=begun.state, moves=[{"text": begun.legal_moves.moves[0].text}])
        applied = stub.Apply(move)
        stub.LegalMoves(engine.LegalMovesRequest(state=applied.state))
        stub.View(engine.ViewRequest(state=applied.state, include={"viewers": [{"spectator": {}}]}))
        stub.Score(engine.ScoreRequest(state=applied.state))
        stub.Replay(engine.ReplayRequest(new_game=new_game, steps=[{"move": move.moves[0]}]))
        (answer,) = stub.Play(iter([engine.PlayRequest(table=1, apply=move)]))
        assert answer.HasField("apply")
        for refused, reason in [
            (lambda: stub.VerifyDeals(engine.VerifyDealsRequest()), "FIELD_INVALID"),
            (lambda: stub.Score(engine.ScoreRequest(state=b"not a state at all")), "STATE_UNREADABLE"),
        ]:
            with pytest.raises(grpc.RpcError):
                refused()
            assert f'reason="{reason}"' in metrics_of(server)


@pytest.fixture(scope="module")
def exposed(server):
    """The metrics of the server, each with the values of each of its labels."""
    exposed = {"up": {}}
    for line in metrics_of(server).splitlines():
        if line.startswith("#"):
            continue
        name, labels = SAMPLE.match(line).groups()
        values = exposed.setdefault(name, {})
        for label, value in re.findall(r'(\w+)="([^"]*)"', labels or ""):
            values.setdefault(label, set()).add(value)
    assert len(exposed) > 10
    return exposed


ASKED = [*(rule["expr"] for rule in alerts().values()), *(expression for expression, _ in of_dashboard())]


@pytest.mark.parametrize("expression", ASKED)
def test_the_server_tells_what_is_asked(expression, exposed):
    # What a running server cannot be made to show: its own faults, and states of the future.
    values = {
        "code": {code.name for code in grpc.StatusCode},
        "reason": {name.removeprefix("REASON_") for name in engine.Reason.keys()},
    }
    asked = list(selectors(expression))
    assert asked, "asks for nothing"
    labels = set()
    for name, matchers in asked:
        assert name in exposed, f"the server has no {name}"
        labels |= exposed[name].keys()
        for matcher in matchers:
            if matcher.label in TARGET_LABELS:
                continue
            assert matcher.label in exposed[name], f"{name} has no label {matcher.label}"
            known = values.get(matcher.label, exposed[name][matcher.label])
            for value in matcher.values():
                assert any(re.fullmatch(value, each) for each in known), f"{name} has no {matcher.label} {value}"
    assert groupings(expression) <= labels | TARGET_LABELS


def test_legends_name_labels_of_the_results():
    for expression, legend in of_dashboard():
        named = set(re.findall(r"\{\{(\w+)\}\}", legend))
        grouped = groupings(expression) - {"le"}
        assert named <= (grouped if grouped else TARGET_LABELS), (expression, legend)


def test_dashboard_is_in_order():
    assert dashboard()["uid"] == "taash"
    ids = [panel["id"] for panel in dashboard()["panels"]]
    assert len(set(ids)) == len(ids)
    titles = [panel["title"] for panel in panels()]
    assert len(set(titles)) == len(titles)
    taken = set()
    for panel in dashboard()["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken and max(x for x, _ in cells) < 24, panel["title"]
        taken |= cells


def test_alerts_near_a_limit_know_the_limits():
    settings = manifests.installation("deploy/base").settings
    limits = {
        "TaashCallsNearLimit": settings["TAASH_MAX_IN_FLIGHT"],
        "TaashConnectionsNearLimit": settings["TAASH_MAX_CONNECTIONS"],
        "TaashTablesNearLimit": settings["TAASH_MAX_TABLES"],
        "TaashStreamsNearLimit": settings["TAASH_MAX_OPEN_STREAMS"],
    }
    for name, limit in limits.items():
        rule = alerts()[name]
        assert int(rule["expr"].rsplit("> ", 1)[1]) == int(limit) * 8 // 10
    memory = manifests.megabytes(manifests.installation("deploy/base").container["resources"]["limits"]["memory"])
    assert int(alerts()["TaashMemoryNearLimit"]["expr"].rsplit("> ", 1)[1]) == memory * 1024 * 1024 * 9 // 10


def test_process_metrics_are_those_of_taash():
    # Every program that Prometheus scrapes has them.
    found = 0
    for expression in ASKED:
        for name, matchers in selectors(expression):
            if name.startswith("process_"):
                assert ("job", "taash") in {(matcher.label, matcher.value) for matcher in matchers}, expression
                found += 1
    assert found >= 5


def default_of(variable):
    asked = subprocess.run([manifests.binary(), "serve", "--help"], check=True, capture_output=True, text=True).stdout
    return re.search(rf"\[env: {variable}=\]\s+\[default: (\w+)\]", asked)[1]


def test_pod_monitor_finds_the_pods_as_the_rules_call_them():
    (monitor,) = manifests.installation("deploy/monitoring").all("PodMonitor")
    made = manifests.installation("deploy/overlays/production")
    # The namespace is that of the pods, which each installation chooses.
    assert "namespace" not in monitor["metadata"] and "namespaceSelector" not in monitor["spec"]
    assert monitor["spec"]["selector"]["matchLabels"].items() <= made.labels.items()
    (endpoint,) = monitor["spec"]["podMetricsEndpoints"]
    assert endpoint["port"] in {port["name"] for port in made.container["ports"]} and endpoint["path"] == "/metrics"
    assert made.labels[monitor["spec"]["jobLabel"]] == "taash"
    assert {name for rule in alerts().values() for name in re.findall(r'job="(\w+)"', rule["expr"])} == {"taash"}


def test_monitoring_follows_the_namespace_of_a_site():
    made = manifests.installation(manifests.SITE)
    for kind, name in [("PodMonitor", "taash"), ("PrometheusRule", "taash"), ("ConfigMap", "taash-dashboard")]:
        assert made.one(kind, name)["metadata"]["namespace"] == made.one("Deployment")["metadata"]["namespace"] == "games"


@pytest.fixture(scope="module")
def prometheus(server, tmp_path_factory):
    """Prometheus itself, which scrapes the server under the labels that the PodMonitor would give."""
    folder = tmp_path_factory.mktemp("prometheus")
    (folder / "rules.yaml").write_text(yaml.safe_dump(rules()))
    target = {"targets": [server.admin], "labels": {"namespace": "taash", "pod": "a", "container": "taash"}}
    (folder / "prometheus.yaml").write_text(
        yaml.safe_dump(
            {
                "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
                "rule_files": ["rules.yaml"],
                "scrape_configs": [{"job_name": "taash", "static_configs": [target]}],
            }
        )
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [
            PROMETHEUS,
            f"--config.file={folder / 'prometheus.yaml'}",
            f"--storage.tsdb.path={folder / 'data'}",
            f"--web.listen-address=127.0.0.1:{port}",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"

    def ready():
        assert process.poll() is None, "Prometheus did not start"
        try:
            with urllib.request.urlopen(f"{address}/-/ready", timeout=30):
                return True
        except urllib.error.URLError:
            return False

    try:
        filling.until(ready)
        yield f"{address}/api/v1"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def ask(prometheus, path, **parameters):
    with urllib.request.urlopen(f"{prometheus}/{path}?{urllib.parse.urlencode(parameters)}", timeout=30) as answer:
        return json.load(answer)["data"]


def test_prometheus_takes_it_all(prometheus):
    """Some scrapes make a rate; then each panel has something to show, and what went wrong is told."""
    scrapes = "sum(count_over_time(up[1m])) > 2"
    filling.until(lambda: ask(prometheus, "query", query=scrapes)["result"])
    for expression, _ in of_dashboard():
        assert ask(prometheus, "query", query=expression)["result"], f"nothing to show: {expression}"

    def judged():
        (group,) = ask(prometheus, "rules")["groups"]
        assert all(not rule.get("lastError") for rule in group["rules"])
        return {rule["name"]: rule["state"] for rule in group["rules"]}

    # The rotation that went wrong at first, by a series that there was not before.
    filling.until(lambda: judged()["TaashReloadRefused"] == "firing")
    assert judged()["TaashAlone"] == "pending" and judged()["TaashPanics"] == "inactive"
