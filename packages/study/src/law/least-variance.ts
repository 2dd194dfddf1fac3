/** Squares of smaller variances vanish, and with them what is made of products of variances. */
export const LEAST_VARIANCE = 1e-140;
export const LEAST_DEVIATION = 1e-70;
