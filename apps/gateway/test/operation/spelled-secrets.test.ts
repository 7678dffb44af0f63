import { expect, test } from 'vitest'
import { redactSecrets } from '@interlingua/upstreams'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'

const key = 'sk/Pl4nted+Key=4F1c=='
const formats = ['messages', 'responses', 'chat', 'contents'] as const
type Format = (typeof formats)[number]
const numbered = [...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const spellings: Readonly<Record<string, string>> = {
  plain: key,
  'as PHP does': key.replaceAll('/', String.raw`\/`),
  'as Gson does': key.replaceAll('=', String.raw`\u003d`),
  'in upper case': key.replaceAll('=', String.raw`\u003D`).replaceAll('+', String.raw`\u002B`),
  'by numbers': numbered,
  'percent-encoded': encodeURIComponent(key),
  'percent-encoded in lower case': encodeURIComponent(key).replaceAll(/%../g, (text) => text.toLowerCase()),
  'in base64': Buffer.from(key).toString('base64'),
  'escaped twice': key.replaceAll('/', String.raw`\\\/`),
}

/** True if the text tells the key to a reader who undoes its escapes. */
function tells(text: string): boolean {
  let plain = text
  for (let round = 0; round < 4; round++) {
    if (plain.includes(key) || plain.includes(Buffer.from(key).toString('base64').replace(/=+$/, ''))) return true
    plain = plain
      .replaceAll(/\\u([\da-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/\\(.)/g, '$1')
      .replaceAll(/%([\da-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return plain.includes(key)
}

const asks: Readonly<Record<Format, (model: string, stream: boolean) => readonly [string, object]>> = {
  messages: (model, stream) => ['/v1/messages', { model, stream, max_tokens: 9, messages: [{ role: 'user', content: 'x' }] }],
  responses: (model, stream) => ['/v1/responses', { model, stream, input: 'x' }],
  chat: (model, stream) => ['/v1/chat/completions', { model, stream, messages: [{ role: 'user', content: 'x' }] }],
  contents: (model, stream) => [
    `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    { contents: [{ role: 'user', parts: [{ text: 'x' }] }] },
  ],
}

const document: Readonly<Record<Format, (said: string) => string>> = {
  messages: (said) =>
    `{"id":"m","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"${said}"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`,
  responses: (said) =>
    `{"id":"resp_1","object":"response","created_at":1,"status":"completed","model":"m","output":[{"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"${said}","annotations":[]}]}]}`,
  chat: (said) =>
    `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"${said}"},"finish_reason":"stop"}]}`,
  contents: (said) => `{"candidates":[{"content":{"role":"model","parts":[{"text":"${said}"}]},"finishReason":"STOP"}]}`,
}

const stream: Readonly<Record<Format, (said: string) => string>> = {
  messages: (said) =>
    [
      '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}',
      '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
      `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${said}"}}`,
      '{"type":"content_block_stop","index":0}',
      '{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":7}}',
      '{"type":"message_stop"}',
    ]
      .map((data) => `event: ${/"type":"(\w+)"/.exec(data)?.[1]}\ndata: ${data}\n\n`)
      .join(''),
  responses: (said) =>
    [
      '{"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","created_at":1,"status":"in_progress","model":"m","output":[]}}',
      '{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"msg_1","type":"message","role":"assistant","status":"in_progress","content":[]}}',
      '{"type":"response.content_part.added","sequence_number":2,"item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}}',
      `{"type":"response.output_text.delta","sequence_number":3,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"${said}"}`,
      `{"type":"response.completed","sequence_number":4,"response":${document.responses(said)}}`,
    ]
      .map((data) => `event: ${/"type":"([\w.]+)"/.exec(data)?.[1]}\ndata: ${data}\n\n`)
      .join(''),
  chat: (said) =>
    `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"${said}"},"finish_reason":null}]}\n\ndata: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
  contents: (said) => `data: ${document.contents(said)}\n\n`,
}

test('a credential is told by no error and no answer, however it is spelled, in all pairs', { timeout: 120_000 }, async () => {
  const upstream = await startUpstream()
  const gateway = await startGateway({
    circuitBreaker: false,
    retry: { attempts: 1 },
    channels: formats.map((name) => ({ name, format: name, baseUrl: upstream.url, apiKey: key, models: [name] })),
  })
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }
  const told: string[] = []
  for (const [name, spelled] of Object.entries(spellings))
    for (const target of formats)
      for (const kind of ['error', 'answer'] as const) {
        upstream.answer = (response, { body, url }) => {
          const said = `a key ${spelled} b`
          if (kind === 'error')
            return void response
              .writeHead(400, { 'content-type': 'application/json' })
              .end(`{"type":"error","error":{"type":"invalid_request_error","code":400,"status":"INVALID_ARGUMENT","message":"${said}"}}`)
          const streams = url.includes('stream') || body.includes('"stream":true')
          const text = streams ? stream[target](said) : document[target](said)
          response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' })
          // Split in the middle of the key.
          const middle = text.indexOf(spelled) + 7
          response.write(text.slice(0, middle))
          setTimeout(() => response.end(text.slice(middle)), 2)
        }
        await Promise.all(
          formats.flatMap((client) =>
            [false, true].map(async (streams) => {
              const [path, body] = asks[client](target, streams)
              const answer = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
              const text = await answer.text()
              if (tells(text) || !text.includes(' b'))
                told.push(`${name}: ${client} to ${target}, ${kind}, ${streams}: ${text.slice(0, 300)}`)
              if (kind === 'answer' && answer.status !== 200) told.push(`${answer.status} ${text.slice(0, 300)}`)
            }),
          ),
        )
      }
  expect(told).toEqual([])
})

test('to look for credentials takes time in proportion to the text', () => {
  const secrets = [key, 'aaaaaaaaaaaaaaaaaaaaaaab']
  const time = (text: string): number => {
    const start = process.cpuUsage()
    redactSecrets(text, secrets)
    return process.cpuUsage(start).user / 1000
  }
  for (const unit of ['\\', 'a', String.raw`\u0061`, '%25', 's', String.raw`sk\/`]) expect(time(unit.repeat(500_000))).toBeLessThan(5_000)
})
