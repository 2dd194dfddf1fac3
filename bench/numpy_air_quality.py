"""Hourly air quality: values of protocols, cluster standard errors and held-out R², by numpy and scipy alone.

    python3 bench/numpy_air_quality.py FILE [DRAWS]

FILE has the columns station, when (2013-03-01 00:00) and pm25 (NA where it is missing), gzipped or not. A trajectory is one day of
one station with a value in each of 24 hours. The law is that of the pooled trajectories: divisor N - 1, eigenvalues lifted
to (mean diagonal)/N. Protocols read hours without noise. Values: Gaussian in the unit of the data and of its logarithm (the
bivariate normal through Owen's T), and best-linear. Standard errors by station and by day: bootstrap, and leaving one out (days in
200 groups). Held-out: the Gaussian law's own predictor on each station in turn. Prints JSON.
"""
import csv
import gzip
import json
import sys

import numpy as np
from scipy.special import ndtr, owens_t

PROTOCOLS = {"one": [12], "two": [6, 18], "four": [3, 9, 15, 21], "six": [2, 6, 10, 14, 18, 22]}
TARGETS = ("mean", "above")
LEVEL = 75.0
WEIGHTS = np.full(24, 1 / 24)


def trajectories(path):
    cells = {}
    with (gzip.open(path, "rt", newline="") if path.endswith(".gz") else open(path, newline="")) as file:
        for row in csv.DictReader(file):
            if row["pm25"] == "NA":
                continue
            day, clock = row["when"].split(" ")
            cells.setdefault((row["station"], day), {})[int(clock[:2])] = float(row["pm25"])
    keys = [key for key, hours in cells.items() if len(hours) == 24]
    return keys, np.array([[cells[key][h] for h in range(24)] for key in keys])


def joint_tail(h, k, r):
    """P(U > h, V > k) for correlation r, entry by entry."""
    h, k, r = np.broadcast_arrays(h, k, r)
    out = np.empty(h.shape)
    one, minus = r >= 1 - 1e-14, r <= -1 + 1e-14
    out[one] = ndtr(-np.maximum(h, k)[one])
    out[minus] = np.maximum(0, ndtr(-h[minus]) - ndtr(k[minus]))
    rest = ~(one | minus)
    a, b, q = h[rest], k[rest], r[rest]
    a, b = np.where(a == 0, 1e-300, a), np.where(b == 0, 1e-300, b)
    root = np.sqrt((1 - q) * (1 + q))
    beta = np.where(a * b > 0, 0.0, 0.5)
    out[rest] = (ndtr(-a) + ndtr(-b)) / 2 - owens_t(a, (b / a - q) / root) - owens_t(b, (a / b - q) / root) - beta
    return out


def law_of(values):
    mean, cov = values.mean(0), np.cov(values.T)
    w, v = np.linalg.eigh(cov)
    cov = (v * np.maximum(w, np.trace(cov) / len(cov) / len(values))) @ v.T
    s = np.sqrt(np.diag(cov))
    return mean, s, cov / np.outer(s, s)


def gaussian(values, log):
    m, s, k = law_of(np.log(values) if log else values)
    c = ((np.log(LEVEL) if log else LEVEL) - m) / s
    steps = lambda r: WEIGHTS @ (joint_tail(c[:, None], c[None, :], r) - np.outer(ndtr(-c), ndtr(-c))) @ WEIGHTS
    e = WEIGHTS * (np.exp(m + s * s / 2) if log else s)
    means = lambda r: e @ (np.expm1(np.outer(s, s) * r) if log else r) @ e
    out = {}
    for name, at in PROTOCOLS.items():
        q = np.clip(k[:, at] @ np.linalg.solve(k[np.ix_(at, at)], k[at]), -1, 1)
        out[name] = {"mean": means(q) / means(k), "above": steps(q) / steps(k)}
    return out


def targets_of(values):
    return {"mean": values.mean(1), "above": (values > LEVEL).mean(1)}


def linear(values):
    out = {}
    for name, at in PROTOCOLS.items():
        x = values[:, at] - values[:, at].mean(0)
        out[name] = {}
        for target, y in targets_of(values).items():
            y = y - y.mean()
            rest = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
            out[name][target] = 1 - (rest @ rest) / (y @ y)
    return out


ESTIMANDS = {"data": lambda x: gaussian(x, False), "log": lambda x: gaussian(x, True), "linear": linear}


def flat(result):
    return np.array([result[name][target] for name in PROTOCOLS for target in TARGETS])


def named(numbers):
    it = iter(numbers)
    return {name: {target: float(next(it)) for target in TARGETS} for name in PROTOCOLS}


def errors(values, labels, estimand, draws, rng):
    names, index = np.unique(labels, return_inverse=True)
    rows = [np.flatnonzero(index == u) for u in range(len(names))]
    taken = lambda units: values[np.concatenate([rows[u] for u in units])]
    boot = np.array([flat(estimand(taken(rng.integers(0, len(rows), len(rows))))) for _ in range(draws)])
    groups = np.array_split(rng.permutation(len(rows)), min(len(rows), 200))
    left = np.array([flat(estimand(np.delete(values, np.concatenate([rows[u] for u in g]), 0))) for g in groups])
    n = len(groups)
    jackknife = np.sqrt((n - 1) / n * ((left - left.mean(0)) ** 2).sum(0))
    return {"units": len(rows), "bootstrap": named(boot.std(0, ddof=1)), "jackknife": named(jackknife)}


def held_out(values, stations, log):
    """1 − Σ(y − ŷ)²/Σ(y − ȳ)² over all stations, each predicted by the law of the others."""
    y = targets_of(values)
    predicted = {(name, target): np.empty(len(values)) for name in PROTOCOLS for target in TARGETS}
    for station in np.unique(stations):
        own = stations == station
        z = np.log(values) if log else values
        m, s, k = law_of(z[~own])
        c = ((np.log(LEVEL) if log else LEVEL) - m) / s
        for name, at in PROTOCOLS.items():
            b = np.linalg.solve(k[np.ix_(at, at)], k[at])
            mean = ((z[own][:, at] - m[at]) / s[at]) @ b
            variance = np.maximum(0, 1 - (k[:, at].T * b).sum(0))
            variance[at] = 0
            known = variance == 0
            with np.errstate(divide="ignore", invalid="ignore"):
                p = ndtr((mean - c) / np.sqrt(variance))
            p[:, known] = (z[own] > (np.log(LEVEL) if log else LEVEL))[:, known]
            predicted[name, "above"][own] = p @ WEIGHTS
            x = np.exp(m + s * mean + s * s * variance / 2) if log else m + s * mean
            predicted[name, "mean"][own] = x @ WEIGHTS
    return {
        name: {t: float(1 - ((y[t] - predicted[name, t]) ** 2).sum() / ((y[t] - y[t].mean()) ** 2).sum()) for t in TARGETS}
        for name in PROTOCOLS
    }


keys, values = trajectories(sys.argv[1])
draws = int(sys.argv[2]) if len(sys.argv) > 2 else 300
rng = np.random.default_rng(1)
labels = {"unit": np.array([key[0] for key in keys]), "day": np.array([key[1] for key in keys])}
print(
    json.dumps(
        {
            "trajectories": len(keys),
            "values": {name: named(flat(estimand(values))) for name, estimand in ESTIMANDS.items()},
            "errors": {
                name: {by: errors(values, own, estimand, draws, rng) for by, own in labels.items()}
                for name, estimand in ESTIMANDS.items()
            },
            "heldOut": {"data": held_out(values, labels["unit"], False), "log": held_out(values, labels["unit"], True)},
        }
    )
)
