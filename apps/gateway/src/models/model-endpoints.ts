import type { Endpoint } from '../endpoint.ts'
import { serveModel, serveModels } from './serve-models.ts'

const read = { method: 'GET', access: 'key', operation: 'models', metered: false, rated: true } as const

export const modelEndpoints: readonly Endpoint[] = [
  { ...read, path: '/v1/models', serve: serveModels },
  { ...read, path: '/v1/models/{id+}', serve: (exchange, { id = '' }) => serveModel(exchange, id) },
  { ...read, path: '/v1beta/models', serve: serveModels },
  { ...read, path: '/v1beta/models/{id+}', serve: (exchange, { id = '' }) => serveModel(exchange, id) },
]
