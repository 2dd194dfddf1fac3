#!/usr/bin/env python3
"""The uniform error of Figure 2a in vectorised numpy on one thread: one JSON line for each m.

Simulate m noisy trajectories, estimate and repair their covariance, evaluate all 495 four-subsets of 12 point actions under
two targets, take the largest distance from the true values. Needs python3 with numpy (Debian: python3-numpy).
    OPENBLAS_NUM_THREADS=1 python3 numpy_figure_2a.py [replications] [m ...]
"""
import itertools, json, sys, time
import numpy as np

T, p, NOISE, ACTION_NOISE = 20.0, 128, 0.25, 0.5
t = (np.arange(p) + 0.5) * T / p
K = np.exp(-np.abs(t[:, None] - t[None, :]))
w = np.full(p, 1 / p)
action = np.array([np.argmin(np.abs(t - a)) for a in (np.arange(12) + 0.5) * T / 12])
S = np.array(list(itertools.combinations(range(12), 4)))
SS = (S[:, :, None], S[:, None, :])

# Q is symmetric: of each protocol the entries on and above the diagonal, with their weights.
row, column = np.triu_indices(p)
upper = row * p + column
w_upper = w[row] * w[column] * np.where(row == column, 1, 2)

# Five protocols at a time: their Q stay in the cache between the product, the gathering and the arcsine. Measured against
# 1, 3, 11, 33 and 55 at a time, whole matrices, row blocks, einsum, and solve in place of inv: this was the fastest.
CHUNK = 5
Q, R = np.empty((CHUNK, p, p)), np.empty((CHUNK, upper.size))


def values(K):
    """The values of all protocols for the mean and for occupation above 0."""
    G = K[action]
    inverse = np.linalg.inv((G[:, action] + ACTION_NOISE * np.eye(12))[SS])
    a = (G @ w)[S]
    mean = np.einsum("ni,nij,nj->n", a, inverse, a) / (w @ K @ w)
    left, right = G[S].transpose(0, 2, 1), inverse @ G[S]
    explained = np.empty(len(S))
    for n in range(0, len(S), CHUNK):
        np.matmul(left[n:n + CHUNK], right[n:n + CHUNK], out=Q)
        np.take(Q.reshape(CHUNK, -1), upper, axis=1, out=R, mode="clip")
        np.arcsin(R, out=R)
        explained[n:n + CHUNK] = R @ w_upper
    return mean, explained / (np.arcsin(K.ravel()[upper]) @ w_upper)


def plug_in(X):
    m = len(X)
    X = X - X.mean(0)
    M = X.T @ X / (m - 1)
    M.flat[::p + 1] -= NOISE
    values, vectors = np.linalg.eigh(M)
    M = (vectors * np.maximum(values, np.mean(np.diag(M)) / m)) @ vectors.T
    d = 1 / np.sqrt(np.diag(M))
    M *= d[:, None] * d
    M.flat[::p + 1] = 1
    return M


def uniform_errors(m, random):
    # A noisy trajectory has the covariance K + NOISE·I, so one normal number for each of its points is enough.
    X = random.standard_normal((m, p)) @ FACTOR
    return [np.abs(estimated - true).max() for estimated, true in zip(values(plug_in(X)), TRUE)]


FACTOR = np.linalg.cholesky(K + NOISE * np.eye(p)).T.copy()
TRUE = values(K)

replications = int(sys.argv[1]) if len(sys.argv) > 1 else 200
for m in [int(text) for text in sys.argv[2:]] or [25, 100, 1000]:
    random = np.random.default_rng(m)
    uniform_errors(m, random)
    # Processor time, which other work on the machine does not enter; and the quickest replication, which it did not meet.
    errors, least, start = [], float("inf"), time.process_time()
    for _ in range(replications):
        begun = time.perf_counter()
        errors.append(uniform_errors(m, random))
        least = min(least, time.perf_counter() - begun)
    seconds = time.process_time() - start
    errors = np.array(errors)
    print(json.dumps({
        "item": "figure-2a", "m": m, "replications": replications,
        "seconds": seconds / replications, "least": least,
        "mean": errors[:, 0].mean(), "mean_se": errors[:, 0].std(ddof=1) / replications**0.5,
        "above0": errors[:, 1].mean(), "above0_se": errors[:, 1].std(ddof=1) / replications**0.5,
    }), flush=True)
