"""The client against the command itself, closed forms and broken input. Run: python3 -m unittest discover -s tests"""

import doctest
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import sightline  # noqa: E402
from sightline.command import command_line, option_arguments  # noqa: E402
from sightline.tables import read_rows  # noqa: E402

try:
    import pandas
except ImportError:
    pandas = None

STUDY = {
    "sightline": 1,
    "time": {"horizon": 8, "points": 16, "unit": "h"},
    "latent": {"kernel": {"ou": {"tau": 2}}},
    "target": "mean",
    "protocols": {"one": {"at": [4], "noise": 0.5}, "two": {"at": [2.2, 6.2], "noise": 0.5}},
}


def value_of_mean(times, noise, points=16, horizon=8, tau=2):
    """R² of the mean from one or two noisy readings, written out: c'(S + R)⁻¹c over the variance of the mean."""
    grid = [(j + 0.5) * horizon / points for j in range(points)]
    at = [min(range(points), key=lambda j: (abs(grid[j] - t), j)) for t in times]
    k = lambda s, t: math.exp(-abs(s - t) / tau)
    variance = sum(k(s, t) for s in grid for t in grid) / points**2
    c = [sum(k(grid[j], t) for t in grid) / points for j in at]
    if len(at) == 1:
        return c[0] ** 2 / (1 + noise) / variance
    r = k(grid[at[0]], grid[at[1]])
    own = 1 + noise
    return (own * (c[0] ** 2 + c[1] ** 2) - 2 * r * c[0] * c[1]) / (own**2 - r**2) / variance


def dense(units=40, points=16, seed=7):
    """Rows of an Ornstein–Uhlenbeck trajectory on 16 times, by a generator of one line."""
    state = seed
    def uniform():
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return ((state >> 11) + 0.5) / 2**53
    normal = lambda: math.sqrt(-2 * math.log(uniform())) * math.cos(2 * math.pi * uniform())
    step = math.exp(-0.5 / 2)
    rows = []
    for u in range(units):
        level, row = normal(), {"unit": f"u{u}"}
        for j in range(points):
            row[str((j + 0.5) * 0.5)] = level + 0.3 * normal()
            level = step * level + math.sqrt(1 - step**2) * normal()
        rows.append(row)
    return rows


CALIBRATION = {
    **{name: STUDY[name] for name in ("sightline", "time", "target", "protocols")},
    "calibration": {"data": "dense.csv", "noise": 0.09, "scale": "standardised"},
}


class Answers(unittest.TestCase):
    def test_value_is_the_closed_form(self):
        answer = sightline.value(STUDY)
        self.assertAlmostEqual(answer["protocols"]["one"]["value"], value_of_mean([4], 0.5), places=12)
        self.assertAlmostEqual(answer["protocols"]["two"]["value"], value_of_mean([2.2, 6.2], 0.5), places=12)

    def test_tables_have_the_numbers_of_the_document(self):
        answer = sightline.value(STUDY)
        self.assertEqual(answer.tables[0], "protocols")
        for row in answer.rows("protocols"):
            of = answer["protocols"][row["protocol"]]
            self.assertEqual((row["value"], row["actions"], row["lowerBound"]), (of["value"], of["actions"], False))
        with self.assertRaisesRegex(KeyError, "no table 'pairs'; it has protocols"):
            answer.rows("pairs")

    def test_a_file_a_dict_and_a_text_are_the_same_study(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "study.json"
            path.write_text(json.dumps(STUDY), encoding="utf-8")
            answers = [sightline.value(study) for study in (STUDY, path, str(path), json.dumps(STUDY, indent=1))]
        self.assertEqual(len({json.dumps(answer["protocols"]) for answer in answers}), 1)

    def test_is_what_the_command_prints(self):
        printed = subprocess.run(
            [*command_line(), "value", "-", "--json"], input=json.dumps(STUDY), capture_output=True, encoding="utf-8", check=True
        )
        of_command = {**json.loads(printed.stdout), "elapsed": None}
        self.assertEqual({**sightline.value(STUDY).document, "elapsed": None}, of_command)

    def test_names_that_look_like_numbers_stay_names(self):
        study = {**STUDY, "protocols": {"1": {"at": [4], "noise": 0.5}, "02": {"at": [2], "noise": 0.5}}}
        self.assertEqual([row["protocol"] for row in sightline.value(study).rows()], ["1", "02"])

    def test_identify_says_what_is_not_known(self):
        answer = sightline.identify({**STUDY, "realised": "one", "time": {"horizon": 8, "points": 4}}, no_range=True)
        self.assertEqual(answer.rows()[0]["alternative"], "two")
        self.assertEqual(answer.rows()[0]["verdict"], "not-identified")

    def test_design_takes_its_options(self):
        study = {**STUDY, "catalogue": [{"at": {"from": 1, "to": 7, "every": 1}, "noise": 0.5}], "choose": {"exactly": 2}}
        answer = sightline.design(study, frontier=True)
        self.assertEqual(answer.tables[0], "choices")
        chosen = [row["at"] for row in answer.rows("actions") if row["choice"] == "best"]
        best = max(
            (value_of_mean([a, b], 0.5), a, b) for a in range(1, 8) for b in range(a + 1, 8)
        )
        self.assertAlmostEqual(answer.rows()[0]["value"], best[0], places=12)
        self.assertEqual(len(chosen), 2)

    def test_run_writes_the_report(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = sightline.run(STUDY, out=folder)
            self.assertEqual({file.name for file in Path(folder).iterdir()}, {"report.html", "result.json"})
        self.assertEqual(answer["undecided"], [])
        self.assertEqual([row["value"] for row in answer.rows("value-protocols")], [row["value"] for row in sightline.value(STUDY).rows()])

    def test_schema_and_version(self):
        self.assertIn("protocols", sightline.schema()["properties"])
        self.assertRegex(sightline.version(), r"^\d+\.\d+\.\d+")

    def test_the_examples_of_the_documentation(self):
        self.assertEqual(doctest.testmod(sightline).failed, 0)


class Data(unittest.TestCase):
    def test_tables_go_along_with_the_study(self):
        rows = dense()
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        text = "\n".join([",".join(rows[0]), *(",".join(str(cell) for cell in row.values()) for row in rows)]) + "\n"
        given = [rows, columns, text]
        if pandas:
            given += [pandas.DataFrame(rows), pandas.DataFrame(rows).set_index("unit")]
        answers = [sightline.calibrate(CALIBRATION, tables={"dense.csv": table}, draws=100) for table in given]
        self.assertEqual(len({json.dumps(answer["protocols"]) for answer in answers}), 1)
        self.assertEqual(answers[0]["units"], 40)

    def test_tables_beside_a_file_and_its_other_files(self):
        with tempfile.TemporaryDirectory() as folder:
            study = {**STUDY, "latent": {"covariance": "k.csv"}, "time": {"horizon": 8, "points": 2}}
            (Path(folder) / "study.json").write_text(json.dumps(study), encoding="utf-8")
            (Path(folder) / "k.csv").write_text("1,0.5\n0.5,1\n", encoding="utf-8")
            here = sightline.value(Path(folder) / "study.json")
            again = sightline.value(Path(folder) / "study.json", tables={"k.csv": "1,0.25\n0.25,1\n"})
            by_folder = sightline.value(study, folder=folder)
        self.assertNotEqual(here["protocols"], again["protocols"])
        self.assertEqual(here["protocols"], by_folder["protocols"])

    def test_a_table_stays_beside_the_study(self):
        with self.assertRaises(ValueError):
            sightline.value(STUDY, tables={"../k.csv": "1\n"})

    def test_progress_is_told(self):
        lines = []
        sightline.calibrate(CALIBRATION, tables={"dense.csv": dense()}, draws=4000, progress=lines.append)
        self.assertTrue(any("%" in line for line in lines), lines)

    def test_who_watches_may_stop_it(self):
        class Enough(Exception):
            pass

        def stop(line):
            raise Enough(line)

        with self.assertRaises(Enough):
            sightline.calibrate(CALIBRATION, tables={"dense.csv": dense()}, draws=4000, progress=stop)

    @unittest.skipUnless(pandas, "pandas is not installed")
    def test_frames(self):
        frame = sightline.value(STUDY).table()
        self.assertEqual(list(frame["protocol"]), ["one", "two"])
        self.assertAlmostEqual(frame.set_index("protocol").loc["one", "value"], value_of_mean([4], 0.5), places=12)


class Errors(unittest.TestCase):
    def test_problems_come_with_their_places(self):
        bad = {**STUDY, "target": "meen", "protocols": {"one": {"at": [11]}}}
        with self.assertRaises(sightline.InvalidInput) as caught:
            sightline.value(bad)
        by_path = {problem.path: problem for problem in caught.exception.problems}
        self.assertEqual(by_path["target"].value, "meen")
        self.assertIn("did you mean mean", by_path["target"].why)
        self.assertIsNone(by_path["target"].line)
        self.assertIn("a time from 0 to 8", str(caught.exception))
        with self.assertRaises(sightline.InvalidInput) as caught:
            sightline.value(json.dumps(bad, indent=1))
        self.assertGreater(caught.exception.problems[0].line, 1)
        self.assertIsInstance(caught.exception, ValueError)

    def test_cells_of_tables_have_lines(self):
        rows = dense()
        rows[2]["0.25"] = "x"
        with self.assertRaises(sightline.InvalidInput) as caught:
            sightline.calibrate(CALIBRATION, tables={"dense.csv": rows})
        self.assertEqual(caught.exception.problems[0].line, 4)
        self.assertTrue(caught.exception.problems[0].file.endswith("dense.csv"))

    def test_unknown_options(self):
        with self.assertRaisesRegex(sightline.WrongUsage, "drows"):
            sightline.value(STUDY, drows=3)

    def test_a_file_that_is_not_there(self):
        with self.assertRaises(sightline.InvalidInput):
            sightline.value("no-such-study.yaml")

    def test_no_command(self):
        kept = {name: os.environ.pop(name, None) for name in ("SIGHTLINE", "PATH")}
        os.environ["PATH"] = ""
        try:
            with self.assertRaisesRegex(sightline.CommandMissing, "npm install"):
                sightline.version()
        finally:
            os.environ.update({name: text for name, text in kept.items() if text is not None})

    def test_what_starts_nothing(self):
        kept = os.environ.get("SIGHTLINE")
        try:
            for given in ("/nope/sightline", '"unclosed', str(Path(__file__))):
                os.environ["SIGHTLINE"] = given
                with self.assertRaisesRegex(sightline.CommandMissing, "SIGHTLINE is .*npx sightline"):
                    sightline.version()
        finally:
            os.environ.pop("SIGHTLINE")
            if kept is not None:
                os.environ["SIGHTLINE"] = kept

    def test_what_no_study_can_hold(self):
        with self.assertRaisesRegex(ValueError, "character 22"):
            sightline.value('sightline: 1\ntitle: "\udc80"\n')
        with self.assertRaisesRegex(TypeError, "not set"):
            sightline.value({**STUDY, "protocols": {1, 2}})


class Parts(unittest.TestCase):
    def test_options(self):
        given = {"draws": 5, "no_range": True, "pair": ["a,b", "c,d"], "level": None, "single_thread": False, "lambda_": 2}
        self.assertEqual(option_arguments(given), ["--draws=5", "--no-range", "--pair=a,b", "--pair=c,d", "--lambda=2"])

    def test_options_of_numpy(self):
        class Scalar:
            def __init__(self, value):
                self.tolist = lambda: value

        given = {"no_range": Scalar(True), "quiet": Scalar(False), "draws": Scalar(5), "pair": Scalar(["a,b", "c,d"])}
        self.assertEqual(option_arguments(given), ["--no-range", "--draws=5", "--pair=a,b", "--pair=c,d"])

    def test_cells(self):
        rows = read_rows('protocol,value,count,sure,why\n"a, b",1e-3,2,true,"say ""no"""\n2,,,,\n', "protocols")
        self.assertEqual(rows[0], {"protocol": "a, b", "value": 0.001, "count": 2, "sure": True, "why": 'say "no"'})
        self.assertEqual(rows[1], {"protocol": "2", "value": None, "count": None, "sure": None, "why": None})


if __name__ == "__main__":
    unittest.main()
