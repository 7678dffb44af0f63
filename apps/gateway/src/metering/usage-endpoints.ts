import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { readCredential } from '../keys/read-credential.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { queryOf } from '../requests/query-of.ts'
import { readUsageQuery } from './read-usage-query.ts'
import { reportUsage } from './report-usage.ts'

/** What was used, for administrators. */
export const usageEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/admin/usage', access: 'admin', operation: 'usage', metered: false, serve: serveUsage },
]

/** `GET /admin/usage`: usage records, or their sums. */
function serveUsage(exchange: Exchange): void {
  const { gateway, request } = exchange
  const { store, prices } = gateway
  const { key, ...rest } = Object.fromEntries(queryOf(request.url ?? ''))
  // Without a header, `key` is what the caller shows, as at all other paths.
  const shown = key === undefined || readCredential({ headers: request.headers, url: '' }) === undefined
  const query = readUsageQuery(shown ? rest : { ...rest, key })
  if ('problem' in query) return answerFailure(exchange, invalidRequest(query.problem))
  void guardAsync(exchange, async () => answerJson(exchange, await reportUsage(store, query, prices.currency)))
}
