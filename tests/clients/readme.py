"""Checks the README: its commands work as written, and its snippets are cut from files that are tested."""

import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.M | re.S)


def snippets():
    """Every Python block stands in a file between its marks."""
    sources = [p.read_text() for p in (ROOT / "tests" / "clients" / "python").glob("*.py")]
    cut = [text for source in sources for text in re.findall(r"# \[([\w ]+)\]\n(.*?)# \[/\1\]", source, re.S)]
    for block in blocks("python"):
        assert any(block.strip() == text.strip() for _, text in cut), f"not cut from a file:\n{block}"


def links():
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", README):
        assert (ROOT / target).exists(), f"README names {target}"


def server():
    """The first command starts the server, which says where it is and what to try."""
    command = blocks("sh")[0].strip()
    assert command == "cargo run --release"
    process = subprocess.Popen(command.split(), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        assert "127.0.0.1:50051" in line and "taash play" in line, line
        hint = line.split("try: taash ", 1)[1].split()
        subprocess.run([ROOT / "target" / "release" / "taash", *hint, "--colour", "never"], check=True, stdout=subprocess.DEVNULL)
        for game in ["jhyap", "pis_yedili", "seep"]:
            match = [sys.executable, ROOT / "tests" / "clients" / "python" / "first_match.py", "127.0.0.1:50051", game]
            # Random players may go on for ever at Jhyap: a minute is enough to see that it works.
            try:
                subprocess.run(match, check=True, timeout=60)
            except subprocess.TimeoutExpired:
                assert game == "jhyap"
    finally:
        process.terminate()
        assert process.wait(timeout=60) == 0


def other_commands():
    """The other commands for the shell; `cargo test` has a stage of its own."""
    for block in blocks("sh")[1:]:
        command = block.strip()
        if command == "cargo test":
            continue
        started = time.monotonic()
        subprocess.run(command, shell=True, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        print(f"{command}: {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    snippets()
    links()
    server()
    other_commands()
    print("README: ok")
