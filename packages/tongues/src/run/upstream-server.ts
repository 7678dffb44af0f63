import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FormatId, formatIds } from '../formats/gist.ts'
import { formatJson } from '../json/format-json.ts'
import { at } from '../json/access.ts'
import type { Json } from '../json/json.ts'
import { tryJson } from '../json/parse-json.ts'
import { listen } from './listen.ts'

/** A request that came to the upstream. */
export interface Arrival {
  readonly format: FormatId
  readonly kind: 'generate' | 'count'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly json: Json
  readonly stream: boolean
  /** Milliseconds of the monotonic clock. */
  readonly at: number
  /** Time at which the caller left before the answer was whole. */
  leftAt?: number
}

export interface ScriptedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly pieces: readonly { readonly bytes: Buffer; readonly waitMs?: number }[]
  readonly end: 'clean' | 'fin' | 'rst'
  /** Called when a piece goes out. */
  readonly onPiece?: (index: number) => void
}

/** Answers of one permutation. */
export interface Session {
  readonly arrivals: Arrival[]
  answer(arrival: Arrival, index: number): ScriptedAnswer
}

export interface UpstreamServer {
  readonly port: number
  /** Adds the answers to requests that hold the nonce. */
  open(nonce: string, session: Session): () => void
  /** Takes requests without a nonce; at most one may. */
  adopt(session: Session | undefined): void
  /** Number of requests that belonged to no permutation. */
  readonly strays: () => number
  close(): Promise<void>
}

const models: Readonly<Record<(typeof formatIds)[number], readonly string[]>> = {
  M: ['claude-sonnet-4-5'],
  R: ['gpt-5'],
  C: ['gpt-4.1'],
  G: ['gemini-3-pro-preview'],
}

/** Starts the upstream: all four formats at their vendors' paths, on one port of loopback. */
export async function startUpstream(port = 0): Promise<UpstreamServer> {
  const sessions = new Map<string, Session>()
  let adopted: Session | undefined
  let strays = 0
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  server.keepAliveTimeout = 60_000

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined)
    const body = await readAll(request)
    if (body === undefined) return
    const path = request.url ?? '/'
    const route = routeOf(path)
    if (route === undefined || request.method !== 'POST') return sendModels(request, response)
    const json = tryJson(body) ?? null
    const arrival: Arrival = {
      ...route,
      path,
      headers: flat(request),
      body,
      json,
      stream: route.stream ?? at(json, 'stream') === true,
      at: performance.now(),
    }
    const nonce = /nonce-[0-9a-z]+-end/.exec(body)?.[0]
    const session = (nonce === undefined ? undefined : sessions.get(nonce)) ?? adopted
    if (session === undefined) {
      strays++
      send(response, 404, formatJson({ error: { message: 'no case waits for this request', type: 'not_found_error' } }))
      return
    }
    session.arrivals.push(arrival)
    let done = false
    response.on('close', () => {
      if (!done) arrival.leftAt = performance.now()
    })
    await play(session.answer(arrival, session.arrivals.length - 1), response)
    done = true
  }

  const listening = await listen(server, port)
  return {
    ...listening,
    open(nonce, session) {
      sessions.set(nonce, session)
      return () => void sessions.delete(nonce)
    },
    adopt: (session) => void (adopted = session),
    strays: () => strays,
  }
}

/** Format and kind of a path; one leading segment may stand before the vendor's. */
function routeOf(path: string): (Pick<Arrival, 'format' | 'kind'> & { readonly stream?: boolean }) | undefined {
  const [plain = ''] = path.split('?')
  if (plain.endsWith('/messages/count_tokens')) return { format: 'M', kind: 'count' }
  if (plain.endsWith('/messages')) return { format: 'M', kind: 'generate' }
  if (plain.endsWith('/responses/input_tokens')) return { format: 'R', kind: 'count' }
  if (plain.endsWith('/responses')) return { format: 'R', kind: 'generate' }
  if (plain.endsWith('/chat/completions')) return { format: 'C', kind: 'generate' }
  if (plain.endsWith(':countTokens')) return { format: 'G', kind: 'count' }
  if (plain.endsWith('/interactions')) return { format: 'I', kind: 'generate' }
  if (plain.endsWith('/count-tokens')) return { format: 'B', kind: 'count' }
  if (/\/converse(-stream)?$/.test(plain)) return { format: 'B', kind: 'generate', stream: plain.endsWith('-stream') }
  return /:(stream)?[gG]enerateContent$/.test(plain) ? { format: 'G', kind: 'generate', stream: plain.includes(':stream') } : undefined
}

function readAll(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => resolve(Buffer.concat(chunks).toString()))
    request.on('error', () => resolve(undefined))
    request.on('close', () => resolve(undefined))
  })
}

function flat(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body)
}

/** Lists of models as the vendors have them: some gateways read them at their start. */
function sendModels(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').split('?')[0] ?? ''
  if (request.method !== 'GET' || !path.endsWith('/models')) return send(response, 404, formatJson({ error: { message: 'not found' } }))
  if (path.includes('v1beta'))
    return send(
      response,
      200,
      formatJson({
        models: models.G.map((id) => ({ name: `models/${id}`, displayName: id, supportedGenerationMethods: ['generateContent'] })),
      }),
    )
  if (request.headers['anthropic-version'] !== undefined) {
    const data = models.M.map((id) => ({ type: 'model', id, display_name: id, created_at: '2025-09-29T00:00:00Z' }))
    return send(response, 200, formatJson({ data, has_more: false, first_id: models.M[0], last_id: models.M[0] }))
  }
  const data = Object.values(models).flatMap((ids) => ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'tongues' })))
  return send(response, 200, formatJson({ object: 'list', data }))
}

async function play(answer: ScriptedAnswer, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, answer.headers)
  response.flushHeaders()
  for (const [index, { bytes, waitMs }] of answer.pieces.entries()) {
    if (response.destroyed || response.socket?.destroyed === true) return
    answer.onPiece?.(index)
    if (!response.write(bytes)) await new Promise<void>((resolve) => void response.once('drain', resolve).once('close', resolve))
    if (waitMs !== undefined) await pause(waitMs, response)
  }
  if (answer.end === 'clean') return void response.end()
  // Written bytes must leave before the connection ends.
  await new Promise<void>((resolve) => void setTimeout(resolve, 5))
  const { socket } = response
  if (answer.end === 'rst') socket?.resetAndDestroy()
  else socket?.end()
}

function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
