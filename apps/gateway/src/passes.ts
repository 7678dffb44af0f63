import type { JsonObject } from '@interlingua/core'
import type { Door } from './door.ts'

/** Whether a body of the door `from` can go to an upstream of `to` as it is. */
export function passes(from: Door, to: Door, body: JsonObject): boolean {
  return from === to && from.isOurSpelling?.(body) !== true
}
