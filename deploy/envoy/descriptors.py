"""Writes taash.binpb, the descriptors by which Envoy turns JSON into calls and refusals into JSON.

python deploy/envoy/descriptors.py [FILE]; needs the packages grpcio-tools and googleapis-common-protos.
"""

import pathlib
import sys

import google.rpc
from grpc_tools import protoc

HERE = pathlib.Path(__file__).resolve().parent
PROTO = HERE.parents[1] / "proto"
# The details of a refusal are messages of these files, which no file of ours imports.
REFUSALS = ["google/rpc/error_details.proto", "google/rpc/status.proto"]


def write(path):
    """Writes all that the protos and the details of refusals declare to one file."""
    google_protos = pathlib.Path(google.rpc.__path__[0]).parents[1]
    well_known = pathlib.Path(protoc.__file__).parent / "_proto"
    ours = sorted(str(file.relative_to(PROTO)) for file in PROTO.rglob("*.proto"))
    includes = [f"-I{folder}" for folder in (PROTO, google_protos, well_known)]
    arguments = ["protoc", *includes, "--include_imports", f"--descriptor_set_out={path}", *ours, *REFUSALS]
    if protoc.main(arguments) != 0:
        raise SystemExit("the protos do not compile")


if __name__ == "__main__":
    write(sys.argv[1] if len(sys.argv) > 1 else HERE / "taash.binpb")
