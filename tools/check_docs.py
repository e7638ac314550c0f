#!/usr/bin/env python3
"""Fail if the documentation does not do what it says.

In README.md and docs/**/*.md,
- a ```console block is run: a line "$ command" (it goes on after a final
  backslash) must print the lines that follow, a line "..." standing for any
  number of lines; `ashlar` and `./dev run` are the command under test, and all
  blocks of a page share one empty folder;
- a ```cpp block with `int main` is compiled and run, and must print the ```text
  block that follows it directly, if there is one.
Spaces at the end of a line do not count. --update rewrites console outputs.
"""
import argparse
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile

TIME_LIMIT = 120  # seconds for one command


@dataclasses.dataclass
class Block:
    """A fenced block: its language and the lines [begin, end) between fences."""
    language: str
    begin: int
    end: int


def blocks(lines):
    fence, begin = None, 0
    for at, line in enumerate(lines):
        if fence is None and line.startswith("```"):
            ticks = len(line) - len(line.lstrip("`"))
            fence, begin = line[:ticks], at + 1
            language = line[ticks:].strip()
        elif fence is not None and line.rstrip() == fence:
            yield Block(language, begin, at)
            fence = None


def steps(lines):
    """The (command lines, output lines) pairs of a console block."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append(([line], []))
        elif found and not found[-1][1] and found[-1][0][-1].endswith("\\"):
            found[-1][0].append(line)
        elif found:
            found[-1][1].append(line)
    return found


def matches(expected, actual):
    """Whether `actual` is `expected`, where "..." is any number of lines."""
    parts = [[]]
    for line in expected:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line.rstrip())
    if len(parts) == 1:
        return parts[0] == actual
    first, *middle, last = parts
    if actual[:len(first)] != first:
        return False
    at = len(first)
    for part in middle:  # the earliest place leaves the most for the rest
        while actual[at:at + len(part)] != part:
            at += 1
            if at > len(actual):
                return False
        at += len(part)
    return at + len(last) <= len(actual) and (
        not last or actual[-len(last):] == last)


def run(command, folder, env):
    """The lines that a command prints, as a terminal would show them."""
    try:
        result = subprocess.run(
            command, cwd=folder, env=env, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=TIME_LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return [f"(stopped after {TIME_LIMIT} seconds)"], 124
    text = result.stdout.decode("utf-8", errors="replace")
    return [line.rstrip() for line in text.splitlines()], result.returncode


def shown(title, lines):
    return "\n".join([f"  {title}:", *(f"    {line}" for line in lines)])


class Page:
    """One Markdown file, checked in a folder of its own."""

    def __init__(self, path, args, folder):
        self.path = path
        self.args = args
        self.folder = folder
        self.lines = path.read_text(encoding="utf-8").splitlines()
        self.replaced = {}  # first line of a console block -> its new lines
        self.count = 0
        self.env = {
            "PATH": f"{folder}/.bin:{os.environ['PATH']}",
            "HOME": str(folder), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
        }
        # Both names of the command lead to the one that was given.
        (folder / "dev").write_text('#!/bin/sh\nshift\nexec ashlar "$@"\n')
        (folder / "dev").chmod(0o755)
        (folder / ".bin").mkdir()
        (folder / ".bin/ashlar").symlink_to(
            pathlib.Path(args.command).resolve())

    def problems(self):
        found = list(blocks(self.lines))
        for at, block in enumerate(found):
            body = self.lines[block.begin:block.end]
            if block.language == "console":
                yield from self.check_console(block, body)
            elif block.language == "cpp" and "int main" in "\n".join(body):
                yield from self.check_program(block, body, found[at + 1:])

    def check_console(self, block, body):
        new = []
        for command, expected in steps(body):
            self.count += 1
            script = "\n".join(command)[2:]
            actual, _ = run(["bash", "-c", script], self.folder, self.env)
            same = matches(expected, actual)
            new += command + (expected if same else actual)
            if not same and not self.args.update:
                yield "\n".join([
                    f"{self.path}:{block.begin}: {script}",
                    shown("expected", expected), shown("printed", actual)])
        if new != body:
            self.replaced[block.begin] = (block.end, new)

    def check_program(self, block, body, later):
        self.count += 1
        where = f"{self.path}:{block.begin}"
        source, program = self.folder / "block.cc", self.folder / "block"
        source.write_text("\n".join(body) + "\n", encoding="utf-8")
        include = pathlib.Path(self.args.root) / "include"
        said, failed = run(
            [self.args.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror",
             f"-I{include}", source, self.args.library, "-lhwy", "-ltbb",
             "-o", program],
            self.folder, self.env)
        if failed:
            yield f"{where}: does not compile\n" + shown("compiler", said)
            return
        actual, status = run([program], self.folder, self.env)
        if status:
            yield f"{where}: exit status {status}\n" + shown("printed", actual)
        expected = self.text_after(block, later)
        if expected is not None and not matches(expected, actual):
            yield "\n".join([f"{where}: prints something else",
                             shown("expected", expected),
                             shown("printed", actual)])

    def text_after(self, block, later):
        """The ```text block that only blank lines separate from `block`."""
        if not later or later[0].language != "text":
            return None
        between = self.lines[block.end + 1:later[0].begin - 1]
        if any(line.strip() for line in between):
            return None
        return self.lines[later[0].begin:later[0].end]

    def update(self):
        for begin, (end, new) in sorted(self.replaced.items(), reverse=True):
            self.lines[begin:end] = new
        text = "\n".join(self.lines) + "\n"
        self.path.write_text(text, encoding="utf-8")
        print(f"{self.path}: updated")


def check(args):
    root = pathlib.Path(args.root)
    pages = [path for path in [root / "README.md"] if path.is_file()]
    pages += sorted((root / "docs").rglob("*.md"))
    found, count = [], 0
    for path in pages:
        with tempfile.TemporaryDirectory() as folder:
            page = Page(path, args, pathlib.Path(folder))
            found += page.problems()
            count += page.count
            if args.update and page.replaced:
                page.update()
    print("\n".join(found) or f"docs ok: {count} examples in {len(pages)} pages")
    return bool(found)


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    release = here / "build/release"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=here, help="the checkout to look at")
    parser.add_argument("--command", default=release / "bin/ashlar")
    parser.add_argument("--library", default=release / "libashlar.a")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--update", action="store_true",
                        help="write what commands print into the pages")
    return check(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
