import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Handler } from './create-handler.ts'

/** Middleware of Express, Connect and the like, and a listener of `node:http`. */
export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => Promise<void>

/** Request with the members that Express adds: the whole address behind a mounted path, and the body where a parser was before. */
type ExpressRequest = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown }

/**
 * Makes a handler serve `node:http`, Express and the like. A client that leaves ends the call of the upstream.
 * @example
 * app.use('/v1', toNodeMiddleware(createHandler({ from: anthropic, upstreams: { default: { to: openaiChat } } })))
 */
export function toNodeMiddleware(handler: Handler): NodeMiddleware {
  return async (incoming, outgoing, next) => {
    const left = new AbortController()
    outgoing.once('close', () => left.abort(new Error('the client left')))
    try {
      const response = await handler(requestOf(incoming, left.signal))
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      if (response.body === null) outgoing.end()
      else await pipeline(response.body, outgoing)
    } catch (error) {
      if (outgoing.headersSent || left.signal.aborted) outgoing.destroy()
      else if (next) next(error)
      else outgoing.writeHead(500).end()
    }
  }
}

function requestOf(incoming: ExpressRequest, signal: AbortSignal): Request {
  const { method = 'GET', originalUrl, url = '/', headers, body } = incoming
  const own = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) own.set(name, Array.isArray(value) ? value.join(', ') : value)
  const init: RequestInit & { duplex?: 'half' } = { method, headers: own, signal }
  if (method !== 'GET' && method !== 'HEAD') {
    // Nothing is left to read behind a body parser.
    init.body = body === undefined || incoming.readable ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : JSON.stringify(body) // chunks of a request are bytes
    init.duplex = 'half'
  }
  return new Request(new URL(originalUrl ?? url, `http://${headers.host ?? 'localhost'}`), init)
}
