import { deriveId } from '@interlingua/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from '../rules/refuse.ts'
import { dialectFor } from './dialect-for.ts'
import type { Exchange, ProviderState } from './exchange.ts'
import { keyOf } from './key-of.ts'
import { filesPath } from './media/files-path.ts'
import { mediaDialects } from './media/media-dialects.ts'
import { serveFile } from './media/serve-file.ts'
import { serveMedia } from './media/serve-media.ts'
import { readBody } from './read-body.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import { serveCount } from './serve-count.ts'
import { serveGenerate } from './serve-generate.ts'
import { serveModels } from './serve-models.ts'
import { serveVideoFile } from './videos/serve-video-file.ts'

/** Answers one request, whatever it is. Never rejects. */
export async function serveRequest(state: ProviderState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const exchange = open(state, request, response)
  state.stats.active++
  try {
    await route(exchange)
  } catch (error) {
    if (!exchange.signal.aborted) fail(exchange, error)
  } finally {
    state.stats.active--
    if (exchange.signal.aborted) state.stats.abandoned++
  }
}

function open(state: ProviderState, request: IncomingMessage, response: ServerResponse): Exchange {
  const number = ++state.stats.requests
  const url = new URL(request.url ?? '/', 'http://demo')
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  response.on('error', () => gone.abort())
  return {
    state,
    request,
    response,
    headers,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    requestId: deriveId('req_demo', number),
    signal: gone.signal,
  }
}

async function route(exchange: Exchange): Promise<void> {
  const { path, request, headers } = exchange
  const method = request.method ?? 'GET'
  if (path === '/' && (method === 'GET' || method === 'HEAD'))
    return sendJson(exchange, 200, { provider: 'demo', note: 'Demo provider (no real model)' })
  if (path.startsWith(filesPath)) return (await serveVideoFile(exchange)) ? undefined : serveFile(exchange)
  const [media, ...others] = mediaDialects.filter(({ serves }) => serves(path))
  if (media) return serveMedia(exchange, [media, ...others])
  const dialect = dialectFor(path, headers, method)
  if (!keyOf(exchange)) return sendFailure(exchange, dialect, dialect.keyless)
  const errand = dialect.route(path, method)
  if (errand === 'own' && dialect.serveOwn) return dialect.serveOwn(exchange, dialect)
  if (errand !== 'generate' && errand !== 'count') return serveOther(exchange, method)
  if (method !== 'POST') return wrongMethod(exchange, 'POST')
  const text = await readBody(exchange)
  if (text === undefined)
    return sendFailure(exchange, dialect, {
      code: 'too-large',
      message: `Request exceeds the maximum of ${exchange.state.maxBodyBytes} bytes`,
      retryable: false,
      status: 413,
    })
  exchange.state.onRequest?.({ method, path, headers, body: text })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return sendFailure(exchange, dialect, refuse('The request body is not valid JSON'))
  }
  return errand === 'count' ? serveCount(exchange, dialect, body) : serveGenerate(exchange, dialect, body)
}

/** The model lists, and what nobody serves. */
function serveOther(exchange: Exchange, method: string): void {
  const { path, headers } = exchange
  const models = /^\/v1(?:beta)?\/models(?:\/|$)/.test(path)
  if (models && method === 'GET') return serveModels(exchange)
  if (models && !path.includes(':')) return wrongMethod(exchange, 'GET')
  sendFailure(exchange, dialectFor(path, headers), {
    code: 'not-found',
    message: `Not found: ${method} ${path}`,
    retryable: false,
    status: 404,
  })
}

function wrongMethod(exchange: Exchange, allowed: string): void {
  exchange.response.setHeader('allow', allowed)
  sendFailure(exchange, dialectFor(exchange.path, exchange.headers), {
    code: 'invalid-request',
    message: `Method not allowed: use ${allowed}`,
    retryable: false,
    status: 405,
  })
}

/** A bug of ours, in the words of a provider. */
function fail(exchange: Exchange, error: unknown): void {
  if (exchange.response.headersSent) return void exchange.response.destroy()
  const message = error instanceof Error ? error.message : 'unknown'
  sendFailure(exchange, dialectFor(exchange.path, exchange.headers), {
    code: 'server',
    message: `The demo provider failed: ${message}`,
    retryable: true,
    status: 500,
  })
}
