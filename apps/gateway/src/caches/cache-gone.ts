import type { Fault } from '../fault.ts'

/** Not there, another's, ended, or made with a credential that is no more: as with the vendor, nobody can tell which. */
export const cacheGone: Fault = {
  failure: {
    code: 'permission',
    message: 'CachedContent not found (or permission denied)',
    retryable: false,
    status: 403,
    path: '/cachedContent',
  },
}
