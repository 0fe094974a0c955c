#!/usr/bin/env bash
# A game played in a real window as a person would: set up, units placed, an attack by
# drag, a battle to its end, the round ended, the rest by the computer, and again; then
# territories chosen, units moved and sets traded, by mouse; then a server's lobby, chat, a
# cable that is pulled, the record, and a board of dots. What happened is read from the
# records that the program writes. Wants Xvfb, xdotool, ImageMagick and python3; says so
# and passes without.
#
#   game/tests/window.sh [target/debug/marchland-game] [folder for pictures]
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
program=$(realpath "${1:-target/debug/marchland-game}")
pictures=${2:-}
[ -z "$pictures" ] || { mkdir -p "$pictures"; pictures=$(realpath "$pictures"); }

for tool in Xvfb xdotool import python3; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is missing: apt-get install xvfb xdotool imagemagick python3"
        exit 2
    fi
done
[ -x "$program" ] || { echo "$program is missing: cargo build -p marchland-game first"; exit 2; }

place=$(mktemp -d)
display=:$((90 + RANDOM % 200))
unset WAYLAND_DISPLAY WAYLAND_SOCKET
export DISPLAY=$display ICED_BACKEND=tiny-skia WINIT_X11_SCALE_FACTOR=1
# Nobody's own games.
export MARCHLAND_GAMES=$place/games
Xvfb "$display" -screen 0 1280x800x24 -nolisten tcp -noreset >/dev/null 2>&1 &
server=$!
game=
others=
finish() {
    [ -z "$game" ] || kill "$game" 2>/dev/null || true
    for other in $others; do kill "$other" 2>/dev/null || true; done
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

# Opens a window with these arguments, in front.
open_window() {
    "$program" "$@" --window-size 1280x800 </dev/null >"$place/out" 2>&1 &
    game=$!
    window=
    for _ in $(seq 300); do
        window=$(xdotool search --onlyvisible --name Marchland 2>/dev/null | tail -1 || true)
        [ -n "$window" ] && break
        sleep 0.1
    done
    [ -n "$window" ] || fail "no window appeared: $(cat "$place/out")"
    xdotool windowmove "$window" 0 0
    xdotool windowfocus --sync "$window"
    sleep 2
}
close_window() {
    kill "$game"
    wait "$game" 2>/dev/null || true
    game=
}

open_window play --gui
keep 1-start

echo "set up, and begun by one key"
xdotool mousemove 268 187 sleep 0.1 click 1 # Czechia, which is small
sleep 1
key Return
await_title "Your turn – Czechia – Marchland"
keep 2-begun

echo "the list of keys, by a sign that wants Shift"
shown() { import -window root rgb:- | cksum; }
sleep 1
before=$(shown)
key question
keep 2-keys
[ "$(shown)" != "$before" ] || fail "? shows nothing"
key Escape

echo "the first units, all at once"
while [ "$(count 'START-PHASE 2')" = 0 ]; do
    before=$(count ' REINFORCE 0 ')
    key n
    key shift+space
    key Return
    await_line ' REINFORCE 0 ' "$before"
    await_title "Your turn – Czechia – Marchland"
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
await_title "Your turn – Czechia – Marchland"

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
await_title "Your turn – Czechia – Marchland"
[ "$(records | wc -l)" = 2 ] || fail "the second game has no record"
kill -0 "$game" || fail "the program has ended"
"$program" replay "$(records | head -1)" --terminal --speed 0 >"$place/told" || fail "the record does not follow the rules"
grep -q ' won' "$place/told" || fail "the record tells of no winner"
close_window

echo "what was set up last is set up again"
open_window play --gui
key Return
await_title "Your turn – Czechia – Marchland"
close_window

echo "territories chosen by mouse"
# The part of the screen that shows the map: left, top, width, height.
map=(0 43 992 581)
where() { "$here/game/tests/where.py" "$(records | tail -1)" "$here/maps/czechia" "${map[@]}" "$1"; }
click() { [ $# = 2 ] || return 0; xdotool mousemove "$1" "$2" sleep 0.1 click 1 sleep 0.2; }
drag() { xdotool mousemove "$1" "$2" sleep 0.1 mousedown 1 mousemove --sync $((($1 + $3) / 2)) $((($2 + $4) / 2)) sleep 0.1 mousemove --sync "$3" "$4" sleep 0.1 mouseup 1 sleep 0.2; }
# Does something until the record has one more line like that.
until_line() {
    local line=$1 before
    shift
    before=$(count "$line")
    for _ in $(seq 30); do
        "$@"
        for _ in $(seq 10); do
            [ "$(count "$line")" -gt "$before" ] && return
            sleep 0.1
        done
    done
    fail "the record has no line more like $line"
}
open_window play czechia --gui --choose-areas --no-neutral --players 2 --bots random --seed 4
await_title "Your turn – Czechia – Marchland"
key bracketright
key bracketright
claim() { click $(where claim); }
while [ "$(count 'START-PHASE 1')" = 0 ]; do until_line ' REINFORCE 0 ' claim; done
keep 17-claimed
[ "$(count ' REINFORCE 0 [0-9]* 1$')" = 7 ] || fail "not half of the territories are chosen"
place() {
    xdotool keydown shift
    click $(where place)
    xdotool keyup shift
    key Return
}
while [ "$(count 'START-PHASE 2')" = 0 ]; do until_line ' REINFORCE 0 ' place; done
echo "units joined by drag, battles by drag, a set traded"
move() { drag $(where transfer); key Return; }
attack() { drag $(where attack); key b; }
# What came of a battle is looked at before the turn is ended.
end_turn() {
    key Escape
    key Escape
    key e
}
await_title "Your turn – Czechia – Marchland"
until_line ' REINFORCE 0 ' place
keep 18-placed
# Nothing can follow it, so the turn ends by itself.
turns=$(count ' START-ROUND ')
until_line ' TRANSFER 0 ' move
await_line ' START-ROUND ' "$turns"
for _ in $(seq 12); do
    await_title "Your turn – Czechia – Marchland"
    key x
    [ "$(count ' CARDS-EXCHANGE 0 ')" = 0 ] || break
    until_line ' REINFORCE 0 ' place
    until_line ' ATTACK 0 ' attack
    sleep 0.5
    keep 19-fought
    until_line ' START-ROUND ' end_turn
done
await_line ' CARDS-EXCHANGE 0 '
keep 20-traded
until_line ' REINFORCE 0 ' place
until_line ' ATTACK 0 ' attack
close_window

echo "a server's lobby: joined, written to, begun"
"$program" server --map czechia -r --num-players 2 --port 0 >"$place/server" 2>"$place/server-log" &
others="$others $!"
for _ in $(seq 300); do
    port=$(sed -n 's/^listening on .*:\([0-9]*\)$/\1/p' "$place/server")
    [ -n "$port" ] && break
    sleep 0.1
done
# A cable that can be pulled: a signal cuts all that goes through.
cat >"$place/cable.py" <<'END'
import os, select, signal, socket, sys
to = int(sys.argv[1])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
pairs = {}
def cut(*_):
    for one in pairs:
        try: one.shutdown(socket.SHUT_RDWR)
        except OSError: pass
signal.signal(signal.SIGUSR1, cut)
while True:
    ready, _, _ = select.select([listener, *pairs], [], [])
    for one in ready:
        if one is listener:
            near = listener.accept()[0]
            far = socket.create_connection(("127.0.0.1", to))
            pairs[near], pairs[far] = far, near
        elif one in pairs:
            other = pairs[one]
            try:
                data = one.recv(65536)
                if data: other.sendall(data)
            except OSError:
                data = b""
            if not data:
                for end in (one, other):
                    pairs.pop(end, None)
                    end.close()
END
python3 "$place/cable.py" "$port" >"$place/cable" &
cable=$!
others="$others $cable"
for _ in $(seq 100); do
    [ -s "$place/cable" ] && break
    sleep 0.1
done
before=$(records | wc -l)
open_window play --gui --host 127.0.0.1 --port "$(cat "$place/cable")" --list --name ada
await_title "Lobby · *"
sleep 3
keep 8-lobby
# Ada sits down, and is not ready before she says so.
key Return
for _ in $(seq 100); do
    grep -q "ada (player 0) joins" "$place/server-log" && break
    sleep 0.1
done
grep -q "ada (player 0) joins" "$place/server-log" || fail "Ada does not sit: $(cat "$place/server-log")"
"$program" client --host 127.0.0.1 --port "$port" --username ben --map czechia --strategy novice >"$place/ben" 2>&1 &
others="$others $!"
for _ in $(seq 100); do
    grep -q "ben (player 1) joins" "$place/server-log" && break
    sleep 0.1
done
sleep 1
keep 9-table
[ "$(records | wc -l)" = "$before" ] || fail "the game has begun before all were ready"
key c
xdotool type --delay 40 "e good luck"
key Return
for _ in $(seq 100); do
    grep -q "ada: e good luck" "$place/ben" && break
    sleep 0.1
done
grep -q "ada: e good luck" "$place/ben" || fail "Ben has not read it: $(cat "$place/ben")"
key Escape
[ "$(title)" != "Marchland" ] || fail "Esc has left the lobby instead of the field"
key Return
await_title "Your turn – Czechia – Marchland" 600
[ "$(records | wc -l)" = $((before + 1)) ] || fail "the game has no record"

echo "the cable pulled, and the pencil kept"
while [ "$(count 'START-PHASE 2')" = 0 ]; do
    before=$(count ' REINFORCE 0 ')
    key n
    key shift+space
    key Return
    await_line ' REINFORCE 0 ' "$before"
    await_title "Your turn – Czechia – Marchland" 600
done
key n
key shift+space
kill -USR1 "$cable"
sleep 0.2
keep 10-away
for _ in $(seq 100); do
    grep -q "ada (player 0) is back" "$place/server-log" && break
    sleep 0.1
done
grep -q "ada (player 0) is back" "$place/server-log" || fail "Ada is not back"
await_title "Your turn – Czechia – Marchland" 600
before=$(count ' REINFORCE 0 ')
key Return
await_line ' REINFORCE 0 ' "$before"
keep 11-back

echo "to the end, and seen once more"
key bracketright
key bracketright
key o
for _ in $(seq 1800); do
    case $(title) in *" won – "*) break ;; esac
    sleep 0.1
done
case $(title) in *" won – "*) ;; *) fail "nobody has won: $(title)" ;; esac
sleep 1
keep 12-end
key Return
await_title "Lobby · *"
close_window
open_window replay "$(records | tail -1)" --gui
await_title "Czechia – Marchland"
key End
sleep 1
keep 13-replay
close_window

echo "a board of dots, by keys"
before=$(records | wc -l)
open_window play --gui --game dots --size 2 --seed 3
await_title "Your turn – Dots and Boxes – Marchland"
key bracketright
key bracketright
keep 14-dots
for _ in $(seq 40); do
    case $(title) in
    "Your turn – "*) key n; key space ;;
    *" won – "* | *draw*) break ;;
    *) sleep 0.2 ;;
    esac
done
case $(title) in *" won – "* | *draw*) ;; *) fail "the dots have no end: $(title)" ;; esac
sleep 1
keep 15-dots-end
[ "$(records | wc -l)" = $((before + 1)) ] || fail "the game of dots has no record"
[ "$(count ' DRAW ')" = 12 ] || fail "not all lines are drawn"
close_window

echo "the same at a server"
before=$(records | wc -l)
open_window play --gui --host 127.0.0.1 --port "$port" --game dots --size 2 --create pit --name ada
await_title "Dots and Boxes – Marchland"
keep 16-dots-waits
"$program" client --host 127.0.0.1 --port "$port" --username ben --game dots --size 2 --table pit --strategy greedy >"$place/ben" 2>&1 &
others="$others $!"
key bracketright
key bracketright
for _ in $(seq 100); do
    case $(title) in
    "Your turn – "*) key n; key space ;;
    *" won – "* | *draw*) break ;;
    *) sleep 0.2 ;;
    esac
done
case $(title) in *" won – "* | *draw*) ;; *) fail "the dots at the server have no end: $(title)" ;; esac
[ "$(records | wc -l)" = $((before + 1)) ] || fail "the game of dots at the server has no record"
echo "PASSED"
