import * as kit from '@interlingua/adapter-kit'
import type { Pointer } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'

/** A 400 that names the caller's field, where there is one, in its text too: not every client shows more than that. */
export function invalidRequest(message: string, path?: Pointer): Fault {
  return { failure: kit.invalidRequest(message, path) }
}
