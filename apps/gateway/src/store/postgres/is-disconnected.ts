/** Of SQLSTATE: the connection is broken, the server is ending, was ended, or starts. */
const states: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006'])
const systemCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

/** Whether an error says that there is no connection now, not that anything is wrong with what was asked. */
export function isDisconnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code !== undefined) return states.has(code) || systemCodes.has(code)
  // pg has words for some, and no code.
  return /connection terminated|connection ended|timeout exceeded when trying to connect/i.test(error.message)
}
