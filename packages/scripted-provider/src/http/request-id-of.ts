import type { Exchange } from './exchange.ts'
import type { ServedDialect } from './served-dialect.ts'

/** The header that names the request, where the vendor has one. */
export function requestIdOf({ requestId }: Exchange, { requestIdHeader }: ServedDialect): Readonly<Record<string, string>> {
  return requestIdHeader === undefined ? {} : { [requestIdHeader]: requestId }
}
