import { isInterlinguaError, translateRequest } from '@interlingua/core'
import type { GenerateAdapter, Json, JsonObject, StreamEvent } from '@interlingua/core'
import { createTestContext, type GrowthShape } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { formatIds, formats } from './formats.ts'

type Bodies = Readonly<Record<string, (n: number) => JsonObject>>

const list = <T>(n: number, item: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => item(i))
const nested = (n: number): Json => (n <= 1 ? 1 : { a: nested(n / 2 - 1), b: nested(n / 2) })
const unknown = (n: number): JsonObject => Object.fromEntries(list(n, (i) => [`unknown_${i}`, i]))
const properties = (n: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(list(n, (i) => [`p${i}`, { type: 'string' }])),
})
const references = (n: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(list(n, (i) => [`p${i}`, { $ref: '#/$defs/d' }])),
  $defs: { d: { type: 'string' } },
})
const names = {
  one: () => 'same',
  bad: (i: number) => `bad.näme ${i}`,
  long: (i: number) => `${'x'.repeat(130)}${i}`,
  good: (i: number) => `tool_${i}`,
}

const user = { role: 'user', content: 'hi' }
const chatTool = (name: string, parameters: JsonObject = { type: 'object' }) => ({ type: 'function', function: { name, parameters } })
const chatCall = (id: string, name = 'f') => ({ id, type: 'function', function: { name, arguments: '{}' } })
const chatResult = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' })
const chatOf = (messages: Json[], rest: JsonObject = {}): JsonObject => ({ model: 'm', messages: [user, ...messages], ...rest })

const chat: Bodies = {
  ...Object.fromEntries(
    Object.entries(names).map(([what, name]) => [
      `tools, ${what} names`,
      (n: number) => chatOf([], { tools: list(n, (i) => chatTool(name(i))) }),
    ]),
  ),
  'allowed tools': (n) =>
    chatOf([], {
      tools: list(n, (i) => chatTool(`t${i}`)),
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: list(n, (i) => ({ type: 'function', function: { name: `t${i}` } })) },
      },
    }),
  'schema of many properties': (n) => chatOf([], { tools: [chatTool('f', properties(n))] }),
  'schema of many references': (n) => chatOf([], { tools: [chatTool('f', references(n))] }),
  'strict schema': (n) => chatOf([], { tools: [{ type: 'function', function: { name: 'f', parameters: properties(n), strict: true } }] }),
  'user turns': (n) => chatOf(list(n, () => user)),
  'assistant turns': (n) => chatOf(list(n, () => ({ role: 'assistant', content: 'x' }))),
  'system turns': (n) => chatOf(list(n, () => ({ role: 'system', content: 'x' }))),
  'turns in alternation': (n) => chatOf(list(n, (i) => ({ role: i % 2 ? 'user' : 'assistant', content: 'x' }))),
  'parts of one turn': (n) => chatOf([{ role: 'user', content: list(n, () => ({ type: 'text', text: 'x' })) }]),
  'images of one turn': (n) =>
    chatOf([{ role: 'user', content: list(n, () => ({ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } })) }]),
  'calls with results': (n) =>
    chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c${i}`)) }, ...list(n, (i) => chatResult(`c${i}`))]),
  'results in reverse': (n) =>
    chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c${i}`)) }, ...list(n, (i) => chatResult(`c${n - 1 - i}`))]),
  'calls without results': (n) => chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c${i}`)) }, user]),
  'turns of a call without result': (n) => chatOf([...list(n, (i) => ({ role: 'assistant', tool_calls: [chatCall(`c${i}`)] })), user]),
  'results without calls': (n) => chatOf(list(n, (i) => chatResult(`c${i}`))),
  'results of one id': (n) => chatOf([{ role: 'assistant', tool_calls: [chatCall('c')] }, ...list(n, () => chatResult('c'))]),
  'calls and results of one id': (n) =>
    chatOf(list(n, (i) => (i % 2 ? chatResult('c') : { role: 'assistant', tool_calls: [chatCall('c')] }))),
  'rounds of calls': (n) =>
    chatOf(list(n, (i) => (i % 2 ? chatResult(`c${i - 1}`) : { role: 'assistant', tool_calls: [chatCall(`c${i}`)] }))),
  'calls of bad names': (n) =>
    chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c${i}`, names.bad(i))) }, ...list(n, (i) => chatResult(`c${i}`))]),
  'calls of bad ids': (n) =>
    chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c ${i}`)) }, ...list(n, (i) => chatResult(`c ${i}`))]),
  'unknown keys': (n) => chatOf([], unknown(n)),
  'unknown keys of a turn': (n) => chatOf([{ ...user, ...unknown(n) }]),
  'unknown values': (n) => chatOf([], { unknown: nested(n) }),
  'stop sequences': (n) => chatOf([], { stop: list(n, (i) => `s${i}`) }),
  metadata: (n) => chatOf([], { metadata: Object.fromEntries(list(n, (i) => [`k${i}`, 'v'])) }),
}

const messagesOf = (messages: Json[], rest: JsonObject = {}): JsonObject => ({ model: 'm', max_tokens: 100, messages, ...rest })
const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })
const mark = { cache_control: { type: 'ephemeral' } }

const messages: Bodies = {
  ...Object.fromEntries(
    Object.entries(names).map(([what, name]) => [
      `tools, ${what} names`,
      (n: number) => messagesOf([user], { tools: list(n, (i) => ({ name: name(i), input_schema: { type: 'object' } })) }),
    ]),
  ),
  'turns of a call': (n) => messagesOf([user, ...list(n, (i) => ({ role: 'assistant', content: [use(`c${i}`)] })), user]),
  'calls with results': (n) =>
    messagesOf([
      user,
      { role: 'assistant', content: list(n, (i) => use(`c${i}`)) },
      { role: 'user', content: list(n, (i) => result(`c${i}`)) },
    ]),
  'results in reverse': (n) =>
    messagesOf([
      user,
      { role: 'assistant', content: list(n, (i) => use(`c${i}`)) },
      { role: 'user', content: list(n, (i) => result(`c${n - 1 - i}`)) },
    ]),
  'results without calls': (n) => messagesOf([{ role: 'user', content: list(n, (i) => result(`c${i}`)) }]),
  'parts of a result': (n) =>
    messagesOf([
      user,
      { role: 'assistant', content: [use('c')] },
      { role: 'user', content: [{ ...result('c'), content: list(n, () => ({ type: 'text', text: 'x' })) }] },
    ]),
  'cache marks of parts': (n) => messagesOf([{ role: 'user', content: list(n, () => ({ type: 'text', text: 'x', ...mark })) }]),
  'cache marks of tools': (n) =>
    messagesOf([user], { tools: list(n, (i) => ({ name: `t${i}`, input_schema: { type: 'object' }, ...mark })) }),
  'system texts': (n) => messagesOf([user], { system: list(n, () => ({ type: 'text', text: 'x', ...mark })) }),
  thinking: (n) =>
    messagesOf([
      user,
      {
        role: 'assistant',
        content: [...list(n, () => ({ type: 'thinking', thinking: 'x', signature: 's' })), { type: 'text', text: 'x' }],
      },
      user,
    ]),
  documents: (n) =>
    messagesOf([
      { role: 'user', content: list(n, () => ({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } })) },
    ]),
  citations: (n) =>
    messagesOf([
      user,
      {
        role: 'assistant',
        content: [
          {
            type: 'text',
            text: 'x',
            citations: list(n, (i) => ({
              type: 'char_location',
              cited_text: 'x',
              document_index: 0,
              document_title: null,
              start_char_index: i,
              end_char_index: i + 1,
            })),
          },
        ],
      },
      user,
    ]),
  'unknown keys': (n) => messagesOf([user], unknown(n)),
  'unknown parts': (n) => messagesOf([{ role: 'user', content: list(n, () => ({ type: 'unheard_of' })) }]),
}

const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'x' })
const responsesOf = (input: Json[], rest: JsonObject = {}): JsonObject => ({ model: 'm', input, ...rest })

const responses: Bodies = {
  ...Object.fromEntries(
    Object.entries(names).map(([what, name]) => [
      `tools, ${what} names`,
      (n: number) =>
        responsesOf([user], {
          tools: list(n, (i) => ({ type: 'function', name: name(i), parameters: { type: 'object' }, strict: false })),
        }),
    ]),
  ),
  'custom tools': (n) => responsesOf([user], { tools: list(n, (i) => ({ type: 'custom', name: `t${i}` })) }),
  'tools of a namespace': (n) =>
    responsesOf([user], {
      tools: [{ type: 'namespace', name: 'n', tools: list(n, () => ({ type: 'function', name: 'same', parameters: { type: 'object' } })) }],
    }),
  'calls with outputs': (n) => responsesOf([user, ...list(n, (i) => call(`c${i}`)), ...list(n, (i) => output(`c${i}`))]),
  'outputs in reverse': (n) => responsesOf([user, ...list(n, (i) => call(`c${i}`)), ...list(n, (i) => output(`c${n - 1 - i}`))]),
  'calls without outputs': (n) => responsesOf([user, ...list(n, (i) => call(`c${i}`)), user]),
  'outputs without calls': (n) => responsesOf([user, ...list(n, (i) => output(`c${i}`))]),
  'outputs of one id': (n) => responsesOf([user, call('c'), ...list(n, () => output('c'))]),
  reasoning: (n) =>
    responsesOf([
      user,
      ...list(n, (i) => ({ type: 'reasoning', id: `r${i}`, summary: [], encrypted_content: 'x' })),
      { role: 'assistant', content: 'x' },
    ]),
  summaries: (n) =>
    responsesOf([
      user,
      { type: 'reasoning', id: 'r', summary: list(n, () => ({ type: 'summary_text', text: 'x' })) },
      { role: 'assistant', content: 'x' },
    ]),
  messages: (n) => responsesOf(list(n, (i) => ({ role: i % 2 ? 'assistant' : 'user', content: 'x' }))),
  'developer messages': (n) => responsesOf([user, ...list(n, () => ({ role: 'developer', content: 'x' }))]),
  'unknown items': (n) => responsesOf([user, ...list(n, () => ({ type: 'unheard_of' }))]),
  'unknown keys': (n) => responsesOf([user], unknown(n)),
}

const contentsOf = (contents: Json[], rest: JsonObject = {}): JsonObject => ({ contents, ...rest })
const said = { role: 'user', parts: [{ text: 'hi' }] }

const contents: Bodies = {
  ...Object.fromEntries(
    Object.entries(names).map(([what, name]) => [
      `tools, ${what} names`,
      (n: number) => contentsOf([said], { tools: [{ functionDeclarations: list(n, (i) => ({ name: name(i) })) }] }),
    ]),
  ),
  'allowed tools': (n) =>
    contentsOf([said], {
      tools: [{ functionDeclarations: list(n, (i) => ({ name: `t${i}` })) }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: list(n, (i) => `t${i}`) } },
    }),
  turns: (n) => contentsOf(list(n, (i) => ({ role: i % 2 ? 'model' : 'user', parts: [{ text: 'x' }] }))),
  'parts of one turn': (n) => contentsOf([{ role: 'user', parts: list(n, () => ({ text: 'x' })) }]),
  'files of one turn': (n) =>
    contentsOf([{ role: 'user', parts: list(n, () => ({ inlineData: { mimeType: 'image/png', data: 'AAAA' } })) }]),
  'calls without ids': (n) =>
    contentsOf([
      said,
      { role: 'model', parts: list(n, () => ({ functionCall: { name: 'f', args: {} } })) },
      { role: 'user', parts: list(n, () => ({ functionResponse: { name: 'f', response: {} } })) },
    ]),
  'calls of many names': (n) =>
    contentsOf([
      said,
      { role: 'model', parts: list(n, (i) => ({ functionCall: { name: `f${i}`, args: {} } })) },
      { role: 'user', parts: list(n, (i) => ({ functionResponse: { name: `f${n - 1 - i}`, response: {} } })) },
    ]),
  'results without calls': (n) => contentsOf([{ role: 'user', parts: list(n, () => ({ functionResponse: { name: 'f', response: {} } })) }]),
  thoughts: (n) =>
    contentsOf([said, { role: 'model', parts: list(n, () => ({ text: 'x', thought: true, thoughtSignature: 'AAAA' })) }, said]),
  'unknown keys': (n) => contentsOf([said], unknown(n)),
  'unknown parts': (n) => contentsOf([{ role: 'user', parts: list(n, () => ({ unheardOf: 1 })) }]),
}

const bodies: Readonly<Record<FormatId, Bodies>> = { chat, messages, responses, contents }
const paths: Readonly<Record<FormatId, string>> = {
  chat: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
  contents: '/v1beta/models/m:generateContent',
}

/** Requests of every format to every format. `only`: by the names of shapes. */
export function requestShapes(
  only?: ReadonlySet<string>,
  adapterOf = (id: FormatId): GenerateAdapter => formats[id].adapter,
): readonly GrowthShape[] {
  const shapes: GrowthShape[] = []
  for (const from of formatIds)
    for (const [name, bodyOf] of Object.entries(bodies[from])) {
      if (only && !only.has(name)) continue
      for (const to of formatIds)
        shapes.push({
          name: `${from} to ${to}: ${name}`,
          prepare: (n) => {
            const message = { path: paths[from], query: {}, headers: {}, body: bodyOf(n) }
            return () => {
              try {
                const sides = { client: createTestContext().context, upstream: createTestContext().context }
                translateRequest(adapterOf(from), adapterOf(to), message, sides)
              } catch (error) {
                // A refusal costs no more than what it refuses.
                if (!isInterlinguaError(error)) throw error
              }
            }
          },
        })
    }
  return shapes
}

const start: StreamEvent = { type: 'response-start', id: 'r_1', model: 'm' }
const end: StreamEvent = { type: 'response-end', status: 'completed' }
const callStart = (part: number): StreamEvent => ({
  type: 'part-start',
  candidate: 0,
  part,
  value: { type: 'tool-call', callId: `c${part}`, name: 'f', kind: 'function', arguments: '' },
})
const textStart: StreamEvent = { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } }
const partEnd = (part: number): StreamEvent => ({ type: 'part-end', candidate: 0, part })

/** Streams as their canonical events. */
const streams: Readonly<Record<string, (n: number) => readonly StreamEvent[]>> = {
  'text deltas': (n) => [
    start,
    textStart,
    ...list(n, (): StreamEvent => ({ type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'x' } })),
    partEnd(0),
    end,
  ],
  'argument deltas': (n) => [
    start,
    callStart(0),
    ...list(n, (): StreamEvent => ({ type: 'part-delta', candidate: 0, part: 0, delta: { type: 'arguments', text: ' ' } })),
    partEnd(0),
    end,
  ],
  'calls one after the other': (n) => [start, ...list(n, (i) => [callStart(i), partEnd(i)]).flat(), end],
  'calls open at once': (n) => [start, ...list(n, callStart), ...list(n, partEnd), end],
  'signs of life': (n) => [start, ...list(n, (): StreamEvent => ({ type: 'liveness' })), end],
}

/** Streams written, and read again, by each format. */
export function streamShapes(): readonly GrowthShape[] {
  const shapes: GrowthShape[] = []
  for (const id of formatIds)
    for (const [name, eventsOf] of Object.entries(streams)) {
      const { adapter } = formats[id]
      const write = (events: readonly StreamEvent[]): string[] => {
        const { context } = createTestContext()
        const [encoder, serializer] = [adapter.createStreamEncoder(context), adapter.createStreamSerializer()]
        const texts: string[] = []
        for (const event of events) for (const frame of encoder.push(event)) for (const text of serializer.push(frame)) texts.push(text)
        for (const frame of encoder.end()) for (const text of serializer.push(frame)) texts.push(text)
        return [...texts, ...serializer.end()]
      }
      shapes.push({
        name: `${id} writes: ${name}`,
        prepare: (n) => {
          const events = eventsOf(n)
          return () => void write(events)
        },
      })
      shapes.push({
        name: `${id} reads: ${name}`,
        prepare: (n) => {
          const texts = write(eventsOf(n))
          return () => {
            const { context } = createTestContext()
            const [parser, decoder] = [adapter.createStreamParser(context), adapter.createStreamDecoder(context)]
            for (const text of texts) for (const frame of parser.push(text)) decoder.push(frame)
            for (const frame of parser.end()) decoder.push(frame)
            decoder.end()
          }
        },
      })
    }
  return shapes
}
