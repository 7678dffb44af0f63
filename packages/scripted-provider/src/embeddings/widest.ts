/** The largest number of dimensions of a vector. A shorter vector is the beginning of the longest. */
export const widest = 3072
