"""`allnash explore`: a table as a page on which it can be changed, and the browser that is started."""
import os
import sys

from program import Program, main

FIGHTERS = ",Ryo,Jun,Toro\nRyo,5-5,6-4,3-7\nJun,4-6,5-5,5.5-4.5\nToro,7-3,4.5-5.5,5-5\n"


class Explore(Program):
    def explore(self, *arguments, browser=None, **run):
        environment = {key: value for key, value in os.environ.items() if key not in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")}
        if browser:
            environment["BROWSER"] = browser
        return self.allnash("explore", *arguments, env=environment, **run)

    def test_one_command_from_a_file_to_the_page(self):
        self.write("fighters.csv", FIGHTERS)
        done = self.explore("fighters.csv")
        self.assertEqual(done.stdout.splitlines()[0], "fighters.html: open it in a browser")
        self.assertIn("6-4 is what the row and the column have of 10", done.stderr)
        page = self.data("fighters.html")
        self.assertEqual((page["result"]["value"], page["result"]["status"], page["title"]), ("5", "proved", "fighters.csv"))
        self.assertEqual(list(page["names"]["row"].values()), ["Ryo", "Jun", "Toro"])
        self.explore("fighters.csv", "--symmetric", "-o", "other.html", "--title", "Patch 1.2", "--no-browser")
        self.assertEqual((self.data("other.html")["title"], self.data("other.html")["result"]["symmetric"]), ("Patch 1.2", True))

    def test_names_are_seen_from_the_file(self):
        for text, names in (("3,0\n1,2\n", None), (",a,b\nx,3,0\ny,1,2\n", ["x", "y"]), ("a,b\n3,0\n1,2\n", None)):
            self.write("table.csv", text)
            self.explore("table.csv")
            page = self.data("table.html")
            self.assertEqual(page["result"]["value"], "3/2")
            self.assertEqual(list(page.get("names", {}).get("row", {}).values()) or None, names)
        self.write("table.csv", ",a,b\nx,3,0\ny,1,?2\n")
        self.assertIn("table.csv:3: '?2' is not a number", self.explore("table.csv", code=2).stderr)

    def test_symmetry_is_seen_from_the_table(self):
        def page(text, *options, code=0):
            self.write("table.csv", text)
            self.said = self.explore("table.csv", *options, code=code).stdout
            return self.data("table.html")["result"]

        for text, value in ((FIGHTERS, "5"), (",a,b\na,5,7.5\nb,2.5,5\n", "5"), (",a,b\na,50%,80%\nb,20%,50%\n", "50"), (",a,b\na,0,-3\nb,3,0\n", "0"),
                            (",a,b\na,-2,-9\nb,5,-2\n", "-2"), (",a,b,c\na,5,6,4\nb,,5,7\nc,6,,5\n", "5")):
            result = page(text)
            self.assertEqual((result["symmetric"], result["value"], result["status"]), (True, value, "proved"), text)
        for text in (",a,b\na,5,7\nb,4,5\n", ",a,b\nb,5,7\na,3,5\n", "5,7\n3,5\n", ",a,b,c\na,5,6,4\nb,4,5,7\n"):
            self.assertFalse(page(text).get("symmetric", False), text)
        self.assertTrue(page("5,7\n3,5\n", "--symmetric")["symmetric"])  # 10 in all, without an option that says so
        # One triangle alone does not tell; blank cells are named, with the way.
        half = ",a,b\na,5,7\nb,,5\n"
        self.assertTrue(page(half)["symmetric"])
        self.assertEqual(page(",a,b\na,,70%\nb,,\n", code=3)["status"], "stopped")
        self.assertIn("3 cells of the table are blank", self.said)
        self.assertIn("--symmetric takes them from mirrored cells", self.said)
        self.assertEqual(page(",a,b\na,,70%\nb,,\n", "--symmetric")["value"], "50")
        page(",a,b\nx,1,2\ny,3,\n", code=3)
        self.assertIn("1 cell of the table is blank", self.said)

    def test_the_browser_is_started(self):
        self.write("fighters.csv", FIGHTERS)
        os.mkfifo(self.folder / "opened")
        self.write("browser", f"#!{sys.executable}\nimport pathlib, sys\npathlib.Path(r'{self.folder / 'opened'}').write_text(sys.argv[1])\n")
        os.chmod(self.folder / "browser", 0o755)
        done = self.explore("fighters.csv", browser=f"{self.folder / 'browser'}:another")
        self.assertEqual(done.stdout.splitlines()[0], "fighters.html: opened in the browser")
        self.assertEqual(os.path.realpath(self.read("opened")), os.path.realpath(self.folder / "fighters.html"))
        done = self.explore("fighters.csv", browser=str(self.folder / "nobody"))
        self.assertEqual(done.stdout.splitlines()[0], "fighters.html: open it in a browser")

    def test_what_it_does_not_take(self):
        self.assertIn("explore takes a table", self.explore("trees:kuhn", code=2).stderr)
        self.assertIn("TABLE is missing", self.explore(code=2).stderr)
        self.assertIn("cannot change it", self.explore("family:random,n=41", "-o", "large.html").stdout)


if __name__ == "__main__":
    main()
