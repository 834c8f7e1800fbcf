#!/usr/bin/env bash
# Makes the image that the Dockerfile builds in, under the very name that it has in the registry: Debian with a C compiler, and
# the Rust of this machine. For machines that reach no image registry. Expects the storage in CONTAINERS_STORAGE_CONF.
set -euo pipefail
cd "$(dirname "$0")/../../.."
image=$(sed -n 's/^ARG RUST_IMAGE=//p' deploy/Dockerfile)
version=${image##*:} version=${version%%-*}
suite=${image##*-}
buildah inspect --type image "$image" >/dev/null 2>&1 && exit
toolchain=$(rustc --print sysroot)
if [ "$("$toolchain/bin/rustc" --version | cut -d ' ' -f 2)" != "$version" ]; then
    echo "the Dockerfile asks for Rust $version, but this machine tests with $("$toolchain/bin/rustc" --version)" >&2
    exit 1
fi
container=$(buildah from scratch)
root=$(buildah mount "$container")
trap 'buildah rm "$container" >/dev/null' EXIT
mmdebstrap --quiet --variant=minbase --include=gcc,libc6-dev,ca-certificates "$suite" - | tar -x -C "$root"
mkdir -p "$root/usr/local/cargo/bin" "$root/usr/local/rust"
# How this machine reaches the registry of crates, and whom it trusts for it.
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
settings=${CARGO_HOME:-$HOME/.cargo}/config.toml
[ ! -e "$settings" ] || cp "$settings" "$root/usr/local/cargo/"
cp -a "$toolchain/bin" "$toolchain/lib" "$root/usr/local/rust/"
ln -s /usr/local/rust/bin/cargo /usr/local/rust/bin/rustc "$root/usr/local/cargo/bin/"
buildah config --env CARGO_HOME=/usr/local/cargo --env PATH=/usr/local/cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
buildah commit --quiet "$container" "$image" >/dev/null
