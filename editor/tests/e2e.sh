#!/usr/bin/env bash
# A six-territory map authored from a bare mask in a real window, by mouse (only
# names, numbers and the folder are typed), saved, opened again, the file compared,
# and a game of bots watched on it; then one drawn on an empty sheet. Wants Xvfb, xdotool
# and ImageMagick; says so and passes without.
#
#   editor/tests/e2e.sh [target/debug/marchland-editor] [folder for pictures]
set -euo pipefail
cd "$(dirname "$0")/../.."
program=${1:-target/debug/marchland-editor}
pictures=${2:-}

for tool in Xvfb xdotool convert import; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is missing: apt-get install xvfb xdotool imagemagick"
        exit 2
    fi
done
[ -x "$program" ] || { echo "$program is missing: cargo build first"; exit 2; }

place=$(mktemp -d)
mask=$place/squares.png
home=$place/six-woods
display=:$((290 + RANDOM % 200))
unset WAYLAND_DISPLAY WAYLAND_SOCKET
export DISPLAY=$display ICED_BACKEND=tiny-skia WINIT_X11_SCALE_FACTOR=1
# Nobody's own list of maps, nobody's own unsaved work.
export MARCHLAND_STATE=$place/state
Xvfb "$display" -screen 0 1280x800x24 -nolisten tcp -noreset >/dev/null 2>&1 &
server=$!
editor=
finish() {
    [ -z "$editor" ] || kill "$editor" 2>/dev/null || true
    kill "$server" 2>/dev/null || true
    rm -rf "$place"
}
trap finish EXIT

# The server takes its time on a busy machine.
for _ in $(seq 300); do
    xdotool getdisplaygeometry >/dev/null 2>&1 && break
    sleep 0.1
done

fail() {
    echo "FAILED: $*"
    keep failure
    exit 1
}

keep() {
    if [ -n "$pictures" ]; then
        mkdir -p "$pictures"
        import -window root "$pictures/$1.png"
    fi
}

open_editor() {
    "$program" --size 1280x800 ${1:+"$1"} &
    editor=$!
    for _ in $(seq 300); do
        window=$(xdotool search --onlyvisible --name Marchland 2>/dev/null | tail -1 || true)
        [ -n "$window" ] && break
        sleep 0.1
    done
    [ -n "$window" ] || fail "no window appeared"
    xdotool windowmove "$window" 0 0
    xdotool windowfocus --sync "$window"
    sleep 1
}

title() { xdotool getwindowname "$window"; }

# Waits until the title is that; what is slow is not wrong.
await_title() {
    for _ in $(seq 60); do
        case $(title) in $1) return ;; esac
        sleep 0.1
    done
    fail "the title is “$(title)”, not “$1”"
}

click() { xdotool mousemove "$1" "$2" sleep 0.08 click 1 sleep 0.25; }

# Drags from the first place over the others.
drag() {
    xdotool mousemove "$1" "$2" sleep 0.08 mousedown 1
    shift 2
    while [ $# -gt 0 ]; do
        xdotool sleep 0.06 mousemove "$1" "$2"
        shift 2
    done
    xdotool sleep 0.08 mouseup 1 sleep 0.25
}

write() { xdotool type --delay 25 "$1"; sleep 0.2; }
key() { xdotool key "$1"; sleep 0.25; }

# The mask: squares of 100 px, three by two, in a white sea of 500 x 300.
colours=(c83c3c 3ca03c 3c50c8 c8a028 963cb4 28aaaa)
draw=()
for i in 0 1 2 3 4 5; do
    left=$((40 + i % 3 * 100)) top=$((50 + i / 3 * 100))
    draw+=(-fill "#${colours[$i]}" -draw "rectangle $left,$top $((left + 99)),$((top + 99))")
done
convert -size 500x300 xc:white +antialias "${draw[@]}" "PNG24:$mask"

# Where a pixel of the mask is on the screen while the whole map is shown: the
# board is 916 x 701 pixels from (46, 72) on, with a margin of 28 and 104 free above.
board_left=46 board_top=72 board_width=916 board_height=701
at() {
    awk -v x="$1" -v y="$2" -v left=$board_left -v top=$board_top \
        -v width=$board_width -v height=$board_height 'BEGIN {
        across = (width - 56) / 500; down = (height - 56) / 300
        scale = across < down ? across : down
        x = left + (x - 250) * scale + width / 2
        over = (height - 300 * scale) / 2
        y = top + (over < 104 ? 104 : over) + y * scale
        printf "%.0f %.0f\n", x, y
    }'
}
# A place in a square, off its middle, where the pivot is.
square() { at $((70 + $1 % 3 * 100)) $((80 + $1 / 3 * 100)); }
sea() { at 440 150; }

echo "mask to map"
open_editor "$mask"
await_title "Marchland"
keep 1-mask
click 1200 769                      # Make the map
await_title "● Unnamed map – Marchland"
keep 2-proposals
click 1010 180                      # Link all 7
echo "names"
click $(square 0)
click 1128 452                      # the name
for name in Ash Birch Cedar Elm Fir Hazel; do
    write "$name"
    key Return
done
keep 3-named
echo "continents"
click 22 201                        # the continent tool
click $(square 0)
write North
drag $(square 0) $(square 1) $(square 2)
click 1128 492                      # the bonus
write 2
key Escape
click $(sea)
key Escape
click $(square 3)
write South
drag $(square 3) $(square 4) $(square 5)
click 1128 492
write 3
keep 4-continents
echo "a link by sea, a border shut"
click 22 163                        # the link tool
drag $(square 0) $(sea) $(square 5)
click $(square 1)
click $(square 4)
keep 5-links
echo "the map's name"
click 22 88                         # the select tool
click $(sea)
click 1128 452                      # its name
write "Six woods"
await_title "● Six woods – Marchland"
key ctrl+s
sleep 0.5
key ctrl+a
write "$home"
key Return
await_title "Six woods – Marchland"
keep 6-saved
kill "$editor"; wait "$editor" 2>/dev/null || true; editor=

[ -f "$home/map.xml" ] || fail "nothing was saved"
cmp "$mask" "$home/squares.png" || fail "the mask was not copied as it is"
diff -u editor/tests/e2e-expected.xml "$home/map.xml" || fail "the map is not what was authored"

echo "open again, change, take it back, save"
cp "$home/map.xml" "$place/before.xml"
open_editor "$home"
await_title "Six woods – Marchland"
click $(square 2)
click 1128 452
key ctrl+a
write "Chestnut"
key Return
await_title "● Six woods – Marchland"
key ctrl+s
await_title "Six woods – Marchland"
grep -q Chestnut "$home/map.xml" || fail "the new name was not saved"
click $(sea)
key ctrl+z
await_title "● Six woods – Marchland"
key ctrl+s
await_title "Six woods – Marchland"
cmp "$place/before.xml" "$home/map.xml" || fail "undo and save left a trace"
keep 7-again

echo "bots play on it"
click $(square 2)
click 1128 452
key ctrl+a
write "Chestnut"
key Return
key Escape
key F5
await_title "Play-test of Six woods – Marchland"
sleep 2
keep 8-play
key 5                               # as fast as there is
sleep 1
# The first leaves what is said at the end of the game, if it has come to that.
for _ in 1 2; do
    case $(title) in "Play-test"*) key Escape; sleep 0.5 ;; esac
done
await_title "● Six woods – Marchland"
key ctrl+z
await_title "Six woods – Marchland"
cmp "$place/before.xml" "$home/map.xml" || fail "a play-test wrote the map"
kill "$editor"; wait "$editor" 2>/dev/null || true; editor=

echo "a fault in the file: found, fixed by its button, saved"
sed -i 's/name="Ash"/name="Ash "/' "$home/map.xml"
open_editor "$home"
await_title "Six woods – Marchland"
key F8
sleep 1                             # the panel opens
click 300 564                       # the filter of the issues
write TER004
for _ in $(seq 10); do
    click 560 598                   # Write “Ash”
    case $(title) in "● "*) break ;; esac
    sleep 0.5
done
await_title "● Six woods – Marchland"
keep 9-fixed
key ctrl+s
await_title "Six woods – Marchland"
cmp "$place/before.xml" "$home/map.xml" || fail "the repair is not what was expected"
kill "$editor"; wait "$editor" 2>/dev/null || true; editor=

echo "killed in the middle of work, and recovered"
copies() { find "$MARCHLAND_STATE/recovery" -name map.xml 2>/dev/null; }
open_editor "$home"
await_title "Six woods – Marchland"
click $(square 2)
click 1128 452
key ctrl+a
write "Chestnut"
key Return
await_title "● Six woods – Marchland"
for _ in $(seq 100); do
    for copy in $(copies); do
        if grep -q 'name="Chestnut"' "$copy"; then break 2; fi
    done
    sleep 0.1
done
grep -q 'name="Chestnut"' $(copies) || fail "no copy of the unsaved work was kept"
kill -9 "$editor"; wait "$editor" 2>/dev/null || true; editor=
cmp "$place/before.xml" "$home/map.xml" || fail "the map's own file was touched"
open_editor ""
for _ in $(seq 100); do             # until the button is there, dark on light
    blue=$(import -window root -crop 1x1+1012+174 -depth 8 txt:- | tail -1)
    case $blue in *"#0"*) break ;; esac
    sleep 0.1
done
keep 10-left-behind
click 1042 174                      # Recover
await_title "● Six woods – Marchland"
keep 11-recovered
key ctrl+s
await_title "Six woods – Marchland"
grep -q 'name="Chestnut"' "$home/map.xml" || fail "what was recovered was not saved"
for _ in $(seq 50); do
    [ -n "$(copies)" ] || break
    sleep 0.1
done
[ -z "$(copies)" ] || fail "the copy is still there after saving"
kill "$editor"; wait "$editor" 2>/dev/null || true; editor=

echo "a map drawn on an empty sheet"
drawn=$place/drawn
# The same of a sheet of 1200 x 800.
sheet() {
    awk -v x="$1" -v y="$2" -v left=$board_left -v top=$board_top \
        -v width=$board_width -v height=$board_height 'BEGIN {
        scale = (height - 104 - 28) / 800
        x = left + (x - 600) * scale + width / 2
        y = top + 104 + y * scale
        printf "%.0f %.0f\n", x, y
    }'
}
open_editor ""
key ctrl+n
sleep 0.5
key Return                          # Begin drawing, on a sheet of the usual size
await_title "Unnamed map – Marchland"
for _ in 1 2 3 4 5; do key bracketright; done
drag $(sheet 300 200) $(sheet 500 240) $(sheet 700 200) $(sheet 900 220)
await_title "● Unnamed map – Marchland"
drag $(sheet 300 560) $(sheet 600 600) $(sheet 900 560)
key k
drag $(sheet 600 60) $(sheet 620 200) $(sheet 600 380)
drag $(sheet 600 440) $(sheet 610 600) $(sheet 600 740)
key bracketleft
key b
xdotool mousemove $(sheet 850 560) sleep 0.08 mousedown 3
xdotool sleep 0.06 mousemove $(sheet 850 500) sleep 0.08 mouseup 3 sleep 0.25
keep 12-drawn
key ctrl+z
key ctrl+s
sleep 0.5
key ctrl+a
write "$drawn"
key Return
await_title "Unnamed map – Marchland"
[ "$(grep -c '<territory ' "$drawn/map.xml")" = 4 ] || fail "there are not four territories"
[ "$(identify -format %wx%h "$drawn/mask.png")" = 1200x800 ] || fail "the mask is not the sheet"
colours=$(convert "$drawn/mask.png" -unique-colors txt:- | grep -c '^[0-9]')
[ "$colours" = 5 ] || fail "the mask has $colours colours instead of the sea's and four"
kill "$editor"; wait "$editor" 2>/dev/null || true; editor=

echo "forty-two territories, from an empty sheet to a game in sixty gestures"
gestures=0
count() {
    gestures=$((gestures + 1))
    "$@"
}
# Enter, once it is known what a division would come to: then the button is blue.
divide() {
    sleep 0.5
    for _ in $(seq 100); do
        blue=$(import -window root -crop 1x1+220+734 -depth 8 txt:- | tail -1)
        case $blue in *"#0"*) break ;; esac
        sleep 0.1
    done
    count key Return
}
open_editor ""
count key ctrl+n
sleep 0.5
count key Return
await_title "Unnamed map – Marchland"
count key a
count drag $(sheet 200 150) $(sheet 1000 150) $(sheet 1000 650) $(sheet 200 650) $(sheet 200 150)
await_title "● Unnamed map – Marchland"
count key v
count click $(sheet 600 400)
count key d
for _ in 1 2 3 4; do count key Up; done
divide                              # into seven
keep 13-seven
few=Down                            # six each, which is kept for the others
for part in "690 560" "640 280" "350 270" "900 280" "490 510" "905 555" "300 460"; do
    count click $(sheet $part)
    count key d
    [ -z "$few" ] || count key $few
    few=
    divide
    count key g                     # a continent
    count key Escape                # out of its name
done
keep 14-forty-two
count key ctrl+shift+p
sleep 0.5
count write "fill in missing"
count key Return
count key F5
await_title "Play-test of *"
keep 15-forty-two-played
[ $gestures -le 60 ] || fail "that took $gestures gestures"
key Escape
key ctrl+s
sleep 0.5
key ctrl+a
write "$place/forty-two"
key Return
sleep 2
[ "$(grep -c '<territory ' "$place/forty-two/map.xml")" = 42 ] || fail "there are not 42 territories"
echo "PASSED"
