# To be sourced: lets buildah and podman keep everything in target/image, apart from what the machine has, and makes them work
# where a session may not raise its limits. Images of the tests: `. tests/deploy/image/containers.sh; podman run taash:0.1.0`.
storage=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/target/image
mkdir -p "$storage"
cat >"$storage/storage.conf" <<EOF
[storage]
driver = "overlay"
graphroot = "$storage/storage"
runroot = "$storage/run"
EOF
# runc, since crun does not start where both versions of cgroups are mounted.
cat >"$storage/containers.conf" <<EOF
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "$storage/run/libpod"
[network]
network_config_dir = "$storage/networks"
EOF
export CONTAINERS_STORAGE_CONF="$storage/storage.conf" CONTAINERS_CONF="$storage/containers.conf"
# No systemd that could run health checks.
export DISABLE_HC_SYSTEMD=true
