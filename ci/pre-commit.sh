#!/usr/bin/env bash
# Pre-commit hook: checks all maps below the current folder with the validator on the
# path, or builds one from this repository.
set -euo pipefail

if [ -n "${MARCHLAND_VALIDATOR:-}" ]; then
  exec "$MARCHLAND_VALIDATOR" check "$@" .
elif command -v marchland-validator >/dev/null; then
  exec marchland-validator check "$@" .
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
exec cargo run --quiet --release --locked --manifest-path "$here/Cargo.toml" \
  -p marchland-validator -- check "$@" .
