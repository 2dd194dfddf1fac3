// The elementary functions as the engine has them: these are the same sources.

export { exp, tanh } from '../../elementary/exponential';
export { hypot } from '../../elementary/hypotenuse';
export { atanh, log, log2, log10, pow } from '../../elementary/logarithm';
export { asin, cos, sin } from '../../elementary/trigonometric';
