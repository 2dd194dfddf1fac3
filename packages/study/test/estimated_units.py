"""Values in the unit of the data estimated from dense data by numpy and scipy, for estimated-units.test.ts: pooled mean and covariance
with divisor N - 1 less the noise, eigenvalues lifted to (mean diagonal)/N, standard deviations and correlations of that, and the
values of data_units.py under them. Least squares for the best-linear value. Writes estimated_units.json beside it."""

import json
from pathlib import Path

import numpy as np

import data_units as law_of

P, TIMES = law_of.P, law_of.TIMES
WEIGHTS = np.full(P, 1 / P)


def units(log):
    rng = np.random.default_rng(11)
    if log:
        z = rng.normal(size=(60, P)) @ np.linalg.cholesky(law_of.K).T
        return np.round(np.exp(law_of.LOG["mean"] + law_of.LOG["sd"] * z), 1)
    z = rng.normal(size=(60, P)) @ np.linalg.cholesky(law_of.K).T
    noise = 8 * rng.normal(size=(60, P))
    return np.round(law_of.VARYING["mean"] + law_of.VARYING["sd"] * z + noise, 1)


def gaussian(values, noise, transform, target):
    x = np.log(values) if transform == "log" else values
    n = len(x)
    sigma = np.cov(x.T) - noise * np.eye(P)
    eigenvalues, vectors = np.linalg.eigh(sigma)
    floor = np.trace(sigma) / P / n
    repaired = vectors @ np.diag(np.maximum(eigenvalues, floor)) @ vectors.T
    s = np.sqrt(np.diag(repaired))
    law = {"mean": x.mean(axis=0), "sd": s, "transform": transform}
    C = law_of.transform(target, law)
    K = repaired / np.outer(s, s)
    np.fill_diagonal(K, 1)
    variance = law_of.total(C, WEIGHTS, K)
    result = {}
    for name, actions in law_of.PROTOCOLS.items():
        A = law_of.rows(actions) * s
        cross = A @ K
        reading = cross @ A.T + law_of.NOISE[transform] * np.eye(len(actions))
        result[name] = law_of.total(C, WEIGHTS, cross.T @ np.linalg.solve(reading, cross)) / variance
    return {"variance": variance, "values": result}


def linear(values, target):
    """Of quiet records: second moments of what is read, with the noise of the actions, and of the record's own target."""
    if target == "mean":
        theta = values @ WEIGHTS
    elif "above" in target:
        theta = (values > target["above"]) @ WEIGHTS
    else:
        low, high = target["between"]
        theta = ((values >= low) & (values <= high)) @ WEIGHTS
    result = {}
    for name, actions in law_of.PROTOCOLS.items():
        readings = values @ law_of.rows(actions).T
        joint = np.cov(np.column_stack([readings, theta]).T)
        cross = joint[:-1, -1]
        result[name] = cross @ np.linalg.solve(joint[:-1, :-1] + law_of.NOISE["none"] * np.eye(len(cross)), cross) / joint[-1, -1]
    return {"variance": np.var(theta, ddof=1), "mean": theta.mean(), "values": result}


PLAIN, LOGGED = units(False), units(True)
TARGETS = ["mean", {"above": 180}, {"between": [70, 180]}]
document = {
    "times": TIMES.tolist(),
    "plain": PLAIN.tolist(),
    "logged": LOGGED.tolist(),
    "cases": [
        *({"data": "plain", "calibration": {"noise": 64}, "target": t, **gaussian(PLAIN, 64, "none", t)} for t in TARGETS),
        *(
            {"data": "logged", "calibration": {"noise": 0.002, "transform": "log"}, "target": t, **gaussian(LOGGED, 0.002, "log", t)}
            for t in TARGETS
        ),
        *({"data": "plain", "calibration": {"noise": 0, "estimand": "linear"}, "target": t, **linear(PLAIN, t)} for t in TARGETS),
    ],
}
Path(__file__).with_suffix(".json").write_text(json.dumps(document) + "\n")
