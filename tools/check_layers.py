#!/usr/bin/env python3
"""Fail if a folder includes one that layers.txt does not allow.

The same walk holds the other rules of the house that a script can see: the
size of files, a test for every source, and words a library must not use.
"""
import argparse
import pathlib
import re
import sys

CODE = {".h", ".cc", ".cu", ".py"}
TREES = ("include", "src", "cli", "tests", "fuzz", "bench", "examples", "tools",
         "python")
MAX_LINES = 400
MAX_PUBLIC_LINES = 250

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)
QUOTED = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\])'", re.S)
FORBIDDEN = re.compile(
    r"\b(?:(?:abort|exit|_Exit|quick_exit|terminate|puts)\s*\(|\w*printf\b"
    r"|std::(?:cout|cerr|clog)\b)")
NAMESPACE = re.compile(r"namespace(?: ([\w:]+))? \{")
NAMESPACE_END = re.compile(r"\}  // namespace")
TYPE = re.compile(r"(?:struct|class|enum(?: class)?) (\w+)\b(?!<|::)(?!.*;\s*$)")
LATER = re.compile(r"\b(?:TO" r"DO|FIX" r"ME)\b")  # split, or it finds itself


class Tree:
    """The files of a checkout, and the layers they belong to."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.layers = {}  # layer -> the layers it may include
        self.owners = {}  # public header without .h -> its layer
        self.order_problems = []
        for line in (self.root / "tools/layers.txt").read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                self._read_layer(line)

    def _read_layer(self, line):
        head, _, uses = line.partition(":")
        name, *headers = head.split()
        for used in uses.split():
            if used not in self.layers:
                self.order_problems.append(
                    f"tools/layers.txt: {name} names {used}, "
                    "which is not above it")
        self.layers[name] = {name, *uses.split()}
        self.owners.update({header: name for header in [name, *headers]})

    def files(self, *tops):
        for top in tops:
            for path in sorted((self.root / top).rglob("*")):
                if path.suffix in CODE and path.is_file():
                    yield path.relative_to(self.root), path.read_text()

    def layer_of_header(self, header):
        """The layer of "ashlar/x.h" or "ashlar/x/y.h"."""
        name = pathlib.PurePath(header).parts[1].removesuffix(".h")
        return self.owners.get(name, "base")


def check_layer(tree, path, layer, text):
    if layer not in tree.layers:
        yield f"{path}: {layer} has no line in tools/layers.txt"
        return
    for used in INCLUDE.findall(text):
        if used == "ashlar/ashlar.h":
            yield f"{path}: the umbrella is for users; include what you need"
            continue
        if used.startswith("ashlar/"):
            wanted = tree.layer_of_header(used)
        elif used.startswith("src/"):
            wanted = used.split("/")[1]
        else:
            continue
        if wanted not in tree.layers[layer]:
            yield f"{path}: {layer} may not include {used}, which is {wanted}"


def check_includes(tree):
    yield from tree.order_problems
    for path, text in tree.files("src"):
        if len(path.parts) < 3:
            yield f"{path}: belongs into a folder of src/"
            continue
        yield from check_layer(tree, path, path.parts[1], text)
        yield from check_roots(path, text, ("ashlar", "src"))
    for path, text in tree.files("include"):
        if path.name != "ashlar.h":
            header = path.relative_to("include").as_posix()
            layer = tree.layer_of_header(header)
            yield from check_layer(tree, path, layer, text)
        yield from check_roots(path, text, ("ashlar",))
    for path, text in tree.files("cli"):
        yield from check_roots(path, text, ("ashlar", "cli", "bench/support"))
    for path, text in tree.files("examples"):
        yield from check_roots(path, text, ("ashlar",))


def check_roots(path, text, roots):
    for used in QUOTED.findall(text):
        if not used.startswith(tuple(f"{root}/" for root in roots)):
            allowed = " or ".join(f'"{root}/..."' for root in roots)
            yield f'{path}: may not include "{used}", only {allowed}'


def check_sizes(tree):
    for path, text in tree.files(*TREES):
        limit = MAX_PUBLIC_LINES if path.parts[0] == "include" else MAX_LINES
        lines = text.count("\n")
        if lines > limit:
            yield f"{path}: {lines} lines, at most {limit}"


def check_tests(tree):
    for path, _ in tree.files("src"):
        if path.suffix != ".cc":
            continue
        test = "tests" / path.relative_to("src").with_name(
            path.stem + "_test.cc")
        if not (tree.root / test).is_file():
            yield f"{path}: has no test, expected {test}"


def check_names(tree):
    """Two types of one name are one type to the linker, which takes either."""
    homes = {}
    for path, text in tree.files("src", "include"):
        namespaces = []
        for line in text.splitlines():
            if match := NAMESPACE.match(line):
                namespaces.append(match.group(1))
            elif NAMESPACE_END.match(line):
                namespaces.pop()
            elif (match := TYPE.match(line)) and None not in namespaces:
                name = "::".join(namespaces + [match.group(1)])
                home = homes.setdefault(name, path)
                if home != path:
                    yield f"{path}: {name} is in {home} as well"


def check_words(tree):
    for path, text in tree.files("src", "include"):
        # Comments and strings go, line breaks stay, so lines can be named.
        code = NOT_CODE.sub(lambda m: "\n" * m.group().count("\n"), text)
        for match in FORBIDDEN.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield (f"{path}:{line}: a library does not use "
                   f"{match.group().rstrip('( ')}; throw an Error")
    for path, text in tree.files(*TREES):
        for match in LATER.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: {match.group()}: do it now or file an issue"


def problems(root):
    tree = Tree(root)
    for check in (check_includes, check_sizes, check_tests, check_names,
                  check_words):
        yield from check(tree)


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=here, help="the checkout to look at")
    found = list(problems(parser.parse_args().root))
    print("\n".join(found) or "layers ok")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
