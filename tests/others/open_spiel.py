#!/usr/bin/env python3
"""Holds shipped games to OpenSpiel (pip install open_spiel), and prints where they differ.

    open_spiel.py INTERP RULES                  the folder RULES has the shipped files

Of every game that both have, the sequences of moves from the usual position are counted by both programs. Of the games with
seeds and of backgammon, random games are played as well: in each position both must know the same legal moves, and each move must
lead to the same position. Of quoridor, dots and boxes, dark chess and phantom tic-tac-toe games are played beside each other: the
same player is to move, has the same moves, sees the same, and the game ends alike.
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


# Where a point of backgammon lies: White's 1 to 24, as OpenSpiel counts them for its second player.
POINTS = [*(file + "1" for file in "mlkjihfedcba"), *(file + "2" for file in "abcdefhijklm")]
BARS, OFF = ["g1", "g2"], ["n1", "n2"]


def men(state):
    """What stands where, by cell: the player's number (White is OpenSpiel's second) and how many; what is borne off as well."""
    found = {}
    for player in (0, 1):
        on = [state.board(player, at) for at in range(24)] + [state.board(player, 100)]
        cells = POINTS + [BARS[player]] + [OFF[1 - player]]
        on.append(15 - sum(on))
        found |= {cell: (player, count) for cell, count in zip(cells, on) if count}
    return found


def throw(state):
    """The dice, the higher first, and how often a double has been used."""
    one, two = (int(dice) for dice in state.observation_tensor(0)[-2:])
    again = "Extra turn: 1" in str(state)
    return max(one, two), min(one, two), 2 if again else 0


def halves(interp, file, positions):
    """By position (player, men, dice): the positions of each legal move; a pass leads nowhere."""
    texts = []
    files = "abcdefghijklmn"
    for player, found, (high, low, used) in positions:
        lines = [f"{'bw'[player]} {high} {low} {used}"]
        lines += ["".join("bw"[found[file + rank][0]] if file + rank in found else "." for file in files) for rank in "21"]
        lines += [" ".join(str(found.get(file + rank, (0, 0))[1]) for file in files) for rank in "21"]
        texts.append("\n".join(lines))
    arguments = ["moves", "--rules", file, "--format", "json", "-"]
    ran = subprocess.run([interp, *arguments], input="\n".join(texts) + "\n", capture_output=True, text=True, check=True)
    for (player, found, dice), line in zip(positions, ran.stdout.splitlines(), strict=True):
        after = []
        for move in json.loads(line)["moves"]:
            owner = {cell: who for cell, (who, _) in found.items()}
            count = {cell: many for cell, (_, many) in found.items()}
            left = dict(zip(["high", "low", "used"], dice))
            for edit in move["edits"]:
                if edit.get("number") == "men":
                    count[edit["cell"]] = edit["after"]
                elif "number" in edit:
                    left[edit["number"]] = edit["after"]
                elif edit["after"] != "empty":
                    owner[edit["cell"]] = int(edit["after"].startswith("white"))
            men = {cell: (owner[cell], many) for cell, many in count.items() if many}
            if move["name"] != "pass":
                after.append((player, men, tuple(left.values())))
        yield after


def backgammon(interp, folder, games):
    """Random games of OpenSpiel's, position by position: where one or two men can be brought; a double is two such turns."""
    chance, seen = random.Random(5), []
    for _ in range(games):
        state = pyspiel.load_game("backgammon").new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = [move for move, _ in state.chance_outcomes()]
                state.apply_action(chance.choice(outcomes))
                continue
            moves = state.legal_actions()
            after = [men(state.child(move)) for move in moves]
            seen.append(((state.current_player(), men(state), throw(state)), after))
            state.apply_action(chance.choice(moves))
    file = str(folder / "backgammon.toml")
    text = lambda found: str(sorted(found.items()))
    first = list(halves(interp, file, [position for position, _ in seen]))
    # A throw that is used up, or a game that is over, goes no further.
    over = lambda position: not any(position[2][:2]) or any(position[1].get(cell, (0, 0))[1] == 15 for cell in OFF)
    open_ones = [position for after in first for position in after if not over(position)]
    second = iter(list(halves(interp, file, open_ones)))
    differ = 0
    for (position, theirs), after in zip(seen, first, strict=True):
        found = {text(position[1])} if not after else set()
        for one in after:
            further = [] if over(one) else next(second)
            found |= {text(men) for _, men, _ in further} or {text(one[1])}
        if found != {text(men) for men in theirs}:
            differ += 1
            if differ < 4:
                print("DIFF", position, "\n  only here:", found - {text(men) for men in theirs}, "\n  only there:", {text(men) for men in theirs} - found)
    return len(seen), differ


class Beside:
    """A game that `interp serve` plays beside a state of OpenSpiel's."""

    def __init__(self, interp, file):
        self.run = subprocess.Popen([interp, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.game = self.ask("load", rules=file)["game"]

    def ask(self, what, **more):
        """What is answered to a request."""
        self.run.stdin.write(json.dumps({"do": what} | more) + "\n")
        self.run.stdin.flush()
        told = json.loads(self.run.stdout.readline())
        assert "error" not in told, (what, more, told)
        return told

    def start(self):
        """Begins anew."""
        told = self.ask("position", game=self.game)
        self.play, self.mover = told["play"], told["mover"]

    def moves(self):
        """The legal moves: the text of each by what it is called to those who ask."""
        return self.ask("moves", play=self.play)["moves"]

    def make(self, text):
        """Makes a move; the position after it."""
        told = self.ask("make", play=self.play, moves=text)
        self.mover = told["mover"]
        return told["text"]

    def undo(self):
        """Takes it back."""
        self.mover = self.ask("undo", play=self.play)["mover"]

    def close(self):
        """Ends it."""
        self.run.stdin.close()
        self.run.wait()


def ended(state, players, told):
    """Whether a game that is over for OpenSpiel has ended alike."""
    worth = state.returns()
    won = {1: "won", 0: "drawn"}[int(max(worth) > 0)]
    winner = players[worth.index(max(worth))] if max(worth) > 0 else None
    return (told["state"], told.get("winner")) == (won, winner)


def along(interp, folder, game, games, players, named, seen=None, lean=lambda move: 1):
    """Games at random, as both play them. `named` calls a move of OpenSpiel's and one of ours by the same name, `seen` tells what a player
    sees, `lean` how much more often a move is made. How many positions there were, and how many differ."""
    chance = random.Random(game[0])
    # The name of the file, and that of the game without its parameters.
    beside = Beside(interp, str(folder / f"{game[0]}.toml"))
    positions = differ = 0
    for _ in range(games):
        state = pyspiel.load_game(game[1]).new_initial_state()
        beside.start()
        while True:
            # OpenSpiel calls a game off that goes on for long.
            if state.is_terminal() and state.move_number() >= state.get_game().max_game_length():
                break
            positions += 1
            told = beside.ask("verdict", play=beside.play)
            if state.is_terminal():
                good = ended(state, players, told)
            else:
                theirs = {named[0](state, move): move for move in state.legal_actions()}
                moves = {named[1](beside, move): move["text"] for move in beside.moves()}
                good = told["state"] == "ongoing" and theirs.keys() == moves.keys()
                good = good and beside.mover == players[state.current_player()]
                good = good and (seen is None or all(seen(state, beside, player) for player in range(2)))
            if not good:
                differ += 1
                if differ < 4:
                    print("DIFF", game, str(state), told, *([] if state.is_terminal() else [theirs.keys() ^ moves.keys()]))
            if not good or state.is_terminal():
                break
            names = sorted(theirs)
            name = chance.choices(names, [lean(name) for name in names])[0]
            state.apply_action(theirs[name])
            beside.make(moves[name])
        beside.ask("close", play=beside.play)
    beside.close()
    return positions, differ


def quoridor(interp, folder, games):
    """Cells lie on our odd files and ranks, walls where the even ones cross; their rows are counted from above."""

    def theirs(state, move):
        text = state.action_to_string(move)
        file, row, way = "abcdefghi".index(text[0]), int(text[1]), text[2:]
        if way:
            return "abcdefghijklmnopq"[2 * file + 1] + str(2 * (9 - row)) + way
        return "abcdefghijklmnopq"[2 * file] + str(2 * (9 - row) + 1)

    def here(_, move):
        return move["path"][-1] + {"upright": "v", "level": "h"}.get(move["name"], "")

    # With as many walls as moves of the pawns, games come to their end.
    lean = lambda name: 1 if name[-1] in "vh" else 40
    players = ["white", "black"]
    return along(interp, folder, ("quoridor", "quoridor"), games, players, (theirs, here), lean=lean)


def boxes(interp, folder, games):
    """Lines lie between the dots on our odd files and ranks; their rows are counted from above."""

    def theirs(state, move):
        way, row, column = re.search(r"\((.),(\d+),(\d+)\)", state.action_to_string(move)).groups()
        across = way == "h"
        return "abcdefghijk"[2 * int(column) + across] + str(11 - 2 * int(row) - (not across))

    named = (theirs, lambda _, move: move["path"][0])
    game = ("dots_and_boxes", "dots_and_boxes(num_rows=5,num_cols=5)")
    return along(interp, folder, game, games, ["red", "blue"], named)


def board(text):
    """The board of a position in FEN."""
    return text.split()[0]


def dark(interp, folder, games):
    """Moves are told by the boards to which they lead."""

    def here(beside, move):
        text = beside.make(move["text"])
        beside.undo()
        return board(text)

    def seen(state, beside, player):
        # OpenSpiel lets who has just made a double step see where their own pawns could take it in passing.
        if player != state.current_player() and str(state).split()[3] != "-":
            return True
        text = beside.ask("seen", play=beside.play, player=["black", "white"][player])["text"]
        return board(text) == board(state.observation_string(player))

    named = (lambda state, move: board(str(state.child(move))), here)
    return along(interp, folder, ("dark_chess", "dark_chess"), games, ["black", "white"], named, seen)


def phantom(interp, folder, games):
    """Who finds a cell taken tries again; their first row is our last."""

    def theirs(_, move):
        return "abc"[move % 3] + str(3 - move // 3)

    def seen(state, beside, player):
        text = beside.ask("seen", play=beside.play, player="xo"[player])["text"].split("\n")[:3]
        shown = state.observation_string(player).split("\n")[:3]
        return [row.replace("?", ".").lower() for row in text] == shown

    named = (theirs, lambda _, move: move["path"][0])
    return along(interp, folder, ("phantom_tictactoe", "phantom_ttt"), games, ["x", "o"], named, seen)


def main():
    """Counts, plays, compares, tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("interp", help="the program `interp`")
    parser.add_argument("rules", type=Path, help="the folder of the shipped files")
    parser.add_argument("--games", type=int, default=200, help="random games of each game that is played position by position")
    parser.add_argument("--only", help="this game alone, by OpenSpiel's name")
    options = parser.parse_args()
    for game, name, depth in GAMES:
        if options.only not in (None, game):
            continue
        state = pyspiel.load_game(game).new_initial_state()
        theirs = [count(state, plies) for plies in range(1, depth + 1)]
        here = [ours(options.interp, str(options.rules / f"{name}.toml"), plies) for plies in range(1, depth + 1)]
        print("ok  " if here == theirs else "DIFF", name, theirs, *([] if here == theirs else [here]))
    plays = {game: lambda *given, game=game: sow(given[0], given[1], game, given[2]) for game in SOWING}
    plays["backgammon"] = backgammon
    plays |= {"quoridor": quoridor, "dots_and_boxes": boxes, "dark_chess": dark, "phantom_ttt": phantom}
    for game, play in plays.items():
        if options.only not in (None, game):
            continue
        positions, differ = play(options.interp, options.rules, options.games)
        print("ok  " if not differ else "DIFF", game, f"{positions} positions of random games, {differ} differ")


if __name__ == "__main__":
    main()
