import type { Json, JsonObject } from '@interlingua/core'
import fc from 'fast-check'
import type { FormatId } from './format-id.ts'

/** Events between two words of a user, in any format of the client. */
export interface Round {
  /** True: an instruction stands before the user's words, in the middle of the conversation. */
  readonly note: boolean
  readonly image: boolean
  /** Steps of the model: each thinks or not, speaks or not, and makes calls. */
  readonly steps: readonly { readonly thinks: boolean; readonly speaks: boolean; readonly calls: number; readonly reminder: boolean }[]
}

export interface Session {
  readonly rounds: readonly Round[]
  /** Number of the newest messages with a cache mark. */
  readonly marks: 0 | 1 | 2
  /** Ids of calls: all different, the same in each step, or the same for all. */
  readonly ids: 'unique' | 'reused' | 'constant'
}

const marks = fc.constantFrom<Session['marks']>(0, 1, 2)
const ids = fc.constantFrom<Session['ids']>('unique', 'reused', 'constant')
const step = fc.record({ thinks: fc.boolean(), speaks: fc.boolean(), calls: fc.integer({ min: 1, max: 4 }), reminder: fc.boolean() })
const round = fc.record({ note: fc.boolean(), image: fc.boolean(), steps: fc.array(step, { maxLength: 3 }) })

export const growingSessions: fc.Arbitrary<Session> = fc.record({
  rounds: fc.array(round, { minLength: 2, maxLength: 4 }),
  marks,
  ids,
})

/** Sessions of 40 to 60 requests, in which a step makes up to 30 calls. */
export const longSessions: fc.Arbitrary<Session> = fc.record({
  rounds: fc.array(
    fc.record({
      note: fc.boolean(),
      image: fc.boolean(),
      steps: fc.array(
        fc.record({
          thinks: fc.boolean(),
          speaks: fc.boolean(),
          calls: fc.oneof(
            { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
            { weight: 1, arbitrary: fc.integer({ min: 4, max: 30 }) },
          ),
          reminder: fc.boolean(),
        }),
        { minLength: 3, maxLength: 4 },
      ),
    }),
    { minLength: 10, maxLength: 12 },
  ),
  marks,
  ids,
})

/**
 * Message of a client, with a mark or without one. `listed`: texts stand in lists; else unmarked ones are strings where the format allows
 * that.
 */
type Message = (marked: boolean, listed: boolean) => readonly JsonObject[]

interface Wire {
  readonly head: JsonObject
  /** Key of the body's growing list. */
  readonly key: string
  readonly user: (text: string, image: boolean) => Message
  readonly note?: (text: string) => Message
  readonly assistant: (thought: string | undefined, text: string | undefined, calls: readonly Call[]) => Message
  readonly results: (calls: readonly Call[], reminder: boolean) => Message
}

interface Call {
  readonly id: string
  readonly n: number
}

const png = 'iVBORw0KGgo='
const schema = { type: 'object', properties: { n: { type: 'integer' } } }
const ephemeral = { cache_control: { type: 'ephemeral' } }
const explicit = { prompt_cache_breakpoint: { mode: 'explicit' } }

const wires: Readonly<Record<FormatId, Wire>> = {
  messages: {
    head: {
      model: 'demo',
      max_tokens: 1000,
      system: [{ type: 'text', text: 'Be brief.', ...ephemeral }],
      tools: [{ name: 'look', input_schema: schema }],
    },
    key: 'messages',
    user: (text, image) => (marked, listed) => [
      {
        role: 'user',
        content:
          image || marked || listed
            ? [
                ...(image ? [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }] : []),
                { type: 'text', text, ...(marked && ephemeral) },
              ]
            : text,
      },
    ],
    note: (text) => () => [{ role: 'system', content: text }],
    assistant: (thought, text, calls) => () => [
      {
        role: 'assistant',
        content: [
          ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature: 'U0lHTkFUVVJF' }]),
          ...(text === undefined ? [] : [{ type: 'text', text }]),
          ...calls.map(({ id, n }) => ({ type: 'tool_use', id, name: 'look', input: { n } })),
        ],
      },
    ],
    results: (calls, reminder) => (marked) => [
      {
        role: 'user',
        content: [
          ...calls.map(({ id, n }, i) => ({
            type: 'tool_result',
            tool_use_id: id,
            content: `result ${n}`,
            ...(marked && !reminder && i === calls.length - 1 && ephemeral),
          })),
          ...(reminder ? [{ type: 'text', text: 'Remember.', ...(marked && ephemeral) }] : []),
        ],
      },
    ],
  },
  chat: {
    head: {
      model: 'demo',
      max_completion_tokens: 1000,
      tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
    },
    key: 'messages',
    user: (text, image) => (marked, listed) => [
      {
        role: 'user',
        content:
          image || marked || listed
            ? [
                ...(image ? [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }] : []),
                { type: 'text', text, ...(marked && explicit) },
              ]
            : text,
      },
    ],
    note: (text) => () => [{ role: 'system', content: text }],
    assistant: (thought, text, calls) => () => [
      {
        role: 'assistant',
        content: text ?? null,
        ...(thought !== undefined && { reasoning_content: thought }),
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ id, n }) => ({ id, type: 'function', function: { name: 'look', arguments: JSON.stringify({ n }) } })),
        }),
      },
    ],
    results: (calls, reminder) => (marked, listed) => [
      ...calls.map(({ id, n }, i): JsonObject => ({
        role: 'tool',
        tool_call_id: id,
        content:
          listed || (marked && i === calls.length - 1)
            ? [{ type: 'text', text: `result ${n}`, ...(marked && i === calls.length - 1 && explicit) }]
            : `result ${n}`,
      })),
      ...(reminder ? [{ role: 'user', content: 'Remember.' }] : []),
    ],
  },
  responses: {
    head: {
      model: 'demo',
      max_output_tokens: 1000,
      store: false,
      include: ['reasoning.encrypted_content'],
      instructions: 'Be brief.',
      tools: [{ type: 'function', name: 'look', parameters: schema, strict: false }],
    },
    key: 'input',
    user: (text, image) => (marked, listed) => [
      {
        type: 'message',
        role: 'user',
        content:
          image || marked || listed
            ? [
                ...(image ? [{ type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'auto' }] : []),
                { type: 'input_text', text, ...(marked && explicit) },
              ]
            : text,
      },
    ],
    note: (text) => () => [{ type: 'message', role: 'developer', content: text }],
    assistant: (thought, text, calls) => () => [
      ...(thought === undefined
        ? []
        : [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: thought }], encrypted_content: 'c2VhbGVk' }]),
      ...(text === undefined
        ? []
        : [
            {
              type: 'message',
              id: 'msg_1',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text, annotations: [] }],
            },
          ]),
      ...calls.map(({ id, n }) => ({ type: 'function_call', call_id: id, name: 'look', arguments: JSON.stringify({ n }) })),
    ],
    results: (calls, reminder) => (marked, listed) => [
      ...calls.map(({ id, n }, i): JsonObject => ({
        type: 'function_call_output',
        call_id: id,
        output:
          listed || (marked && i === calls.length - 1)
            ? [{ type: 'input_text', text: `result ${n}`, ...(marked && i === calls.length - 1 && explicit) }]
            : `result ${n}`,
      })),
      ...(reminder ? [{ type: 'message', role: 'user', content: 'Remember.' }] : []),
    ],
  },
  contents: {
    head: {
      model: 'demo',
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { maxOutputTokens: 1000 },
      tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: schema }] }],
    },
    key: 'contents',
    user: (text, image) => () => [
      { role: 'user', parts: [...(image ? [{ inlineData: { mimeType: 'image/png', data: png } }] : []), { text }] },
    ],
    assistant: (thought, text, calls) => () => [
      {
        role: 'model',
        parts: [
          ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
          ...(text === undefined ? [] : [{ text }]),
          ...calls.map(({ id, n }, i) => ({
            functionCall: { id, name: 'look', args: { n } },
            ...(i === 0 && thought !== undefined && { thoughtSignature: 'U0lHTkFUVVJF' }),
          })),
        ],
      },
    ],
    results: (calls, reminder) => () => [
      {
        role: 'user',
        parts: [
          ...calls.map(({ id, n }) => ({ functionResponse: { id, name: 'look', response: { output: `result ${n}` } } })),
          ...(reminder ? [{ text: 'Remember.' }] : []),
        ],
      },
    ],
  },
}

/** Requests of a session in the order in which a client of `format` sends them, each with the whole conversation so far. */
export function requestsOf(format: FormatId, { rounds, marks, ids }: Session, listed: boolean): readonly JsonObject[] {
  const wire = wires[format]
  const messages: Message[] = []
  const requests: JsonObject[] = []
  const send = () => {
    const printed: Json[] = messages.flatMap((message, i) => message(i >= messages.length - marks, listed))
    requests.push({ ...wire.head, [wire.key]: printed })
  }
  let made = 0
  rounds.forEach(({ note, image, steps }, r) => {
    if (note && wire.note && r > 0) messages.push(wire.note(`Note ${r}.`))
    messages.push(wire.user(`Question ${r}`, image))
    send()
    steps.forEach(({ thinks, speaks, calls, reminder }, s) => {
      const started = made
      const asked = Array.from({ length: calls }, (_, i) => ({
        id: ids === 'constant' ? 'call' : `call_${ids === 'unique' ? started + i : i}`,
        n: started + i,
      }))
      made += calls
      messages.push(wire.assistant(thinks ? `thought ${r}.${s}` : undefined, speaks ? `say ${r}.${s}` : undefined, asked))
      messages.push(wire.results(asked, reminder))
      send()
    })
    messages.push(wire.assistant(undefined, `Answer ${r}`, []))
  })
  return requests
}
