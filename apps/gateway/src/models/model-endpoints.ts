import type { Endpoint } from '../endpoint.ts'
import { serveModel, serveModels } from './serve-models.ts'

const read = { method: 'GET', access: 'key', operation: 'models', metered: false } as const

export const modelEndpoints: readonly Endpoint[] = [
  { ...read, path: '/v1/models', serve: (exchange) => void serveModels(exchange) },
  { ...read, path: '/v1/models/{id+}', serve: (exchange, { id = '' }) => serveModel(exchange, id) },
]
