import type { Matrix } from '../matrix.ts';
import {
  checkEigenvalues,
  checkFinite,
  checkMatrix,
  checkOuter,
  checkProduct,
  checkSquare,
  checkSymmetric,
  checkTriangles,
  checkTriangularSolve,
  eigenDidNotConverge,
} from './dense-checks.ts';
import type { Cholesky, DenseKernels, Eigen, EigenWithin, PivotedQr, Transposed } from './dense-kernels.ts';
import type { WasmMemory } from './wasm-memory.ts';

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** The code of the compiled products for "store the result" and "compute all of it". */
const STORE = 0;
const FULL = 0;

/** Doubles that are taken over at a time where the copying costs as much as the work: they stay in the cache. */
const CHUNK = 8192;

/** The compiled kernels. A call copies its matrices in and its result out, which is O(n²) beside O(n³) of work. */
export function denseWasm(memory: WasmMemory): DenseKernels {
  const wasm = memory.functions;

  function multiply(a: Matrix, b: Matrix, transposed: Transposed = 'none'): Matrix {
    const { rows, cols, depth } = checkProduct(a, b, transposed);
    memory.begin();
    const left = memory.copyIn(a.data);
    const right = memory.copyIn(b.data);
    const result = memory.reserve(rows * cols);
    const [leftRow, leftCol] = transposed === 'left' ? [1, a.cols] : [a.cols, 1];
    const [rightRow, rightCol] = transposed === 'right' ? [1, b.cols] : [b.cols, 1];
    wasm.gemm(
      rows,
      cols,
      depth,
      left,
      leftRow * BYTES,
      leftCol * BYTES,
      right,
      rightRow * BYTES,
      rightCol * BYTES,
      result,
      cols * BYTES,
      STORE,
      FULL,
    );
    return { rows, cols, data: memory.copyOut(result, rows * cols) };
  }

  function multiplyTriangles(u: Matrix, l: Matrix): Matrix {
    checkTriangles(u, l);
    const { rows, cols } = u;
    memory.begin();
    const left = memory.copyIn(u.data);
    const right = memory.copyIn(l.data);
    const result = memory.reserve(rows * cols);
    wasm.multiplyUpper(rows, cols, left, right, BYTES, cols * BYTES, result);
    return { rows, cols, data: memory.copyOut(result, rows * cols) };
  }

  function syrk(
    a: Matrix,
    size: number,
    depth: number,
    rowStep: number,
    colStep: number,
    room?: Float64Array,
  ): Matrix {
    checkMatrix('the factor', a);
    memory.begin();
    const factor = memory.copyIn(a.data);
    const result = memory.reserve(size * size);
    wasm.syrk(size, depth, factor, rowStep * BYTES, colStep * BYTES, result);
    room?.set(memory.view(result, size * size));
    return { rows: size, cols: size, data: room ?? memory.copyOut(result, size * size) };
  }

  function cholesky(a: Matrix, minimumPivot = 0): Cholesky {
    const n = checkSquare('the matrix of a Cholesky factorisation', a);
    memory.begin();
    const factor = memory.copyIn(a.data);
    const pivot = wasm.cholesky(n, factor, n * BYTES, minimumPivot);
    if (pivot >= 0) return { ok: false, pivot, value: memory.view(factor, n * n)[pivot * n + pivot] };
    const data = memory.copyOut(factor, n * n);
    for (let i = 0; i < n; i++) data.fill(0, i * n + i + 1, (i + 1) * n);
    return { ok: true, factor: { rows: n, cols: n, data } };
  }

  function isPositiveDefinite(a: Matrix, { shift = 0, minimumPivot = 0 } = {}): boolean {
    const n = checkSquare('the matrix of a Cholesky factorisation', a);
    memory.begin();
    const factor = memory.copyIn(a.data);
    if (shift !== 0) {
      const data = memory.view(factor, n * n);
      for (let i = 0; i < n; i++) data[i * n + i]! += shift;
    }
    return wasm.cholesky(n, factor, n * BYTES, minimumPivot) < 0;
  }

  function solve(routine: 'solveLower' | 'solveLowerTransposed', l: Matrix, b: Matrix): Matrix {
    checkTriangularSolve(l, b);
    memory.begin();
    const triangle = memory.copyIn(l.data);
    const x = memory.copyIn(b.data);
    const column = memory.reserve(b.rows);
    wasm[routine](b.rows, b.cols, triangle, l.cols * BYTES, x, b.cols * BYTES, column);
    return { rows: b.rows, cols: b.cols, data: memory.copyOut(x, b.data.length) };
  }

  function eigenSymmetric(a: Matrix): Eigen {
    const n = checkSymmetric(a);
    memory.begin();
    const matrix = memory.copyIn(a.data);
    const rotated = memory.reserve(n * n);
    const values = memory.reserve(n);
    const work = memory.reserve(wasm.eigenWorkspace(n));
    if (!wasm.eigenSymmetric(n, matrix, rotated, values, work)) throw eigenDidNotConverge(n);
    return {
      values: checkEigenvalues(memory.copyOut(values, n)),
      vectors: { rows: n, cols: n, data: memory.copyOut(matrix, n * n) },
    };
  }

  function eigenWithin(a: Matrix, low: number, high: number): EigenWithin {
    const n = checkSymmetric(a);
    memory.begin();
    const matrix = memory.copyIn(a.data);
    const rotated = memory.reserve(n * n);
    const values = memory.reserve(n);
    const vectors = memory.reserve(n * n);
    const first = memory.reserve(1);
    const work = memory.reserve(wasm.eigenWorkspace(n));
    const count = wasm.eigenWithin(n, matrix, low, high, rotated, values, vectors, first, work);
    if (count < 0) throw eigenDidNotConverge(n);
    return {
      values: checkEigenvalues(memory.copyOut(values, n)),
      first: memory.copyOutInt32(first, 1)[0]!,
      vectors: { rows: count, cols: n, data: memory.copyOut(vectors, count * n) },
    };
  }

  function eigenvaluesSymmetric(a: Matrix): Float64Array {
    const n = checkSymmetric(a);
    memory.begin();
    const matrix = memory.copyIn(a.data);
    const values = memory.reserve(n);
    const work = memory.reserve(wasm.eigenvaluesWorkspace(n));
    if (!wasm.eigenvaluesSymmetric(n, matrix, values, work)) throw eigenDidNotConverge(n);
    return checkEigenvalues(memory.copyOut(values, n).sort());
  }

  function pivotedQr(a: Matrix): PivotedQr {
    checkMatrix('the matrix of a QR factorisation', a);
    checkFinite('the matrix of a QR factorisation', a);
    const { rows, cols } = a;
    memory.begin();
    const r = memory.copyIn(a.data);
    const q = memory.reserve(rows * rows);
    const columns = memory.reserve(Math.ceil(cols / 2));
    const work = memory.reserve(wasm.qrWorkspace(rows, cols));
    wasm.pivotedQr(rows, cols, r, q, columns, work);
    return {
      q: { rows, cols: rows, data: memory.copyOut(q, rows * rows) },
      r: { rows, cols, data: memory.copyOut(r, rows * cols) },
      columns: memory.copyOutInt32(columns, cols),
    };
  }

  function addOuter(a: Matrix, v: Float64Array, scale: number): void {
    const n = checkOuter(a, v);
    memory.begin();
    const vector = memory.copyIn(v);
    const rowsAtOnce = Math.max(1, Math.floor(CHUNK / Math.max(1, n)));
    const chunk = memory.reserve(rowsAtOnce * n);
    const view = memory.view(chunk, rowsAtOnce * n);
    for (let row = 0; row < n; row += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, n - row);
      const part = a.data.subarray(row * n, (row + rows) * n);
      view.set(part);
      wasm.addOuter(rows, n, chunk, vector + row * BYTES, vector, scale);
      part.set(rows === rowsAtOnce ? view : view.subarray(0, rows * n));
    }
  }

  return {
    multiply,
    multiplyTriangles,
    gram: (a) => syrk(a, a.rows, a.cols, a.cols, 1),
    crossGram: (a, room) => syrk(a, a.cols, a.rows, 1, a.cols, room),
    cholesky,
    isPositiveDefinite,
    solveLower: (l, b) => solve('solveLower', l, b),
    solveLowerTransposed: (l, b) => solve('solveLowerTransposed', l, b),
    eigenSymmetric,
    eigenWithin,
    eigenvaluesSymmetric,
    pivotedQr,
    addOuter,
  };
}
