#!/usr/bin/env python3
"""Fail if a public header does not stand alone.

Each header must compile by itself without a warning and include only the
standard library and other public headers; the umbrella must include them all.
The cost of the umbrella is printed next to its budget; a time decides nothing.
"""
import argparse
import pathlib
import re
import resource
import subprocess
import sys

BUDGET = 1.0  # CPU seconds for the umbrella in an empty file, at -O0
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion",
            "-Wsign-conversion", "-Wpedantic", "-Werror"]
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)

# C++20, less what takes its place from C (<cstdio> is there, <stdio.h> not).
STANDARD = set("""
algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv
cfloat charconv chrono cinttypes climits clocale cmath codecvt compare complex
concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint
cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution
filesystem forward_list fstream functional future initializer_list iomanip ios
iosfwd iostream istream iterator latch limits list locale map memory
memory_resource mutex new numbers numeric optional ostream queue random ranges
ratio regex scoped_allocator semaphore set shared_mutex span sstream stack
stdexcept stop_token streambuf string string_view syncstream system_error
thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility
valarray variant vector version
""".split())


def compile_header(compiler, include_dir, header, *options):
    """Compiles a file that only includes `header`; returns what was said."""
    result = subprocess.run(
        [compiler, "-std=c++20", f"-I{include_dir}", *options,
         "-x", "c++", "-", "-o", "/dev/null"],
        input=f'#include "{header}"\n', text=True, capture_output=True)
    return result.stderr if result.returncode else None


def check_header(compiler, include_dir, header):
    for kind, used in INCLUDE.findall((include_dir / header).read_text()):
        if kind == "<" and used not in STANDARD:
            yield f"{header}: <{used}> is not of the standard library"
        if kind == '"' and not used.startswith("ashlar/"):
            yield f'{header}: "{used}" is not a public header'
    said = compile_header(compiler, include_dir, header, "-fsyntax-only",
                          *WARNINGS)
    if said is not None:
        yield f"{header}: does not compile alone:\n{said}"


def check_umbrella(include_dir, headers):
    umbrella = include_dir / "ashlar/ashlar.h"
    if not umbrella.is_file():
        yield "ashlar/ashlar.h: is not there, and it is what users include"
        return
    included = {used for _, used in INCLUDE.findall(umbrella.read_text())}
    for header in headers:
        if header != "ashlar/ashlar.h" and header not in included:
            yield f"ashlar/ashlar.h: does not include {header}"


def cpu_seconds(compiler, include_dir):
    """The least of three compilations: noise only ever adds."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        compile_header(compiler, include_dir, "ashlar/ashlar.h", "-O0", "-c")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime -
                     before.ru_stime)
    return min(times)


def problems(compiler, root):
    include_dir = pathlib.Path(root) / "include"
    headers = sorted(path.relative_to(include_dir).as_posix()
                     for path in include_dir.rglob("*.h"))
    for header in headers:
        yield from check_header(compiler, include_dir, header)
    yield from check_umbrella(include_dir, headers)


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=here, help="the checkout to look at")
    parser.add_argument("--compiler", default="g++")
    args = parser.parse_args()
    found = list(problems(args.compiler, args.root))
    print("\n".join(found) or "headers ok")
    if not found:
        cost = cpu_seconds(args.compiler, pathlib.Path(args.root) / "include")
        print(f"umbrella: {cost:.2f} CPU seconds at -O0, budget {BUDGET}")
        if cost > BUDGET:
            print("warning: the umbrella is over its budget")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
