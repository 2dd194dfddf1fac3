export * from './cholesky';
export * from './family';
export * from './gemm';
export { normals } from './normals';
export * from './qr';
export * from './rank-one';
export * from './symmetric-eigen';
export * from './syrk';
export { setTransform, tileSize } from './transform';
export * from './transpose';
export * from './triangular';
export * from './triangular-product';
/** First byte behind the module's own constants. */
export const heapBase: usize = __heap_base;
