/** The key of the gateway that is measured, as each client sends it. */
export const benchKey = 'bench-key'
