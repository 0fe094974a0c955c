#!/usr/bin/env bash
# A game played in a real window as a person would: set up, units placed, an attack by
# drag, a battle to its end, the round ended, the rest by the computer, and again. What
# happened is read from the records that the program writes. Wants Xvfb, xdotool and
# ImageMagick; says so and passes without.
#
#   game/tests/window.sh [target/debug/marchland-game] [folder for pictures]
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "${1:-target/debug/marchland-game}")
pictures=${2:-}
[ -z "$pictures" ] || { mkdir -p "$pictures"; pictures=$(realpath "$pictures"); }

for tool in Xvfb xdotool import; do
    if ! command -v "$tool" >/dev/null; then
        echo "SKIPPED: $tool is missing (apt-get install xvfb xdotool imagemagick)"
        exit 0
    fi
done
[ -x "$program" ] || { echo "$program is missing: cargo build -p marchland-game first"; exit 2; }

place=$(mktemp -d)
display=:$((90 + RANDOM % 400))
unset WAYLAND_DISPLAY WAYLAND_SOCKET
export DISPLAY=$display ICED_BACKEND=tiny-skia WINIT_X11_SCALE_FACTOR=1
# Nobody's own games.
export MARCHLAND_GAMES=$place/games
Xvfb "$display" -screen 0 1280x800x24 -nolisten tcp >/dev/null 2>&1 &
server=$!
game=
finish() {
    [ -z "$game" ] || kill "$game" 2>/dev/null || true
    kill "$server" 2>/dev/null || true
    rm -rf "$place"
}
trap finish EXIT
cd "$place"
for _ in $(seq 300); do
    xdotool getdisplaygeometry >/dev/null 2>&1 && break
    sleep 0.1
done

keep() { [ -z "$pictures" ] || import -window root "$pictures/$1.png"; }
fail() {
    echo "FAILED: $*"
    keep failure
    exit 1
}
title() { xdotool getwindowname "$window"; }
# Waits until the title is like that; what is slow is not wrong.
await_title() {
    for _ in $(seq "${2:-300}"); do
        case $(title) in $1) return ;; esac
        sleep 0.1
    done
    fail "the title is “$(title)”, not “$1”"
}
key() { xdotool key "$1"; sleep 0.3; }
records() { find replays -name '*.rep' 2>/dev/null | sort; }
# How many lines of the record are like that.
count() { grep -cE "$1" "$(records | tail -1)" || true; }
await_line() {
    for _ in $(seq 300); do
        [ "$(count "$1")" -gt "${2:-0}" ] && return
        sleep 0.1
    done
    fail "the record has no line like $1"
}

"$program" play --gui --window-size 1280x800 </dev/null >"$place/out" 2>&1 &
game=$!
for _ in $(seq 300); do
    window=$(xdotool search --onlyvisible --name Marchland 2>/dev/null | tail -1 || true)
    [ -n "$window" ] && break
    sleep 0.1
done
[ -n "$window" ] || fail "no window appeared: $(cat "$place/out")"
xdotool windowmove "$window" 0 0
xdotool windowfocus --sync "$window"
sleep 2
keep 1-start

echo "set up, and begun by one key"
xdotool mousemove 268 140 sleep 0.1 click 1 # Czechia, which is small
sleep 1
key Return
await_title "● Czechia – Marchland"
keep 2-begun

echo "the first units, all at once"
while [ "$(count 'START-PHASE 2')" = 0 ]; do
    before=$(count ' REINFORCE 0 ')
    key n
    key shift+space
    key Return
    await_line ' REINFORCE 0 ' "$before"
    await_title "● Czechia – Marchland"
done
keep 3-first-turn

echo "placed in pencil, taken back, placed again, and an attack to its end"
key n
key shift+space
key u
key shift+space
keep 4-pencil
before=$(count ' ATTACK 0 ')
key a
keep 5-attack
key b
await_line ' ATTACK 0 ' "$before"
sleep 1
keep 6-fought
await_title "● Czechia – Marchland"

echo "the round ended"
turns=$(count ' START-ROUND ')
for _ in 1 2 3 4 5 6; do
    key Escape
    key e
    [ "$(count ' START-ROUND ')" -gt "$turns" ] && break
    sleep 0.5
done
await_line ' START-ROUND ' "$turns"

echo "the rest by the computer, shown at once"
key bracketright
key bracketright
key o
for _ in $(seq 1800); do
    case $(title) in *" won – "*) break ;; esac
    sleep 0.1
done
case $(title) in *" won – "*) ;; *) fail "nobody has won: $(title)" ;; esac
[ "$(count 'GAME-OVER')" = 1 ] || fail "the record does not end with the game"
sleep 1
keep 7-end

echo "again"
key Return
await_title "● Czechia – Marchland"
[ "$(records | wc -l)" = 2 ] || fail "the second game has no record"
kill -0 "$game" || fail "the program has ended"
"$program" replay "$(records | head -1)" --terminal --speed 0 >"$place/told" || fail "the record does not follow the rules"
grep -q ' won' "$place/told" || fail "the record tells of no winner"
echo "PASSED"
