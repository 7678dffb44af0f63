/** The most dimensions that a vector of the demo has; a shorter one is the beginning of it. */
export const widest = 3072
