import { answerJson } from '../answers/answer-json.ts'
import type { Endpoint } from '../endpoint.ts'
import { serveDescription } from './serve-description.ts'
import { serveMetrics } from './serve-metrics.ts'
import { serveReadiness } from './serve-readiness.ts'

const open = { method: 'GET', access: 'open', metered: false } as const

/** What operators and their machines ask. */
export const operationEndpoints: readonly Endpoint[] = [
  { ...open, path: '/healthz', operation: 'health', serve: (exchange) => answerJson(exchange, { status: 'ok' }) },
  { ...open, path: '/readyz', operation: 'health', serve: serveReadiness },
  { ...open, path: '/metrics', operation: 'metrics', serve: serveMetrics },
  { ...open, path: '/openapi.json', operation: 'description', serve: serveDescription },
]
