/** The key of the gateway that is measured, as each client sends it: one without limits. */
export const benchKey = 'bench-key'
