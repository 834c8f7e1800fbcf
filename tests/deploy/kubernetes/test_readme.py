"""The deployment README: its commands work, its kustomization is the tested one, and its figures follow from measured ones."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import manifests
import pytest
import yaml
from manifests import ROOT, processors

README = (ROOT / "deploy" / "README.md").read_text()
SECTION = README.split("\n## Kubernetes\n")[1].split("\n## ")[0]
CAPACITY = README.split("\n## Capacity\n")[1].split("\n## ")[0]
SPEED = (ROOT / "tests" / "bench" / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", SECTION, re.M | re.S)
COMMANDS = [line for language, block in BLOCKS if not language for line in block.splitlines()]
KUBECTL = Path(sys.executable).with_name("kubectl")


def kubectl(*arguments, cwd=ROOT):
    return subprocess.run([KUBECTL, *arguments], cwd=cwd, check=True, capture_output=True, text=True).stdout


def test_commands_work_as_far_as_they_do_without_a_cluster(tmp_path, settings_of, start):
    tried = set()
    for command in COMMANDS:
        if command.endswith("> state-keys"):
            subprocess.run(command, shell=True, check=True, cwd=tmp_path)
            tried.add("keys")
        elif "in-use" in command:
            tried.add("prune")
        elif command.startswith("helm "):
            tried.add(try_helm(*shlex.split(command)[1:]))
        else:
            first, *second = command.split(" | ")
            tried.add(try_command(*shlex.split(first)[1:], second=second, folder=tmp_path))
    assert tried == {"apply", "create", "label", "rollout", "keys", "prune", "helm"}
    # The server takes the keys so made.
    start(settings_of("deploy/overlays/production") | {"TAASH_STATE_KEYS": str(tmp_path / "state-keys")})


def try_helm(verb, *arguments):
    """Lints as the command says, and renders what it would install."""
    arguments = ["template", *arguments[1:]] if verb == "upgrade" else [verb, *arguments]
    assert verb != "upgrade" or arguments[1:3] == ["taash", "deploy/helm/taash"]
    subprocess.run([manifests.TOOLS / "helm", *arguments], cwd=ROOT, check=True, capture_output=True)
    return "helm"


def try_command(verb, *arguments, second, folder):
    """Tries what a command does without a cluster, and returns its verb."""
    if verb == "apply":
        # Client-side apply would copy keys into an annotation, and conflict with server-side apply.
        assert arguments[0] == "--server-side"
        if arguments[-2] == "-k":
            assert kubectl("kustomize", arguments[-1])
        else:
            assert yaml.safe_load((ROOT / arguments[-1]).read_text())["kind"] == "Namespace"
    elif verb == "create":
        dry = ["--dry-run=client", "-o", "yaml"]
        made = yaml.safe_load(kubectl(verb, *(arguments if second else [*arguments, *dry]), cwd=folder))
        if made["kind"] == "Secret":
            fits(made)
        assert all(command.startswith("kubectl apply --server-side ") for command in second)
    elif verb == "label":
        assert arguments == ("namespace", "games", "taash-caller=true")
    else:
        # These need a cluster. That they are commands, and what they name, can be seen.
        assert verb == "rollout" and kubectl(verb, arguments[0], "--help")
        made = manifests.installation("deploy/overlays/production").one("Deployment")["metadata"]
        assert list(arguments[1:]) == [f"deployment/{made['name']}", "-n", made["namespace"]]
    return verb


def test_production_is_installed_in_the_order_in_which_its_parts_need_each_other():
    (block,) = [block for _, block in BLOCKS if "openssl" in block]
    order = ["namespaces/taash.yaml", "> state-keys", "create secret", "--dry-run=server", "-k deploy/overlays/production\n"]
    places = [block.rindex(part) for part in [*order, "rollout status", "-k deploy/monitoring"]]
    assert places == sorted(places)
    # A namespace that is not there cannot be labelled.
    assert SECTION.index("create namespace games") < SECTION.index("label namespace games")


STUB = """#!/bin/sh
case "$*" in
"get replicasets"*) printf "$IN_USE" ;;
"get configmaps"*) printf 'configmap/taash-settings-old\\nconfigmap/taash-settings-used\\nconfigmap/taash-dashboard\\n' ;;
delete*) echo "$*" >> deleted ;;
esac
"""


@pytest.mark.parametrize(
    ("in_use", "deleted"),
    [
        ("taash-settings-used taash-settings-new", "delete -n taash configmap/taash-settings-old\n"),
        # A cluster that does not answer: nothing is known to be out of use.
        ("", None),
    ],
)
def test_pruning_keeps_the_config_maps_of_every_revision(in_use, deleted, tmp_path):
    stub = tmp_path / "kubectl"
    stub.write_text(STUB)
    stub.chmod(0o755)
    commands = "\n".join(command for command in COMMANDS if "in-use" in command)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "IN_USE": in_use}
    subprocess.run(["bash", "-c", commands], env=environment, cwd=tmp_path)
    record = tmp_path / "deleted"
    assert (record.read_text() if record.exists() else None) == deleted


def fits(secret):
    """A Secret that the production overlay mounts and whose file its settings name."""
    made = manifests.installation("deploy/overlays/production")
    (volume,) = made.pod["volumes"]
    (mount,) = made.container["volumeMounts"]
    assert secret["metadata"]["name"] == volume["secret"]["secretName"]
    assert secret["metadata"]["namespace"] == made.one("Deployment")["metadata"]["namespace"]
    (file,) = secret["data"]
    assert f"{mount['mountPath']}/{file}" == made.settings["TAASH_STATE_KEYS"]


def test_kustomization_is_the_one_that_is_built():
    block, adapter = [block for language, block in BLOCKS if language == "yaml"]
    assert adapter == (ROOT / "deploy" / "components" / "autoscaling-tables" / "adapter.yaml").read_text()
    site = (ROOT / manifests.SITE / "kustomization.yaml").read_text()
    assert re.search(r"# \[site\]\n(.*?)# \[/site\]", site, re.S)[1] == block


def test_named_overlays_and_alerts_exist():
    named = set(re.findall(r"kubectl apply --server-side .*-k (\S+?)[`\n]", SECTION))
    assert len(named) == 3 and all((ROOT / folder / "kustomization.yaml").exists() for folder in named)
    for folder in manifests.OVERLAYS:
        assert f"`{folder}`" in SECTION


def test_numbers_follow_from_what_was_measured():
    unary, stream = map(float, re.search(r"an Apply takes ([\d.]+) µs of CPU time, and ([\d.]+) µs", SPEED).groups())
    factor = float(re.search(r"takes about ([\d.]+) times as much", CAPACITY)[1])
    made = manifests.installation("deploy/overlays/production")
    scaler = made.one("HorizontalPodAutoscaler")["spec"]
    share = scaler["metrics"][0]["containerResource"]["target"]["averageUtilization"] / 100
    request = processors(made.container["resources"]["requests"]["cpu"])
    assert f"× {request} × {share})`" in CAPACITY
    for name, microseconds in [
        ("Apply", unary),
        ("Apply with moves and views", unary * factor),
        ("a move on a stream", stream),
    ]:
        (row,) = re.findall(rf"^\| {name} \| (.*) \|$", CAPACITY, re.M)
        told = [float(re.match(r"[\d. ]+", cell)[0].replace(" ", "")) for cell in row.split(" | ")]
        calls = 1e6 / microseconds
        replicas = -(-1e6 // (calls * 3 * request * share))
        assert told[0] == round(microseconds, 1)
        assert [round(calls, -3), round(calls * 3, -3), replicas] == told[1:]
        assert replicas <= scaler["maxReplicas"]
