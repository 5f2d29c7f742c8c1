#!/usr/bin/env bash
# subproject_test.sh COMPILER FLAGS
# allnash as part of another project, where it is a static library; then that library installed, and
# found by find_package and by pkg-config. Without optimisation, for the time it takes.
set -euo pipefail
compiler=$1 flags=$2
here=$(cd "$(dirname "$0")" && pwd)
unset LD_LIBRARY_PATH DESTDIR

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "subproject_test: $*" >&2; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }; }
answers() { "$1" >"$work/out" && grep -q '^value 0,' "$work/out" || { cat "$work/out"; fail "$1 answers wrongly"; }; }

quietly cmake -S "$here/subproject" -B "$work/build" -G Ninja -Wno-dev "-DALLNASH_SOURCE=$here/../.." \
  "-DCMAKE_CXX_COMPILER=$compiler" "-DCMAKE_CXX_FLAGS=$flags" -DALLNASH_INSTALL=ON "-DCMAKE_INSTALL_PREFIX=$work/first"
quietly cmake --build "$work/build"
answers "$work/build/stranger"
quietly cmake --install "$work/build"
mv "$work/first" "$work/prefix"
[ -n "$(find "$work/prefix" -name liballnash.a)" ] || fail "no static library was installed"
[ ! -e "$work/prefix/bin" ] || fail "programs were installed that nobody asked for"

quietly cmake -S "$here/stranger" -B "$work/found" "-DCMAKE_PREFIX_PATH=$work/prefix" "-DCMAKE_CXX_COMPILER=$compiler" \
  "-DCMAKE_CXX_FLAGS=$flags" -DCMAKE_FIND_PACKAGE_NO_PACKAGE_REGISTRY=ON
quietly cmake --build "$work/found"
answers "$work/found/stranger"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name allnash.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046,SC2086
quietly "$compiler" $flags -std=c++20 "$here/stranger/main.cpp" -o "$work/by-pkg-config" \
  $(pkg-config --cflags --libs --static allnash)
answers "$work/by-pkg-config"
