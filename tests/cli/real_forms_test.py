"""Files as people publish them: read as they are, or refused in three lines, whose last one has a command that reads them."""
import random
import re
import shlex
from fractions import Fraction

import real_forms
from program import Program, main


class RealForms(Program):
    def totals(self, *arguments):
        """Plays and sum of each pair, as the one with the lower name sees it."""
        result = self.json("rank", *arguments, "--resamples", 0)
        low, high = (Fraction(end) for end in result["range"])
        labels, found = result["labels"], {}
        for one in result["pairings"]:
            a, b = labels[one["row"]], labels[one["column"]]
            share = (Fraction(one["mean"]) - low) / (high - low)
            plays = one["plays"] if result.get("counted", True) else 0
            found[tuple(sorted((a, b)))] = (plays, (share if a < b else 1 - share) * (plays or 1))
        return found, result

    def test_every_form_is_read_or_says_how(self):
        real_forms.write(self.folder)
        forms = real_forms.forms()
        self.assertGreaterEqual(len(forms), 25)
        for form in forms:
            with self.subTest(form.name):
                arguments = [form.name]
                if form.refused is not None:
                    said = self.refused("rank", form.name)
                    self.assertIn(form.refused, said)
                    self.assertLessEqual(len(said), 500, said)
                    if form.truth is None:
                        continue
                    command = re.search("`allnash rank ([^`]*)`", said.splitlines()[-1])[1]
                    arguments = shlex.split(command)
                found, result = self.totals(*arguments)
                self.assertEqual(result.get("counted", True), not form.rates)
                self.assertEqual({pair: plays for pair, (plays, _) in found.items()}, {pair: plays for pair, (plays, _) in form.truth.items()})
                for pair, (_, total) in found.items():
                    self.assertAlmostEqual(float(total), float(form.truth[pair][1]), delta=1e-3 if form.exact else 0.01)
                self.assertEqual(sorted(result["labels"]), sorted(real_forms.NAMES))
                self.assertIn(form.said, " ".join(result.get("notes", [])))

    def test_explain_shows_how_a_file_is_read(self):
        real_forms.write(self.folder)
        said = self.allnash("rank", "E0.csv", "--explain").stdout
        self.assertTrue(said.startswith("file       E0.csv\nread as    a log, a line a match: a column names the winner\n"), said)
        self.assertIn("column     'FTR': winner\n", said)
        self.assertEqual(len(re.findall("line [0-9]+: '.*' against '.*': ", said)), 5)
        self.assertNotIn("play ", said)
        told = self.json("rank", "swiss.csv", "--scores", "Result", "--explain")
        self.assertEqual((told["matches"], told["pairings"], told["symmetric"]), (120, 10, True))
        self.assertIn("12 byes left out: no match", told["notes"])
        self.assertEqual(self.refused("rank", "--ledger", "league.db", "--explain"), "--explain: it needs the file to be read")

    def test_games_of_a_match_count_where_that_is_said(self):
        real_forms.write(self.folder)
        played = real_forms.matches(ties=False)
        for name, columns in (("swiss.csv", "Result"), ("set_counts.csv", "score_a,score_b")):
            found, _ = self.totals(name, "--count", columns)
            self.assertEqual({pair: (plays, round(total)) for pair, (plays, total) in found.items()}, real_forms.games_of(played))

    def test_letters_of_results_have_one_meaning(self):
        """Random columns of letters under random headings: read by one meaning of each letter, or refused with two."""
        lots = random.Random(3)
        read = 0
        for _ in range(25):
            seats = lots.choice([("home", "away"), ("white", "black"), ("player", "opponent")])
            words = lots.choice(["HAD", "WLD", "ABD", "WBD"])
            rows = [(*lots.sample(["x", "y", "z"], 2), lots.choice(words)) for _ in range(lots.choice([2, 9]))]
            self.write("log.csv", ",".join([*seats, "result"]) + "\n" + "".join(",".join(row) + "\n" for row in rows))
            done = self.allnash("rank", "log.csv", "--explain", code=None)
            used = {row[2] for row in rows} - {"D"}
            pairs = [pair for pair in ("AB", "WL", "HA", "WB") if used <= set(pair) and
                     (pair in ("AB", "WL") or [pair[0].lower(), pair[1].lower()] == [seat[0] for seat in seats])]
            meanings = [{letter: pair.index(letter) for letter in used} for pair in pairs]
            self.assertEqual(done.returncode == 0, bool(meanings) and all(one == meanings[0] for one in meanings), (seats, rows, done.stderr))
            if done.returncode == 0:
                read += 1
                said = re.findall("line [0-9]+: .*: (.*)", done.stdout)
                self.assertEqual(said, [["the first won", "the second won"][meanings[0][row[2]]] if row[2] != "D" else "a tie"
                                        for row in rows][:5])
        self.assertGreater(read, 8)


if __name__ == "__main__":
    main()
