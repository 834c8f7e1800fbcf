"""Servers under test: the binary that TAASH_BIN names, or the release build, with the settings of an installation."""

import os
import pathlib
import re
import subprocess
import sys

import manifests
import pytest

sys.path.insert(0, str(manifests.ROOT / "tests" / "clients" / "python"))

KEYS = "7 " + "5a" * 32 + "\n"


class Server:
    """A running server: its process, and where calls and the admin port are."""

    def __init__(self, settings):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TAASH_")}
        environment |= settings
        environment |= {"TAASH_LISTEN": "127.0.0.1:0", "TAASH_ADMIN_LISTEN": "127.0.0.1:0"}
        self.process = subprocess.Popen(
            [manifests.binary(), "serve"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        try:
            self.calls, self.admin = [self._address() for _ in range(2)]
        except BaseException:
            self.end()
            raise

    def _address(self):
        line = self.process.stdout.readline()
        found = re.search(r"127\.0\.0\.1:\d+", line)
        assert found, f"no address in {line!r}"
        return found[0]

    def peak_memory(self):
        """The most that it ever held, in MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"^VmHWM:\s+(\d+) kB", status, re.M)[1]) / 1024

    def end(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def start():
    """Starts servers that are ended with the test."""
    servers = []

    def start(settings):
        servers.append(Server(settings))
        return servers[-1]

    yield start
    for server in servers:
        server.end()


@pytest.fixture(scope="session")
def secrets(tmp_path_factory):
    """What the operator's Secrets hold: /etc/taash as a pod has it."""
    folder = tmp_path_factory.mktemp("etc-taash")
    (folder / "keys").mkdir()
    (folder / "keys" / "state-keys").write_text(KEYS)
    tls = folder / "tls"
    tls.mkdir()
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    make += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "2"]
    subprocess.run([*make, "-keyout", tls / "tls.key", "-out", tls / "tls.crt"], check=True, capture_output=True)
    # For itself an authority, as self-signed ones are.
    (tls / "ca.crt").write_bytes((tls / "tls.crt").read_bytes())
    return folder


@pytest.fixture(scope="session")
def settings_of(secrets):
    """The environment that an installation's server gets, with its files where the tests have them."""

    def settings_of(folder):
        made = manifests.installation(folder)
        settings = {}
        for name, value in made.settings.items():
            if isinstance(value, dict):
                assert value["resourceFieldRef"]["resource"] == "limits.cpu"
                value = made.container["resources"]["limits"]["cpu"]
            settings[name] = value.replace("/etc/taash", str(secrets))
        return settings

    return settings_of
