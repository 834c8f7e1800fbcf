"""What checkov, a scanner of configurations, says of the rendered manifests."""

import json
import subprocess

import manifests

CHECKOV = manifests.TOOLS / "scanner" / "bin" / "checkov"
# The first is the operator's to settle, whose registry gives the digest. The other is against tags that move, and ours is the version.
NOT_OURS = ["CKV_K8S_43", "CKV_K8S_15"]
# The base has no namespace: it is applied by way of these.
SCANNED = [*(folder for folder in manifests.INSTALLATIONS if folder != "deploy/base"), manifests.GATEWAY, manifests.GATEWAY_TLS]


def test_scanner_finds_nothing_but_what_is_wrong_on_purpose(tmp_path):
    for folder in SCANNED:
        (tmp_path / f"{folder.replace('/', '-')}.yaml").write_text(manifests.rendered(folder))
    wrong = manifests.rendered("deploy/overlays/production").replace(
        "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false"
    )
    (tmp_path / "wrong.yaml").write_text(wrong)
    # It asks nobody: neither for newer checks nor for guidance.
    command = [CHECKOV, "--directory", tmp_path, "--framework", "kubernetes", "--output", "json", "--skip-download"]
    run = subprocess.run([*command, "--skip-check", ",".join(NOT_OURS)], capture_output=True, text=True)
    found = json.loads(run.stdout)
    assert found["summary"]["passed"] > 80 * len(SCANNED) and found["summary"]["parsing_errors"] == 0
    faults = {(fault["file_path"], fault["resource"], fault["check_id"]) for fault in found["results"]["failed_checks"]}
    assert faults == {
        # Files may be written.
        ("/wrong.yaml", "Deployment.taash.taash", "CKV_K8S_22"),
    }
