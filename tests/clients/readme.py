"""Checks all READMEs: their commands work as written, and their snippets are cut from files that are tested.

How a code block is marked says how it is checked:

- `sh`: run here, as it stands. In a folded part (`<details>`), a first match in a project of its own; else from the root.
- another language: a marked region, or the whole, of the file that the page links to last before the block.
- no language: not checked here. The commands of deploy/README.md are run by the tests in tests/deploy.

That lines are short and links lead somewhere is held by tests/rules/docs.rs.
"""

import json
import pathlib
import re
import subprocess
import tempfile
import textwrap
import time

import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRACKED = subprocess.run(["git", "ls-files", "*README.md"], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
PAGES = [ROOT / name for name in TRACKED.stdout.splitlines()]
README = ROOT / "README.md"
CLIENTS = ROOT / "tests" / "clients" / "README.md"
# Maven Central is not reachable from everywhere: see tests/clients/java/pom.xml.
ENVIRONMENT = {**run.environment(), "MAVEN_ARGS": "-B -Pdebian"}


def blocks(language, text):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def unfolded(page):
    return re.sub(r"<details>.*?</details>", "", page.read_text(), flags=re.S)


def regions(source):
    """The texts between `[name]` and `[/name]`, each in a comment on its own line; and the whole file."""
    mark = r"^[ \t]*(?:#|//|<!--) ?\[{}\][^\n]*\n"
    found = re.finditer(mark.format(r"([\w ]+)") + r"(.*?)" + mark.format(r"/\1"), source, re.M | re.S)
    return [source.strip(), *(textwrap.dedent(match[2]).strip() for match in found)]


def snippets():
    """Every block in a language is cut from the last file that the page links to before it.

    `sh` blocks are run, the tests of the deployment read the `yaml` blocks, and those of the service `json`.
    """
    count = 0
    for page in PAGES:
        text = page.read_text()
        for match in re.finditer(r"^```(?!sh\n|yaml\n|json\n)(\w+)\n(.*?)^```", text, re.M | re.S):
            links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text[: match.start()])
            cut = match[2].strip() in regions((page.parent / links[-1]).read_text())
            assert cut, f"{page}: not cut from {links[-1]}:\n{match[0]}"
            count += 1
    print(f"{count} snippets are cut from tested files")


def server():
    """The first command starts the server, which prints its address and what to try; then the first matches are played."""
    command = blocks("sh", README.read_text())[0].strip()
    assert command == "cargo run --release"
    started = time.monotonic()
    process = subprocess.Popen(command.split(), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        print(f"{command}: {time.monotonic() - started:.0f} s until the server listens", flush=True)
        assert "127.0.0.1:50051" in line and "taash play" in line, line
        hint = line.split("try: taash ", 1)[1].split()
        subprocess.run([ROOT / "target" / "release" / "taash", *hint, "--colour", "never"], check=True, stdout=subprocess.DEVNULL)
        first_call()
        first_matches()
    finally:
        process.terminate()
        assert process.wait(timeout=60) == 0


def first_call():
    """grpcurl needs no protos. It is built from its release, as a Go module."""
    run.client("go", "setup")
    tools = ROOT / "target" / "ci" / "bin"
    module = "github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.4"
    subprocess.run(["go", "install", module], env={**ENVIRONMENT, "GOBIN": str(tools)}, check=True, stderr=subprocess.DEVNULL)
    (command,) = [block for block in blocks("sh", README.read_text()) if block.startswith("grpcurl ")]
    called = subprocess.run(["bash", "-euc", f"PATH={tools}:$PATH; {command}"], stdout=subprocess.PIPE, check=True, text=True)
    assert json.loads(called.stdout)["legalMoves"]["moves"], called.stdout
    # By reflection it also knows the details of a refusal, and whatever the contract defines.
    calls = [tools / "grpcurl", "-plaintext", "127.0.0.1:50051"]
    apply = [*calls[:2], "-d", "{}", calls[2], "taash.engine.v1.EngineService/Apply"]
    refused = subprocess.run(apply, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    assert "google.rpc.ErrorInfo" in refused and "taash.engine.v1.Refusal" in refused, refused
    assert "not recognized" not in refused and "FIELD_INVALID" in refused, refused
    for symbol in ["taash.engine.v1.EngineService.Apply", "taash.engine.v1.Reason", "google.rpc.ErrorInfo", "taash.jhyap.v1.Move"]:
        subprocess.run([*calls, "describe", symbol], check=True, stdout=subprocess.DEVNULL)


def first_matches():
    """Each folded part has the commands that start a project, in a folder beside this repository."""
    parts = re.findall(r"<details><summary>(.*?)</summary>(.*?)</details>", CLIENTS.read_text(), re.S)
    assert len(parts) == 4
    for name, text in parts:
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
    """All other commands marked `sh`; `cargo test` has its own CI stage, and grpcurl was called before."""
    for page in PAGES:
        for block in blocks("sh", unfolded(page)):
            command = block.strip()
            if command in ("cargo run --release", "cargo test") or command.startswith("grpcurl "):
                continue
            started = time.monotonic()
            subprocess.run(command, shell=True, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
            print(f"{command}: {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    snippets()
    server()
    other_commands()
    print("READMEs: ok")
