import { deriveId } from '@interlingua/core/adapter'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from '../rules/refuse.ts'
import { dialectFor } from './dialect-for.ts'
import type { DemoRequest, ProviderState } from './demo-request.ts'
import { keyOf } from './key-of.ts'
import { filesPath } from './media/files-path.ts'
import { mediaDialects } from './media/media-dialects.ts'
import { Refusal } from './media/refusal.ts'
import { serveFile } from './media/serve-file.ts'
import { serveMedia } from './media/serve-media.ts'
import { readBody } from './read-body.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import { serveCount } from './serve-count.ts'
import { serveGenerate } from './serve-generate.ts'
import { serveModels } from './serve-models.ts'
import { serveVideoFile } from './videos/serve-video-file.ts'

/** Answers any request. Never rejects. */
export async function serveRequest(state: ProviderState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const demoRequest = open(state, request, response)
  state.stats.active++
  try {
    await route(demoRequest)
  } catch (error) {
    if (!demoRequest.signal.aborted) fail(demoRequest, error)
  } finally {
    state.stats.active--
    if (demoRequest.signal.aborted) state.stats.abandoned++
  }
}

function open(state: ProviderState, request: IncomingMessage, response: ServerResponse): DemoRequest {
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

async function route(demoRequest: DemoRequest): Promise<void> {
  const { path, request, headers } = demoRequest
  const method = request.method ?? 'GET'
  if (path === '/' && (method === 'GET' || method === 'HEAD'))
    return sendJson(demoRequest, 200, { provider: 'demo', note: 'Demo provider (no real model)' })
  if (path.startsWith(filesPath)) return (await serveVideoFile(demoRequest)) ? undefined : serveFile(demoRequest)
  const [media, ...others] = mediaDialects.filter(({ serves }) => serves(path))
  if (media) return serveMedia(demoRequest, [media, ...others])
  const dialect = dialectFor(demoRequest, path, method)
  if (!keyOf(demoRequest)) return sendFailure(demoRequest, dialect, dialect.keyless)
  const errand = dialect.route(path, method)
  if (errand === 'own' && dialect.serveOwn) return dialect.serveOwn(demoRequest, dialect)
  if (errand !== 'generate' && errand !== 'count') return serveOther(demoRequest, method)
  if (method !== 'POST') return wrongMethod(demoRequest, 'POST')
  const text = await readBody(demoRequest)
  if (text === undefined)
    return sendFailure(demoRequest, dialect, {
      code: 'too-large',
      message: `Request exceeds the maximum of ${demoRequest.state.maxBodyBytes} bytes`,
      retryable: false,
      status: 413,
    })
  demoRequest.state.onRequest?.({ method, path, headers, body: text })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return sendFailure(demoRequest, dialect, refuse('The request body is not valid JSON'))
  }
  return errand === 'count' ? serveCount(demoRequest, dialect, body) : serveGenerate(demoRequest, dialect, body)
}

/** Serves the model lists, and answers every unknown path with an error. */
function serveOther(demoRequest: DemoRequest, method: string): void {
  const { path } = demoRequest
  const models = /^\/v1(?:beta)?\/models(?:\/|$)/.test(path)
  if (models && method === 'GET') return serveModels(demoRequest)
  if (models && !path.includes(':')) return wrongMethod(demoRequest, 'GET')
  sendFailure(demoRequest, dialectFor(demoRequest, path), {
    code: 'not-found',
    message: `Not found: ${method} ${path}`,
    retryable: false,
    status: 404,
  })
}

function wrongMethod(demoRequest: DemoRequest, allowed: string): void {
  demoRequest.response.setHeader('allow', allowed)
  sendFailure(demoRequest, dialectFor(demoRequest, demoRequest.path), {
    code: 'invalid-request',
    message: `Method not allowed: use ${allowed}`,
    retryable: false,
    status: 405,
  })
}

/** Sends the failure of a missing encoder, or of a bug, in a provider's wording. */
function fail(demoRequest: DemoRequest, error: unknown): void {
  if (demoRequest.response.headersSent) return void demoRequest.response.destroy()
  if (error instanceof Refusal) return sendFailure(demoRequest, dialectFor(demoRequest, demoRequest.path), error.failure)
  const message = error instanceof Error ? error.message : 'unknown'
  sendFailure(demoRequest, dialectFor(demoRequest, demoRequest.path), {
    code: 'server',
    message: `The demo provider failed: ${message}`,
    retryable: true,
    status: 500,
  })
}
