import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { translateStreamText } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import type { FormatId } from '../src/format-id.ts'
import { formatIds } from '../src/formats.ts'
import { pairOf } from '../src/pair-of.ts'

const mark = 'unmodelled value'

/** Frames with an added key in one object, for each object in turn, and its place. */
function injections(frames: readonly JsonObject[]): readonly (readonly [string, readonly JsonObject[]])[] {
  const found: (readonly [string, readonly JsonObject[]])[] = []
  frames.forEach((frame, index) => {
    for (const { path, value } of grown(frame, '')) found.push([`${index} ${path}`, frames.with(index, value as JsonObject)]) // a frame is an object
  })
  return found
}

function grown(value: Json, path: string): readonly { readonly path: string; readonly value: Json }[] {
  if (Array.isArray(value))
    return value.flatMap((inner: Json, i) =>
      grown(inner, `${path}/${i}`).map((one) => ({ path: one.path, value: value.with(i, one.value) })),
    )
  if (!isJsonObject(value)) return []
  const inner = Object.keys(value).flatMap((key) =>
    grown(value[key] ?? null, `${path}/${key}`).map((one) => ({ path: one.path, value: { ...value, [key]: one.value } })),
  )
  return [{ path: `${path}/x_new`, value: { ...value, x_new: mark } }, ...inner]
}

const chunk = (choices: readonly Json[], rest: JsonObject = {}): JsonObject => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices,
  ...rest,
})
const say = (delta: JsonObject, finish: string | null = null, rest: JsonObject = {}): JsonObject =>
  chunk([{ index: 0, delta, finish_reason: finish, ...rest }])
const call = (value: JsonObject): JsonObject => ({ tool_calls: [{ index: 0, ...value }] })
const citation = { type: 'url_citation', url_citation: { url: 'https://x/', title: 'X', start_index: 0, end_index: 2 } }
const logprob = { token: 'Hi', logprob: -0.5, bytes: [72, 105], top_logprobs: [] }
const usage = {
  prompt_tokens: 1,
  completion_tokens: 1,
  total_tokens: 2,
  prompt_tokens_details: { cached_tokens: 1 },
  completion_tokens_details: { reasoning_tokens: 1 },
}

const chatFrames: readonly JsonObject[] = [
  say({ role: 'assistant', reasoning_content: 'Hm.' }),
  say({ content: 'Hi' }, null, { logprobs: { content: [logprob] } }),
  say({ content: ' there' }),
  say({ annotations: [citation] }),
  say(call({ id: 'a', type: 'function', function: { name: 'f', arguments: '' } })),
  say(call({ function: { arguments: '{"x":1}' } })),
  say({}, 'tool_calls'),
  chunk([], { usage }),
]

const thought = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] }
const text = { type: 'output_text', text: 'Hi', annotations: [] }
const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [text] }
const called = { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'f', arguments: '{"x":1}', status: 'completed' }
const answer = { id: 'resp_1', object: 'response', created_at: 1, model: 'm' }
const tokens = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 1 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 1 },
  total_tokens: 2,
}
const inThought = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
const inMessage = { item_id: 'msg_1', output_index: 1, content_index: 0 }
const inCall = { item_id: 'fc_1', output_index: 2 }

const responsesFrames: readonly JsonObject[] = [
  { type: 'response.created', response: { ...answer, status: 'in_progress', output: [] } },
  { type: 'response.in_progress', response: { ...answer, status: 'in_progress', output: [] } },
  { type: 'response.output_item.added', output_index: 0, item: { ...thought, summary: [] } },
  { type: 'response.reasoning_summary_part.added', ...inThought, part: { type: 'summary_text', text: '' } },
  { type: 'response.reasoning_summary_text.delta', ...inThought, delta: 'Hm.' },
  { type: 'response.reasoning_summary_text.done', ...inThought, text: 'Hm.' },
  { type: 'response.reasoning_summary_part.done', ...inThought, part: { type: 'summary_text', text: 'Hm.' } },
  { type: 'response.output_item.done', output_index: 0, item: thought },
  { type: 'response.output_item.added', output_index: 1, item: { ...message, status: 'in_progress', content: [] } },
  { type: 'response.content_part.added', ...inMessage, part: { ...text, text: '' } },
  { type: 'response.output_text.delta', ...inMessage, delta: 'Hi' },
  { type: 'response.output_text.done', ...inMessage, text: 'Hi' },
  { type: 'response.content_part.done', ...inMessage, part: text },
  { type: 'response.output_item.done', output_index: 1, item: message },
  { type: 'response.output_item.added', output_index: 2, item: { ...called, status: 'in_progress', arguments: '' } },
  { type: 'response.function_call_arguments.delta', ...inCall, delta: '{"x":1}' },
  { type: 'response.function_call_arguments.done', ...inCall, arguments: '{"x":1}' },
  { type: 'response.output_item.done', output_index: 2, item: called },
  { type: 'response.completed', response: { ...answer, status: 'completed', output: [thought, message, called], usage: tokens } },
]

const streams = {
  chat: (frames: readonly JsonObject[]) => `${frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')}data: [DONE]\n\n`,
  responses: (frames: readonly JsonObject[]) =>
    frames.map((frame) => `event: ${String(frame['type'])}\ndata: ${JSON.stringify(frame)}\n\n`).join(''),
}

describe.each([
  ['chat', chatFrames],
  ['responses', responsesFrames],
] as const)('a key that nobody models, in any object of a %s stream', (from, frames) => {
  test.each(formatIds)('is carried or named towards %s', (to: FormatId) => {
    const missed: string[] = []
    for (const [place, changed] of injections(frames)) {
      const { text: written, notices } = translateStreamText(pairOf(from, to), [streams[from](changed)])
      // Log probabilities are reported as a whole.
      const whole = place.includes('/logprobs/content/') ? '/logprobs/content' : '/x_new'
      const named = notices.filter(({ path, kind }) => kind === 'dropped' && path.endsWith(whole))
      if (!written.includes(mark) && named.length !== 1) missed.push(`${place} ${named.map(({ path }) => path).join(' ')}`)
    }
    expect(missed).toEqual([])
  })
})
