export * from './cholesky';
export * from './family';
export { setScreeningRoom } from './family-screening';
export * from './gemm';
export { setHighMoments } from './high-moments';
export { normals } from './normals';
export * from './qr';
export * from './rank-one';
export { setSingleTile } from './single-tile';
export * from './symmetric-eigen';
export * from './syrk';
export { setTransform, tileSize } from './transform';
export * from './transpose';
export * from './triangular';
export * from './triangular-product';
/** First byte behind the module's own constants. */
export const heapBase: usize = __heap_base;
