#!/usr/bin/env python3
"""Where on the screen a person would click next.

    where.py RECORD MAP_FOLDER LEFT TOP WIDTH HEIGHT WHAT

RECORD is the game so far as player 0 hears it; the rectangle is the part of the screen
that shows the map, whole. WHAT is one of

    claim     a free territory, beside an own one if possible
    place     the own territory that could best attack
    attack    an own territory and the enemy beside it that it could best attack
    transfer  two own territories side by side, the first with units to spare

Prints the points, two numbers each, or nothing where there is no such place.
"""

import struct
import sys
import xml.etree.ElementTree as ElementTree

# Free logical pixels around a map that is shown whole.
MARGIN = 28


def read_map(folder):
    """Pivots, neighbours and the size of the mask."""
    root = ElementTree.parse(f"{folder}/map.xml").getroot()
    pivots, beside = {}, {}
    for territory in root.findall("territory"):
        own = int(territory.get("id"))
        pivot = territory.find("pivot")
        pivots[own] = (float(pivot.get("x")), float(pivot.get("y")))
        for link in territory.findall("neighbour"):
            other = int(link.get("territory"))
            beside.setdefault(own, set()).add(other)
            if link.get("way", "both") == "both":
                beside.setdefault(other, set()).add(own)
    with open(f"{folder}/{root.find('mask').get('file')}", "rb") as mask:
        size = struct.unpack(">II", mask.read(24)[16:24])
    return pivots, beside, size


def follow(record):
    """Owners and units after what was recorded."""
    owner, units = {}, {}
    battle = None
    with open(record, encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            if not line.endswith("\n"):
                break  # still being written
            word, *rest = line.split()[2:]
            if word == "REINFORCE":
                player, area, more = map(int, rest)
                owner[area] = player
                units[area] = units.get(area, 0) + more
            elif word == "ATTACK":
                battle = tuple(map(int, rest))
            elif word == "DICE-ROLL":
                player, start, target, attackers = battle
                dice = list(map(int, rest))
                pairs = [(a, d) for a, d in zip(dice[:3], dice[3:]) if a and d]
                lost = sum(a <= d for a, d in pairs)
                units[start] -= lost
                units[target] -= len(pairs) - lost
                if units[target] == 0:
                    moved = attackers - lost
                    owner[target] = player
                    units[target] = moved
                    units[start] -= moved
            elif word == "TRANSFER":
                _, start, target, moved = map(int, rest)
                units[start] -= moved
                units[target] += moved
    return owner, units


def places(what, beside, owner, units):
    """The territories that are meant, or none."""
    own = [t for t in beside if owner.get(t) == 0]
    borders = [
        (units[t] - units[other], t, other)
        for t in own
        for other in beside[t]
        if owner.get(other, 0) != 0
    ]
    if what == "claim":
        free = [t for t in beside if t not in owner]
        near = [t for t in free if any(owner.get(other) == 0 for other in beside[t])]
        return (near or free)[:1]
    if what == "place":
        return max(borders)[1:2] if borders else own[:1]
    if what == "attack":
        able = [border for border in borders if units[border[1]] > 1]
        return max(able)[1:] if able else []
    spare = [(units[t], t, other) for t in own for other in beside[t] if owner.get(other) == 0]
    return max(spare)[1:] if spare and max(spare)[0] > 1 else []


def main():
    record, folder, left, top, width, height, what = sys.argv[1:]
    left, top, width, height = map(float, (left, top, width, height))
    pivots, beside, (columns, rows) = read_map(folder)
    scale = min((width - 2 * MARGIN) / columns, (height - 2 * MARGIN) / rows)
    for territory in places(what, beside, *follow(record)):
        x, y = pivots[territory]
        across = left + width / 2 + (x + 0.5 - columns / 2) * scale
        down = top + height / 2 + (y + 0.5 - rows / 2) * scale
        print(round(across), round(down), end=" ")


if __name__ == "__main__":
    main()
