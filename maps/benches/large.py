"""Memory and time of the commands on large masks.

    python3 maps/benches/large.py DIR target/release/marchland-maps [target/release/marchland-validator]

makes three masks in DIR, bricks with waving borders and islands in a sea, and runs `new`,
`info`, `render` and `check` on each. Of every process it prints the peak of its memory in
MiB and its processor time in seconds. Python's standard library is all that it needs.
"""

import math
import os
import random
import struct
import subprocess
import sys
import zlib

# Name, width, height, columns and rows of bricks, whether it has 1 bit a pixel.
MASKS = [
    ("8192 x 8192, 5,040 territories", 8192, 8192, 70, 72, False),
    ("12000 x 7560, 480 territories", 12000, 7560, 24, 20, False),
    ("20000 x 20000, 1 bit", 20000, 20000, 40, 40, True),
]
SEA = b"\xff\xff\xff"


def stretches(width, height, columns, rows, islands, y):
    """Where the stretches of a row end, each with its brick or None for the sea."""
    margin = width // 20
    if not margin <= y < height - margin:
        return [(width, None)]
    across, down = (width - 2 * margin) / columns, (height - 2 * margin) / rows
    found = [(margin + int(8 * math.sin(y / 37)), None)]
    for column in range(columns):
        shifted = y - margin + int(0.18 * down * math.sin(1.7 * column))
        row = min(rows - 1, max(0, int(shifted / down)))
        within = shifted / down - row
        end = margin + int(
            (column + 1) * across
            + 0.18 * across * math.sin(9 * y / down + column)
            + 0.06 * across * math.sin(y / 7 + column)
        )
        if column == columns - 1:
            end = width - margin + int(8 * math.sin(y / 41))
        brick = row * columns + column
        if not islands[brick]:
            found.append((end, brick))
            continue
        start, inset = found[-1][0], int(0.2 * across)
        if 0.2 < within < 0.8:
            found.append((start + inset, None))
            found.append((max(start + inset + 1, end - inset), brick))
        found.append((end, None))
    return found + [(width, None)]


def write_mask(path, width, height, columns, rows, one_bit):
    chance = random.Random(7)
    count = columns * rows
    keys = [key.to_bytes(3, "big") for key in chance.sample(range(0x202020, 0xF0F0F0), count)]
    islands = [chance.random() < 0.12 for _ in range(count)]
    packer, packed = zlib.compressobj(3), []
    for y in range(height):
        start, pieces = 0, []
        for end, brick in stretches(width, height, columns, rows, islands, y):
            if end > start:
                land = brick is not None
                pixel = (b"0" if land else b"1") if one_bit else (keys[brick] if land else SEA)
                pieces.append(pixel * (end - start))
                start = end
        line = b"".join(pieces)
        if one_bit:
            line = int(line.ljust(-(-width // 8) * 8, b"0"), 2).to_bytes(-(-width // 8), "big")
        packed.append(packer.compress(b"\0" + line))
    packed.append(packer.flush())

    def chunk(kind, data):
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", width, height, *((1, 0) if one_bit else (8, 2)), 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head))
        file.write(chunk(b"IDAT", b"".join(packed)) + chunk(b"IEND", b""))


def measure(arguments):
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(arguments, stdout=quiet, stderr=quiet)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(arguments)}: exit code {process.returncode}")
    return f"{used.ru_maxrss / 1024:.0f} MiB, {used.ru_utime + used.ru_stime:.1f} s"


def main(folder, maps, validator=None):
    os.makedirs(folder, exist_ok=True)
    for name, *size in MASKS:
        mask, made, picture = (os.path.join(folder, end) for end in ("m.png", "made", "p.png"))
        write_mask(mask, *size)
        layers = "drawn,links,badges,labels"
        commands = {
            "new": [maps, "new", mask, "-o", made, "--force"],
            "info": [maps, "info", made],
            "render": [maps, "render", made, "-o", picture, "--force"],
            "render --layer " + layers: [
                maps, "render", made, "-o", picture, "--force", "--layer", layers,
            ],
        }
        if validator:
            commands["check"] = [validator, "check", made]
        for command, arguments in commands.items():
            print(f"{name}: {command}: {measure(arguments)}", flush=True)


main(*sys.argv[1:])
