# Sourced by scripts of this folder: installs what they name and this machine lacks.

packages=() # of Debian, that are missing

# Note the packages that bring a program or file, where it is missing: need PROGRAM-OR-FILE PACKAGE...
# Only what is missing is installed: a Node from elsewhere conflicts with Debian's.
need() { [ -e "$1" ] || command -v "$1" >/dev/null || packages+=("${@:2}"); }

# Install the packages that were noted.
install_packages() {
  [ ${#packages[@]} -gt 0 ] || return 0
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${packages[@]}"
  packages=()
}

# Install what package-lock.json of each folder names: install_npm FOLDER...
install_npm() {
  local folder
  for folder in "$@"; do npm ci --silent --no-audit --no-fund --prefix "$folder"; done
}

# Install the project for development, with more extras: install_project EXTRA,EXTRA
install_project() {
  python3 -m venv .venv
  .venv/bin/pip install -q -e ".[dev,$1]"
}

# What tests of the suite need beyond Python: a second kind of server for the store's conformance
# suite, Node for clients in its language and the second verifier, systemd for its units, curl.
need_for_tests() {
  need redis-server redis-server
  need node nodejs
  need npm npm
  need systemd-analyze systemd
  need curl curl
}
