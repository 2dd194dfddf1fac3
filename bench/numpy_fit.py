#!/usr/bin/env python3
"""Maximum likelihood of sparse readings in vectorised numpy with scipy's L-BFGS-B, on one thread: one JSON line for each kernel.

All trajectories have as many readings, so that their covariances are one stack of matrices. The search begins at the true law and has numerical
gradients. Needs python3 with numpy and scipy (Debian: python3-scipy).
    OPENBLAS_NUM_THREADS=1 python3 numpy_fit.py readings.csv kernel ...
"""
import json, sys, time
import numpy as np
from scipy.optimize import minimize

RHO = {
    "ou": lambda u, t: np.exp(-u / t[0]),
    "matern32": lambda u, t: (1 + 2 * u / t[0]) * np.exp(-2 * u / t[0]),
    "matern52": lambda u, t: (lambda z: (1 + z + z * z / 3) * np.exp(-z))(8 / 3 * u / t[0]),
    "squaredExponential": lambda u, t: np.exp(-np.pi * u * u / (4 * t[0] ** 2)),
    "dampedCosine": lambda u, t: np.exp(-u / t[0]) * np.cos(2 * np.pi * u / t[1]),
}


def main(path, kernels):
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    each = int(np.sum(table[:, 0] == table[0, 0]))
    times, values = table[:, 1].reshape(-1, each), table[:, 2].reshape(-1, each)
    lags = np.abs(times[:, :, None] - times[:, None, :])
    right = np.stack([values, np.ones_like(values)], axis=2)
    eye = np.eye(each)

    def log_likelihood(kernel, x):
        m = len(x) - 3
        decaying, lasting, noise = np.exp(x[m:])
        V = decaying * RHO[kernel](lags, np.exp(x[:m])) + lasting + noise * eye
        L = np.linalg.cholesky(V)
        Z = np.linalg.solve(L, right)
        A = np.einsum("nij,nik->jk", Z, Z)
        log_det = 2 * np.log(np.diagonal(L, axis1=1, axis2=2)).sum()
        return -0.5 * (values.size * np.log(2 * np.pi) + log_det + A[0, 0] - A[0, 1] ** 2 / A[1, 1])

    for kernel in kernels:
        start = np.log([3.0] + ([12.0] if kernel == "dampedCosine" else []) + [2000.0, 500.0, 100.0])
        once = time.process_time()
        log_likelihood(kernel, start)
        once = time.process_time() - once
        begun = time.process_time()
        bounds = [(-5, 9)] * (len(start) - 3) + [(-12, 12)] * 3
        found = minimize(lambda x: -log_likelihood(kernel, x), start, method="L-BFGS-B", bounds=bounds)
        print(
            json.dumps(
                {
                    "kernel": kernel,
                    "seconds": time.process_time() - begun,
                    "once": once,
                    "logLikelihood": -found.fun,
                }
            ),
            flush=True,
        )


main(sys.argv[1], sys.argv[2:])
