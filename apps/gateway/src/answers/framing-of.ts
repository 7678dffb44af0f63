import type { Exchange } from '../exchange.ts'
import { queryOf } from '../requests/query-of.ts'

/** How the client wants its stream: events, or one JSON array. */
export function framingOf({ edge, request }: Exchange): 'sse' | 'json-array' {
  if (!edge.client.stream.arrays) return 'sse'
  const query = queryOf(request.url ?? '')
  return (query.get('alt') ?? query.get('$alt')) === 'sse' ? 'sse' : 'json-array'
}
