/** Key of the measured gateway, which each client sends; without limits. */
export const benchKey = 'bench-key'
