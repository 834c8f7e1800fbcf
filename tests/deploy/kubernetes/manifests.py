"""Renders the manifests of deploy/ as `kubectl apply -k` would, and finds things in them."""

import functools
import os
import pathlib
import subprocess
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOLS = ROOT / "target" / "ci" / "deploy"
# What an operator applies. The last is put together by the operator: deploy/README.md, "Kubernetes".
OVERLAYS = ["dev", "production", "tls"]
SITE = "tests/deploy/kubernetes/site"
# Production with Envoy in front, which has tests of its own: here, what schemas, admission and the scanner say.
GATEWAY = "tests/deploy/kubernetes/gateway"
GATEWAY_TLS = "tests/deploy/kubernetes/gateway-tls"
# Production that also scales by the tables of streams.
STREAMS = "tests/deploy/kubernetes/streams"
INSTALLATIONS = ["deploy/base", *(f"deploy/overlays/{name}" for name in OVERLAYS), SITE, STREAMS]


@functools.cache
def rendered(folder):
    """The YAML text of a folder with a kustomization."""
    if folder in (GATEWAY, GATEWAY_TLS):
        # The descriptors are made, not kept.
        subprocess.run([sys.executable, ROOT / "deploy" / "envoy" / "descriptors.py"], check=True)
    command = [TOOLS / "kustomize", "build", str(ROOT / folder)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Manifests:
    """The objects of an installation."""

    def __init__(self, text):
        self.objects = [document for document in yaml.safe_load_all(text) if document]

    def all(self, kind):
        return [found for found in self.objects if found["kind"] == kind]

    def one(self, kind, name="taash"):
        (found,) = [found for found in self.all(kind) if found["metadata"]["name"] == name]
        return found

    @property
    def deployment(self):
        return self.one("Deployment")["spec"]

    @property
    def pod(self):
        return self.deployment["template"]["spec"]

    @property
    def container(self):
        (container,) = self.pod["containers"]
        return container

    @property
    def labels(self):
        return self.deployment["template"]["metadata"]["labels"]

    @property
    def settings(self):
        """The TAASH_ variables of the container, those of its ConfigMap and its own; a field's value by its definition."""
        settings = {}
        for source in self.container["envFrom"]:
            settings |= self.one("ConfigMap", source["configMapRef"]["name"])["data"]
        for variable in self.container["env"]:
            settings[variable["name"]] = variable.get("value", variable.get("valueFrom"))
        return settings

    @property
    def least_replicas(self):
        """The fewest replicas that there should ever be."""
        scalers = self.all("HorizontalPodAutoscaler")
        return scalers[0]["spec"]["minReplicas"] if scalers else self.deployment["replicas"]


def installation(folder):
    return Manifests(rendered(folder))


def megabytes(quantity):
    """A quantity of memory in MiB."""
    assert quantity.endswith("Mi"), quantity
    return int(quantity.removesuffix("Mi"))


def processors(quantity):
    return int(quantity.removesuffix("m")) / 1000 if quantity.endswith("m") else float(quantity)


def binary():
    return os.environ.get("TAASH_BIN", str(ROOT / "target" / "release" / "taash"))
