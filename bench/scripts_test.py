"""What bench/compare and bench/report say about small reports."""
import contextlib
import copy
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, str(FOLDER / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


sys.dont_write_bytecode = True
compare, report = load("compare"), load("report")


def summary(median, spread=0.0):
    return {"median": median, "low": median - spread, "high": median + spread, "min": median, "max": median, "samples": 9}


def suite(ratio, spread=0.0, difference=""):
    row = {"name": "triad", "set": "open", "domain": "memory", "size": 8, "bytes": 96.0, "operations": 16.0, "roofline": 0.5,
           "difference": difference, "sides": {"kernelc": {"seconds": summary(1e-3 * ratio)}, "openmp": {"seconds": summary(1e-3)}},
           "ratios": {"kernelc": {"openmp": summary(ratio, spread)}}}
    means = {"set": "all", "ours": "kernelc", "other": "openmp", "kernels": 1, "geometric_mean": ratio, "worst": ratio,
             "worst_name": "triad", "above_1_05": int(ratio > 1.05)}
    device = {"kind": "cpu", "device": "a CPU", "flags": "-O3", "opencl": "", "ceilings": {}, "rows": [row], "summaries": [means]}
    return {"benchmark": "suite", "host": {"date": "2026-11-26", "cpu": "a CPU", "threads": 2, "compiler": "g++"}, "devices": [device]}


class CompareTest(unittest.TestCase):
    def status(self, old, new):
        with tempfile.TemporaryDirectory() as folder:
            paths = [str(pathlib.Path(folder) / name) for name in ("old.json", "new.json")]
            for path, content in zip(paths, (old, new)):
                pathlib.Path(path).write_text(json.dumps(content))
            sys.argv = ["compare"] + paths
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
                return compare.main(), out.getvalue()

    def test_same(self):
        self.assertEqual(self.status(suite(1.0), suite(1.0))[0], 0)

    def test_slower_fails_and_is_named(self):
        status, text = self.status(suite(1.0), suite(1.1))
        self.assertEqual(status, 1)
        self.assertIn("cpu triad kernelc openmp: 1 -> 1.1", text)

    def test_within_noise(self):
        old, new = suite(1.0, 0.1), suite(1.1, 0.1)
        new["devices"][0]["summaries"] = []
        self.assertEqual(self.status(old, new)[0], 0)

    def test_quicker_passes(self):
        self.assertEqual(self.status(suite(1.0), suite(0.8))[0], 0)

    def test_a_mean_counts_though_its_kernels_are_noise(self):
        self.assertEqual(self.status(suite(1.0, 0.1), suite(1.02, 0.1))[0], 1)

    def test_wrong_results_fail(self):
        self.assertEqual(self.status(suite(1.0), suite(1.0, difference="array 0"))[0], 1)

    def test_other_files_are_refused(self):
        self.assertEqual(self.status({"benchmark": "gpu"}, suite(1.0))[0], 2)


class ReportTest(unittest.TestCase):
    def write(self, folder, reports):
        for name, content in reports.items():
            (pathlib.Path(folder) / f"{name}.json").write_text(json.dumps(content))
        page = pathlib.Path(folder) / "page.md"
        sys.argv = ["report", folder, "-o", str(page)]
        report.main()
        return page.read_text()

    def test_sections_without_json_stay(self):
        generated = {"host": copy.deepcopy(suite(1.0)["host"]), "device": "a GPU",
                     "rows": [{"name": "copy", "bytes": 1e9, "seconds": summary(1e-3)}]}
        with tempfile.TemporaryDirectory() as folder:
            first = self.write(folder, {"generated": generated})
            self.assertIn("## Kernels from expressions\n\nMeasured 2026-11-26 on a CPU", first)
            (pathlib.Path(folder) / "generated.json").unlink()
            second = self.write(folder, {"suite": suite(1.25)})
            self.assertIn("| copy | 1.000 | 1000 |", second)
            self.assertIn("| triad | 1.250 | 1.250 (1.250-1.250) |", second)
            third = self.write(folder, {"suite": suite(0.75)})
            self.assertNotIn("1.250", third)
            self.assertEqual(third.count("## Kernels on the CPU"), 1)

    def test_compile_times(self):
        def first(milliseconds):
            return {"all": {"median": milliseconds, "worst": 2 * milliseconds, "worst_name": "triad"},
                    "index": {"median": 0.0, "worst": 0.01, "worst_name": "triad"}}
        row = {"name": "triad", "seconds": summary(3e-3), "cpu_seconds": summary(5e-2), "phases_ms": {"parse": 0.4, "total": 3.0}}
        compiled = {"rows": [row], "geometric_mean_ms": 3.0, "geometric_mean_ratio": 0, "cpu_mean_ms": 50.0,
                    "cpu_phases_ms": {"llvm.object": 20.0, "total": 50.0}, "first": {"ptx": first(0.9), "cpu": first(1.9)}}
        with tempfile.TemporaryDirectory() as folder:
            text = self.write(folder, {"suite": dict(suite(1.0), compile=compiled)})
        self.assertIn("| triad | 3.00 |  | 50.00 | 0.40 |", text)
        self.assertIn("mean of the kernels 50.0 ms, by phase:\n\n| phase | ms of all kernels |\n| --- | ---: |\n| llvm.object | 20.0 |\n\n", text)
        self.assertIn("PTX without optimisation, in process, the median kernel and the worst:", text)
        self.assertIn("| all | 1.90 | 3.80 | triad |\n", text)
        self.assertNotIn("| index |", text)


if __name__ == "__main__":
    unittest.main()
