#!/bin/sh
# Makes the bundled maps again from the sources beside this script.
set -eu
cd "$(dirname "$0")"
for recipe in *.toml; do
    cargo run --quiet --release -p marchland-maps -- new "$recipe" -o "../${recipe%.toml}" --force
done
