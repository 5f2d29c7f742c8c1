"""real_forms.py FOLDER: matches of one league in the forms of public files: headings, words and columns as people publish them.

The names and the results are made up here, so that the truth is known. Each form says whether it is read as it is, or refused with a
command that reads it."""
import json
import random
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

NAMES = ["Ana Lima", "Boris K.", "Chloé", "Dae-jung", "Ed O'Neil"]
HALF = Fraction(1, 2)


@dataclass
class Match:
    number: int
    first: str
    second: str
    won: Fraction  # what the first got
    goals: tuple[int, int]  # of which the first has more if it won

    @property
    def date(self):
        return f"2024-{1 + self.number // 28 % 12:02}-{1 + self.number % 28:02}"

    def who(self, first, second, tie=""):
        return first if self.won == 1 else second if self.won == 0 else tie


def matches(ties=True, count=120):
    """A double round robin, again and again, in the order of playing."""
    lots = random.Random(49)
    pairs = [(a, b) for a in NAMES for b in NAMES if a != b]
    played = []
    for t in range(count):
        first, second = pairs[t * 7 % len(pairs)]
        won = lots.choices([Fraction(1), Fraction(0), HALF], [4, 3, 2 if ties else 0])[0]
        low = lots.randrange(2)
        more = 2 if not ties else low + lots.choice([1, 1, 2])
        played.append(Match(t, first, second, won, {1: (more, low), 0: (low, more), HALF: (low, low)}[won]))
    return played


def totals(played):
    """Plays and sum of each pair, as the one with the lower name sees it."""
    found = {}
    for one in played:
        pair = tuple(sorted((one.first, one.second)))
        plays, total = found.get(pair, (0, Fraction(0)))
        found[pair] = (plays + 1, total + (one.won if pair[0] == one.first else 1 - one.won))
    return found


def games_of(played):
    """The same of the games within matches, `goals` being those of each side."""
    found = {}
    for one in played:
        pair = tuple(sorted((one.first, one.second)))
        plays, total = found.get(pair, (0, Fraction(0)))
        found[pair] = (plays + sum(one.goals), total + one.goals[0 if pair[0] == one.first else 1])
    return found


def scores(played):
    """Wins, losses and draws of each pair from either side."""
    found = {(a, b): [0, 0, 0] for a in NAMES for b in NAMES if a != b}
    for one in played:
        found[one.first, one.second][one.who(0, 1, 2)] += 1
        found[one.second, one.first][one.who(1, 0, 2)] += 1
    return found


def quoted(text, separator=","):
    return '"' + text.replace('"', '""') + '"' if separator in text or '"' in text or "\n" in text else text


def lines(header, rows, separator=","):
    cells = [header.split(","), *rows]
    return "".join(separator.join(quoted(str(cell), separator) for cell in row) + "\n" for row in cells)


def chart(cell, corner="", diagonal=""):
    rows = [[a, *(diagonal if a == b else cell(a, b) for b in NAMES)] for a in NAMES]
    return lines(corner + "," + ",".join(NAMES), rows)


def share(score):
    wins, losses, draws = score
    return Fraction(2 * wins + draws, 2 * (wins + losses + draws))


def jsonl(records):
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)


@dataclass
class Form:
    name: str
    text: str
    truth: dict | None  # what is read; None: nothing, since no matches are in it
    refused: str | None = None  # a part of the message; its last line is a command that reads the file as the truth
    exact: bool = True
    said: str = ""  # a part of the notes
    rates: bool = False  # a chart of rates alone: there are no counts


def forms():
    with_ties, decided = matches(), matches(ties=False)
    truth, clear = totals(with_ties), totals(decided)
    found = scores(with_ties)
    ids = {name: 100 + t for t, name in enumerate(NAMES)}
    known = [
        Form("lichess.pgn", "".join(
            f'[Event "Rated Blitz game"]\n[Site "https://lichess.org/{one.number:08}"]\n[White "{one.first}"]\n[Black "{one.second}"]\n'
            f'[Result "{one.who("1-0", "0-1", "1/2-1/2")}"]\n[UTCDate "{one.date.replace("-", ".")}"]\n[UTCTime "10:00:00"]\n[WhiteElo "1500"]\n'
            f'[ECO "C20"]\n[Termination "Normal"]\n\n1. e4 {{ [%eval 0.2] }} 1... e5 {one.who("1-0", "0-1", "1/2-1/2")}\n\n'
            for one in with_ties), truth),
        Form("twic.pgn", "".join(
            f'[Event "Open A"]\n[Site "Riga LAT"]\n[Date "{one.date.replace("-", ".")}"]\n[Round "{one.number + 1}.1"]\n[White "{one.first}"]\n'
            f'[Black "{one.second}"]\n[Result "{one.who("1-0", "0-1", "1/2-1/2")}"]\n[WhiteElo "2500"]\n[EventDate "2024.01.01"]\n\n'
            f'1. d4 d5 2. c4 {one.who("1-0", "0-1", "1/2-1/2")}\n\n' for one in with_ties), truth),
        Form("cutechess.txt", "".join(
            f"Started game {t + 1} of 120 ({one.first} vs {one.second})\nFinished game {t + 1} ({one.first} vs {one.second}): "
            f"{one.who('1-0', '0-1', '1/2-1/2')} {{x}}\n" for t, one in enumerate(with_ties)) + "Finished match\n", truth),
        Form("atp_matches_2024.csv", lines(
            "tourney_id,tourney_name,surface,draw_size,tourney_level,tourney_date,match_num,winner_id,winner_seed,winner_entry,winner_name,"
            "winner_hand,winner_ht,winner_ioc,winner_age,loser_id,loser_seed,loser_entry,loser_name,loser_hand,loser_ht,loser_ioc,loser_age,"
            "score,best_of,round,minutes,w_ace,l_ace,winner_rank,loser_rank",
            [["2024-0339", "Brisbane", "Hard", 32, "A", one.date.replace("-", ""), 300 - t, ids[w], "", "", w, "R", 183, "BUL", 32.6,
              ids[v], 1, "WC", v, "R", 188, "DEN", 20.6, "7-6(5) 6-4", 3, "F", 119, 7, 4, 14, 8]
             for t, one in enumerate(decided) for w, v in [(one.who(one.first, one.second), one.who(one.second, one.first))]]), clear),
        Form("E0.csv", lines(
            "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,Referee,HS,AS,HST,AST,B365H,B365D,B365A",
            [["E0", f"{one.date[8:]}/{one.date[5:7]}/2024", "15:00", one.first, one.second, *one.goals, one.who("H", "A", "D"), 0, 0, "D",
              "M Oliver", 14, 9, 5, 3, 1.9, 3.5, 4.1] for one in with_ties]), truth),
        Form("results.csv", lines(
            "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral",
            [[one.date, one.first, one.second, *one.goals, "Friendly", "Riga", "Latvia", "FALSE"] for one in with_ties]), truth,
             refused="two ways"),
        Form("ufc-master.csv", lines(
            "R_fighter,B_fighter,R_odds,B_odds,date,location,Winner,title_bout,weight_class,B_wins,R_wins,B_losses,R_losses",
            [[one.first, one.second, -150, 130, one.date, "Las Vegas", one.who("Red", "Blue", "Draw"), "False", "Lightweight", 8, 9, 1, 2]
             for one in with_ties]), truth, refused="look like the sides"),
        Form("arena.json", json.dumps([
            {"question_id": f"{t:032x}", "model_a": one.first, "model_b": one.second, "winner": one.who("model_a", "model_b", "tie (bothbad)"),
             "judge": f"arena_user_{t}", "conversation_a": [{"role": "user", "content": "hi"}], "turn": 1, "anony": True, "language": "English",
             "tstamp": 1.68e9 + t, "toxic_chat_tag": {"roberta": {"flagged": False}}} for t, one in enumerate(with_ties)]), truth),
        Form("games.csv", lines(
            "id,rated,created_at,last_move_at,turns,victory_status,winner,increment_code,white_id,white_rating,black_id,black_rating,moves,"
            "opening_eco,opening_name,opening_ply",
            [[f"g{t}", "TRUE", 1.5e12 + t, 1.5e12 + t, 13, one.who("resign", "mate", "draw"), one.who("white", "black", "draw"), "15+2", one.first,
              1500, one.second, 1191, "d4 d5 c4", "D10", "Slav", 5] for t, one in enumerate(with_ties)]), truth),
        Form("matchups.csv", chart(lambda a, b: f"{float(100 * share(found[a, b])):.4f}% ({sum(found[a, b]):,})", diagonal="-"), truth, exact=False),
        Form("hearthstone.csv", chart(lambda a, b: f"{float(100 * share(found[a, b])):.3f}%\n{sum(found[a, b])} games", "Archetype", "—"), truth,
             exact=False),
        Form("records.csv", chart(lambda a, b: "{}-{}-{} ({:.0f}%)".format(*found[a, b], float(100 * share(found[a, b]))), diagonal="mirror"), truth),
        Form("17lands.csv", lines(
            "expansion,event_type,draft_id,game_time,main_colors,opp_colors,on_play,num_turns,won",
            [["BLB", "PremierDraft", f"{one.number:x}", one.date + " 10:00:00", one.first, one.second, "True", 9, one.who("True", "False")]
             for one in decided]), clear, refused="look like the sides"),
        Form("tiers.csv", chart(lambda a, b: "6-4" if a < b else "4-6"), {pair: (0, Fraction(3, 5)) for pair in truth}, refused="two ways",
             rates=True),
        Form("set_scores.csv", lines(
            "tournament,round,p1_id,p2_id,p1_tag,p2_tag,p1_score,p2_score,winner_id",
            [["genesis", "WR1", ids[one.first], ids[one.second], one.first, one.second, *one.goals, ids[one.who(one.first, one.second)]]
             for one in decided]), clear),
        Form("rating_list.csv", "Rank,Name,Elo,+,-,Score,AvOp,Games\n1,Ana Lima,3501,12,12,64.1%,-90,1200\n2,Boris K.,3480,11,11,60.0%,-70,1300\n", None,
             refused="ratings"),
        Form("go.csv", lines("date,black,white,komi,result", [
            [one.date, one.first, one.second, 6.5, one.who(["B+R", "B+3.5", "B+T"][t % 3], ["W+R", "W+12.5", "W+Resign"][t % 3])]
            for t, one in enumerate(decided)]), clear),
        Form("swiss.csv", lines("Round,Table,Player 1,Player 2,Result", [
            row for t, one in enumerate(decided) for row in [[1 + t // 10, t % 10 + 1, one.first, one.second, "{}-{}".format(*one.goals)],
                                                             *([[1 + t // 10, 11, NAMES[t // 10 % 5], "*** BYE ***", "2-0"]] if t % 10 == 9 else [])]]),
             clear, refused="two ways", said="bye"),
        Form("challonge.json", json.dumps({"tournament": {"name": "Cup", "participants": [
            {"participant": {"id": ids[name], "name": name, "seed": t + 1}} for t, name in enumerate(NAMES)], "matches": [
                {"match": {"id": 9000 + t, "player1_id": ids[one.first], "player2_id": ids[one.second], "winner_id": ids[one.who(one.first, one.second)],
                           "loser_id": ids[one.who(one.second, one.first)], "scores_csv": "2-1", "round": 1, "state": "complete"}}
                for t, one in enumerate(decided)]}}), clear, said="names"),
        Form("lichess.ndjson", jsonl(
            {"id": f"{one.number:08}", "rated": True, "speed": "blitz", "createdAt": 1514505150384 + one.number, "status": one.who("mate", "resign", "draw"),
             "players": {"white": {"user": {"name": one.first, "id": one.first.lower()}, "rating": 1500, "ratingDiff": 4},
                         "black": {"user": {"name": one.second, "id": one.second.lower()}, "rating": 1480}},
             **({"winner": one.who("white", "black")} if one.won != HALF else {}), "clock": {"initial": 300}} for one in with_ties), truth,
             refused="the cell is empty"),
        Form("chesscom.json", json.dumps({"games": [
            {"url": "https://www.chess.com/game/1", "time_class": "blitz", "end_time": 1.7e9 + one.number, "rules": "chess",
             "white": {"rating": 1500, "result": one.who("win", "checkmated", "agreed"), "username": one.first},
             "black": {"rating": 1480, "result": one.who("resigned", "win", "agreed"), "username": one.second}} for one in with_ties]}), truth,
             refused="'white.result' and 'black.result' say what each side got"),
        Form("march.csv", lines("Season,DayNum,WTeamID,WScore,LTeamID,LScore,WLoc,NumOT", [
            [2024, 11 + one.number, one.who(one.first, one.second), 68, one.who(one.second, one.first), 62, "H", 0] for one in decided]), clear),
        Form("starcraft.csv", lines("date,pla,plb,sca,scb,event", [[one.date, one.first, one.second, *one.goals, "Cup"] for one in decided]), clear,
             refused="look like the sides"),
        Form("decks.csv", lines("player_1,deck_1,player_2,deck_2,winner", [
            [f"p{t % 7}", one.first, f"p{(t % 7 + 1 + t % 5) % 7}", one.second, one.who(1, 2, "draw")] for t, one in enumerate(with_ties)]), truth,
             refused="two pairs"),
        Form("matchup_list.csv", lines("Deck,Opponent,Matches,Win %", [
            [a, b, sum(score), f"{float(100 * share(score)):.4f}%"] for (a, b), score in found.items() if a < b]), truth, exact=False),
        Form("set_counts.csv", lines("player_a,player_b,score_a,score_b", [[one.first, one.second, *one.goals] for one in decided]), clear,
             refused="two ways"),
        Form("points.csv", chart(lambda a, b: "{}-{}".format(*(float(x) for x in (share(found[a, b]) * sum(found[a, b]),
                                                                                 (1 - share(found[a, b])) * sum(found[a, b]))))), truth),
        Form("bracket.xml", "<?xml version=\"1.0\"?>\n<tournament><match id=\"1\"/></tournament>\n", None, refused="XML"),
    ]
    return known


def write(folder):
    for form in forms():
        (Path(folder) / form.name).write_text(form.text, encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1])
