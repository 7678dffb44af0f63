/** Content deltas in a stream of the mock upstream. */
export const streamedDeltas = 300
