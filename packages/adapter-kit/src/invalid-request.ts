import type { Failure, Pointer } from '@interlingua/core'

/** Failure with status 400 that names the client's field in the text too, since some clients show only the text. */
export function invalidRequest(message: string, path?: Pointer): Failure {
  const failure = { code: 'invalid-request', message: withField(message, path), retryable: false, status: 400 } as const
  return path === undefined ? failure : { ...failure, path }
}

/** `messages.0.content: …` */
function withField(message: string, path: Pointer | undefined): string {
  if (!path) return message
  const field = path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  if (message.startsWith(`${field}:`)) return message
  return `${field}: ${message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message}`
}
