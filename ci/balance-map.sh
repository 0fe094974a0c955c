#!/usr/bin/env bash
# Plays a map with marchland-game balance, prints the report and adds it to the job's summary.
# Exits like the command: 0 played, 1 a limit is exceeded or cannot be judged, 2 wrong usage or
# something that cannot be read or written. Used by action.yml; to run it by hand:
#
#   INPUT_BALANCE='maps/mine --max-seat 5% -o mine.html' ci/balance-map.sh
set -uo pipefail

game=${MARCHLAND_GAME:-marchland-game}
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

# xargs takes quotation marks away, as a shell does, but runs nothing. Works with bash 3.2 of macOS.
printf '%s\n' "${INPUT_BALANCE:-}" | xargs printf '%s\0' >"$folder/words" || exit 2
words=()
while IFS= read -r -d '' word; do words+=("$word"); done <"$folder/words"

"$game" balance "${words[@]}" -o "$folder/summary.md"
code=$?
if [ -e "$folder/summary.md" ]; then
  cat "$folder/summary.md"
  [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$folder/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"
