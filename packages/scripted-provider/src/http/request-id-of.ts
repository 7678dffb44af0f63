import type { DemoRequest } from './demo-request.ts'
import type { VendorProfile } from './vendor-profile.ts'

/** The header that names the request, where the vendor has one. */
export function requestIdOf({ requestId }: DemoRequest, { requestIdHeader }: VendorProfile): Readonly<Record<string, string>> {
  return requestIdHeader === undefined ? {} : { [requestIdHeader]: requestId }
}
