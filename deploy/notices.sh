#!/bin/sh
# Writes what the image of Taash contains: sbom.spdx (SPDX 2.3, tag-value) and NOTICES (licence texts) into a folder.
# Needs cargo and the sources of all crates in its registry: it runs in the build stage of the Dockerfile.
# Usage: notices.sh TARGET FOLDER
set -eu
target=$1 folder=$2
mkdir -p "$folder"
# Build and development dependencies are not in the binary.
packages=$(cargo tree --locked --target "$target" --features otlp --edges normal --prefix none --format '{p}|{l}' |
    sed -E 's/ \((\*|proc-macro|[^|]*)\)//g' | LC_ALL=C sort -u)
version=$(printf '%s\n' "$packages" | sed -n 's/^taash v\([^|]*\)|.*/\1/p')
digest=$(sha256sum Cargo.lock | cut -d ' ' -f 1)

{
    echo "SPDXVersion: SPDX-2.3"
    echo "DataLicense: CC0-1.0"
    echo "SPDXID: SPDXRef-DOCUMENT"
    echo "DocumentName: taash-$version"
    echo "DocumentNamespace: urn:taash:$version:$target:$digest"
    echo "Creator: Tool: notices.sh"
    echo "Created: $(date -u -d "@${SOURCE_DATE_EPOCH:-0}" +%Y-%m-%dT%H:%M:%SZ)"
    echo "Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-taash-$version"
    printf '%s\n' "$packages" | while IFS='|' read -r package licence; do
        name=${package% v*} of=${package##* v}
        id=SPDXRef-$(printf '%s' "$name-$of" | tr '_+' '--')
        echo
        echo "PackageName: $name"
        echo "SPDXID: $id"
        echo "PackageVersion: $of"
        echo "FilesAnalyzed: false"
        # An old form of several licences has a slash.
        echo "PackageLicenseConcluded: NOASSERTION"
        echo "PackageLicenseDeclared: $([ -n "$licence" ] && printf '%s' "$licence" | sed 's| */ *| OR |g' || echo NOASSERTION)"
        echo "PackageCopyrightText: NOASSERTION"
        if [ "$name" = taash ]; then
            echo "PackageDownloadLocation: NOASSERTION"
        else
            echo "PackageDownloadLocation: https://crates.io/api/v1/crates/$name/$of/download"
            echo "ExternalRef: PACKAGE-MANAGER purl pkg:cargo/$name@$of"
            echo "Relationship: SPDXRef-taash-$version DEPENDS_ON $id"
        fi
    done
} >"$folder/sbom.spdx"

# Prints a licence text, or where the same text already stands.
seen=$(mktemp)
trap 'rm -f "$seen"' EXIT
print_once() {
    [ -f "$1" ] || return 0
    digest=$(tr -s '[:space:]' ' ' <"$1" | sha256sum | cut -d ' ' -f 1)
    if grep -q "$digest" "$seen"; then
        echo "Same text as [$(sed -n "s/^$digest //p" "$seen")]."
    else
        echo "$digest $(wc -l <"$seen")" >>"$seen"
        echo "[$(($(wc -l <"$seen") - 1))]"
        cat "$1"
    fi
}

{
    echo "Taash $version contains these packages, and the Rust standard library and the GNU C library."
    printf '%s\n' "$packages" | while IFS='|' read -r package licence; do
        name=${package% v*} of=${package##* v}
        [ "$name" != taash ] || continue
        printf '\n==== %s %s: %s\n' "$name" "$of" "$licence"
        for file in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/"$name-$of"/*; do
            case $(basename "$file" | tr '[:lower:]' '[:upper:]') in
            LICEN[CS]E* | COPYING* | COPYRIGHT* | NOTICE* | UNLICENSE*) print_once "$file" ;;
            esac
        done
    done
    for file in "$(rustc --print sysroot)"/share/doc/rust*/COPYRIGHT /usr/share/doc/libc6-dev/copyright; do
        if [ -f "$file" ]; then
            printf '\n==== %s\n' "$(basename "$(dirname "$file")")"
            print_once "$file"
        fi
    done
} >"$folder/NOTICES"
