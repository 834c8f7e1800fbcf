"""What the image is: one static program with its documents, a configuration without surprises, the same bytes from every build."""

import datetime
import json
import pathlib
import re
import tarfile
import tomllib

import pytest

from containers import BIN, IMAGE, ROOT, WORK, inspect, podman, run


@pytest.fixture(scope="module")
def image():
    return inspect("image", IMAGE)


@pytest.fixture(scope="module")
def archive():
    """The image as it would be sent."""
    path = WORK / "taash.tar"
    path.unlink(missing_ok=True)
    podman("save", "--format", "oci-archive", "--output", path, IMAGE)
    yield path
    path.unlink()


def manifest():
    return tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]


def test_the_dockerfile_has_nothing_to_be_said_against():
    run(BIN / "hadolint", "--failure-threshold", "style", ROOT / "deploy" / "Dockerfile")


def test_two_builds_that_share_nothing_are_one_image(image):
    again = inspect("image", "taash:again")
    assert again["Id"] == image["Id"]
    assert again["Digest"] == image["Digest"]


def test_the_configuration_holds_what_the_dockerfile_says_and_no_more(image):
    config = dict(image["Config"])
    labels = config.pop("Labels")
    path = next(variable for variable in config["Env"] if variable.startswith("PATH="))
    assert config == {
        "User": "65532:65532",
        "Env": [path, "TAASH_LISTEN=[::]:50051", "TAASH_ADMIN_LISTEN=[::]:9464"],
        "ExposedPorts": {"50051/tcp": {}, "9464/tcp": {}},
        "Entrypoint": ["/taash"],
        "Cmd": ["serve"],
        "StopSignal": "SIGTERM",
    }
    commit = labels["org.opencontainers.image.revision"]
    package = manifest()
    assert labels == {
        "io.buildah.version": labels["io.buildah.version"],
        "org.opencontainers.image.title": package["name"],
        "org.opencontainers.image.description": package["description"],
        "org.opencontainers.image.version": package["version"],
        "org.opencontainers.image.revision": commit,
    }
    assert re.fullmatch("[0-9a-f]{40}", commit)
    committed = int(run("git", "log", "-1", "--format=%ct", commit, cwd=ROOT))
    assert datetime.datetime.fromisoformat(image["Created"]).timestamp() == committed


@pytest.fixture(scope="module")
def files(archive):
    """The files of the image by name, each with its entry and content, and the size of its layers."""
    files, compressed = {}, 0
    with tarfile.open(archive) as outer:
        blob = lambda digest: outer.extractfile("blobs/" + digest.replace(":", "/"))  # noqa: E731
        index = json.load(outer.extractfile("index.json"))
        manifest = json.load(blob(index["manifests"][0]["digest"]))
        for layer in manifest["layers"]:
            compressed += layer["size"]
            with tarfile.open(fileobj=blob(layer["digest"])) as inner:
                for file in inner.getmembers():
                    if not file.isdir():
                        files[file.name] = (file, inner.extractfile(file).read())
    return files, compressed


def test_the_image_is_one_static_program_and_its_documents_of_a_few_megabytes(files, figure):
    found, compressed = files
    assert found.keys() == {"taash", "doc/sbom.spdx", "doc/NOTICES"}
    file, program = found["taash"]
    assert (file.type, file.mode & 0o7777, file.uid, file.gid) == (tarfile.REGTYPE, 0o755, 0, 0)
    assert sum(len(content) for _, content in found.values()) < 11_500_000
    # No path of the machine that built it, nor of a cache.
    for trace in [b"/usr/local/cargo", b"/src/target", b"/root/"]:
        assert trace not in program, trace
    local = WORK / "taash"
    local.write_bytes(program)
    headers = run("readelf", "--program-headers", "--dynamic", local)
    assert "LOAD" in headers and "INTERP" not in headers and "NEEDED" not in headers
    figure(f"image: {len(program) / 1e6:.1f} MB, {compressed / 1e6:.1f} MB compressed")


def test_the_documents_name_every_crate_in_the_program(files):
    found, _ = files
    sbom, notices = (found[name][1].decode() for name in ("doc/sbom.spdx", "doc/NOTICES"))
    assert sbom.startswith("SPDXVersion: SPDX-2.3\n")
    named = set(re.findall(r"^PackageName: (\S+)\nSPDXID: \S+\nPackageVersion: (\S+)$", sbom, re.M))
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    assert named <= {(package["name"], package["version"]) for package in locked}
    assert {"taash", "tonic", "tokio", "rustls", "opentelemetry"} <= {name for name, _ in named}
    # The program contains nothing that only tests and the build use.
    assert not {"proptest", "protox", "rcgen"} & {name for name, _ in named}
    assert set(re.findall(r"^==== (\S+) (\d\S*): ", notices, re.M)) == {each for each in named if each[0] != "taash"}
    assert "Apache License" in notices and "Permission is hereby granted" in notices
    assert "/root/" not in sbom and "/usr/local" not in sbom


def test_there_is_no_shell_to_be_had():
    done = podman("run", "--rm", "--entrypoint", "sh", IMAGE, "-c", "true", check=False)
    assert done.returncode == 127, done.stderr


def test_the_program_tells_its_version_and_commit(image):
    commit = image["Config"]["Labels"]["org.opencontainers.image.revision"]
    assert podman("run", "--rm", IMAGE, "--version") == f"taash {manifest()['version']} ({commit})"


def test_the_build_is_given_nothing_but_what_it_needs():
    """Nothing that is added to the repository later, keys least of all, comes into a build by itself."""
    folder = WORK / "context"
    folder.mkdir(exist_ok=True)
    (folder / "Dockerfile").write_text("FROM scratch\nCOPY . /\n")
    run("buildah", "build", "--file", folder / "Dockerfile", "--tag", "taash-context", ROOT)
    mounted = pathlib.Path(podman("image", "mount", "taash-context"))
    try:
        assert {path.name for path in mounted.iterdir()} == {"Cargo.lock", "Cargo.toml", "build.rs", "deploy", "proto", "src"}
        assert [path.name for path in (mounted / "deploy").iterdir()] == ["notices.sh"]
    finally:
        podman("image", "unmount", "taash-context")
        podman("rmi", "taash-context")
