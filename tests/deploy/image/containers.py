"""Runs the image as an operator would, hardened, and looks at what runs."""

import json
import pathlib
import re
import subprocess
import sys
import time
import urllib.request

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

ROOT = pathlib.Path(__file__).resolve().parents[3]
WORK = ROOT / "target" / "image"
BIN = pathlib.Path(sys.executable).parent
IMAGE = "taash:0.1.0"
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING

sys.path.insert(0, str(ROOT / "tests" / "clients" / "python"))

import client  # noqa: E402


def run(*command, check=True, **how):
    """Runs a command to its end and returns what it says."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, **how)
    if check and done.returncode != 0:
        raise AssertionError(f"{' '.join(done.args)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.strip() if check else done


def podman(*command, **how):
    return run("podman", *command, **how)


def inspect(kind, name):
    (found,) = json.loads(podman(kind, "inspect", name))
    return found


def until(what, holds, seconds=30):
    """Waits for something that has to come."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.002)
    return found


def readme_commands():
    """The commands in the section on the image of the deployment README."""
    section = re.search(r"^## Image\n(.*?)^## ", (ROOT / "deploy" / "README.md").read_text(), re.M | re.S)[1]
    return re.findall(r"^```\n(.*?)\n```", section, re.M | re.S)


class Container:
    """A running container with Taash in it."""

    def __init__(self, name):
        self.name = name

    @property
    def state(self):
        return inspect("container", self.name)["State"]

    @property
    def log(self):
        done = podman("logs", self.name, check=False)
        return done.stdout + done.stderr

    def address(self, port):
        return podman("port", self.name, f"{port}/tcp").splitlines()[0]

    @property
    def calls(self):
        return self.address(50051)

    @property
    def admin(self):
        return self.address(9464)

    def page(self, path):
        with urllib.request.urlopen(f"http://{self.admin}{path}", timeout=30) as answer:
            return answer.read().decode()

    def metric(self, name):
        (value,) = re.findall(rf"^{re.escape(name)} (\S+)$", self.page("/metrics"), re.M)
        return float(value)

    def status(self, field):
        """A line of the kernel's about the process."""
        text = pathlib.Path(f"/proc/{self.state['Pid']}/status").read_text()
        return re.search(rf"^{field}:\s*(.*)$", text, re.M)[1]

    @property
    def resident(self):
        """What the process holds in memory, in bytes."""
        return int(self.status("VmRSS").removesuffix(" kB")) * 1024

    def ready(self):
        until(f"{self.name} serves", lambda: health(self.calls) == SERVING)
        return self

    def stop(self):
        """Asks it to stop, as the image says, and returns its exit code."""
        podman("stop", "--time", "30", self.name)
        return self.state["ExitCode"]


def health(address, service="", channel=None):
    """What gRPC health says, or None where nobody answers."""
    try:
        with channel or grpc.insecure_channel(address) as found:
            request = health_pb2.HealthCheckRequest(service=service)
            return health_pb2_grpc.HealthStub(found).Check(request, timeout=10).status
    except grpc.RpcError:
        return None


def hardened(*more):
    """The README's command, with more settings."""
    *command, image = readme_commands()[1].split()
    assert (command[:2], image) == (["podman", "run"], IMAGE)
    return [*command, *more, image]


