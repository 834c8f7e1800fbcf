#!/usr/bin/env python3
"""Checks what the binary depends on: licences, sources, banned packages, and packages in several versions.

Run it from the root of the repository. It asks cargo only. It does not check for known vulnerabilities, because their
database is not in a package registry: run `cargo deny check advisories` where GitHub is reachable.
"""

import collections
import json
import re
import subprocess
import sys

TARGETS = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
LICENCES = {"Apache-2.0", "BSD-3-Clause", "ISC", "MIT", "Unicode-3.0", "Zlib"}
BANNED = {
    "openssl-sys": "rustls is the only implementation of TLS",
    "native-tls": "rustls is the only implementation of TLS",
    "aws-lc-sys": "ring is the only cryptography provider of rustls",
}
# More than one version is more code to trust and a larger binary. The reason says what needs the older version.
DUPLICATES = {
    "getrandom": "ring needs 0.2, and rand 0.9 needs 0.3",
    "rand": "opentelemetry_sdk needs 0.9",
    "rand_core": "rand 0.9 needs 0.9",
}


def packages(target):
    """The packages in the binary for a target, by their ids. Dependencies of the build and of the tests are not in it."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--all-features", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    known = {package["id"]: package for package in metadata["packages"]}
    found, queue = set(), [metadata["resolve"]["root"]]
    while queue:
        package = queue.pop()
        if package in found or any("proc-macro" in part["kind"] for part in known[package]["targets"]):
            continue
        found.add(package)
        queue += [
            dependency["pkg"]
            for dependency in nodes[package]["deps"]
            if any(kind["kind"] is None for kind in dependency["dep_kinds"])
        ]
    found.remove(metadata["resolve"]["root"])
    return {package: known[package] for package in found}


def is_allowed(expression):
    """Whether an SPDX expression can be fulfilled with the allowed licences. An old form of `OR` is a slash."""
    words = re.findall(r"[()]|[\w.+-]+", expression.replace("/", " OR "))

    def licence():
        word = words.pop(0)
        if word == "(":
            value = alternatives()
            words.pop(0)
            return value
        if words[:1] == ["WITH"]:
            # An exception adds permissions.
            del words[:2]
        return word in LICENCES

    def joined(part, operator, combine):
        values = [part()]
        while words[:1] == [operator]:
            words.pop(0)
            values.append(part())
        return combine(values)

    def alternatives():
        return joined(lambda: joined(licence, "AND", all), "OR", any)

    return bool(words) and alternatives()


def faults(found):
    versions = collections.defaultdict(set)
    for package in found.values():
        name = f"{package['name']} {package['version']}"
        versions[package["name"]].add(package["version"])
        if package["source"] != REGISTRY:
            yield f"{name}: from {package['source']}, not from crates.io"
        if not is_allowed(package["license"] or ""):
            yield f"{name}: licence {package['license']}"
        if package["name"] in BANNED:
            yield f"{name}: {BANNED[package['name']]}"
    for name, several in versions.items():
        if len(several) > 1 and name not in DUPLICATES:
            yield f"{name}: several versions ({', '.join(sorted(several))})"
    for name in DUPLICATES:
        if len(versions[name]) < 2:
            yield f"{name}: has one version: remove it from the list"


if __name__ == "__main__":
    wrong = set()
    for target in TARGETS:
        found = packages(target)
        wrong.update(faults(found))
        print(f"{target}: {len(found)} packages")
    sys.exit("\n".join(sorted(wrong)) or None)
