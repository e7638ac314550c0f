#!/usr/bin/env python3
"""Compare layout_probe with the executable model of the layout language.

    layout_model_test.py PROBE [MODEL]

MODEL is ../shared/prototypes/layout_model.py next to the checkout unless said
otherwise. Where it is not there, the test says so and exits with 77.
"""
import importlib.util
import itertools
import os
import pathlib
import random
import subprocess
import sys

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFAULT_MODEL = ROOT.parent / "shared/prototypes/layout_model.py"
SEED = int(os.environ.get("ASHLAR_TEST_SEED", "7"))
LAYOUTS = 600
POINTS = 12

# (element, shape, layout, field): rows that people use.
KNOWN = [
    ("bf16", dict(h=45, w=70), "[h/32, w/32, h/16%2, w/16%2, h%16, w%16]", ""),
    ("bf16", dict(h=100, w=70),
     "p=(h/32 w/32); bank=p%5 | [p/5, h/16%2, w/16%2, h%16, w%16]", ""),
    ("bf16", dict(b=3, h=11, w=70), "r=(b h); bank=r%12 | [r/12, w:72]", ""),
    ("bf16", dict(h=53, w=63),
     "l=h%18:32; core.y=h/18, core.x=w/32 | [l/16, w/16%2, l%16, w%16]", ""),
    ("bf16", dict(h=250, w=32),
     "s=h/32; core.x=s/2%4, core.y=s%2 | [h/16%2, w/16%2, h%16, w%16]", ""),
    ("f16", dict(a=5, b=100, c=150), "[b:128, c/64, a:64, c%64]", ""),
    ("f16", dict(h=21, w=60), "[h/8, h%8, w/8 ^ h%8, w%8]", ""),
    ("f32", dict(p=3, q=5, r=2, s=7),
     "u=(p q); v=(r s); [u/2, v/3, u%2, v%3]", ""),
    ("f64", dict(i=50, j=31), "pr=i/8%2, pc=j/4%3 | [j/12, j%4, i/16, i%8]",
     ""),
    ("f32", dict(n=2, k=70), "[n, k/32]{ d: f16 []; q: u4 [k%16, k/16%2] }",
     "d"),
    ("f32", dict(n=2, k=70), "[n, k/32]{ d: f16 []; q: u4 [k%16, k/16%2] }",
     "q"),
    ("u1", dict(n=3, k=21), "[n, k/8, k%8]", ""),
]


class Maker:
    """Valid layouts: sources cut into digits, digits joined and spread."""

    def __init__(self, rng):
        self.rng = rng

    def cut(self, source, extent):
        """Digits (text, slots) that count all of a source."""
        rng, div, out = self.rng, 1, []
        while True:
            left = -(-extent // div)
            last = left <= 1 or rng.random() < 0.4
            radix = left if last else rng.choice([2, 3, 4, 5, 8])
            text = source + (f"/{div}" if div > 1 else "")
            if not last or rng.random() < 0.3:
                radix = max(radix, left if last else 1)
                text += f"%{radix}"
            slots = radix
            if rng.random() < 0.15:
                slots += rng.randint(0, 3)
                text += f":{slots}"
            out.append((text, slots))
            if last:
                return out
            div *= radix

    def join(self, pool, name):
        """Replaces some of the pool by digits of their row-major index."""
        self.rng.shuffle(pool)
        terms = [pool.pop() for _ in range(min(len(pool),
                                               self.rng.randint(1, 3)))]
        extent = 1
        for _, slots in terms:
            extent *= slots
        pool += self.cut(name, extent)
        return f"{name}=({' '.join(text for text, _ in terms)}); "

    def layout(self):
        rng = self.rng
        names = "hwncxk"[:rng.randint(1, 4)]
        shape = {name: rng.randint(1, 40) for name in names}
        pool = [d for name, n in shape.items() for d in self.cut(name, n)]
        text = "".join(self.join(pool, f"j{number}")
                       for number in range(rng.randint(0, 2)))
        rng.shuffle(pool)
        places = [f"{name}={pool.pop()[0]}" for name in ("core.y", "bank")
                  if pool and rng.random() < 0.25]
        text += ", ".join(places) + (" | " if places else "")
        terms = [term for term, _ in pool]
        self.add_xor(terms, pool)
        element = rng.choice(["f32", "bf16", "u8", "u4", "u1"])
        return element, shape, f"{text}[{', '.join(terms)}]", ""

    def add_xor(self, terms, pool):
        pairs = [(i, k) for i, k in itertools.permutations(range(len(pool)), 2)
                 if pool[i][1] == pool[k][1] and pool[i][1] in (2, 4, 8, 16)]
        if pairs and self.rng.random() < 0.5:
            i, k = self.rng.choice(pairs)
            terms[i] += " ^ " + pool[k][0]


def points_of(rng, shape):
    corners = [{n: 0 for n in shape}, {n: size - 1 for n, size in shape.items()}]
    return corners + [{n: rng.randrange(size) for n, size in shape.items()}
                      for _ in range(POINTS)]


def main():
    probe = sys.argv[1]
    path = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else DEFAULT_MODEL)
    if not path.is_file():
        print(f"skipped: there is no model at {path}")
        return SKIPPED
    spec = importlib.util.spec_from_file_location("layout_model", path)
    model = importlib.util.module_from_spec(spec)
    sys.modules["layout_model"] = model  # its dataclasses look themselves up
    spec.loader.exec_module(model)

    print(f"seed {SEED}")
    rng = random.Random(SEED)
    maker = Maker(rng)
    lines, expected = [], []
    cases = KNOWN + [maker.layout() for _ in range(LAYOUTS)]
    for element, shape, text, field in cases:
        layout = model.Layout(text, shape, element)
        problem = layout.check(field or None, full=field != "d")
        assert problem is None, (text, shape, problem)
        for point in points_of(rng, shape):
            units = layout.unit(point)
            bit = layout.bit_offset(point, field or None)
            sizes = ", ".join(f"{n}={size}" for n, size in shape.items())
            index = " ".join(str(point[n]) for n in shape)
            lines.append(f"{element} | {sizes} | {text} | {index} | {field}")
            expected.append(" ".join(map(str, [*units.values(), bit])))
    run = subprocess.run([probe], input="\n".join(lines) + "\n",
                         capture_output=True, text=True, check=True)
    answers = run.stdout.splitlines()
    wrong = [(line, want, got)
             for line, want, got in zip(lines, expected, answers, strict=True)
             if want != got]
    for line, want, got in wrong[:10]:
        print(f"{line}\n  model {want}\n  probe {got}")
    print(f"{len(cases)} layouts, {len(lines)} elements, {len(wrong)} differ")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
