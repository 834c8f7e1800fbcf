"""Starts and ends containers; prints what was measured."""

import pytest

from containers import Container, hardened, podman, run

FIGURES = pytest.StashKey()


@pytest.fixture
def start():
    """Starts containers of the image, hardened; they end with the test."""
    started = []

    def start(*settings):
        started.append(Container(run(*hardened(*settings))))
        return started[-1]

    yield start
    for container in started:
        podman("rm", "--force", "--time", "0", container.name)


@pytest.fixture
def figure(request):
    """Notes a figure for the end of the report."""
    return request.config.stash.setdefault(FIGURES, []).append


def pytest_terminal_summary(terminalreporter, config):
    for line in config.stash.get(FIGURES, []):
        terminalreporter.write_line(line)
