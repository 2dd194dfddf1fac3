export * from './dense/cholesky';
export * from './dense/gemm';
export * from './dense/qr';
export * from './dense/rank-one';
export * from './dense/syrk';
export * from './dense/transpose';
export * from './dense/triangular';
export * from './dense/triangular-product';
export * from './eigen/symmetric-eigen';
export * from './family/family';
export { setScreeningRoom } from './family/family-screening';
export { setHighMoments } from './family/high-moments';
export { addLocalPolynomials, setLocal, setLocalPairs, setLocalPolynomials } from './family/local-tile';
export { setSingleTile } from './family/single-tile';
export { pairDoubles, pairSlots } from './family/step-pairs';
export { setTransform, tileSize } from './family/transform';
export { normals } from './normals';
/** First byte behind the module's own constants. */
export const heapBase: usize = __heap_base;
