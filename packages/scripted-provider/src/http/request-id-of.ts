import type { Exchange } from './exchange.ts'
import type { VendorFace } from './vendor-face.ts'

/** The header that names the request, where the vendor has one. */
export function requestIdOf({ requestId }: Exchange, { requestIdHeader }: VendorFace): Readonly<Record<string, string>> {
  return requestIdHeader === undefined ? {} : { [requestIdHeader]: requestId }
}
