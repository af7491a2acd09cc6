#!/usr/bin/env python3
"""Counts moves of imported variants beside Fairy-Stockfish (pip install pyffish), and prints where they differ.

    variants.py INTERP                          every variant that Fairy-Stockfish brings along
    variants.py INTERP --ini variants.ini       every section of a file
    variants.py INTERP --write counts.txt       writes the counts of what is whole, for `cargo test`

Each variant is imported and loaded; then the sequences of one, two and three moves are counted from its usual
position and from positions after random moves, by both programs.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pyffish

LENGTHS = [4, 10, 20, 30, 45, 60]


class TooMany(Exception):
    """More positions than are worth the wait."""


def perft(variant, fen, depth, left):
    """How many sequences of moves there are, by Fairy-Stockfish."""
    moves = pyffish.legal_moves(variant, fen, [])
    if depth == 1:
        return len(moves)
    left[0] -= len(moves)
    if left[0] < 0:
        raise TooMany
    return sum(perft(variant, pyffish.get_fen(variant, fen, [move]), depth - 1, left) for move in moves)


def positions(variant, games):
    """The usual position, and those after random moves; the same in every run."""
    chance = random.Random(variant)
    start = pyffish.get_fen(variant, pyffish.start_fen(variant), [])
    found = [start]
    for _ in range(games):
        fen = start
        for _ in range(chance.choice(LENGTHS)):
            moves = pyffish.legal_moves(variant, fen, [])
            if not moves or pyffish.is_immediate_game_end(variant, fen, [])[0]:
                break
            fen = pyffish.get_fen(variant, fen, [chance.choice(moves)])
        if fen not in found:
            found.append(fen)
    return found


def ours(interp, rules, fen, depth):
    """How many there are by the rule file; a text where it cannot be told."""
    arguments = ["perft", "--rules", rules, "--position", fen, "--depth", str(depth), "--format", "json"]
    ran = subprocess.run([interp, *arguments], capture_output=True, text=True)
    if ran.returncode:
        return ran.stderr.strip().splitlines()[0] if ran.stderr else "failed"
    return json.loads(ran.stdout.splitlines()[0])["nodes"]


def main():
    """Counts, compares, tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("interp", help="the program `interp`")
    parser.add_argument("--ini", help="a file of variants, in place of those that Fairy-Stockfish brings along")
    parser.add_argument("--only", nargs="*", default=[], help="variants, in place of all")
    parser.add_argument("--games", type=int, default=4, help="random games for each variant")
    parser.add_argument("--nodes", type=int, default=1500, help="positions that are looked at for one count")
    parser.add_argument("--write", help="a file for the counts of what is whole and right")
    options = parser.parse_args()
    if options.ini:
        text, prefix = Path(options.ini).read_text(), ""
        pyffish.load_variant_config(text)
    else:
        prefix = "own-"
        text = "".join(f"[{prefix}{name}:{name}]\n" for name in pyffish.variants())
    folder = Path(tempfile.mkdtemp())
    (folder / "all.ini").write_text(text)
    command = [options.interp, "import", str(folder / "all.ini"), "--partial", "--format", "json"]
    ran = subprocess.run(command, capture_output=True, text=True)
    records = [json.loads(line) for line in ran.stdout.splitlines()]
    rows, right, counts = 0, 0, []
    for record in records:
        name = record["variant"][len(prefix):]
        if name not in pyffish.variants() or options.only and name not in options.only:
            continue
        rules = folder / "rules.toml"
        rules.write_text(record["rules"])
        wrong, here, told = [], 0, []
        for fen in positions(name, options.games):
            line = []
            for depth in (1, 2, 3):
                try:
                    theirs = perft(name, fen, depth, [options.nodes])
                except TooMany:
                    break
                here += 1
                counted = ours(options.interp, str(rules), fen, depth)
                if counted != theirs:
                    wrong.append(f"    {fen}: {depth} moves deep {theirs}, here {counted}")
                    break
                line.append(str(theirs))
            if line:
                told.append(f"{name} | {fen} | {' '.join(line)}")
        whole = "whole" if record["whole"] else "partly"
        print(f"{name:24} {whole} {here - len(wrong):3} of {here:3} counts", *wrong, sep="\n", flush=True)
        if record["whole"]:
            rows, right = rows + here, right + here - len(wrong)
            counts.extend(told)
    whole = sum(record["whole"] for record in records)
    print(f"{len(records)} written, {whole} whole; of what is whole {right} of {rows} counts are right")
    if options.write:
        version = ".".join(map(str, pyffish.version()))
        head = f"# variant | position | sequences of one, two, three moves, by Fairy-Stockfish (pyffish {version})\n"
        Path(options.write).write_text(head + "# Written by tests/others/variants.py.\n" + "".join(f"{line}\n" for line in counts))
    return 0 if right == rows else 1


if __name__ == "__main__":
    sys.exit(main())
