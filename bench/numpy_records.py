"""Held-out R² of what a few readings a day tell, computed with numpy alone: no code is shared with the program.

    python3 bench/numpy_records.py TABLE FOLDS UNIT TIME VALUE THRESHOLD [NAME=H,H,…] [NAME=H-H,…]

TABLE is a CSV or CSV.gz of timestamps and values, of which UNIT, TIME and VALUE name the columns; a record is one day of a
unit on 24 cells of an hour, days with an empty cell are dropped. FOLDS has the columns record, outer, inner0, …; or it is
4x3: the units in the order of their names are dealt out to four outer folds, and of each those to three inner ones. Further
arguments are protocols: cells that are read, or windows from the first cell to the last, both included. Prints JSON: by
target and template R², its interval by unit, RMSE, and the best-linear value in the sample.
"""
import csv
import gzip
import json
import sys
from collections import defaultdict

import numpy as np
from scipy import stats

table, folds_file, unit_column, time_column, value_column, threshold = sys.argv[1:7]
P = 24
PENALTIES = [10 ** (-6 + i / 3) for i in range(25)]
BUDGETS = [1, 2, 4, 6]


def rows(path):
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as file:
        yield from csv.DictReader(file)


sums, counts = defaultdict(lambda: np.zeros(P)), defaultdict(lambda: np.zeros(P))
for row in rows(table):
    try:
        value = float(row[value_column])
    except ValueError:
        continue
    date, clock = row[time_column].replace("T", " ").split(" ")
    key = (row[unit_column], date)
    hour = int(clock.split(":")[0])
    sums[key][hour] += value
    counts[key][hour] += 1
keys = sorted(key for key in sums if (counts[key] > 0).all())
X = np.array([sums[key] / counts[key] for key in keys])
units = sorted({unit for unit, _ in keys})
unit = np.array([units.index(u) for u, _ in keys])
weights = 1 / np.bincount(unit)[unit]
if folds_file.endswith(".csv"):
    folds = {row["record"]: row for row in rows(folds_file)}
    own = [folds[f"{u} {date}"] for u, date in keys]
    outer = np.array([int(row["outer"]) for row in own])
    inner = [
        np.array([int(row[f"inner{k}"]) if row[f"inner{k}"] != "" else -1 for row in own])
        for k in range(outer.max() + 1)
    ]
else:
    k_outer, k_inner = (int(count) for count in folds_file.split("x"))
    outer = unit % k_outer
    inner = [np.where(outer == k, -1, unit // k_outer % k_inner) for k in range(k_outer)]


def ridge(Z, y, w, penalties):
    """Coefficients for every penalty, features centred and scaled by weighted moments, weights scaled to mean 1."""
    w = w * len(w) / w.sum()
    centre = (w[:, None] * Z).sum(0) / w.sum()
    scale = np.sqrt((w[:, None] * (Z - centre) ** 2).sum(0) / w.sum())
    scale[scale < 1e-12] = 1
    mean = (w * y).sum() / w.sum()
    S = (Z - centre) / scale
    gram, right = S.T @ (w[:, None] * S), S.T @ (w * (y - mean))
    fits = [np.linalg.solve(gram + penalty * np.eye(gram.shape[0]), right) for penalty in penalties]
    return [lambda A, b=b: mean + (A - centre) / scale @ b for b in fits]


def cross_fitted(Z, y):
    predictions = np.zeros(len(y))
    for k, parts in enumerate(inner):
        training = outer != k
        errors = np.zeros(len(PENALTIES))
        for part in range(parts.max() + 1):
            fitted, left = training & (parts != part), training & (parts == part)
            for i, predict in enumerate(ridge(Z[fitted], y[fitted], weights[fitted], PENALTIES)):
                errors[i] += (weights[left] * (y[left] - predict(Z[left])) ** 2).sum()
        best = PENALTIES[int(np.argmin(errors))]
        (predict,) = ridge(Z[training], y[training], weights[training], [best])
        predictions[~training] = predict(Z[~training])
    return predictions


def log_ratio(y, predictions, w):
    mean = (w * y).sum() / w.sum()
    return np.log((w * (y - predictions) ** 2).sum() / (w * (y - mean) ** 2).sum())


def answer(Z, y):
    predictions = cross_fitted(Z, y)
    whole = log_ratio(y, predictions, weights)
    left = np.array([log_ratio(y, predictions, weights * (unit != u)) for u in range(len(units))])
    m = len(units)
    error = np.sqrt((m - 1) / m * ((left - left.mean()) ** 2).sum())
    centre = whole - (m - 1) * (left.mean() - whole)
    t = stats.t.ppf(0.975, m - 1)
    A = np.column_stack([np.ones(len(y)), Z])
    residual = y - A @ np.linalg.lstsq(A, y, rcond=None)[0]
    return {
        "r2": 1 - np.exp(whole),
        "low": 1 - np.exp(centre + t * error),
        "high": 1 - np.exp(centre - t * error),
        "rmse": np.sqrt((weights * (y - predictions) ** 2).sum() / weights.sum()),
        "linearValue": 1 - (residual**2).sum() / ((y - y.mean()) ** 2).sum(),
    }


templates = {}
for n in BUDGETS:
    # Half-way between two cells the earlier one is read.
    templates[f"middles-{n}"] = [(int(np.ceil((i + 0.5) * P / n - 1e-9)) - 1,) * 2 for i in range(n)]
    spaced = np.round(np.linspace(0, P - 1, n)).astype(int) if n > 1 else [0]
    templates[f"dispersed-{n}"] = [(int(j), int(j)) for j in spaced]
for argument in sys.argv[7:]:
    name, cells = argument.split("=")
    ends = [[int(end) for end in part.split("-")] for part in cells.split(",")]
    templates[name] = [(first, last[0] if last else first) for first, *last in ends]

targets = {"mean": X.mean(1), "above": (X > float(threshold)).mean(1)}
print(
    json.dumps(
        {
            "records": len(keys),
            "units": len(units),
            "targets": {
                target: {
                    name: answer(np.column_stack([X[:, a : b + 1].mean(1) for a, b in cells]), y)
                    for name, cells in templates.items()
                }
                for target, y in targets.items()
            },
        },
        indent=1,
    )
)
