import type { IncomingHttpHeaders } from 'node:http'

const traceparent = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-.*)?$/
const noTrace = '0'.repeat(32)

/** The id of the trace that a client's request belongs to. https://www.w3.org/TR/trace-context/ */
export function traceOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['traceparent']
  if (typeof header !== 'string') return undefined
  const id = traceparent.exec(header)?.[1]
  return id === noTrace ? undefined : id
}
