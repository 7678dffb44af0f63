import type { InterlinguaError } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'

/** An answer that cannot be read, or not be told to the client. */
export function malformedAnswer({ path, message }: InterlinguaError): Fault {
  return malformedUpstream(`sent an answer that its format does not allow (${path || 'the document'}: ${message})`)
}
