import { chatDoor } from '../doors/chat-door.ts'
import type { Endpoint } from '../endpoint.ts'
import { serveResult } from './serve-result.ts'

/** Addresses of results. Nobody needs a key: the signature is the permission. */
export const resultEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/v1/results/{name}', door: chatDoor, access: 'open', operation: 'result', metered: false, serve: serveResult },
]
