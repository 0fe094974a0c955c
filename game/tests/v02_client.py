#!/usr/bin/env python3
"""A client of protocol 0.2 that trusts nobody.

Written from the text of the protocol and of the map file alone; standard
library only. Several of them sit down at a server, play games to their end and
hold every line they hear against the rules, each with books of its own. At the
end of a game their books must agree.

    v02_client.py HOST PORT MAP_XML [--players N] [--games N] [--seed N]
                  [--areas 0|1] [--sets 0|1]

Exit code 0: no rule was broken. 1: one was; the line and those before it are
told. 2: the server could not be reached, or the arguments are wrong.
"""

import argparse
import random
import socket
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree

# What a server may say to a client of version 0.2.
KNOWN = {
    "LOGIN-ACK", "REGISTERED-PLAYER", "LOGOUT", "ORDER", "START-PHASE",
    "START-ROUND", "REINFORCEMENTS", "REINFORCE", "TRANSFER", "ATTACK",
    "DEFEND", "CARDS-EXCHANGE", "DICE-ROLL", "CARDS-ACQUIRED",
    "PLAYER-DEFEATED", "CHAT",
}
LONGEST = 127
PATIENCE = 60.0
CLASSIC = {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}
INFANTRY, CAVALRY, ARTILLERY, WILD = range(4)


class BrokenRule(Exception):
    """The server said something that the protocol or the rules forbid."""


class Board:
    """The map, as far as the rules need it."""

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        territories = root.findall("territory")
        count = len(territories)
        self.neighbours = [set() for _ in range(count)]
        members = {}
        kinds = {"infantry": 0, "cavalry": 1, "artillery": 2}
        self.deck = [0, 0, 0, 2]
        for territory in territories:
            own = int(territory.get("id"))
            members.setdefault(int(territory.get("continent")), set()).add(own)
            card = territory.get("card")
            self.deck[kinds[card] if card else own % 3] += 1
            for link in territory.findall("neighbour"):
                other = int(link.get("territory"))
                self.neighbours[own].add(other)
                if link.get("way", "both") == "both":
                    self.neighbours[other].add(own)
        bonus = {int(c.get("id")): int(c.get("bonus")) for c in root.findall("continent")}
        self.continents = [(areas, bonus[at]) for at, areas in members.items()]
        self.size = count
        self.own_units = {
            int(units.get("players")): int(units.get("each"))
            for units in root.findall("setup/units")
        }

    def initial_units(self, players, sharers):
        """The least and the most units a player may start with."""
        if players in self.own_units:
            return self.own_units[players], self.own_units[players]
        dealt = -(-self.size // sharers)
        exact = CLASSIC[players] * self.size
        return max(exact // 42, dealt), max(-(-exact // 42), dealt)

    def reachable(self, start, allowed):
        """The areas that a path of allowed areas leads to."""
        seen, todo = {start}, [start]
        while todo:
            for near in self.neighbours[todo.pop()]:
                if near in allowed and near not in seen:
                    seen.add(near)
                    todo.append(near)
        return seen


def is_set(cards):
    plain = [card for card in cards if card != WILD]
    return len(set(plain)) <= 1 or len(set(plain)) == len(plain)


def worth(cards, constant, traded):
    """Units for a set, the best that wild cards can make of it."""
    if not constant:
        table = [4, 6, 8, 10, 15]
        return table[traded] if traded < 5 else min(60, 15 + 5 * (traded - 4))
    plain = [card for card in cards if card != WILD]
    if len(set(plain)) == len(plain):
        return 9
    return 3 + 2 * plain[0]


class Books:
    """What happened, and whether it may have happened."""

    def __init__(self, board, me, constant_sets):
        self.board = board
        self.me = me
        self.constant_sets = constant_sets
        self.names = {}
        self.order = []
        self.neutral = None
        self.phase = None
        self.turn = None
        self.owner = [None] * board.size
        self.units = [0] * board.size
        self.unplaced = {}
        self.hand = []
        self.hands = {}
        self.traded = 0
        self.out = set()
        self.winner = None
        self.begin_turn()
        # What must come next: 'income', 'worth', 'defence', 'dice',
        # 'defeat', 'spoils'.
        self.due = None
        self.due_what = None
        self.initial = {}

    def begin_turn(self):
        self.battle = None
        self.conquered = False
        self.card_given = False
        # Before the first attack, and after a trade of spoils.
        self.placing = True
        self.attacked = False
        self.fortified = False
        self.follow = None
        self.must_trade = False
        self.placed = 0

    def need(self, holds, why):
        if not holds:
            raise BrokenRule(why)

    def areas(self, player):
        return [a for a, owner in enumerate(self.owner) if owner == player]

    def income(self, player):
        areas = set(self.areas(player))
        whole = sum(bonus for members, bonus in self.board.continents if members <= areas)
        return max(3, len(areas) // 3) + whole

    # What is told.

    def nothing_due(self, what):
        self.need(self.due is None, f"{what} while {self.due} {self.due_what} must come")

    def registered(self, player, name):
        self.need(1 <= len(name) <= 16, "a name of 1 to 16 characters")
        if player in self.names:
            self.need(self.names[player] == name, "a player changed its name")
            return
        if name == "Neutral":
            self.neutral = player
        self.names[player] = name
        self.hands[player] = 0

    def ordered(self, order):
        self.need(not self.order, "the order is told once")
        players = sorted(p for p in self.names if p != self.neutral)
        self.need(sorted(order) == players, "the order holds each player once")
        self.order = order
        self.initial = dict.fromkeys(self.names)

    def reinforcements(self, player, units):
        self.need(player in self.names, "units for nobody")
        if self.phase is None:
            self.need(self.initial.get(player, 0) is None, "initial units are told once")
            sharers = len(self.order) + (self.neutral is not None)
            least, most = self.board.initial_units(len(self.order), sharers)
            self.need(least <= units <= most, f"{units} initial units, not {least} to {most}")
            self.initial[player] = units
            self.unplaced[player] = units
            return
        self.need(self.phase == 2 and player == self.turn, "units out of turn")
        self.need(self.due in ("income", "worth"), "units for nothing")
        self.need(units == self.due_what, f"{units} units instead of {self.due_what}")
        self.due = self.due_what = None
        self.unplaced[player] += units

    def start_phase(self, phase):
        self.nothing_due("a phase")
        expected = 0 if self.phase is None else self.phase + 1
        self.need(phase == expected, f"phase {phase} instead of {expected}")
        if phase == 0:
            self.need(None not in self.initial.values(), "each player has initial units")
        if phase == 1:
            self.need(None not in self.owner, "a free area after phase 0")
            counts = [len(self.areas(p)) for p in self.unplaced]
            self.need(max(counts) - min(counts) <= 1, "areas are not shared evenly")
        if phase == 2:
            self.need(not any(self.unplaced.values()), "units left after phase 1")
        self.phase = phase
        self.turn = None

    def start_round(self, player):
        self.nothing_due("a round")
        self.need(player in self.order and player not in self.out, "a turn for nobody")
        if self.turn is not None:
            self.end_of_turn()
            at = self.order.index(self.turn)
            after = self.order[at + 1:] + self.order[:at + 1]
            able = [p for p in after if p not in self.out]
            if self.phase == 1:
                able = [p for p in able if self.unplaced[p] > 0]
            self.need(able and able[0] == player, f"the next turn is {able[:1]}")
        self.turn = player
        self.begin_turn()
        if self.phase == 2:
            self.need(all(units > 0 for units in self.units), "an area without units")
            self.due, self.due_what = "income", self.income(player)
            self.must_trade = self.hands[player] >= 5

    def end_of_turn(self):
        """What must hold when a turn has ended."""
        player = self.turn
        if self.phase == 0:
            self.need(self.placed == 1, "a turn without a claim")
        elif self.phase == 1:
            self.need(self.placed >= 1, "a turn without a unit placed")
        else:
            self.need(self.unplaced[player] == 0, "a turn ended with units in hand")
            self.need(not self.must_trade, "a turn ended without the compulsory trade")
            self.need(self.conquered == self.card_given, "a card for each conquering turn")

    def reinforce(self, player, area, units):
        self.nothing_due("REINFORCE")
        self.need(0 <= area < self.board.size and units >= 1, "such an area and such units")
        if self.phase == 0 and (self.turn is None or player == self.neutral):
            self.need(self.owner[area] in (None, player), "the area is taken")
            self.need(player == self.neutral or units == 1, "dealt one by one")
        else:
            self.need(player == self.turn, "units placed out of turn")
            if self.phase == 0:
                self.need(self.owner[area] is None, "a taken area is claimed")
                self.need(units == 1 and self.placed == 0, "one area a turn, with one unit")
            else:
                self.need(self.owner[area] == player, "units on another's area")
                self.need(self.phase == 1 or self.placing, "units placed after an attack")
        self.need(units <= self.unplaced[player], "more units than there are")
        self.owner[area] = player
        self.units[area] += units
        self.unplaced[player] -= units
        self.placed += units

    def exchange(self, player, cards):
        self.nothing_due("CARDS-EXCHANGE")
        self.need(self.phase == 2 and player == self.turn, "a trade out of turn")
        self.need(not self.attacked or self.must_trade, "a trade after the first attack")
        self.need(is_set(cards), f"{cards} is no set")
        self.need(self.hands[player] >= 3, "more cards than there are")
        self.hands[player] -= 3
        if player == self.me:
            for card in cards:
                self.hand.remove(card)
        self.due, self.due_what = "worth", worth(cards, self.constant_sets, self.traded)
        self.traded += 1
        if self.hands[player] < 5:
            self.must_trade = False
        # Units of spoils are placed before the turn goes on.
        self.placing = True
        self.follow = None

    def free_to_act(self, player, what):
        self.nothing_due(what)
        self.need(self.phase == 2 and player == self.turn, f"{what} out of turn")
        self.need(self.unplaced[player] == 0, f"{what} with units in hand")
        self.need(not self.must_trade, f"{what} before the compulsory trade")
        self.need(not self.fortified, f"{what} after fortifying")

    def attack(self, player, source, target, units):
        self.free_to_act(player, "ATTACK")
        self.need(self.owner[source] == player, "an attack from another's area")
        self.need(self.owner[target] not in (None, player), "an attack on an own area")
        self.need(target in self.board.neighbours[source], "an attack on no neighbour")
        self.need(1 <= units <= 3 and units < self.units[source], "one unit stays behind")
        self.attacked = True
        self.placing = False
        self.follow = None
        self.battle = (source, target, units)
        self.due, self.due_what = "defence", self.owner[target]

    def defend(self, player, area, units):
        self.need(self.due == "defence" and player == self.due_what, "nobody attacks there")
        self.need(area == self.battle[1], "another area is attacked")
        most = min(2, self.units[area])
        self.need(1 <= units <= most, "so many cannot defend")
        if player == self.neutral:
            self.need(units == most, "the neutral force defends with the most possible")
        self.due, self.due_what = "dice", units

    def dice(self, dice):
        self.need(self.due == "dice", "dice for nothing")
        source, target, attackers = self.battle
        loser = self.owner[target]
        attack, defence = dice[:3], dice[3:]
        for side, thrown in ((attack, attackers), (defence, self.due_what)):
            self.need(all(1 <= die <= 6 for die in side[:thrown]), "a die that cannot be")
            self.need(not any(side[thrown:]), "more dice than units")
            self.need(side == sorted(side, reverse=True), "dice are told highest first")
        self.due = self.due_what = self.battle = None
        left = attackers
        for one, other in zip(attack, defence):
            if one and other:
                if one > other:
                    self.units[target] -= 1
                else:
                    self.units[source] -= 1
                    left -= 1
        if self.units[target] == 0:
            self.units[source] -= left
            self.units[target] = left
            self.owner[target] = self.turn
            self.conquered = True
            self.follow = (source, target)
            self.need(left >= 1 and self.units[source] >= 1, "a conquest that cannot be")
            if not self.areas(loser):
                self.due, self.due_what = "defeat", (loser, self.turn)

    def defeated(self, player, by):
        self.need(self.due == "defeat", "nobody was beaten")
        self.need((player, by) == self.due_what, "others were beaten")
        self.due = self.due_what = None
        self.out.add(player)
        if self.hands[player]:
            self.due, self.due_what = "spoils", self.hands[player]
            self.hands[player] = 0
        left = [p for p in self.order if p not in self.out]
        if len(left) == 1:
            self.winner = left[0]

    def acquired(self, player, count, cards):
        if player == self.me:
            self.need(len(cards) == count, "as many cards as told")
            self.need(all(0 <= card <= 3 for card in cards), "a card that cannot be")
            self.hand += cards
            for kind in range(4):
                self.need(self.hand.count(kind) <= self.board.deck[kind], "more than the deck has")
        else:
            self.need(not cards, "another's cards are told")
        self.need(player == self.turn, "cards out of turn")
        self.hands[player] += count
        if self.due == "spoils":
            self.need(count <= self.due_what, "more cards than the loser had")
            self.due_what -= count
            if self.due_what == 0:
                self.due = self.due_what = None
                self.must_trade = self.hands[player] > 5
            return
        self.nothing_due("CARDS-ACQUIRED")
        self.need(self.conquered and not self.card_given, "a card for nothing")
        self.need(count == 1, "one card a turn")
        self.card_given = True

    def transfer(self, player, source, to, units):
        if self.follow == (source, to):
            # Before anything else, and whatever the hand.
            self.nothing_due("TRANSFER")
            self.need(player == self.turn, "TRANSFER out of turn")
            self.follow = None
        else:
            self.free_to_act(player, "TRANSFER")
            self.need(self.owner[source] == player, "units moved from another's area")
            self.need(self.owner[to] == player and source != to, "units moved to another's area")
            own = set(self.areas(player))
            self.need(to in self.board.reachable(source, own), "no path of own areas")
            self.fortified = True
        self.need(1 <= units < self.units[source], "one unit stays behind")
        self.units[source] -= units
        self.units[to] += units


class Client:
    """A player on a connection of its own."""

    def __init__(self, options, board, name, chance):
        self.board = board
        self.name = name
        self.chance = chance
        self.options = options
        self.heard = []
        self.lines = 0
        self.socket = socket.create_connection((options.host, options.port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream = self.socket.makefile("rb")
        self.books = None
        self.ended = False

    def say(self, line):
        self.heard.append("> " + line)
        self.socket.sendall(line.encode("ascii") + self.chance.choice([b"\n", b"\r\n"]))

    def hear(self):
        raw = self.stream.readline()
        if not raw.endswith(b"\n"):
            raise BrokenRule("the server hung up")
        line = raw[:-1]
        self.heard.append("< " + line.decode("ascii", "backslashreplace"))
        self.lines += 1
        if len(line) > LONGEST or any(not 0x20 <= byte <= 0x7E for byte in line):
            raise BrokenRule("a line of at most 127 bytes of printable ASCII")
        words = line.decode("ascii").split()
        if not words or words[0] not in KNOWN:
            raise BrokenRule("no command of version 0.2")
        return words

    def login(self):
        """Sits down; while the last game's players are still leaving, again."""
        until = time.monotonic() + PATIENCE
        while True:
            self.say(f"LOGIN {self.name}")
            words = self.hear()
            if words[:2] == ["LOGIN-ACK", "OK"]:
                break
            if words not in (["LOGIN-ACK", "FAILED", "2"], ["LOGIN-ACK", "FAILED", "3"]):
                raise BrokenRule("this is not an answer to LOGIN")
            if time.monotonic() > until:
                raise BrokenRule("no seat became free")
            time.sleep(0.05)
        me = int(words[2])
        self.books = Books(self.board, me, self.options.sets == 1)
        self.books.registered(me, self.name)

    def play(self):
        """Plays to the end of the game."""
        self.say(f"APPLY_RULE 0 {self.options.areas}")
        self.say(f"APPLY_RULE 1 {self.options.sets}")
        self.say(f"READY {self.books.me}")
        while self.books.winner is None:
            self.take(self.hear())
            self.act()

    def take(self, words):
        books, name = self.books, words[0]
        if name == "CHAT":
            self.chat(words)
            return
        if name == "REGISTERED-PLAYER":
            books.registered(int(words[1]), words[2])
            return
        numbers = [int(word) for word in words[1:]]
        arity = {
            "LOGOUT": 2, "START-PHASE": 1, "START-ROUND": 1, "REINFORCEMENTS": 2,
            "REINFORCE": 3, "TRANSFER": 4, "ATTACK": 4, "DEFEND": 3,
            "CARDS-EXCHANGE": 4, "DICE-ROLL": 5, "PLAYER-DEFEATED": 2,
        }
        books.need(len(numbers) == arity.get(name, len(numbers)), "the wrong number of arguments")
        own = name in ("REINFORCE", "TRANSFER", "ATTACK", "DEFEND", "CARDS-EXCHANGE")
        dealt = name == "REINFORCE" and books.phase == 0 and books.turn is None
        books.need(dealt or not own or numbers[0] != books.me, "one's own words come back")
        if name == "LOGOUT":
            books.need(numbers[0] in books.names and not books.order, "nobody left during the game")
            del books.names[numbers[0]]
        elif name == "ORDER":
            books.ordered(numbers)
        elif name == "START-PHASE":
            books.start_phase(*numbers)
            self.ended = False
        elif name == "START-ROUND":
            books.start_round(*numbers)
            self.ended = False
        elif name == "REINFORCEMENTS":
            books.reinforcements(*numbers)
        elif name == "REINFORCE":
            books.reinforce(*numbers)
        elif name == "CARDS-EXCHANGE":
            books.exchange(numbers[0], numbers[1:])
        elif name == "ATTACK":
            books.attack(*numbers)
        elif name == "DEFEND":
            books.defend(*numbers)
        elif name == "DICE-ROLL":
            books.dice(numbers)
        elif name == "TRANSFER":
            books.transfer(*numbers)
        elif name == "CARDS-ACQUIRED":
            books.acquired(numbers[0], numbers[1], numbers[2:])
        elif name == "PLAYER-DEFEATED":
            books.defeated(*numbers)
        else:
            raise BrokenRule("out of place")

    def chat(self, words):
        books = self.books
        sender = int(words[2])
        books.need(sender in books.names and sender != books.me, "a message of another player")
        text = words[3:] if words[1] == "PUBLIC" else words[4:]
        books.need(words[1] == "PUBLIC" or int(words[3]) == books.me, "a message for another")
        books.need(text == ["well", "met,", books.names[sender]], "a message was changed")

    # What it does.

    def act(self):
        while self.step():
            pass

    def step(self):
        """Does one thing, if it is to act. Whether more may follow at once."""
        books, me = self.books, self.books.me
        if books.due == "defence" and books.due_what == me:
            area = books.battle[1]
            units = self.chance.randint(1, min(2, books.units[area]))
            books.defend(me, area, units)
            self.say(f"DEFEND {me} {area} {units}")
            return False
        if self.ended or books.due is not None or books.turn != me or books.winner is not None:
            return False
        if self.chance.random() < 0.02:
            self.greet()
        if self.chance.random() < 0.10:
            self.probe()
        if books.phase == 0:
            free = [a for a, owner in enumerate(books.owner) if owner is None]
            self.place(self.chance.choice(free), 1)
        elif books.phase == 1:
            most = books.unplaced[me]
            self.place(self.chance.choice(self.border()), self.chance.randint(1, most))
        else:
            return self.turn()
        self.end_round()
        return False

    def greet(self):
        books = self.books
        others = [p for p in books.order if p != books.me and p not in books.out]
        text = f"well  met, {self.name}"
        self.say(f"CHAT PUBLIC {books.me} {text}")
        self.say(f"CHAT PRIVATE {books.me} {self.chance.choice(others)} {text}")

    def probe(self):
        """Says what the rules forbid. Nothing may come of it: were it done, the
        others would hear of it and complain."""
        books, me, chance = self.books, self.books.me, self.chance
        other = chance.choice([p for p in books.order if p != me])
        mine, foreign = books.areas(me) or [0], [a for a, o in enumerate(books.owner) if o != me]
        far = [a for a in foreign if a not in self.board.neighbours[mine[0]]] or [mine[0]]
        self.say(chance.choice([
            f"REINFORCE {other} {chance.choice(foreign)} 1",
            f"REINFORCE {me} {self.board.size} 1",
            f"REINFORCE {me} {mine[0]} 0",
            f"REINFORCE {me} {mine[0]} {books.unplaced[me] + 1}",
            f"ATTACK {me} {mine[0]} {chance.choice(far)} 1",
            f"ATTACK {me} {mine[0]} {mine[0]} 1",
            f"ATTACK {me} {mine[0]} {chance.choice(foreign)} 4",
            f"TRANSFER {me} {mine[0]} {chance.choice(foreign)} 1",
            f"TRANSFER {me} {mine[0]} {mine[0]} 1",
            f"DEFEND {me} {mine[0]} 1",
            f"CARDS-EXCHANGE {me} 0 0 1",
            f"CARDS-EXCHANGE {me} 3 3 3",
            f"END-ROUND {other}",
            f"END-ROUND {me} 1",
            f"FLY {me}",
            "x" * 300,
            "START-ROUND 0",
            f"LOGIN {self.name}",
            f"APPLY_RULE 1 {1 - self.options.sets}",
        ]))

    def place(self, area, units):
        me = self.books.me
        self.books.reinforce(me, area, units)
        self.say(f"REINFORCE {me} {area} {units}")

    def end_round(self):
        self.say(f"END-ROUND {self.books.me}")
        # Nothing more is said until the next turn begins.
        self.ended = True

    def enemies(self, area):
        return [a for a in self.board.neighbours[area] if self.books.owner[a] != self.books.me]

    def border(self):
        return [a for a in self.books.areas(self.books.me) if self.enemies(a)]

    def turn(self):
        """One action of the game proper. Whether more may follow at once."""
        books, me, chance = self.books, self.books.me, self.chance
        if books.must_trade:
            books.need(self.trade(), "five cards without a set")
            return False
        if not books.attacked and len(books.hand) >= 3 and chance.random() < 0.5 and self.trade():
            return False
        if books.unplaced[me]:
            self.reinforce()
            return True
        if books.follow and self.follow():
            return True
        fights = [
            (books.units[area] - books.units[enemy], area, enemy)
            for area in self.border() if books.units[area] > 1
            for enemy in self.enemies(area)
            if books.units[area] > books.units[enemy] + 1 or chance.random() < 0.02
        ]
        if fights:
            _, source, target = max(fights)
            most = min(3, books.units[source] - 1)
            units = most if chance.random() < 0.9 else chance.randint(1, most)
            books.attack(me, source, target, units)
            self.say(f"ATTACK {me} {source} {target} {units}")
            return False
        self.fortify()
        self.end_round()
        return False

    def reinforce(self):
        """Places units where an area is most above its weakest enemy."""
        books, me, chance = self.books, self.books.me, self.chance

        def lead(area):
            return books.units[area] - min(books.units[enemy] for enemy in self.enemies(area))

        best = max(self.border(), key=lambda area: (lead(area), chance.random()))
        units = books.unplaced[me]
        self.place(best, units if chance.random() < 0.7 else chance.randint(1, units))

    def follow(self):
        """Lets units follow a conquest, if it seems good."""
        books, me, chance = self.books, self.books.me, self.chance
        source, to = books.follow
        spare = books.units[source] - 1
        wanted = self.enemies(to) or not self.enemies(source)
        if not spare or not wanted or chance.random() < 0.2:
            return False
        units = spare if chance.random() < 0.7 else chance.randint(1, spare)
        books.transfer(me, source, to, units)
        self.say(f"TRANSFER {me} {source} {to} {units}")
        return True

    def trade(self):
        """Trades the first set of the hand, if there is one."""
        books, hand = self.books, self.books.hand
        for a in range(len(hand)):
            for b in range(a + 1, len(hand)):
                for c in range(b + 1, len(hand)):
                    cards = [hand[a], hand[b], hand[c]]
                    if is_set(cards):
                        self.chance.shuffle(cards)
                        books.exchange(books.me, cards)
                        self.say("CARDS-EXCHANGE {} {} {} {}".format(books.me, *cards))
                        return True
        return False

    def fortify(self):
        books, me = self.books, self.books.me
        own = set(books.areas(me))
        idle = [a for a in own if not self.enemies(a) and books.units[a] > 1]
        if not idle:
            return
        source = max(idle, key=lambda a: books.units[a])
        front = [a for a in self.board.reachable(source, own) if self.enemies(a)]
        if front:
            to = self.chance.choice(sorted(front))
            units = books.units[source] - 1
            books.transfer(me, source, to, units)
            self.say(f"TRANSFER {me} {source} {to} {units}")


def play_game(options, board, number):
    """One game; its books at the end, one of each player."""
    failures, clients = [], []

    def run(client):
        try:
            client.play()
        except (BrokenRule, OSError, ValueError, KeyError, IndexError) as error:
            failures.append((client, error))
            # The others would wait for ever.
            for other in clients:
                try:
                    other.socket.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    for seat in range(options.players):
        chance = random.Random(f"{options.seed} {number} {seat}")
        client = Client(options, board, f"{number}-{seat}", chance)
        client.login()
        clients.append(client)
    threads = [threading.Thread(target=run, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        broken, error = failures[0]
        print(f"game {number}, seat {broken.books.me}: {error!r}", file=sys.stderr)
        for client in clients:
            print(f"what seat {client.books.me} said and heard last:", file=sys.stderr)
            print("\n".join(client.heard[-40 if client is broken else -15:]), file=sys.stderr)
        return None
    for client in clients:
        client.socket.close()
    return clients


def main():
    parser = argparse.ArgumentParser(description="Plays games by protocol 0.2 and checks every line.")
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("map")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--areas", type=int, choices=(0, 1), default=0)
    parser.add_argument("--sets", type=int, choices=(0, 1), default=0)
    options = parser.parse_args()
    board = Board(options.map)
    lines = 0
    for number in range(options.games):
        try:
            clients = play_game(options, board, number)
        except OSError as error:
            print(f"game {number}: {error}", file=sys.stderr)
            return 2
        except BrokenRule as error:
            print(f"game {number}: {error}", file=sys.stderr)
            return 1
        if clients is None:
            return 1
        lines += sum(client.lines for client in clients)
        first = clients[0].books
        for client in clients[1:]:
            books = client.books
            if (books.owner, books.units, books.winner, books.hands) != (
                first.owner, first.units, first.winner, first.hands
            ):
                print(f"game {number}: the players saw different games", file=sys.stderr)
                return 1
    print(f"{options.games} games, {lines} lines, no broken rule")
    return 0


if __name__ == "__main__":
    sys.exit(main())
