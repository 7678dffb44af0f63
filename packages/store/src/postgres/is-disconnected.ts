/** SQLSTATEs of a broken connection, and of a server that ends, has ended, or starts. */
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

/** True if an error says that there is no connection, not that the statement is wrong. */
export function isDisconnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code !== undefined) return states.has(code) || systemCodes.has(code)
  // Errors of pg that have a text and no code.
  return /connection terminated|connection ended|timeout exceeded when trying to connect/i.test(error.message)
}
