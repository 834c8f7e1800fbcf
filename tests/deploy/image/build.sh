#!/usr/bin/env bash
# Builds the image twice with the command of deploy/README.md, at the same time and sharing nothing: here as taash:0.1.0, and in another
# folder, with empty caches, as taash:again. The tests compare the two.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/deploy/image/containers.sh
bash tests/deploy/image/base.sh

command=$(grep '^buildah build ' deploy/README.md)
build() { # FOLDER CACHES COMMAND
    mkdir -p "$2"
    if ! (cd "$1" && TMPDIR=$2 bash -c "$3") >"$2/log" 2>&1; then
        tail -n 30 "$2/log" >&2
        return 1
    fi
}

GIT_DIR=$(git rev-parse --absolute-git-dir)
export GIT_DIR
again=$storage/again
rm -rf "$again"
mkdir -p "$again/elsewhere"
cp -r .dockerignore Cargo.lock Cargo.toml build.rs deploy proto src "$again/elsewhere/"
build "$again/elsewhere" "$again/caches" "${command/taash:0.1.0/taash:again}" &
second=$!
failed=0
build . "$storage/caches" "$command" || failed=1
wait "$second" || failed=1
rm -rf "$again"
exit "$failed"
