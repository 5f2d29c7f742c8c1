"""A ledger file whose bytes have changed: the true answer or a refusal, never another answer."""
import json
import random

from program import Program, main

GAMES = [["family:random,n=12", "--method", "full"], ["family:bell,n=9,width=7", "--method", "full"],
         ["family:matching,n=2", "--noisy", "--coin", "--payoff-range", "0,1", "--epsilon", "0.2"]]
COSTS = ("seconds", "recalled", "queries", "rounds", "ratio")


def answer(text):
    """Without what it cost."""
    return {key: value for key, value in json.loads(text).items() if key not in COSTS}


def flipped(sound, draw):
    changed = bytearray(sound)
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(changed))
        changed[at] = changed[at] ^ 1 << draw.randrange(8) if draw.random() < 0.5 else draw.randrange(256)
    return bytes(changed)


class Damage(Program):
    def test_it_never_changes_an_answer(self):
        for number, game in enumerate(GAMES):
            ledger = self.folder / f"run{number}.db"
            command = ["solve", "--json", "--ledger", ledger, *game]
            expected = answer(self.allnash(*command).stdout)
            sound, draw, refused = ledger.read_bytes(), random.Random(1), 0
            for time in range(260):
                (self.folder / f"{ledger.name}-wal").unlink(missing_ok=True)
                broken = flipped(sound, draw)
                ledger.write_bytes(broken)
                done = self.allnash(*command, code=None)
                self.assertIn(done.returncode, (0, 2), (time, done))
                if done.returncode == 0:
                    self.assertEqual(answer(done.stdout), expected, time)
                if done.returncode == 2:
                    refused += 1
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                    if refused % 5 == 0:
                        ledger.write_bytes(broken)
                        self.assertIn(self.allnash("ledger", "export", "--sound", ledger, code=None).returncode, (0, 2))
            self.assertGreater(refused, 50, "too few tries have hit anything")

    def test_a_refusal_has_a_way_out(self):
        game = ["solve", "family:random,n=6,low=123456,high=923456", "--json", "--ledger"]
        whole = self.allnash(*game, "run.db").stdout
        # The last payoff, wherever it stands in the file.
        payoff = int(self.allnash("ledger", "export", "run.db").stdout.rsplit(",", 1)[1])
        ledger = self.folder / "run.db"
        sound, stored = ledger.read_bytes(), payoff.to_bytes(3, "big")
        self.assertIn(stored, sound)
        ledger.write_bytes(sound.replace(stored, (payoff ^ 1).to_bytes(3, "big"), 1))
        said = self.refused(*game, "run.db")
        self.assertTrue(said.endswith("does not match its checksum; `allnash ledger export --sound` exports what is intact"), said)
        self.refused("ledger", "show", "run.db")
        self.allnash("ledger", "export", "run.db", code=2)
        left = self.allnash("ledger", "export", "--sound", "run.db", "s.csv")
        self.assertEqual(left.stderr, "run.db: 1 payoffs are damaged and left out\n")
        self.allnash("ledger", "import", "new.db", "s.csv", "--rows", 6, "--columns", 6)
        self.assertEqual(answer(self.allnash(*game, "new.db").stdout), answer(whole))


main()
