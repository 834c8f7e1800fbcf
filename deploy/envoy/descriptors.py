"""Writes taash.binpb, the descriptors by which Envoy turns JSON into calls and refusals into JSON, and tls/envoy.yaml.

python3 deploy/envoy/descriptors.py [FILE]. Without the packages of requirements.txt, it runs itself in a virtual environment
with them, in target/descriptors.
"""

import importlib.util
import pathlib
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
PROTO = HERE.parents[1] / "proto"
# The details of a refusal are messages of these files, which no file of ours imports.
REFUSALS = ["google/rpc/error_details.proto", "google/rpc/status.proto"]


def write(path):
    """Writes all that the protos and the details of refusals declare to one file."""
    import google.rpc
    from grpc_tools import protoc

    google_protos = pathlib.Path(google.rpc.__path__[0]).parents[1]
    well_known = pathlib.Path(protoc.__file__).parent / "_proto"
    ours = sorted(str(file.relative_to(PROTO)) for file in PROTO.rglob("*.proto"))
    includes = [f"-I{folder}" for folder in (PROTO, google_protos, well_known)]
    arguments = ["protoc", *includes, "--include_imports", f"--descriptor_set_out={path}", *ours, *REFUSALS]
    if protoc.main(arguments) != 0:
        raise SystemExit("the protos do not compile")


def write_tls(path):
    """Writes the configuration with TLS towards callers and replicas: envoy.yaml and what tls/ has for both sides."""
    text = (HERE / "envoy.yaml").read_text()
    for part, place, indent in [("callers", "        - filters:\n", 8), ("replicas", "    - name: taash\n      # Every", 4)]:
        assert place in text, part
        first, *rest = place.splitlines(keepends=True)
        key = first.replace("- ", "  ", 1)
        block = textwrap.indent((HERE / "tls" / f"{part}.yaml").read_text(), " " * (indent + 2))
        item = block.replace(" " * (indent + 2), " " * indent + "- ", 1)
        text = text.replace(place, item + key + "".join(rest), 1)
    path.write_text(text)


def has_packages():
    """Whether this Python has the packages."""
    return bool(importlib.util.find_spec("grpc_tools") and importlib.util.find_spec("google"))


def run_in_environment():
    """Installs the packages apart from those of the machine, once, and runs this program with them."""
    environment = HERE.parents[1] / "target" / "descriptors"
    python = environment / "bin" / "python"
    if not (environment / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"], check=True)
        (environment / "ready").touch()
    raise SystemExit(subprocess.run([python, *sys.argv]).returncode)


if __name__ == "__main__":
    if not has_packages():
        run_in_environment()
    write(sys.argv[1] if len(sys.argv) > 1 else HERE / "taash.binpb")
    write_tls(HERE / "tls" / "envoy.yaml")
