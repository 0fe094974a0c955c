#!/usr/bin/env python3
"""Makes maps as authors do, checks them and draws a sample of warnings to judge by hand.

    draw.py FOLDER [COUNT [SEED]]   prints code, map, place and message as CSV

FOLDER receives the maps. Needs `marchland-maps` and `marchland-validator` in the path,
ImageMagick's `convert`, and `../shared` beside the repository. judged.csv holds the
verdicts on one sample.
"""

import csv
import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared"


def run(*words, codes=(0, 1)):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def made(folder):
    """Imported maps; maps from masks and outlines in several sizes, some with an author;
    bundled maps with mask and positions scaled down."""
    known = ["--author", "A", "--licence", "CC0-1.0"]
    for name in ["ameroki", "eurasien", "geoscape", "sersom", "tube", "uk"]:
        source = SHARED / f"corpus/domination/{name}/{name}.map"
        run("marchland-maps", "import", source, "-o", folder / name)
        run("marchland-maps", "new", folder / name / "mask.png", "-o", folder / f"{name}-new",
            "--sea", "auto", *known)
    for name, mask in [("ksirk", "corpus/ksirk/legacy/Images/map-mask.png"),
                       ("lines", "geo/world-mask-borders.png"), ("plain", "geo/world-mask.png")]:
        run("marchland-maps", "new", SHARED / mask, "-o", folder / name, "--sea", "auto")
    for name in ["classic-world", "czechia", "europe", "usa"]:
        for size in [400, 550, 700, 900, 1100, 2400]:
            more = known if size < 2000 else []
            run("marchland-maps", "new", SHARED / f"geo/{name}.geojson", "-o",
                folder / f"{name}-{size}", "--size", size, "--sea", "auto", *more)
    for name in ["world", "europe", "usa", "czechia"]:
        for percent in [30, 40, 50]:
            to = folder / f"{name}-at-{percent}"
            shutil.copytree(ROOT / "maps" / name, to)
            run("convert", to / "mask.png", "-filter", "point", "-resize", f"{percent}%",
                to / "mask.png")
            run("convert", to / "image.png", "-resize", f"{percent}%", to / "image.png")
            text = (to / "map.xml").read_text()
            text = re.sub(r'\b([xy])="(\d+)"',
                          lambda m: f'{m[1]}="{int(m[2]) * percent // 100}"', text)
            (to / "map.xml").write_text(text)


def main():
    folder = Path(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    if not folder.exists():
        folder.mkdir(parents=True)
        made(folder)
    report = json.loads(run("marchland-validator", "check", folder, "--format", "json"))
    found = []
    for one in report["maps"]:
        name = Path(one["path"]).parent.name
        for finding in one["findings"]:
            if finding["severity"] == "warning":
                place = finding["mask"] or {}
                spot = f"{place['x']} {place['y']}" if place else ""
                found.append((finding["code"], name, spot, finding["message"]))
    print(f"{len(found)} warnings on {len(report['maps'])} maps", file=sys.stderr)
    drawn = random.Random(seed).sample(sorted(found), min(count, len(found)))
    csv.writer(sys.stdout, lineterminator="\n").writerows(sorted(drawn))


main()
