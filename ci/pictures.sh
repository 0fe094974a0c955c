#!/usr/bin/env bash
# Draws the pictures in docs/images again, in 256 colours. Needs ImageMagick, and no display.
#
#   ci/pictures.sh
set -euo pipefail
cd "$(dirname "$0")/.."
images=$PWD/docs/images
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export MARCHLAND_STATE=$place/state MARCHLAND_GAMES=$place/games

cargo build --quiet --workspace --locked
programs=$(realpath "${CARGO_TARGET_DIR:-target}/debug")
run() { "$programs/marchland-$1" "${@:2}"; }
light=(--theme light --screenshot)

run editor maps/world --size 1440x900 "${light[@]}" "$place/editor.png"
for show in start lobby attack end; do
    run game play world --seed 7 --show "$show" "${light[@]}" "$place/play-$show.png"
done
run game play --game dots --size 5x4 --seed 7 --show turn --turn 16 "${light[@]}" "$place/play-dots.png"
(cd "$place" && run game play world --players 4 --seed 7 --terminal <<<'auto game' >/dev/null)
run game replay "$place"/replays/*.rep --turn 12 "${light[@]}" "$place/play-replay.png"
run simulator odds 10 8 --plot "$place/odds-distribution.png" >/dev/null
run simulator path 12 3 2 4 --plot "$place/odds-campaign.png" >/dev/null
run simulator --quiet --exact 30 "$place/exact.prob" --plot "$place/odds-heat-map.png"

# Pictures that the editor's tests take.
taken=$place/taken
mkdir "$taken"
MARCHLAND_PICTURES=$taken cargo test --quiet --workspace --locked --test it -- pictures first_map
mv "$taken"/first-*.png "$place"
while read -r name picture; do
    mv "$taken/$picture.png" "$place/$name.png"
done <<'END'
editor-balance balance-fault-none-light
editor-balance-map balance-fault-Begins-light
editor-generate generate
editor-issues issue-preview
editor-odds odds-campaign
editor-play play
END

for picture in "$images"/*.png; do
    name=$(basename "$picture")
    convert "$place/$name" -dither None -colors 256 -strip -define png:compression-level=9 "$picture"
done
