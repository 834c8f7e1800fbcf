"""Replicas of Taash on addresses of their own, their name, and Envoy before them, as in a cluster but on loopback.

A replica has an address (127.x.y.z) and shares its port with the others, so that what is tested is the configuration as
it stands: names and ports are replaced, and nothing else.
"""

import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import yaml
from names import NameServer

ROOT = pathlib.Path(__file__).resolve().parents[3]
CONFIGURATION = ROOT / "deploy" / "envoy" / "envoy.yaml"
BINARY = os.environ.get("TAASH_BIN", str(ROOT / "target" / "release" / "taash"))
# Another build of the same protocol, to roll from and to.
OTHER_BINARY = os.environ.get("TAASH_OTHER_BIN", str(ROOT / "target" / "debug" / "taash"))
NAME = "taash-headless"


def until(what, condition, seconds=60):
    """Waits until the condition returns something true, and returns that."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return found


def fetch(url, method="GET", headers=None, context=None):
    """The status and the text of a page; no status where nobody answers."""
    try:
        request = urllib.request.Request(url, headers=headers or {}, method=method)
        with urllib.request.urlopen(request, timeout=10, context=context) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return None, ""


def free_port():
    """A port that is free on every address."""
    with socket.socket() as probe:
        probe.bind(("0.0.0.0", 0))
        return probe.getsockname()[1]


class Replica:
    """One running server."""

    def __init__(self, address, port, binary=BINARY, arguments=()):
        self.address, self.binary = address, binary
        command = [binary, "serve", "--listen", f"{address}:{port}", "--admin-listen", f"{address}:0", *arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self._process.stdout.readline()
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found, "no server"
        self._metrics = found[0]

    def ready(self):
        return fetch(self._metrics.replace("/metrics", "/readyz"))[0] == 200

    def calls(self, pattern=r'method="(?!Health)'):
        """How many calls it has answered whose labels the pattern fits; health apart."""
        lines = re.findall(r"^taash_calls_total\{(.*)\} (\d+)$", fetch(self._metrics)[1], re.M)
        return sum(int(count) for labels, count in lines if re.search(pattern, labels))

    def send(self, signum):
        self._process.send_signal(signum)

    def kill(self):
        """Ends it as a broken machine would."""
        self._process.kill()
        self._process.wait()

    def ended(self):
        """Waits for its end, and returns the exit code."""
        return self._process.wait(timeout=60)

    def end(self):
        """Ends it at once, whatever state it is in: a second signal cuts the drain short."""
        for signum in (signal.SIGCONT, signal.SIGTERM, signal.SIGTERM):
            if self._process.poll() is None:
                self.send(signum)
                time.sleep(0.05)
        assert self.ended() in (0, -signal.SIGKILL)
        self._process.stdout.close()


class Fleet:
    """Replicas with a common name."""

    def __init__(self):
        self.port = free_port()
        self.names = NameServer(NAME)
        self._network = f"127.{random.randint(1, 254)}.{random.randint(0, 254)}."
        self._started = []

    def start(self, binary=BINARY, arguments=(), named=True):
        """Starts a replica, waits until it is ready, and gives it the common name."""
        replica = Replica(f"{self._network}{len(self._started) + 1}", self.port, binary, arguments)
        self._started.append(replica)
        until("a replica is ready", replica.ready)
        if named:
            self.names.addresses.append(replica.address)
        return replica

    def forget(self, replica):
        """Takes the name away from a replica, as a cluster does when it begins to stop it."""
        self.names.addresses.remove(replica.address)

    def end(self):
        for replica in self._started:
            replica.end()
        self.names.close()


class Envoy:
    """A running Envoy with our configuration, before a fleet."""

    def __init__(self, fleet, folder, change=lambda configuration: None, host="127.0.0.1", port=None, file=CONFIGURATION, trust=None):
        # Whom to trust if callers use TLS.
        self.trust = trust
        self.host, self.port, self.admin, self.metrics = host, port or free_port(), free_port(), free_port()
        self._log, path = folder / f"{self.admin}.log", folder / f"{self.admin}.yaml"
        configuration = yaml.safe_load(file.read_text())
        self._replace(configuration, fleet)
        change(configuration)
        path.write_text(yaml.safe_dump(configuration))
        envoy = pathlib.Path(sys.executable).with_name("envoy")
        # The descriptors are looked for in the folder in which it is started.
        command = [envoy, "-c", path, "--disable-hot-restart", "--concurrency", "2", "--log-level", "warning"]
        command += ["--file-flush-interval-msec", "50"]
        self._process = subprocess.Popen(command, cwd=folder, stdout=self._log.open("wb"), stderr=subprocess.STDOUT)
        until("Envoy listens", lambda: self.ready() == 200)

    def _replace(self, configuration, fleet):
        static = configuration["static_resources"]
        (listener, metrics), (cluster, admin) = static["listeners"], static["clusters"]
        metrics["address"]["socket_address"] = {"address": self.host, "port_value": self.metrics}
        (endpoint,) = admin["load_assignment"]["endpoints"][0]["lb_endpoints"]
        endpoint["endpoint"]["address"]["socket_address"]["port_value"] = self.admin
        listener["address"]["socket_address"] = {"address": self.host, "port_value": self.port}
        configuration["admin"]["address"]["socket_address"]["port_value"] = self.admin
        endpoint = cluster["load_assignment"]["endpoints"][0]["lb_endpoints"][0]["endpoint"]
        endpoint["address"]["socket_address"]["port_value"] = fleet.port
        cluster["cluster_type"]["typed_config"]["typed_dns_resolver_config"] = {
            "name": "envoy.network.dns_resolver.cares",
            "typed_config": {
                "@type": "type.googleapis.com/envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig",
                "resolvers": [{"socket_address": {"address": "127.0.0.1", "port_value": fleet.names.port}}],
            },
        }

    @property
    def address(self):
        return f"{self.host}:{self.port}"

    def ready(self):
        """What its own readiness probe gets."""
        assert self._process.poll() is None, self.log()
        scheme = "https" if self.trust else "http"
        return fetch(f"{scheme}://{self.address}/readyz", context=self.trust)[0]

    def ask(self, path, method="GET"):
        """Asks its admin port."""
        return fetch(f"http://127.0.0.1:{self.admin}{path}", method)[1]

    def healthy(self):
        """The addresses of the replicas to which it sends calls."""
        clusters = json.loads(self.ask("/clusters?format=json") or "{}")
        known = [cluster for cluster in clusters.get("cluster_statuses", []) if cluster["name"] == "taash"]
        hosts = [host for cluster in known for host in cluster.get("host_statuses", [])]
        failed = ("failed_active_health_check", "failed_outlier_check", "pending_active_hc", "pending_dynamic_removal")
        return {
            host["address"]["socket_address"]["address"]
            for host in hosts
            if not any(host["health_status"].get(flag) for flag in failed)
        }

    def counted(self, name):
        """The value of one of its statistics."""
        found = re.search(rf"^{re.escape(name)}: (\d+)$", self.ask(f"/stats?filter=^{re.escape(name)}$"), re.M)
        return int(found[1]) if found else 0

    def log(self):
        return self._log.read_text()

    def end(self):
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=60)
