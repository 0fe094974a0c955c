#!/usr/bin/env python3
"""Measure Python's libraries for label images on the masks of the `mask` benchmark.

Needs connected-components-3d, edt, opencv-python-headless and numpy:

    cargo bench -p marchland-mask --bench mask -- files DIR
    python3 maps/mask/benches/peers.py DIR/8192-500-borders-mixed.png ...

For every file, each library's way to the same result is timed (seconds on one
core, the least of three rounds) and divided by ours, which `cargo bench --bench
mask -- json FILE` measures on the same file. The results are compared as well:
number of regions, length of all borders, and the sum of the radii of all pivots.
"""

import json
import os
import subprocess
import sys
import time

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[threads] = "1"

import cc3d
import cv2
import edt
import numpy as np

cv2.setNumThreads(1)
ROUNDS = 3


def ours(path):
    command = ["cargo", "bench", "-q", "-p", "marchland-mask", "--bench", "mask", "--", "json"]
    out = subprocess.run(
        command + [os.path.abspath(path)], capture_output=True, check=True, text=True
    )
    return json.loads(out.stdout.strip().splitlines()[-1])


def timed(work):
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return best, result


def pack(picture):
    """Three bytes a pixel to one number, as the labelling libraries want it."""
    return cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA).view(np.uint32)[..., 0]


def border_pairs(labels):
    """Pairs of neighbouring labels and how often they meet."""
    keys = []
    for a, b in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        differ = a != b
        low = np.minimum(a[differ], b[differ]).astype(np.uint64)
        high = np.maximum(a[differ], b[differ]).astype(np.uint64)
        keys.append(low << np.uint64(32) | high)
    return np.unique(np.concatenate(keys), return_counts=True)


def with_cc3d(picture):
    labels, count = cc3d.connected_components(pack(picture), connectivity=4, return_N=True)
    cc3d.statistics(labels)
    pairs, lengths = border_pairs(labels)
    return count, int(lengths.sum()), len(pairs)


def with_cc3d_contacts(picture):
    labels, count = cc3d.connected_components(pack(picture), connectivity=4, return_N=True)
    cc3d.statistics(labels)
    return count, len(cc3d.contacts(labels, connectivity=4))


def with_opencv(picture):
    """Works only where black lines separate all regions."""
    land = cv2.bitwise_not(cv2.inRange(picture, (0, 0, 0), (0, 0, 0)))
    count, labels, *_ = cv2.connectedComponentsWithStats(land, connectivity=4, ltype=cv2.CV_32S)
    return count - 1, border_pairs(labels)


def pivots_with_edt(labels, count):
    distance = edt.edt(labels, black_border=True, parallel=1).ravel()
    most = np.zeros(count + 1, distance.dtype)
    np.maximum.at(most, labels.ravel(), distance)
    return float(most[1:].sum(dtype=np.float64))


def pivots_with_opencv(labels, boxes):
    total = 0.0
    for label, box in enumerate(boxes[1:], 1):
        part = (labels[box[0], box[1]] == label).astype(np.uint8)
        part = cv2.copyMakeBorder(part, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
        distance = cv2.distanceTransform(part, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
        total += cv2.minMaxLoc(distance)[1]
    return total


def flood(picture, seed):
    start = time.process_time()
    cv2.floodFill(picture, None, seed, (1, 2, 3))
    return time.process_time() - start


def line(name, seconds, mine):
    print(f"  {seconds * 1e3:9.1f} ms  {seconds / mine:7.1f} ×  {name}", flush=True)


def compare(path):
    us = ours(path)
    picture = cv2.imread(path, cv2.IMREAD_COLOR)
    print(f"\n{os.path.basename(path)}: {us['regions']} regions, {us['runs']} runs")

    mine = us["analysis_s"]
    print(" regions, statistics and contacts, in memory")
    line(f"ours ({mine / us['memcpy_s']:.2f} memcpys)", mine, mine)
    cc3d_time, (count, border, pairs) = timed(lambda: with_cc3d(picture))
    assert (count, border, pairs) == (us["regions"], us["border"], us["contacts"])
    line("cc3d labels and statistics, numpy contacts", cc3d_time, mine)
    seconds, _ = timed(lambda: with_cc3d_contacts(picture))
    line("cc3d labels, statistics and contacts", seconds, mine)
    best = min(cc3d_time, seconds)
    if "borders" in path:
        seconds, _ = timed(lambda: with_opencv(picture))
        line("OpenCV components with statistics of what is not black, numpy contacts", seconds, mine)
        best = min(best, seconds)

    labels, count = cc3d.connected_components(pack(picture), connectivity=4, return_N=True)
    boxes = cc3d.statistics(labels)["bounding_boxes"]
    mine = us["pivots_s"]
    print(" pivots of all regions")
    line("ours", mine, mine)
    seconds, radii = timed(lambda: pivots_with_edt(labels, count))
    assert abs(radii - us["radii"]) < 1e-4 * radii, (radii, us["radii"])
    line("edt of all labels at once, numpy maximum by label", seconds, mine)
    seconds, radii = timed(lambda: pivots_with_opencv(labels, boxes))
    line("OpenCV exact distance, region by region", seconds, mine)

    mine = us["recolour_s"]
    print(" recolouring every region")
    line("ours", mine, mine)
    table = np.arange(count + 1, dtype=np.uint32)
    canvas = np.empty(labels.shape, np.uint32)
    seconds, _ = timed(lambda: np.take(table, labels, out=canvas, mode="clip"))
    line("numpy.take from a table by label", seconds, mine)
    places = labels.astype(np.intp)
    seconds, _ = timed(lambda: np.take(table, places, out=canvas, mode="clip"))
    line("the same, labels turned into indices beforehand", seconds, mine)

    mine = us["recolour_largest_s"]
    print(" recolouring the largest region")
    line("ours", mine, mine)
    largest = int(np.argmax(cc3d.statistics(labels)["voxel_counts"][1:])) + 1
    row, column = map(int, np.argwhere(labels == largest)[0])
    seconds = min(flood(picture.copy(), (column, row)) for _ in range(ROUNDS))
    line("OpenCV floods it", seconds, mine)

    mine = us["open_and_analysis_s"]
    print(f" opening the file and analysing it (peak memory of ours {us['peak_mib']} MiB)")
    line("ours", mine, mine)
    line("image decodes it, nothing more", us["image_decode_s"], mine)
    seconds, _ = timed(lambda: cv2.imread(path, cv2.IMREAD_COLOR))
    line("OpenCV decodes it, best analysis of the above", seconds + best, mine)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for argument in sys.argv[1:]:
        compare(argument)
