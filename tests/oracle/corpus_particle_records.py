"""References for tests/exec/corpus/particle_records.py."""
from expectations import *

corpus = Corpus("particle_records")
rng = seeded(19)

particle = np.dtype([("pos", np.float64, (3,)), ("vel", np.float64, (3,)), ("mass", np.float64), ("kind", np.int32)],
                    align=True)
hit = np.dtype([("channel", np.uint16), ("time", np.float32), ("charge", np.float32)])
summary = np.dtype([("count", np.int32), ("range", [("low", np.float64), ("high", np.float64)]), ("mean", np.float64)],
                   align=True)

cloud = np.zeros(45, particle)
cloud["pos"], cloud["vel"] = rng.rand(45, 3), rng.randn(45, 3)
cloud["mass"], cloud["kind"] = rng.rand(45) + 0.5, rng.randint(0, 4, 45)
moved = cloud.copy()
place = cloud["pos"] + 0.2 * cloud["vel"]
moved["pos"] = np.where(place < 0, -place, np.where(place > 1, 2 - place, place))
moved["vel"] = np.where((place < 0) | (place > 1), -cloud["vel"], cloud["vel"])
energy = 0.5 * cloud["mass"] * np.sum(cloud["vel"] ** 2, axis=1)
corpus.check("push", 2, 32, (cloud, 0.2, np.zeros(4)), {0: moved, 2: np.bincount(cloud["kind"], energy, 4)},
             tolerance=1e-12)
corpus.check("count_kinds", 1, 16, (cloud, np.zeros(4, np.int64)), {1: np.bincount(cloud["kind"], minlength=4)})

hits = np.zeros(64, hit)
hits["channel"], hits["time"], hits["charge"] = rng.randint(0, 8, 64), rng.permutation(64) / 4, rng.rand(64)
gains = (rng.rand(8) + 0.5).astype(np.float32)
charge = hits["charge"] * gains[hits["channel"]]
corpus.check("calibrate", 2, 32, (hits, gains, 0.6, np.zeros(64, hit), np.zeros(1, np.int32)), {4: [np.sum(charge > 0.6)]})
del corpus.cases[-1]["expect"]["3"]
in_order = np.concatenate([np.sort(hits[:32], order="time"), np.sort(hits[32:], order="time")])
corpus.check("sort_by_time", 2, 32, (hits,), {0: in_order})

values = rng.randn(20, 9)
values[rng.rand(20, 9) < 0.2] = np.nan
values[3] = np.nan
found = np.zeros(20, summary)
for row, out in zip(values, found):
    good = row[~np.isnan(row)]
    out["count"] = good.size
    out["range"] = (good.min(initial=np.inf), good.max(initial=-np.inf))
    out["mean"] = good.mean() if good.size else 0
corpus.check("summarise", 1, 32, (values, np.zeros(20, summary)), {1: found}, tolerance=1e-13)
corpus.write()
