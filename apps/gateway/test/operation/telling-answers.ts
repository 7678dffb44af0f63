import type { ServerResponse } from 'node:http'
import type { SeenRequest } from '../start-upstream.ts'

export type Format = 'messages' | 'responses' | 'chat' | 'contents'

/** Text of all that a request told the upstream. */
export function echo({ headers, url }: SeenRequest): string {
  return `You sent ${Object.values(headers).join(' ')} to ${url}`
}

const json = { 'content-type': 'application/json' }

/** Bodies of errors in the four formats, and in none of them. */
const errorBodies: readonly ((words: string) => object)[] = [
  (words) => ({ type: 'error', error: { type: words, message: words }, request_id: words }),
  (words) => ({ error: { message: words, type: words, param: words, code: words } }),
  (words) => ({ error: { code: 400, message: words, status: words, details: [{ '@type': words, reason: words }] } }),
  (words) => ({ detail: words, message: words }),
]

const frames: Readonly<Record<Format, (words: string) => readonly [start: string, error: string]>> = {
  messages: (words) => [
    'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}\n\n',
    `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'api_error', message: words } })}\n\n`,
  ],
  responses: (words) => [
    'event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{"id":"r","object":"response","status":"in_progress","output":[]}}\n\n',
    `event: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', sequence_number: 1, response: { id: 'r', object: 'response', status: 'failed', output: [], error: { code: 'server_error', message: words } } })}\n\n`,
  ],
  chat: (words) => [
    'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"x"},"finish_reason":null}]}\n\n',
    `data: ${JSON.stringify({ error: { message: words, type: 'server_error', code: null, param: null } })}\n\n`,
  ],
  contents: (words) => [
    'data: {"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"x"}]}}]}\n\n',
    `data: ${JSON.stringify({ error: { code: 500, message: words, status: 'INTERNAL' } })}\n\n`,
  ],
}

type Answer = (response: ServerResponse, seen: SeenRequest, format: Format) => void

const telling = (words: string): Record<string, string> => ({
  'request-id': words,
  'x-request-id': words,
  'retry-after': words,
  'openai-version': words,
  'x-ratelimit-limit-requests': words,
  'anthropic-ratelimit-requests-limit': words,
  'www-authenticate': words,
  'set-cookie': words,
})

/** Ways in which an upstream can repeat a secret. */
export const misbehaviours: readonly (readonly [name: string, answer: Answer])[] = [
  ...[400, 401, 402, 403, 404, 413, 422, 429, 500, 503, 529].flatMap((status, index): [string, Answer][] => {
    const body = errorBodies[index % errorBodies.length] ?? errorBodies[0]
    return [
      [
        `status ${status} with its words`,
        (response, seen) => void response.writeHead(status, json).end(JSON.stringify(body?.(echo(seen)))),
      ],
      [
        `status ${status} with its words in headers`,
        (response, seen) => void response.writeHead(status, { ...json, ...telling(echo(seen)) }).end('{}'),
      ],
    ]
  }),
  [
    'an error that is said to be none',
    (response, seen) => void response.writeHead(200, json).end(JSON.stringify(errorBodies[1]?.(echo(seen)))),
  ],
  ['a page', (response, seen) => void response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${echo(seen)}</html>`)],
  [
    'a page of an error',
    (response, seen) => void response.writeHead(502, { 'content-type': 'text/html' }).end(`<html>${echo(seen)}</html>`),
  ],
  ['a plain text', (response, seen) => void response.writeHead(500, { 'content-type': 'text/plain' }).end(echo(seen))],
  [
    'a type that tells',
    (response, seen) => void response.writeHead(200, { 'content-type': `application/x-${credentialOf(seen)}` }).end('{}'),
  ],
  ['a coding that tells', (response, seen) => void response.writeHead(200, { ...json, 'content-encoding': credentialOf(seen) }).end('{}')],
  ['a redirect', (response, seen) => void response.writeHead(307, { location: `/elsewhere?${encodeURIComponent(echo(seen))}` }).end()],
  ['nothing', (response) => void response.writeHead(200, json).end()],
  ['a cut', (response) => void response.destroy()],
  [
    'a stream that fails at once',
    (response, seen, format) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(frames[format](echo(seen))[1]),
  ],
  [
    'a stream that fails later, with headers that tell',
    (response, seen, format) => {
      const [start, error] = frames[format](echo(seen))
      response.writeHead(200, { 'content-type': 'text/event-stream', ...telling(echo(seen)) })
      response.write(start)
      setTimeout(() => response.end(error), 20)
    },
  ],
  [
    'a stream that breaks',
    (response, _seen, format) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frames[format]('')[0])
      setTimeout(() => response.destroy(), 20)
    },
  ],
]

function credentialOf({ headers }: SeenRequest): string {
  const found = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization?.replace('Bearer ', '')
  return typeof found === 'string' ? found : 'none'
}
