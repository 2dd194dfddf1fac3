"""Values of protocols under laws in the unit of the data, for data-units.test.ts: numpy's linear algebra, and the covariance of two
indicators by scipy's quadrature of Plackett's identity in the angle. Writes data_units.json beside it."""

import json
from pathlib import Path

import numpy as np
from scipy.integrate import quad

P, HORIZON = 12, 24.0
TIMES = (np.arange(P) + 0.5) * HORIZON / P
SPACING = HORIZON / P
LAG = np.abs(TIMES[:, None] - TIMES[None, :])
K = 0.25 + 0.75 * np.exp(-LAG / 5)
RECENCY = np.exp(-(HORIZON - TIMES) / 9)

CONSTANT = {"mean": np.full(P, 140.0), "sd": np.full(P, 50.0), "transform": "none"}
VARYING = {
    "mean": np.round(140 + 35 * np.sin(TIMES / 4), 3),
    "sd": np.round(40 + 15 * np.cos(TIMES / 3), 3),
    "transform": "none",
}
LOG = {
    "mean": np.round(4.8 + 0.2 * np.sin(TIMES / 4), 4),
    "sd": np.round(0.3 + 0.1 * np.cos(TIMES / 3), 4),
    "transform": "log",
}
TARGETS = ["mean", {"above": 180}, {"below": 110}, {"between": [70, 180]}]
# times and width of each reading; the noise is in the unit of the data squared, or of the logarithm
PROTOCOLS = {"pricks": [(7, 0), (13, 0), (19, 0)], "window": [(12, 8)], "both": [(3, 0), (17, 6)]}
NOISE = {"none": 120.0, "log": 0.012}


def rows(actions):
    out = np.zeros((len(actions), P))
    for a, (at, width) in enumerate(actions):
        if width == 0:
            out[a, int(np.argmin(np.abs(TIMES - at)))] = 1
        else:
            inside = (TIMES >= at - width / 2) & (TIMES < at + width / 2)
            out[a, inside] = 1 / inside.sum()
    return out


def steps(c, d, r):
    """Cov(1{U > c}, 1{V > d}) at correlation r."""
    if r == 0:
        return 0.0

    def slope(angle):
        sine, cosine = np.sin(angle), np.cos(angle)
        return np.exp(-(c * c - 2 * c * d * sine + d * d) / (2 * cosine * cosine))

    # At correlation 1 the angle ends where the cosine is 0 and, for equal levels, the integrand is e^(-c²/2).
    end = np.arcsin(np.clip(r, -1, 1))
    return quad(slope, 0, end, epsabs=1e-14, epsrel=1e-13, limit=400)[0] / (2 * np.pi)


def transform(target, law):
    """C_jk(r) as a function of j, k, r."""
    m, s, log = law["mean"], law["sd"], law["transform"] == "log"
    if target == "mean":
        if not log:
            return lambda j, k, r: s[j] * s[k] * r
        return lambda j, k, r: np.exp(m[j] + m[k] + (s[j] ** 2 + s[k] ** 2) / 2) * np.expm1(s[j] * s[k] * r)
    ((kind, value),) = target.items()
    level = (lambda c: (np.log(c) - m) / s) if log else (lambda c: (c - m) / s)
    if kind == "between":
        signed = [(1, level(value[0])), (-1, level(value[1]))]
    else:
        signed = [(1 if kind == "above" else -1, level(value))]
    return lambda j, k, r: sum(a * b * steps(c[j], d[k], r) for a, c in signed for b, d in signed)


def total(C, weights, correlations):
    # Symmetric: the lower triangle twice.
    return sum(
        weights[j] * weights[k] * C(j, k, correlations[j, k]) * (1 if j == k else 2)
        for j in range(P)
        for k in range(j + 1)
    )


def case(law, target, weights_name):
    weights = np.full(P, 1 / P) if weights_name == "uniform" else RECENCY / RECENCY.sum()
    s = law["sd"]
    C = transform(target, law)
    variance = total(C, weights, K)
    values = {}
    for name, actions in PROTOCOLS.items():
        A = rows(actions) * s
        noise = NOISE[law["transform"]] * np.eye(len(actions))
        cross = A @ K
        Q = cross.T @ np.linalg.solve(cross @ A.T + noise, cross)
        values[name] = total(C, weights, Q) / variance
    return {
        "law": {"mean": law["mean"].tolist(), "sd": law["sd"].tolist(), "transform": law["transform"]},
        "target": target,
        "weights": weights_name,
        "variance": variance,
        "values": values,
    }


if __name__ == "__main__":
    cases = [
        case(law, target, weights)
        for law in (CONSTANT, VARYING, LOG)
        for target in TARGETS
        for weights in ("uniform", "recency")
    ]
    lines = ",\n".join(json.dumps(one) for one in cases)
    Path(__file__).with_suffix(".json").write_text(f"[\n{lines}\n]\n")
