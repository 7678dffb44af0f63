import type { Pointer } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'

/**
 * Not there, another's, ended, or made with a credential that is no more: as with the vendor, nobody can tell which. `place`: where the body
 * of the request names it.
 */
export function cacheGone(place?: Pointer): Fault {
  const failure = { code: 'permission', message: 'CachedContent not found (or permission denied)', retryable: false, status: 403 } as const
  return { failure: place === undefined ? failure : { ...failure, path: place } }
}
