"""Runs the clients of all languages against one server and compares what they played: python run.py [LANGUAGE...]

A client is a folder with an executable `run`, which takes three verbs:

    run setup        installs, generates and builds what it needs
    run test         runs its tests against the server at TAASH_ADDRESS (host:port)
    run play FILE    plays the matches of FILE there and prints the transcript

Each line of FILE is a NewGameRequest in JSON. Every client plays it by the same choice rule: it takes the legal move at
the index

    first 8 bytes of status.state_digest, an unsigned big-endian number, modulo the number of legal moves

and sends it back typed if status.revision is odd, else as text, with `expected_revision`, `seat`, and an `include` that asks for
the legal moves and the views of all seats and of the spectator. The transcript is UTF-8 with LF:

    match N GAME SEATS                               N from 1, the name of the game as in the catalogue
    REVISION SEAT TEXT DIGEST                        a move: the revision before it, who makes it, its canonical text, and the
                                                     state digest after it in hexadecimal
    over REVISION winners W,W totals T,T,... state S the totals by seat, the SHA-256 of the last state
"""

import itertools
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MATCHES = ROOT / "tests" / "data" / "matches.jsonl"
LANGUAGES = ["python", "go", "java", "node", "browser"]


def environment(**more):
    """The environment of this program, with the folder of its Python, where pip installs programs, first in the path."""
    return {**os.environ, "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}", **more}


def client(language, verb, *arguments, address="", **more):
    """Runs a client's script, and exits if it fails."""
    command = [HERE / language / "run", verb, *arguments]
    done = subprocess.run(command, env=environment(TAASH_ADDRESS=address), stdin=subprocess.DEVNULL, **more)
    if done.returncode != 0:
        raise SystemExit(f"{language}: `run {verb}` failed with {done.returncode}")
    return done


def start():
    """Starts the server under test on a free port; pages of any origin may call it."""
    binary = os.environ.get("TAASH_BIN", ROOT / "target" / "release" / "taash")
    process = subprocess.Popen(
        [binary, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "off"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(TAASH_CORS_ORIGINS="*", TAASH_DRAIN_DELAY_MS="0"),
    )
    line = process.stdout.readline()
    found = re.search(r"127\.0\.0\.1:\d+", line)
    assert found, f"no address in {line!r}"
    return process, found[0]


def compare(transcripts):
    """Compares transcripts byte by byte, and reports the first line that differs."""
    first, *others = transcripts
    for language in others:
        if transcripts[language] == transcripts[first]:
            continue
        pairs = itertools.zip_longest(transcripts[first].splitlines(), transcripts[language].splitlines())
        for number, (expected, line) in enumerate(pairs, 1):
            if line != expected:
                raise SystemExit(f"line {number} differs\n{first}: {expected}\n{language}: {line}")
        raise SystemExit(f"{first} and {language} have different line endings")


def main(languages):
    for language in languages:
        started = time.monotonic()
        client(language, "setup")
        print(f"--- {language}: set up in {time.monotonic() - started:.0f} s", flush=True)
    process, address = start()
    transcripts = {}
    try:
        for language in languages:
            started = time.monotonic()
            client(language, "test", address=address)
            played = client(language, "play", MATCHES, address=address, stdout=subprocess.PIPE)
            transcripts[language] = played.stdout
            print(f"--- {language}: tested and played in {time.monotonic() - started:.0f} s", flush=True)
    finally:
        process.terminate()
        assert process.wait(timeout=60) == 0
    compare(transcripts)
    lines = transcripts[languages[0]].decode().splitlines()
    matches, ends = (sum(line.startswith(word) for line in lines) for word in ("match ", "over "))
    assert matches == ends == len(MATCHES.read_text().splitlines()), "matches are missing"
    print(f"{', '.join(languages)}: {matches} matches, {len(lines) - matches - ends} moves, all transcripts are the same")


if __name__ == "__main__":
    main(sys.argv[1:] or [language for language in LANGUAGES if (HERE / language).is_dir()])
