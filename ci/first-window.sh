#!/usr/bin/env bash
# Runs a command that opens the editor, on a virtual screen, and waits for its window:
#
#   ci/first-window.sh cargo run -- maps/world
#
# Prints the time it took. Needs Xvfb and xdotool. Waits up to 30 minutes, since the
# command may build the editor first.
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }

display=:$((500 + RANDOM % 400))
unset WAYLAND_DISPLAY WAYLAND_SOCKET
state=$(mktemp -d)
Xvfb "$display" -screen 0 1280x800x24 -nolisten tcp -noreset >/dev/null 2>&1 &
server=$!
editor=
finish() {
  [ -z "$editor" ] || kill "$editor" 2>/dev/null || true
  kill "$server" 2>/dev/null || true
  rm -rf "$state"
}
trap finish EXIT

# A command that need not build anything is faster than the screen.
for _ in $(seq 300); do
  DISPLAY=$display xdotool getdisplaygeometry >/dev/null 2>&1 && break
  sleep 0.1
done
SECONDS=0
# A fresh state: no recent maps, no unsaved work.
DISPLAY=$display MARCHLAND_STATE=$state "$@" &
editor=$!
until DISPLAY=$display xdotool search --onlyvisible --name Marchland >/dev/null 2>&1; do
  kill -0 "$editor" 2>/dev/null || { echo "FAILED: the command ended without a window: $*"; exit 1; }
  [ "$SECONDS" -lt 1800 ] || { echo "FAILED: no window after $SECONDS s: $*"; exit 1; }
  sleep 0.2
done
echo "the window opened after $SECONDS s"
