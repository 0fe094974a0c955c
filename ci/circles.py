#!/usr/bin/env python3
"""Finds import cycles: files of a crate that import each other, directly or through
others. Exits with 0 if there are none, 1 if there are, 2 if something cannot be read.

    ci/circles.py [CRATE FOLDER]...     without arguments: all crates of the workspace

Reads the code as text and follows `use` lines and paths through modules and re-exports
to the file that defines a name. Three things are not imports: `mod` lines and `pub use`,
which only declare the contents of a folder; names from parent modules, whose private
items are visible anyway; and test code.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFINED = re.compile(
    r"^(?:pub(?:\([^)]*\))? +)?(?:default +|async +|const +|unsafe +|extern +\S+ +)*"
    r"(?:fn|struct|enum|union|trait|type|const|static|macro_rules!) +(\w+)", re.M)
MOD = re.compile(
    r"^((?:#\[[^\n]*\]\n)*)(?:pub(?:\([^)]*\))? +)?mod +(\w+);", re.M)
USE = re.compile(r"^( *)(pub(?:\([^)]*\))? +)?use +([^;]+);", re.M)
PATH = re.compile(r"(?<![\w:])((?:\w+::)+\w+)")


def stripped(text):
    """The code without comments, the contents of strings, letters, and test modules."""
    text = re.sub(
        r"""//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|'(?:\\.[^']*|[^'\\])'""",
        lambda m: '""' if m[0].lstrip("br#")[:1] == '"' else "", text, flags=re.S)
    return re.sub(r"^#\[cfg\(test\)\]\n(?:#\[[^\n]*\]\n)*mod \w+ \{\n.*?^\}", "", text,
                  flags=re.S | re.M)


def leaves(tree, before=()):
    """Every path of a `use` tree, with its local name."""
    tree = tree.strip()
    if (brace := tree.find("{")) >= 0 and tree.endswith("}"):
        before += tuple(part for part in tree[:brace].split("::") if part.strip())
        depth, start, inside = 0, 0, tree[brace + 1:-1] + ","
        for at, letter in enumerate(inside):
            depth += (letter == "{") - (letter == "}")
            if letter == "," and depth == 0:
                if inside[start:at].strip():
                    yield from leaves(inside[start:at], before)
                start = at + 1
        return
    path, _, name = (part.strip() for part in tree.partition(" as "))
    path = before + tuple(part.strip() for part in path.split("::"))
    if path[-1] == "self":
        path = path[:-1]
    yield path, name or path[-1]


class Module:
    """One file of a crate."""

    def __init__(self, file, parent, folder):
        self.file, self.parent, self.children = file, parent, {}
        code = stripped(file.read_text(encoding="utf-8"))
        for attributes, name in MOD.findall(code):
            if "cfg(test)" in attributes:
                continue
            places = [folder / f"{name}.rs", folder / name / "mod.rs"]
            if given := re.search(r'path *= *""', attributes):
                raise ValueError(f"{file}: {given[0]} of `mod {name}` is not followed")
            place = next((place for place in places if place.is_file()), None)
            if place is None:
                raise ValueError(f"{file}: the file of `mod {name}` is missing")
            self.children[name] = Module(place, self, folder / name)
        self.defined = set(DEFINED.findall(code))
        self.offered, self.everything, self.imported, self.paths = {}, [], {}, set()
        for _, public, tree in USE.findall(code):
            for path, name in leaves(tree):
                if public and name == "*":
                    self.everything.append(path[:-1])
                elif public:
                    self.offered[name] = path
                else:
                    self.imported[name] = path
                    self.paths.add(path)
        for path in PATH.findall(USE.sub("", code)):
            self.paths.add(tuple(path.split("::")))

    def above(self):
        """The parent modules, innermost first."""
        module = self.parent
        while module:
            yield module
            module = module.parent

    def all(self):
        """This module and its descendants."""
        yield self
        for child in self.children.values():
            yield from child.all()

    def module(self, path, crate):
        """The module at which a path begins and the rest of the path; None for a path
        out of the crate."""
        first, at = path[0], self
        if first in ("crate", crate.name):
            at = crate.root
        elif first == "super":
            while path and path[0] == "super":
                at, path = at.parent or at, path[1:]
            return at, path
        elif first != "self":
            if first in self.children:
                return self, path
            if first in self.imported and self.imported[first][0] != first:
                target = self.module(self.imported[first], crate)
                return target and (target[0], target[1] + path[1:])
            return None
        return at, path[1:]


class Crate:
    """The modules under src/lib.rs or src/main.rs of one crate."""

    def __init__(self, folder, root):
        manifest = (folder / "Cargo.toml").read_text(encoding="utf-8")
        self.name = re.search(r'^name *= *"([^"]+)"', manifest, re.M)[1].replace("-", "_")
        self.root = Module(root, None, root.parent)

    def definer(self, start, path, seen=frozenset()):
        """The module that defines `path` as seen from `start`."""
        found = start.module(path, self)
        if found is None or (start, path) in seen:
            return None
        seen |= {(start, path)}
        at, rest = found
        for place, part in enumerate(rest):
            if part in at.children:
                at = at.children[part]
            elif part in at.defined or part == "*":
                return at
            elif part in at.offered:
                return self.definer(at, at.offered[part] + tuple(rest[place + 1:]), seen)
            else:
                for folder in at.everything:
                    if inner := self.definer(at, folder + tuple(rest[place:]), seen):
                        return inner
                return at
        return at

    def imports(self):
        """For each file, the files it imports with one imported name each."""
        graph = {}
        for module in self.root.all():
            taken = graph.setdefault(module.file, {})
            for path in sorted(module.paths):
                target = self.definer(module, path)
                if target and target is not module and target not in module.above():
                    taken.setdefault(target.file, path[-1])
        return graph


def circles(graph):
    """The strongly connected components of more than one file (Tarjan 1972)."""
    order, low, stack, found = {}, {}, [], []

    def visit(file):
        order[file] = low[file] = len(order)
        stack.append(file)
        for other in graph.get(file, ()):
            if other not in order:
                visit(other)
                low[file] = min(low[file], low[other])
            elif other in stack:
                low[file] = min(low[file], order[other])
        if low[file] == order[file]:
            at = stack.index(file)
            component = stack[at:]
            del stack[at:]
            if len(component) > 1:
                found.append(component)

    for file in sorted(graph):
        if file not in order:
            visit(file)
    return found


def main():
    sys.setrecursionlimit(10_000)
    folders = [Path(folder).resolve() for folder in sys.argv[1:]] or sorted(
        manifest.parent for manifest in ROOT.rglob("Cargo.toml")
        if (manifest.parent / "src").is_dir() and "target" not in manifest.relative_to(ROOT).parts)
    count = files = 0
    for folder in folders:
        for root in (folder / "src" / "lib.rs", folder / "src" / "main.rs"):
            if not root.is_file():
                continue
            graph = Crate(folder, root).imports()
            files += len(graph)
            for circle in circles(graph):
                count += 1
                print(f"circle {count}: {len(circle)} files")
                for file in sorted(circle):
                    for other, name in sorted(graph[file].items()):
                        if other in circle:
                            print(f"  {file.relative_to(ROOT)} -> {other.relative_to(ROOT)}: {name}")
    print(f"{files} files checked, circles: {count}")
    return 1 if count else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, TypeError) as error:
        print(f"circles: {error}", file=sys.stderr)
        sys.exit(2)
