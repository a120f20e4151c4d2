#!/usr/bin/env bash
# Builds the WebAssembly of the page: target/page/formicary.wasm, beside which `formicary serve` and
# `formicary export-page` find it.
#
# With rustup it takes the target wasm32-unknown-unknown of the present toolchain. Where that target
# cannot be had, it takes Debian's packages rustc-web, cargo-web, rust-web-src and lld, and builds the
# standard library with them; as root it installs those that are missing.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown
folder=${CARGO_TARGET_DIR:-target}
options=(--profile wasm --lib --no-default-features --crate-type cdylib --target "$target" --locked)

# Every browser has had these instructions since 2023; they make no bit of a run another one.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"

say() {
    printf 'page: %s\n' "$*" >&2
}

# Whether the toolchain of rustup can build for the target, now or after fetching it.
with_rustup() {
    command -v rustup >/dev/null || return 1
    rustup target list --installed 2>/dev/null | grep -qx "$target" && return 0
    say "fetching the target $target"
    timeout 120 rustup target add "$target" >/dev/null 2>&1
}

# Whether Debian's toolchain is there, now or after installing it.
with_debian() {
    have_debian && return 0
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "installing rustc-web, cargo-web, rust-web-src and lld"
    apt-get update >&2 && apt-get install -y rustc-web cargo-web rust-web-src lld >&2
    have_debian
}

have_debian() {
    [ -x /usr/bin/rustc ] && [ -x /usr/bin/cargo ] && command -v wasm-ld >/dev/null &&
        compgen -G '/usr/src/rustc-*/library/std' >/dev/null
}

if with_rustup; then
    cargo rustc "${options[@]}"
    built=$folder/$target/wasm/formicary.wasm
elif with_debian; then
    say "the target $target cannot be fetched: building it with Debian's toolchain"
    env PATH="/usr/bin:$PATH" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$folder/web" \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$(command -v wasm-ld)" \
        /usr/bin/cargo rustc "${options[@]}" -Zbuild-std=std,panic_abort
    built=$folder/web/$target/wasm/formicary.wasm
else
    say "found neither rustup's target $target nor Debian's packages rustc-web, cargo-web, rust-web-src and lld"
    exit 1
fi

mkdir -p "$folder/page"
cp "$built" "$folder/page/formicary.wasm"
say "$folder/page/formicary.wasm: $(wc -c <"$built") bytes, $(gzip -9 -c "$built" | wc -c) compressed"
