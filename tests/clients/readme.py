"""Checks the README: its commands work as written, and its snippets are cut from files that are tested."""

import json
import pathlib
import re
import subprocess
import tempfile
import textwrap
import time

import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
# Maven Central serves no programs everywhere: tests/clients/java/pom.xml says more.
ENVIRONMENT = {**run.environment(), "MAVEN_ARGS": "-B -Pdebian"}


def blocks(language, text=README):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def regions(source):
    """What stands between `[name]` and `[/name]`, each in a comment on a line of its own; and the whole."""
    mark = r"^[ \t]*(?:#|//|<!--) ?\[{}\][^\n]*\n"
    found = re.finditer(mark.format(r"([\w ]+)") + r"(.*?)" + mark.format(r"/\1"), source, re.M | re.S)
    return [source.strip(), *(textwrap.dedent(match[2]).strip() for match in found)]


def snippets():
    """Every block in a language is a marked region, or the whole, of the last file that is linked to before it."""
    for match in re.finditer(r"^```(?!sh\n)(\w+)\n(.*?)^```", README, re.M | re.S):
        links = re.findall(r"\]\((?!https?:|#)([^)#]+)", README[: match.start()])
        assert match[2].strip() in regions((ROOT / links[-1]).read_text()), f"not cut from {links[-1]}:\n{match[0]}"


def links():
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", README):
        assert (ROOT / target).exists(), f"README names {target}"


def server():
    """The first command starts the server, which says where it is and what to try; then the first matches are played."""
    command = blocks("sh")[0].strip()
    assert command == "cargo run --release"
    process = subprocess.Popen(command.split(), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        assert "127.0.0.1:50051" in line and "taash play" in line, line
        hint = line.split("try: taash ", 1)[1].split()
        subprocess.run([ROOT / "target" / "release" / "taash", *hint, "--colour", "never"], check=True, stdout=subprocess.DEVNULL)
        first_call()
        first_matches()
    finally:
        process.terminate()
        assert process.wait(timeout=60) == 0


def first_call():
    """grpcurl needs no protos; it is built from its release, as a module of Go."""
    run.client("go", "setup")
    tools = ROOT / "target" / "ci" / "bin"
    module = "github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.4"
    subprocess.run(["go", "install", module], env={**ENVIRONMENT, "GOBIN": str(tools)}, check=True, stderr=subprocess.DEVNULL)
    (command,) = [block for block in blocks("sh") if block.startswith("grpcurl ")]
    called = subprocess.run(["bash", "-euc", f"PATH={tools}:$PATH; {command}"], stdout=subprocess.PIPE, check=True, text=True)
    assert json.loads(called.stdout)["legalMoves"]["moves"], called.stdout


def first_matches():
    """Each folded part has commands that start a project of one's own, in a folder beside this repository."""
    for name, text in re.findall(r"<details><summary>(.*?)</summary>(.*?)</details>", README, re.S):
        for language in sorted(set(re.findall(r"tests/clients/(\w+)/", text))):
            run.client(language, "setup")
        for block in blocks("sh", text):
            started = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "taash").symlink_to(ROOT)
                played = subprocess.run(
                    ["bash", "-euc", block],
                    cwd=folder,
                    env=ENVIRONMENT,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                )
            assert played.returncode == 0 and re.search(r"winners: \[?\d", played.stdout), f"{name}:\n{block}{played.stdout}"
            print(f"first match, {name}: {time.monotonic() - started:.0f} s", flush=True)


def other_commands():
    """The other commands for the shell; `cargo test` has a stage of its own, and the call was made before."""
    unfolded = re.sub(r"<details>.*?</details>", "", README, flags=re.S)
    for block in blocks("sh", unfolded)[1:]:
        command = block.strip()
        if command == "cargo test" or command.startswith("grpcurl "):
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
