import type { Endpoint } from '../endpoint.ts'
import { serveUsage } from './serve-usage.ts'

/** What was used, for administrators. */
export const usageEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/admin/usage', access: 'admin', operation: 'usage', metered: false, serve: serveUsage },
]
