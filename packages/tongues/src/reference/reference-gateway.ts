import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { formats } from '../formats/formats.ts'
import type { FormatId } from '../formats/gist.ts'
import { at, isObject, number, text } from '../json/access.ts'
import { formatJson } from '../json/format-json.ts'
import type { Json } from '../json/json.ts'
import { JsonError, readJson, tryJson } from '../json/parse-json.ts'
import { listen } from '../run/listen.ts'
import type { Mutant, Way } from '../mutants/mutant.ts'
import { makeLegal } from './make-legal.ts'
import { modelList } from './model-list.ts'
import { relay } from './relay.ts'
import { ownSeals } from './seals.ts'
import { trackReads } from './track-reads.ts'
import { translateAnswer } from './translate-answer.ts'

export interface ReferenceOptions {
  /** Port of loopback; 0 for any. */
  readonly port: number
  readonly upstream: string
  /** Rule to break. */
  readonly mutant?: Mutant | undefined
}

export interface ReferenceGateway {
  readonly port: number
  close(): Promise<void>
}

/** Starts a gateway made of the suite's own readers and writers: all sixteen directions, losses told in `tongues-losses`. */
export async function startReference({ port, upstream, mutant = none }: ReferenceOptions): Promise<ReferenceGateway> {
  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    void serve(request, response, upstream, mutant).catch(() => response.destroy())
  })
  return listen(server, port)
}

const none: Mutant = { name: 'none', breaks: '' }

interface Route {
  readonly from: FormatId
  readonly kind: 'generate' | 'count'
  readonly model?: string
  readonly stream?: boolean
}

const conversePath = /^\/model\/([^/]+)\/(converse|converse-stream|count-tokens)$/

function routeOf(path: string): Route | undefined {
  const native = /^\/v1beta\/models\/(.+):(generateContent|streamGenerateContent|countTokens)$/.exec(path)
  if (native !== null)
    return {
      from: 'G',
      kind: native[2] === 'countTokens' ? 'count' : 'generate',
      model: native[1] ?? '',
      stream: native[2] === 'streamGenerateContent',
    }
  const converse = conversePath.exec(path)
  if (converse !== null)
    return {
      from: 'B',
      kind: converse[2] === 'count-tokens' ? 'count' : 'generate',
      model: decodeURIComponent(converse[1] ?? ''),
      stream: converse[2] === 'converse-stream',
    }
  if (path === '/v1beta/interactions') return { from: 'I', kind: 'generate' }
  if (path === '/v1/messages') return { from: 'M', kind: 'generate' }
  if (path === '/v1/messages/count_tokens') return { from: 'M', kind: 'count' }
  if (path === '/v1/responses') return { from: 'R', kind: 'generate' }
  if (path === '/v1/responses/input_tokens') return { from: 'R', kind: 'count' }
  return path === '/v1/chat/completions' ? { from: 'C', kind: 'generate' } : undefined
}

async function serve(request: IncomingMessage, response: ServerResponse, upstream: string, mutant: Mutant): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // requests without an encoding give buffers
  const body = Buffer.concat(chunks).toString()
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  if (request.method !== 'POST') return answerPlain(request, response, path, mutant)
  const route = routeOf(path)
  if (route === undefined) return send(response, 404, formatJson({ error: { message: `there is no ${path}`, type: 'not_found_error' } }))
  const { from } = route
  const isKnown = !Object.values(formats[from].auth('wrong-key')).some((each) => Object.values(request.headers).includes(each))
  if (!isKnown && mutant.takes !== 'any-key') {
    const { status, body: document } = formats[from].writeFailure({ class: 'auth', message: 'the key is not known here' })
    return send(response, status, document)
  }
  const refuse = (message: string): void => {
    const failure = formats[from].writeFailure({ class: 'invalid', message })
    send(response, failure.status, failure.body)
  }
  let parsed: ReturnType<typeof readJson>
  try {
    parsed = readJson(body)
  } catch (error) {
    if (error instanceof JsonError && mutant.takes === 'no-json') return send(response, 200, '{}')
    if (error instanceof JsonError) return refuse(`the body is no JSON: ${error.message}`)
    throw error
  }
  if (!isObject(parsed.value)) return mutant.takes === 'no-json' ? send(response, 200, '{}') : refuse('the body is no object')
  const fault = faultOf(from, parsed.value, mutant)
  if (fault !== undefined) return refuse(fault)
  const [twice] = parsed.duplicates
  if (twice !== undefined) return refuse(`${twice} comes twice`)
  const model = route.model ?? text(at(parsed.value, 'model')) ?? ''
  const to = formatIdOf(model) ?? (mutant.takes === 'any-model' ? 'C' : undefined)
  if (to === undefined) return refuse(`model: there is no ${model}`)
  if (mutant.takes !== 'previous-response' && at(parsed.value, 'previous_response_id') !== undefined && from === 'R' && to !== 'R')
    return refuse('previous_response_id is not served here')
  const calls = (
    body.match(/"(parameters|tool_result|function_call_output|tool_use|function_call|functionCall|tool_call_id|functionResponse)"/g) ?? []
  ).length
  if (mutant.work !== undefined) block(mutant.work(calls))
  const stream = route.stream ?? at(parsed.value, 'stream') === true
  const way: Way = { from, to, stream }
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  if (route.kind === 'count') return answerCount(response, way, parsed.value, model, upstream, mutant)
  if (from === to) return relay(response, { path: `${path}${query === '' ? '' : `?${query}`}`, headers, body, way, upstream, mutant })
  const losses: string[] = []
  const tracked = trackReads(parsed.value)
  const read = formats[from].readRequest(tracked.value)
  for (const known of ['model', 'stream', 'stream_options', 'include', 'store']) at(tracked.value, known)
  losses.push(
    ...tracked
      .unread()
      .filter(
        (pointer) =>
          !/^\/(stream_options|include|store|reasoning\/summary)/.test(pointer) &&
          !/\/(type|role|status|index|id|detail|filename|annotations|logprobs|includeThoughts|include_thoughts)(\/|$)/.test(pointer),
      ),
  )
  const legal = makeLegal({ ...read, items: ownSeals(read.items, from, to, losses) }, to, model)
  losses.push(...legal.losses)
  const ask = mutant.ask?.(legal.ask, way) ?? legal.ask
  const written = formats[to].writeRequest(ask, { model, stream })
  const upstreamBody = mutant.body?.(written.body, way) ?? written.body
  await translateAnswer(
    response,
    { path: written.path, headers: { ...written.headers, ...formats[to].auth('reference') }, body: upstreamBody },
    { way, model, upstream, mutant, losses, names: legal.names },
  )
}

/** Reason for which a request is none of its format: conversations are lists, and limits numbers. */
function faultOf(from: FormatId, body: Json, { takes }: Mutant): string | undefined {
  const key = { M: 'messages', R: 'input', C: 'messages', G: 'contents', I: 'input', B: 'messages' }[from]
  const given = at(body, key)
  if (given === undefined && at(body, 'previous_response_id') === undefined && at(body, 'generateContentRequest') === undefined)
    return takes === 'no-messages' ? undefined : `${key} is missing`
  const isRight = given === undefined || Array.isArray(given) || ((from === 'R' || from === 'I') && typeof given === 'string')
  return isRight || takes === 'wrong-type' ? undefined : `${key} must be a list`
}

function formatIdOf(model: string): FormatId | undefined {
  if (model.startsWith('claude')) return 'M'
  if (model.startsWith('amazon.')) return 'B'
  if (model.startsWith('gemini-3-flash')) return 'I'
  if (model.startsWith('gpt-5')) return 'R'
  if (model.startsWith('gpt-4')) return 'C'
  return model.startsWith('gemini') ? 'G' : undefined
}

function answerPlain(request: IncomingMessage, response: ServerResponse, path: string, mutant: Mutant): void {
  if (mutant.hangs === true && path === '/v1/responses') return
  if (path === '/' || path === '/healthz') return send(response, 200, request.method === 'HEAD' ? '' : '{"ok":true}')
  if (request.headers.upgrade !== undefined)
    return send(response, 426, formatJson({ error: { message: 'no WebSocket here', type: 'invalid_request_error' } }))
  const list = modelList(path, request.headers['anthropic-version'] !== undefined, mutant.models)
  if (list === undefined) return send(response, 404, formatJson({ error: { message: `there is no ${path}`, type: 'not_found_error' } }))
  setTimeout(() => send(response, 200, list), mutant.models === 'slow' ? 4_000 : 0)
}

async function answerCount(
  response: ServerResponse,
  { from, to }: Way,
  body: Json,
  model: string,
  upstream: string,
  mutant: Mutant,
): Promise<void> {
  const written = formats[to].writeCount(makeLegal(formats[from].readRequest(body), to, model).ask, model)
  let count = Math.ceil(written.body.length / 3)
  let estimated = true
  if (to !== 'C') {
    const reply = await fetch(`${upstream}${written.path}`, {
      method: 'POST',
      body: written.body,
      headers: { 'content-type': 'application/json', ...written.headers },
    })
    const document = tryJson(await reply.text())
    count = number(at(document, 'input_tokens')) ?? number(at(document, 'totalTokens')) ?? count
    estimated = false
  }
  const told = mutant.count === undefined ? count : mutant.count(count, formatJson(body))
  if (told === undefined) return send(response, 404, formats[from].writeFailure({ class: 'missing', message: 'no counts' }).body)
  const made =
    from === 'M' ? { input_tokens: told } : from === 'G' ? { totalTokens: told } : { object: 'response.input_tokens', input_tokens: told }
  send(response, 200, formatJson(made), estimated ? { 'tongues-estimated': '1' } : {})
}

function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

/** Keeps the process from everything else. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
