/** Bytes of a request that may be held as long as its answer lasts. */
export const heldRequest = 32_768
