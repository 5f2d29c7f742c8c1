#!/usr/bin/env bash
# install_test.sh BUILD COMPILER VERSION
# Installs the build into a temporary prefix, moves that elsewhere, and uses what is there: the
# programs, the man pages, and the library through find_package.
set -euo pipefail
build=$1 compiler=$2 version=$3
here=$(cd "$(dirname "$0")" && pwd)
unset LD_LIBRARY_PATH DESTDIR

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "install_test: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/prefix"

for program in allnash allnash-check; do
  said=$("$work/prefix/bin/$program" --version)
  [[ $said == *"$version"* ]] || fail "$program --version says '$said'"
done
for page in "$here"/../../docs/man/*.1; do
  [ ! -e "$page" ] || [ -e "$work/prefix/share/man/man1/$(basename "$page")" ] || fail "no $(basename "$page")"
done

configure=(cmake -S "$here/stranger" -B "$work/stranger" "-DCMAKE_PREFIX_PATH=$work/prefix"
  "-DCMAKE_CXX_COMPILER=$compiler" -DCMAKE_FIND_PACKAGE_NO_PACKAGE_REGISTRY=ON)
"${configure[@]}" >"$work/log" || { cat "$work/log"; fail "cannot configure"; }
grep -q "allnash_DIR:PATH=$work/prefix/" "$work/stranger/CMakeCache.txt" || fail "found another allnash"
cmake --build "$work/stranger" >"$work/log" || { cat "$work/log"; fail "cannot build"; }
"$work/stranger/stranger" >"$work/out"
grep -q '^value 0,' "$work/out" || { cat "$work/out"; fail "the program answers wrongly"; }

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name allnash.pc)")
export PKG_CONFIG_PATH
[ "$(pkg-config --modversion allnash)" = "$version" ] || fail "pkg-config knows another version"
# shellcheck disable=SC2046
"$compiler" -std=c++20 "$here/stranger/main.cpp" -o "$work/by-pkg-config" $(pkg-config --cflags --libs allnash)
LD_LIBRARY_PATH=$(pkg-config --variable=libdir allnash) "$work/by-pkg-config" >"$work/out"
grep -q '^value 0,' "$work/out" || { cat "$work/out"; fail "the program built by pkg-config answers wrongly"; }

case $(pkg-config --cflags allnash) in *coin*) fail "pkg-config names a directory of Clp" ;; esac
if "$compiler" -std=c++17 -fsyntax-only "$here/stranger/main.cpp" $(pkg-config --cflags allnash) 2>"$work/old"; then
  fail "C++17 is taken"
fi
grep -q 'allnash needs C++20' "$work/old" || { cat "$work/old"; fail "C++17 is not named"; }
[ "$(grep -c 'error:' "$work/old")" -le 3 ] || { cat "$work/old"; fail "one mistake, many errors"; }

# Below 1.0 another minor version is another library.
sed 's/allnash 0.1 REQUIRED/allnash 0.0 REQUIRED/' "$here/stranger/CMakeLists.txt" >"$work/CMakeLists.txt"
cp "$here/stranger/main.cpp" "$work/"
if cmake -S "$work" -B "$work/older" "-DCMAKE_PREFIX_PATH=$work/prefix" "-DCMAKE_CXX_COMPILER=$compiler" \
    >"$work/log" 2>&1; then
  fail "a request for version 0.0 was met"
fi
grep -q 'compatible' "$work/log" || { cat "$work/log"; fail "version 0.0 was refused for another reason"; }
