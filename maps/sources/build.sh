#!/bin/sh
# Makes the bundled maps again from the sources beside this script.
set -eu
cd "$(dirname "$0")"
for map in world czechia europe usa; do
    cargo run --quiet --release -p marchland-maps -- new "$map.toml" -o "../$map" --force
done
