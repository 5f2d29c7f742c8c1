#!/usr/bin/env bash
# deb_test.sh BUILD: the Debian package installs, runs and goes without a trace. Into a folder that takes
# the place of the root, so that nothing of this machine is touched; what it depends on is here already.
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "deb_test: $*" >&2; exit 1; }
for program in cpack dpkg dpkg-shlibdeps; do
  command -v "$program" >/dev/null || { echo "SKIPPED: there is no $program"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "SKIPPED: dpkg installs for root alone"; exit 77; }

cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/made" >"$work/log" 2>&1 || { cat "$work/log"; fail "no package"; }
package=$(ls "$work"/made/*.deb)
depends=$(dpkg-deb -f "$package" Depends)
for library in libflint libgmp coinor-libclp libsqlite3 libmd0 libfmt; do
  [[ $depends == *"$library"* ]] || fail "it does not depend on $library: $depends"
done

mkdir -p "$work/root/var/lib/dpkg/"{info,updates,triggers}
touch "$work/root/var/lib/dpkg/"{status,available}
inside() { dpkg --root="$work/root" --force-depends --force-script-chrootless "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "dpkg $*"; }; }
files() { find "$work/root" -path "$work/root/var" -prune -o -type f -print; }
inside --install "$package"
[ -n "$(files)" ] || fail "nothing was installed"
"$work/root/usr/bin/allnash" solve family:rps,n=3 --json | grep -q '"value":"0"' || fail "it does not solve"
"$work/root/usr/bin/allnash-check" --version >/dev/null || fail "the checker does not run"
inside --purge allnash
[ -z "$(files)" ] || fail "left behind: $(files)"
