# Shared by the scripts of this folder; sourced, not run. Everything here writes to stderr only, so
# that a script's stdout is the output of what it runs.

# The root of the checkout.
KC_ROOT=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)

# What ccache must be told to keep precompiled headers, and what is compiled with them. It has to look at the headers
# themselves (depend mode): by preprocessed text, a header of which only a comment has changed gives the old precompiled
# header, GCC then takes the file for another one than that which it holds, and everything in it is defined twice. The
# namespace leaves alone what was kept without that.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
export CCACHE_DEPEND=1 CCACHE_NAMESPACE=kernelc-depend

# One line of progress.
kc_say() { printf '%s\n' "$*" >&2; }

kc_die() {
  kc_say "error: $*"
  exit 4
}

# Runs a command; its output is shown only when it fails.
kc_quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

# Prints the packages of packages.txt that are not installed.
kc_missing_packages() {
  local wanted
  wanted=$(sed -e 's/#.*//' "$KC_ROOT/scripts/packages.txt")
  # Names that dpkg knows as installed, each on a line; then the wanted ones that are not among them.
  # shellcheck disable=SC2086
  dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null |
    sed -n 's/^installed //p' | sort -u >"$1"
  # shellcheck disable=SC2086
  printf '%s\n' $wanted | sort -u | comm -23 - "$1"
}

# Installs what packages.txt names and the machine lacks. Does nothing on a machine without dpkg: there
# CMake says what it misses.
kc_install_packages() {
  command -v dpkg-query >/dev/null || return 0
  local installed missing as_root=()
  installed=$(mktemp)
  missing=$(kc_missing_packages "$installed")
  rm -f "$installed"
  [[ -n $missing ]] || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      kc_die "missing packages, and no sudo to install them: ${missing//$'\n'/ }"
    as_root=(sudo)
  fi
  kc_say "installing ${missing//$'\n'/ }"
  # shellcheck disable=SC2086
  kc_apt_install "${as_root[@]}" -- $missing && return 0
  # A fresh machine has no package lists, an old one may have stale ones.
  kc_quietly "${as_root[@]}" apt-get update || kc_die "apt-get update failed"
  # shellcheck disable=SC2086
  kc_quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $missing ||
    kc_die "could not install ${missing//$'\n'/ }"
}

# kc_apt_install [sudo] -- PACKAGE...: installs from the package lists at hand; silent when they do not do.
kc_apt_install() {
  local prefix=()
  while [[ $1 != -- ]]; do
    prefix+=("$1")
    shift
  done
  shift
  "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1
}

# kc_configure PRESET: configures build/PRESET when it has no build files yet.
kc_configure() {
  [[ -f $KC_ROOT/build/$1/build.ninja ]] && return 0
  kc_say "configuring build/$1"
  local antlr4=
  antlr4=$("$KC_ROOT/scripts/antlr4_source" 2>/dev/null) ||
    kc_say "the sources of ANTLR's runtime cannot be had: libkernelc will need its shared library"
  (cd "$KC_ROOT" && kc_quietly cmake --preset "$1" -DKERNELC_ANTLR4_SOURCE="$antlr4")
}

# Copies the output of ninja to a file, and says every few seconds how many steps are done.
kc_progress() {
  local line next=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line"
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && ((SECONDS >= next)); then
      kc_say "  ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps"
      next=$((SECONDS + ${KC_PROGRESS_SECONDS:-15}))
    fi
  done >"$1"
}

# kc_build PRESET [TARGET...]: builds with every core, with ninja's own progress on a terminal and a line now and then
# elsewhere. The output of what fails is shown.
kc_build() {
  local preset=$1
  shift
  local targets=("${@:-all}")
  kc_say "building build/$preset (${targets[*]})"
  if [[ -t 2 ]]; then
    ninja -C "$KC_ROOT/build/$preset" "${targets[@]}" >&2
    return
  fi
  local log status=0
  log=$(mktemp)
  # With pipefail, which every script here sets, the status is ninja's.
  ninja -C "$KC_ROOT/build/$preset" "${targets[@]}" 2>&1 | kc_progress "$log" || status=$?
  ((status == 0)) || grep -v '^\[[0-9]*/[0-9]*\]' "$log" >&2
  rm -f "$log"
  return "$status"
}
