"""A browser for the tests of pages: makes a report, opens it, looks at it in several ways."""
import base64
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
except ImportError:
    webdriver = None

PROGRAM, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
HOSTILE = ["<script>document.title='broken'</script>", "\"quoted\" & 'single' <b>", "\u05e9\u05dc\u05d5\u05dd \u202e right to left",
           "x" * 10_000, "\U0001f98a\U0001f43a emoji", "</script><!-- <img src=x onerror=alert(1)>"]
LEAGUE = ["Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot"]
PHONE = {"width": 390, "height": 844, "mobile": True}


class Page:
    """A report, made and opened."""

    def __init__(self, case, name, *arguments, code=0, command="solve"):
        self.path = Path(case.folder.name) / f"{name}.html"
        done = subprocess.run([PROGRAM, command, *arguments, "--json", "--report", self.path], capture_output=True, text=True,
                              cwd=case.folder.name, timeout=120)
        case.assertEqual(done.returncode, code, done.stderr)
        self.result = json.loads(done.stdout)
        self.source = self.path.read_text()
        self.data = json.loads(re.search(r'id="data">(.*?)</script>', self.source, re.S).group(1))
        case.driver.get(self.path.as_uri())


@unittest.skipUnless(webdriver and BROWSER and DRIVER, "Chromium, its driver or Selenium is missing")
class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        options = Options()
        # --no-sandbox: the tests may be run by root, where Chromium would refuse to start.
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.binary_location = BROWSER
        cls.driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        FOLDER.mkdir(parents=True, exist_ok=True)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.folder.cleanup()

    def setUp(self):
        self.look()

    def tearDown(self):
        self.assertEqual([entry["message"] for entry in self.driver.get_log("browser")], [])

    def look(self, width=1280, height=900, dark=False, mobile=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile})
        features = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value} for name, value in features.items()]})

    def script(self, text):
        return self.driver.execute_script(text)

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def exact(self, css):
        return [element.get_attribute("data-exact") for element in self.driver.find_elements(By.CSS_SELECTOR, f"{css} [data-exact]")]

    def shoot(self, name):
        """The whole page as a picture."""
        width, height = self.script("return [innerWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, 6000), "scale": 1}
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        png = base64.b64decode(shot["data"])
        (FOLDER / f"{name}.png").write_bytes(png)
        return png

    def assert_fits(self):
        wide, window = self.script("return [document.documentElement.scrollWidth, innerWidth]")
        self.assertLessEqual(wide, window)
        outside = self.script("""
            const inScroll = (e) => e.closest('.scroll, .skip') !== null;
            return [...document.querySelectorAll('main *, header *')].filter((e) => !inScroll(e) && e.getClientRects().length
                && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + ' ' + e.className)""")
        self.assertEqual(outside, [])

    def assert_nothing_cut_off(self):
        """No table is wider than its place, and no text wider than its cell. A matrix has as many columns as it has."""
        wide = self.script("""
            return [...document.querySelectorAll('.scroll, table:not(.grid) th, table:not(.grid) td')].filter((e) => e.getClientRects().length
                && !e.querySelector('svg.flows, table.grid') && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
                .map((e) => e.tagName + ' ' + e.className + ': ' + e.textContent.slice(0, 60))""")
        self.assertEqual(wide, [])

    def print_page(self, name):
        pdf = base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
        (FOLDER / f"{name}.pdf").write_bytes(pdf)
        return pdf


def main():
    missing = [name for name, there in (("chromium", BROWSER), ("chromedriver", DRIVER), ("selenium", webdriver)) if not there]
    if missing:
        print(f"skipped: {', '.join(missing)} missing (scripts/install-deps test): the page was not tested", file=sys.stderr)
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
