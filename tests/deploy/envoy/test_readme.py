"""The commands for JSON in the deployment README, unchanged except for the ports."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

from fleet import CONFIGURATION, ROOT, Replica, fetch, free_port, until


def test_the_readmes_commands_work(tmp_path):
    section = (ROOT / "deploy" / "README.md").read_text().split("\n## REST and JSON\n")[1].split("\n## ")[0]
    start, calls = re.findall(r"^```\n(.*?)^```", section, re.M | re.S)
    assert calls.count("curl ") == 3
    server = Replica("127.0.0.1", port := free_port())
    folder = tmp_path / "deploy" / "envoy"
    shutil.copytree(CONFIGURATION.parent, folder)
    (tmp_path / "proto").symlink_to(ROOT / "proto")
    listener, admin = free_port(), free_port()
    configuration = (folder / "envoy.yaml").read_text()
    # The admin port stands in the cluster of the metrics, too.
    for documented, free, times in [("50051", port, 1), ("8080", listener, 1), ("9901", admin, 2), ("9902", free_port(), 1)]:
        assert configuration.count(f"port_value: {documented}") == times
        configuration = configuration.replace(f"port_value: {documented}", f"port_value: {free}")
    (folder / "envoy.yaml").write_text(configuration)

    path = {"PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"}
    shell = {"cwd": tmp_path, "env": os.environ | path, "stdin": subprocess.DEVNULL}
    # A group of its own, which ends with its shell.
    with (tmp_path / "log").open("wb") as log:
        envoy = subprocess.Popen(["bash", "-c", start], **shell, stdout=log, stderr=log, start_new_session=True)
    try:
        url = f"http://127.0.0.1:{listener}/taash.engine.v1.EngineService/ListGames"
        until("Envoy serves", lambda: fetch(url, "POST", {"content-type": "application/json"})[0] == 200)
        command = "set -euo pipefail\n" + calls.replace(":8080/", f":{listener}/")
        said = subprocess.run(["bash", "-c", command], **shell, check=True, capture_output=True, text=True).stdout
    finally:
        os.killpg(envoy.pid, signal.SIGTERM)
        envoy.wait(timeout=60)
        server.end()
    decoder = json.JSONDecoder()
    applied, end = decoder.raw_decode(said)
    refused = json.loads(said[end:])
    assert applied["status"]["revision"] == 1
    assert refused["code"] == 9 and refused["details"][-1]["reason"] == "REASON_WRONG_PHASE"
