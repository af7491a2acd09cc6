#!/usr/bin/env python3
"""Holds shipped games to OpenSpiel (pip install open_spiel), and prints where they differ.

    open_spiel.py INTERP RULES                  the folder RULES has the shipped files

Of every game that both have, the sequences of moves from the usual position are counted by both programs. Of the games with
seeds, random games are played as well: in each position both must know the same legal moves, and each move must lead to
the same position.
"""

import argparse
import json
import random
import re
import subprocess
from pathlib import Path

import pyspiel

# A game of OpenSpiel, the shipped file, and how deep it is counted.
GAMES = [
    ("antichess", "antichess", 3),
    ("breakthrough", "breakthrough", 3),
    ("checkers", "english_draughts", 6),
    ("chess", "chess", 3),
    ("clobber(rows=6,columns=5)", "clobber", 3),
    ("connect_four", "connect_four", 6),
    ("crazyhouse", "crazyhouse", 3),
    ("dots_and_boxes(num_rows=5,num_cols=5)", "dots_and_boxes", 3),
    ("go(board_size=9)", "go_9", 2),
    ("gomoku", "gomoku", 2),
    ("havannah", "havannah", 2),
    ("hex", "hex", 2),
    ("lines_of_action", "lines_of_action", 3),
    ("mancala", "kalah", 6),
    ("nine_mens_morris", "nine_mens_morris", 3),
    ("othello", "othello", 6),
    ("oware", "oware", 6),
    ("pentago", "pentago", 2),
    ("shogi", "shogi", 3),
    ("tic_tac_toe", "tictactoe", 6),
    ("xiangqi", "xiangqi", 3),
    ("y(board_size=12)", "y", 2),
]


def count(state, depth):
    """How many sequences of moves there are, by OpenSpiel."""
    if state.is_terminal():
        return 0
    moves = state.legal_actions()
    return len(moves) if depth == 1 else sum(count(state.child(move), depth - 1) for move in moves)


def ours(interp, rules, depth):
    """How many there are by the rule file."""
    arguments = ["perft", "--rules", rules, "--depth", str(depth), "--format", "json"]
    ran = subprocess.run([interp, *arguments], capture_output=True, text=True, check=True)
    return json.loads(ran.stdout.splitlines()[0])["nodes"]


def numbers(line):
    """All numbers of a line."""
    return [int(number) for number in re.findall(r"\d+", line)]


def oware(state):
    """The upper row, the lower row and the stores."""
    lines = str(state).split("\n")
    stores = [int(re.search(r"score = (\d+)", lines[at]).group(1)) for at in (5, 0)]
    return numbers(lines[2]), numbers(lines[3]), stores


def mancala(state):
    """The same, the stores being pits of the rows."""
    upper, stores, lower = (numbers(line) for line in str(state).split("\n")[:3])
    return stores[:1] + upper, lower + stores[1:], []


# How a position is told, the files of its rows, and by player and action the pit.
SOWING = {
    "oware": ("oware", oware, "abcdef", "abcdef", lambda player, move: "abcdef"[move % 6] + "1" if player == 0 else "fedcba"[move % 6] + "2"),
    "mancala": ("kalah", mancala, "abcdefg", "bcdefgh", lambda player, move: "abcdefg"[move] + "1" if player == 0 else "hgfedcb"[move - 7] + "2"),
}


def sow(interp, folder, game, games):
    """Random games of OpenSpiel's, position by position; how many there were and how many differ."""
    name, told, uppers, lowers, pit = SOWING[game]
    chance, seen = random.Random(game), []
    for _ in range(games):
        state = pyspiel.load_game(game).new_initial_state()
        while not state.is_terminal():
            player, moves = state.current_player(), state.legal_actions()
            # Where the game is over, OpenSpiel hands out what is left.
            after = {pit(player, move): None if (child := state.child(move)).is_terminal() else told(child) for move in moves}
            seen.append((player, told(state), after))
            state.apply_action(chance.choice(moves))
    row = " ".join
    texts = []
    for player, (upper, lower, stores), _ in seen:
        lines = ["bw"[player], row(map(str, upper)), row(map(str, lower))]
        texts.append("\n".join(lines + ["+".join(map(str, stores))] * bool(stores)))
    arguments = ["moves", "--rules", str(folder / f"{name}.toml"), "--format", "json", "-"]
    ran = subprocess.run([interp, *arguments], input="\n".join(texts) + "\n", capture_output=True, text=True, check=True)
    differ = 0
    for (_, (upper, lower, stores), after), line in zip(seen, ran.stdout.splitlines(), strict=True):
        found = {}
        for move in json.loads(line)["moves"]:
            cells = {file + "2": seeds for file, seeds in zip(uppers, upper)}
            cells |= {file + "1": seeds for file, seeds in zip(lowers, lower)}
            kept = dict(zip(["black", "white"], stores))
            for edit in move["edits"]:
                if "number" in edit:
                    (kept if "player" in edit else cells)[edit.get("player") or edit["cell"]] = edit["after"]
            rows = [cells[file + "2"] for file in uppers], [cells[file + "1"] for file in lowers]
            found[move["text"]] = (*rows, list(kept.values()))
        found = {move: None if after.get(move, found) is None else rows for move, rows in found.items()}
        differ += found != after
    return len(seen), differ


def main():
    """Counts, plays, compares, tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("interp", help="the program `interp`")
    parser.add_argument("rules", type=Path, help="the folder of the shipped files")
    parser.add_argument("--games", type=int, default=200, help="random games of each game with seeds")
    options = parser.parse_args()
    for game, name, depth in GAMES:
        state = pyspiel.load_game(game).new_initial_state()
        theirs = [count(state, plies) for plies in range(1, depth + 1)]
        here = [ours(options.interp, str(options.rules / f"{name}.toml"), plies) for plies in range(1, depth + 1)]
        print("ok  " if here == theirs else "DIFF", name, theirs, *([] if here == theirs else [here]))
    for game in SOWING:
        positions, differ = sow(options.interp, options.rules, game, options.games)
        print("ok  " if not differ else "DIFF", game, f"{positions} positions of random games, {differ} differ")


if __name__ == "__main__":
    main()
