import type { Endpoint } from '../endpoint.ts'
import { responsesDoor } from '../doors/responses-door.ts'
import { withBody } from '../with-body.ts'
import { cancelKeptResponse, deleteKeptResponse, serveInputItems, serveKeptResponse } from './serve-kept-responses.ts'
import { serveResponse } from './serve-response.ts'

const kept = { door: responsesDoor, access: 'key', operation: 'responses', metered: false } as const

/** Responses, and what is kept of them. https://platform.openai.com/docs/api-reference/responses */
export const responseEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/responses',
    door: responsesDoor,
    access: 'key',
    operation: 'generate',
    metered: true,
    serve: withBody(serveResponse),
  },
  { ...kept, method: 'GET', path: '/v1/responses/{id}', serve: serveKeptResponse },
  { ...kept, method: 'DELETE', path: '/v1/responses/{id}', serve: deleteKeptResponse },
  { ...kept, method: 'GET', path: '/v1/responses/{id}/input_items', serve: serveInputItems },
  { ...kept, method: 'POST', path: '/v1/responses/{id}/cancel', serve: cancelKeptResponse },
]
