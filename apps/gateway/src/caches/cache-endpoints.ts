import type { Endpoint } from '../endpoint.ts'
import type { FormatEdge } from '@interlingua/core/edge'
import { withBody } from '../requests/with-body.ts'
import { createCache } from './create-cache.ts'
import { changeCache, deleteCache, getCache, listCaches } from './serve-caches.ts'

/** Cached contents, under both versions: Google's newest SDK calls /v1. https://ai.google.dev/api/caching */
export function cacheEndpoints(edge: FormatEdge): readonly Endpoint[] {
  const own = { edge, access: 'key', operation: 'caches', metered: false } as const
  return ['/v1beta', '/v1'].flatMap((version) => {
    const list = `${version}/cachedContents`
    const one = `${list}/{id}`
    return [
      // It is stored, and may cost money: a request like any other.
      { ...own, method: 'POST', path: list, metered: true, serve: withBody(createCache) },
      { ...own, method: 'GET', path: list, serve: listCaches },
      { ...own, method: 'GET', path: one, serve: (exchange, { id = '' }) => getCache(exchange, id) },
      {
        ...own,
        method: 'PATCH',
        path: one,
        serve: (exchange, { id = '' }) => withBody((each, parsed) => changeCache(each, parsed, id))(exchange),
      },
      { ...own, method: 'DELETE', path: one, serve: (exchange, { id = '' }) => deleteCache(exchange, id) },
    ] satisfies readonly Endpoint[]
  })
}
