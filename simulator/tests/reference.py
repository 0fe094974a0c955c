"""Writes reference.txt: exact odds in rational arithmetic, every throw listed.

    python3 reference.py > it/reference.txt

Lines: rules (attacker dice, defender dice, sides, who wins ties, defence),
attackers, defenders, chance to win, mean attackers left (0 if lost), mean
defenders left. The numbers are the doubles nearest to the true values.
"""
from fractions import Fraction as F
from itertools import product


def throws(dice, sides):
    """Sorted throws and how many ways there are to each."""
    count = {}
    for throw in product(range(1, sides + 1), repeat=dice):
        key = tuple(sorted(throw, reverse=True))
        count[key] = count.get(key, 0) + 1
    return count


def compare(attack, defence, ties):
    """Units lost by the attacker and by the defender."""
    pairs = list(zip(attack, defence))
    lost = sum(a < d or (a == d and ties == "defender") for a, d in pairs)
    return lost, len(pairs) - lost


def law(x, y, sides, ties):
    out = {}
    for attack, m in throws(x, sides).items():
        for defence, n in throws(y, sides).items():
            key = compare(attack, defence, ties)
            out[key] = out.get(key, F(0)) + F(m * n, sides ** (x + y))
    return out


def solve(most_x, most_y, sides, ties, defence, units):
    blind = {(x, y): law(x, y, sides, ties) for x in range(1, most_x + 1) for y in range(1, most_y + 1)}
    seen = {}
    if defence == "seen":
        for x in range(1, most_x + 1):
            for attack, m in throws(x, sides).items():
                for y in range(1, most_y + 1):
                    out = {}
                    for answer, n in throws(y, sides).items():
                        key = compare(attack, answer, ties)
                        out[key] = out.get(key, F(0)) + F(n, sides**y)
                    seen.setdefault(x, {}).setdefault(attack, (F(m, sides**x), []))[1].append(out)
    win, left, kept = {}, {}, {}
    mean = lambda table, outcomes, a, d: sum(p * table[a - l, d - k] for (l, k), p in outcomes.items())
    for a in range(units + 1):
        for d in range(units + 1):
            if a == 0 or d == 0:
                win[a, d], left[a, d], kept[a, d] = F(int(d == 0 and a > 0)), F(a if d == 0 else 0), F(d if a == 0 else 0)
                continue
            x, y = min(a, most_x), min(d, most_y)
            # Of equally good answers the one with most dice.
            pick = lambda laws: min(reversed(laws), key=lambda outcomes: mean(win, outcomes, a, d))
            if defence == "all":
                played = [(F(1), blind[x, y])]
            elif defence == "blind":
                played = [(F(1), pick([blind[x, k] for k in range(1, y + 1)]))]
            else:
                played = [(chance, pick(laws[:y])) for chance, laws in seen[x].values()]
            for table in (win, left, kept):
                table[a, d] = sum(chance * mean(table, outcomes, a, d) for chance, outcomes in played)
    for a in range(1, units + 1):
        for d in range(1, units + 1):
            numbers = " ".join(repr(float(table[a, d])) for table in (win, left, kept))
            print(most_x, most_y, sides, ties, defence, a, d, numbers)


solve(3, 2, 6, "defender", "all", 30)
solve(3, 2, 6, "attacker", "all", 9)
solve(3, 3, 6, "defender", "all", 9)
solve(1, 1, 6, "defender", "all", 9)
solve(2, 3, 4, "attacker", "all", 8)
solve(3, 2, 6, "defender", "seen", 8)
solve(3, 3, 4, "defender", "seen", 7)
solve(3, 2, 6, "attacker", "blind", 8)
solve(4, 3, 3, "defender", "blind", 7)
