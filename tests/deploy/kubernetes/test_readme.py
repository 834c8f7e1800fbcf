"""The deployment README: its commands work, its kustomization is the tested one, and its figures follow from measured ones."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import manifests
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
        if not command.startswith("kubectl "):
            assert command.endswith("> state-keys"), command
            subprocess.run(command, shell=True, check=True, cwd=tmp_path)
            tried.add("keys")
            continue
        first, *second = command.split(" | ")
        _, verb, *arguments = shlex.split(first)
        tried.add(verb)
        if verb == "apply":
            assert arguments[0] == "-k"
            assert kubectl("kustomize", arguments[1])
        elif verb == "create":
            assert arguments[:2] == ["secret", "generic"]
            dry = ["--dry-run=client", "-o", "yaml"]
            made = kubectl(verb, *(arguments if second else arguments + dry), cwd=tmp_path)
            fits(yaml.safe_load(made))
            assert second in ([], ["kubectl apply -f -"])
        elif verb == "label":
            assert arguments[2] == "taash-caller=true"
        else:
            # These need a cluster. That they are commands, and what they name, can be seen.
            assert verb == "rollout" and kubectl(verb, arguments[0], "--help")
            made = manifests.installation("deploy/overlays/production").one("Deployment")["metadata"]
            assert arguments[1:] == [f"deployment/{made['name']}", "-n", made["namespace"]]
    assert tried == {"apply", "create", "label", "rollout", "keys"}
    # The server takes the keys so made.
    start(settings_of("deploy/overlays/production") | {"TAASH_STATE_KEYS": str(tmp_path / "state-keys")})


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
    (block,) = [block for language, block in BLOCKS if language == "yaml"]
    site = (ROOT / manifests.SITE / "kustomization.yaml").read_text()
    assert re.search(r"# \[site\]\n(.*?)# \[/site\]", site, re.S)[1] == block


def test_named_overlays_and_alerts_exist():
    named = re.findall(r"kubectl apply -k (\S+?)[`\n]", SECTION)
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
