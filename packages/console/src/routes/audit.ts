import type { Audit } from '../audit.ts'
import { readCount, refuseUnknown } from '../serve/read-input.ts'
import { type ConsoleRoute, watchers } from '../serve/route.ts'

/** Route of the list of changes. */
export function createAuditRoutes(audit: Audit): readonly ConsoleRoute[] {
  return [
    {
      method: 'GET',
      path: '/audit',
      summary: 'Lists changes that people made, the newest first',
      roles: watchers,
      serve({ query, now }) {
        refuseUnknown(query, ['limit', 'before'])
        return audit.list(readCount(query, 'limit', 100, 1000), query.get('before') ?? undefined, now)
      },
    },
  ]
}
