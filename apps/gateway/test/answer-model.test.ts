import { beforeAll, expect, test } from 'vitest'
import { ask } from './channels/ask.ts'
import { formats, type Format } from './faults/fault-streams.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

const theirs = 'model-of-the-upstream'
let upstream: RunningUpstream
const gateways: Record<string, RunningGateway> = {}

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.answer = (response, { body, url }) => {
    const format = formatOf(url)
    const stream =
      format === 'contents' ? url.includes('streamGenerate') : (JSON.parse(body.toString()) as { stream?: boolean }).stream === true
    response.writeHead(200, { 'content-type': stream && !isArray(url) ? 'text/event-stream' : 'application/json' })
    response.end(stream ? streams[format].join('') : documents[format])
  }
  const channels = formats.map((format) => ({
    name: format,
    format,
    baseUrl: upstream.url,
    apiKey: `sk-secret-${format}`,
    models: [{ name: `alias-${format}`, upstream: theirs }, theirs],
  }))
  gateways['asked'] = await startGateway({ channels })
  gateways['upstream'] = await startGateway({ channels, answerModel: 'upstream' })
  gateways['per channel'] = await startGateway({ channels: channels.map((channel) => ({ ...channel, answerModel: 'upstream' as const })) })
})

function isArray(url: string): boolean {
  return url.includes('streamGenerate') && !url.includes('alt=sse')
}

function formatOf(url: string): Format {
  if (url.includes('/messages')) return 'messages'
  if (url.includes('/responses')) return 'responses'
  return url.includes('/chat') ? 'chat' : 'contents'
}

const text = `{ \\"model\\":\\"${theirs}\\" }`
const response = (status: string, output: string): string =>
  `{"id":"r","object":"response","created_at":1,"status":"${status}","error":null,"incomplete_details":null, "model" : "${theirs}","metadata":{"model":"${theirs}"},"output":[${output}]}`
const item = `{"id":"i","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"${text}","annotations":[]}]}`
const documents: Readonly<Record<Format, string>> = {
  messages: `{"id":"m","type":"message","role":"assistant","model":"${theirs}","content":[{"type":"tool_use","id":"t","name":"f","input":{"model":"${theirs}"}},{"type":"text","text":"${text}"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1.0,"output_tokens":1}}`,
  responses: response('completed', item),
  chat: `{"id":"c","object":"chat.completion","created":1,"model":"${theirs}","choices":[{"index":0,"message":{"role":"assistant","content":"${text}"},"finish_reason":"stop"}]}`,
  contents: `{"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"${text}"}]},"finishReason":"STOP"}],"modelVersion":"${theirs}"}`,
}
const event = (wire: string): string =>
  `${/^\{"type":"([\w.]+)"/.exec(wire)?.[1] ? `event: ${/^\{"type":"([\w.]+)"/.exec(wire)?.[1]}\n` : ''}data: ${wire}\n\n`
const chunk = (choice: string): string =>
  event(`{"id":"c","object":"chat.completion.chunk","created":1,"model":"${theirs}","choices":[{"index":0,${choice}}]}`)
const streams: Readonly<Record<Format, readonly string[]>> = {
  messages: [
    `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"${theirs}","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}`,
    '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
    `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${text}"}}`,
    '{"type":"content_block_stop","index":0}',
    '{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}',
    '{"type":"message_stop"}',
  ].map(event),
  responses: [
    `{"type":"response.created","sequence_number":0,"response":${response('in_progress', '')}}`,
    `{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"i","type":"message","role":"assistant","status":"in_progress","content":[]}}`,
    `{"type":"response.output_text.delta","sequence_number":2,"item_id":"i","output_index":0,"content_index":0,"delta":"${text}"}`,
    `{"type":"response.completed","sequence_number":3,"response":${response('completed', item)}}`,
  ].map(event),
  chat: [
    chunk(`"delta":{"role":"assistant","content":"${text}"},"finish_reason":null`),
    chunk('"delta":{},"finish_reason":"stop"'),
    'data: [DONE]\n\n',
  ],
  contents: [event(documents.contents)],
}

/** Names of the model in an answer, at each place that the format has for one. */
function namesIn(client: Format, answer: string): readonly unknown[] {
  const wires = answer.includes('data: ') ? [...answer.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => data ?? '') : [answer]
  return wires
    .map((wire) => JSON.parse(wire) as Record<string, unknown>) // documents and events are objects
    .map((wire) => wire['message'] ?? wire['response'] ?? wire)
    .map((wire) => (wire as Record<string, unknown>)[client === 'contents' ? 'modelVersion' : 'model'])
    .filter((name) => name !== undefined)
}

const cells = formats.flatMap((client) => formats.flatMap((target) => [false, true].map((stream) => [client, target, stream] as const)))

test.each(cells)(
  'an alias is the name of the answer that it asked for: %s client, %s upstream, stream %s',
  async (client, target, stream) => {
    for (const [setting, name] of [
      ['asked', `alias-${target}`],
      ['upstream', theirs],
      ['per channel', theirs],
    ] as const) {
      const { status, text: answer } = await ask(gateways[setting]?.url ?? '', client, `alias-${target}`, stream)
      const names = namesIn(client, answer)
      expect([setting, status, names.length > 0, [...new Set(names)]]).toEqual([setting, 200, true, [name]])
    }
  },
)

test.each(formats)('of a passing %s answer nothing else changes', async (format) => {
  for (const stream of [false, true]) {
    const whole = stream ? streams[format].join('') : documents[format]
    const alias = `alias-${format}`
    const { text: named } = await ask(gateways['asked']?.url ?? '', format, alias, stream)
    // Each name is expected at its place, neither within a text nor under another key.
    const at =
      format === 'contents'
        ? /"modelVersion":"model-of-the-upstream"/g
        : format === 'responses'
          ? /"model" : "model-of-the-upstream"/g
          : /("role":"assistant"|"created":1),"model":"model-of-the-upstream"/g
    expect(named).toBe(whole.replaceAll(at, (found) => found.replace(theirs, alias)))
    expect((await ask(gateways['upstream']?.url ?? '', format, alias, stream)).text).toBe(whole)
    // An answer keeps the upstream's name if the client asked for that name.
    expect((await ask(gateways['asked']?.url ?? '', format, theirs, stream)).text).toBe(whole)
  }
})
