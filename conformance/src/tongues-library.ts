// Harness of the conformance suite for the library `interlingua`: `tongues lib -- node conformance/src/tongues-library.ts`. Reads clients'
// requests as lines of JSON, and serves them by `createHandler`, whose upstream is the suite.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createHandler } from 'interlingua'
import { anthropic, gemini, openaiChat, openaiResponses } from 'interlingua/all'

type Message =
  | { type: 'request'; id: number; to?: string; method: string; path: string; headers: Record<string, string>; body: string }
  | { type: 'upstream-answer'; id: number; status: number; headers: Record<string, string> }
  | { type: 'upstream-chunk'; id: number; data: string }
  | { type: 'upstream-end'; id: number; broken: boolean }
  | { type: 'abort'; id: number }

interface Loss {
  readonly at: string
  readonly kind: string
  readonly message: string
}

/** OpenRequest that is under way: what waits for the upstream's answer, and the body that it fills. */
interface OpenRequest {
  readonly left: AbortController
  answer?: (response: Response) => void
  fail?: (error: Error) => void
  body?: ReadableStreamDefaultController<Uint8Array>
}

const manifest = readFileSync(new URL('../../packages/interlingua/package.json', import.meta.url), 'utf8')
const { version } = JSON.parse(manifest) as { readonly version: string } // ours
const formats = { M: anthropic, R: openaiResponses, C: openaiChat, G: gemini } as const
const bases = { M: '', R: '/v1', C: '/v1', G: '' } as const
const open = new Map<number, OpenRequest>()

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

async function serve(request: Extract<Message, { type: 'request' }>): Promise<void> {
  const { id, method, path, headers, body } = request
  const asked: OpenRequest = { left: new AbortController() }
  open.set(id, asked)
  const losses: Loss[] = []
  let told = 0
  const to = request.to !== undefined && request.to in formats ? (request.to as keyof typeof formats) : 'C' // checked beside it
  const handler = createHandler({
    from: Object.values(formats),
    upstreams: () => ({
      to: formats[to],
      baseURL: `http://upstream${bases[to]}`,
      apiKey: 'k',
      onNotice: ({ path: at = '', kind, message, code }) => void losses.push({ at, kind, message: `${code} ${message}` }),
      fetch: (url, init) =>
        new Promise<Response>((resolve, reject) => {
          asked.answer = resolve
          asked.fail = reject
          const { pathname, search } = new URL(String(url))
          const sent = Object.fromEntries(new Headers(init?.headers))
          say({
            type: 'upstream-request',
            id,
            path: pathname + search,
            headers: sent,
            body: Buffer.from(String(init?.body)).toString('base64'),
          })
        }),
    }),
  })
  const sent = new Request(`http://library${path}`, {
    method,
    headers,
    signal: asked.left.signal,
    ...(method !== 'GET' && method !== 'HEAD' && { body: Buffer.from(body, 'base64') }),
  })
  try {
    const answer = await handler(sent)
    const isStream = answer.headers.get('content-type')?.includes('event-stream') === true
    const bytes = isStream ? undefined : Buffer.from(await answer.arrayBuffer())
    if (bytes !== undefined) told = losses.length
    say({ type: 'answer', id, status: answer.status, headers: Object.fromEntries(answer.headers), losses: losses.slice(0, told) })
    if (bytes !== undefined) say({ type: 'chunk', id, data: bytes.toString('base64') })
    else if (answer.body !== null)
      for await (const chunk of answer.body) say({ type: 'chunk', id, data: Buffer.from(chunk).toString('base64') })
    say({ type: 'end', id, losses: losses.slice(told) })
  } catch {
    say({ type: 'end', id, broken: true })
  } finally {
    open.delete(id)
  }
}

function answer(asked: OpenRequest, status: number, headers: Record<string, string>): void {
  const { left } = asked
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      asked.body = controller
    },
  })
  left.signal.addEventListener('abort', () => asked.body?.error(left.signal.reason))
  asked.answer?.(new Response(status === 204 ? null : body, { status, headers }))
}

say({ type: 'hello', name: 'interlingua', version, features: ['stream', 'count'] })
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as Message // the suite's own line
  if (message.type === 'request') {
    void serve(message)
    continue
  }
  const asked = open.get(message.id)
  if (asked === undefined) continue
  if (message.type === 'abort') asked.left.abort()
  else if (message.type === 'upstream-answer') answer(asked, message.status, message.headers)
  else if (message.type === 'upstream-chunk') asked.body?.enqueue(Buffer.from(message.data, 'base64'))
  else if (asked.body === undefined) asked.fail?.(new TypeError('the connection to the upstream broke'))
  else if (message.broken) asked.body.error(new TypeError('the connection to the upstream broke'))
  else asked.body.close()
}
