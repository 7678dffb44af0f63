import type { JsonObject } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { chatText, crossAnswer, crossRequest, crossStream } from '../src/cross.ts'
import { formatIds } from '../src/formats.ts'

const eventsOf = (text: string): readonly JsonObject[] =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as JsonObject)
const fragment = (value: JsonObject): JsonObject => ({ tool_calls: [value] })
const responsesText = (events: readonly JsonObject[]): string =>
  events
    .map((event, index) => `event: ${String(event['type'])}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`)
    .join('')

/** The items of a stream as `added n` and `done n`, in the order of their events. */
function itemOrder(text: string): readonly string[] {
  return eventsOf(text)
    .filter(({ type }) => type === 'response.output_item.added' || type === 'response.output_item.done')
    .map(({ type, output_index: index }) => `${String(type).slice('response.output_item.'.length)} ${String(index)}`)
}

function inTurn(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => [`added ${index}`, `done ${index}`]).flat()
}

describe('items of a Responses stream are open one at a time', () => {
  const begin = (index: number, id: string, args: string): JsonObject =>
    fragment({ index, id, type: 'function', function: { name: 'f', arguments: args } })
  const more = (index: number, args: string): JsonObject => fragment({ index, function: { arguments: args } })
  test.each<[string, readonly (JsonObject | string)[], number]>([
    ['parallel calls', [begin(0, 'a', '{"x":'), more(0, '1}'), begin(1, 'b', '{"y":2}')], 2],
    ['reasoning, then text', [{ reasoning_content: 'Hm' }, { reasoning_content: 'm.' }, { content: 'Yes.' }], 2],
    ['reasoning, then text, then calls', [{ reasoning_content: 'Hm.' }, { content: 'Yes.' }, begin(0, 'a', '{}'), begin(1, 'b', '{}')], 4],
    ['calls without arguments', [begin(0, 'a', ''), begin(1, 'b', ''), begin(2, 'c', '')], 3],
    ['calls whose fragments mix', [begin(0, 'a', ''), begin(1, 'b', ''), more(1, '{"y":'), more(0, '{"x":1}'), more(1, '2}')], 2],
    ['text around a call', [{ content: 'I ' }, begin(0, 'a', '{}'), { content: 'look.' }], 3],
  ])('%s', (_, deltas, count) => {
    const text = crossStream('chat', 'responses', chatText([{ role: 'assistant', content: '' }, ...deltas, 'tool_calls']))
    expect(itemOrder(text)).toEqual(inTurn(count))
    const last = eventsOf(text).at(-1)?.['response'] as JsonObject | undefined
    expect(last?.['output']).toHaveLength(count)
  })

  test('what is said goes out as it comes', () => {
    const text = crossStream(
      'chat',
      'responses',
      chatText([{ reasoning_content: 'Hm.' }, { content: 'Yes.' }, begin(0, 'a', '{"x":1}')], ''),
    )
    expect(text).toContain('"delta":"Yes."')
    expect(text).toContain('"delta":"{\\"x\\":1}"')
  })
})

test('contents that are counted over all items are told once', () => {
  const part = { type: 'output_text', text: 'Hello', annotations: [] }
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [part] }
  const place = { output_index: 0, item_id: 'msg_1', content_index: 1 }
  const answer = { id: 'resp_1', object: 'response', created_at: 1, model: 'm' }
  const stream = responsesText([
    { type: 'response.created', response: { ...answer, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: 'Hel' },
    { type: 'response.output_text.delta', ...place, delta: 'lo' },
    { type: 'response.output_text.done', ...place, text: 'Hello' },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...answer, status: 'completed', output: [item] } },
  ])
  const told = eventsOf(crossStream('responses', 'chat', stream))
  const said = told.map((chunk) => ((chunk['choices'] as readonly JsonObject[])[0]?.['delta'] as JsonObject | undefined)?.['content'] ?? '')
  expect(said.join('')).toBe('Hello')
})

describe('a structured result beside media keeps what the tool said', () => {
  test.each(formatIds.filter((format) => format !== 'contents'))('%s', (format) => {
    const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
    const { body } = crossRequest('contents', format, {
      model: 'm',
      contents: [
        { role: 'user', parts: [{ text: 'go' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'f', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'f', response: { answer: 'MARK', n: 42 }, parts: [image] } }] },
      ],
      tools: [{ functionDeclarations: [{ name: 'f' }] }],
    })
    const printed = JSON.stringify(body)
    expect(printed).toContain('MARK')
    expect(printed).toContain('iVBORw0KGgo=')
  })
})

describe('outputs of tools in an answer are nobody\u2019s to run again', () => {
  const outputs: readonly JsonObject[] = [
    {
      type: 'shell_call_output',
      id: 'o',
      call_id: 'c',
      status: 'completed',
      output: [{ stdout: 'MARK', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    },
    { type: 'local_shell_call_output', id: 'o', call_id: 'c', output: 'MARK' },
    { type: 'apply_patch_call_output', id: 'o', call_id: 'c', status: 'completed', output: 'MARK' },
    { type: 'computer_call_output', id: 'o', call_id: 'c', output: { type: 'computer_screenshot', image_url: 'https://x/MARK' } },
    { type: 'function_call_output', id: 'o', call_id: 'c', output: 'MARK' },
    { type: 'custom_tool_call_output', id: 'o', call_id: 'c', output: 'MARK' },
    {
      type: 'tool_search_output',
      id: 'o',
      call_id: 'c',
      execution: 'client',
      status: 'completed',
      tools: [{ type: 'function', name: 'MARK' }],
    },
  ]
  const message = {
    type: 'message',
    id: 'm',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'done', annotations: [] }],
  }
  const cases = outputs.flatMap((output) => formatIds.map((to) => [String(output['type']), to, output] as const))
  test.each(cases)('%s towards %s', (_, to, output) => {
    const body: JsonObject = {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      model: 'm',
      status: 'completed',
      output: [output, message],
      usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    }
    const { body: answer, notices } = crossAnswer('responses', to, body)
    const printed = JSON.stringify(answer)
    if (to === 'responses') expect(printed).toContain('MARK')
    else {
      expect(printed).not.toMatch(/tool_result|functionResponse/)
      expect(notices.filter(({ path }) => path === '/output/0').map(({ kind }) => kind)).toEqual(['dropped'])
    }
  })
})

test('the queries of a hosted search have a place of their own', () => {
  const { body, notices } = crossAnswer('contents', 'responses', {
    responseId: 'g',
    modelVersion: 'm',
    candidates: [
      {
        index: 0,
        content: {
          role: 'model',
          parts: [{ toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['a', 'b'] } } }, { text: 'x' }],
        },
        finishReason: 'STOP',
      },
    ],
  })
  expect(body['output']).toMatchObject([{ action: { type: 'search', query: 'a', queries: ['a', 'b'] } }, {}])
  expect(notices.map(({ code }) => code)).not.toContain('responses/hosted-form')
})

test.each(formatIds.filter((format) => format !== 'chat'))('an empty finish reason is no success, and is told towards %s', (to) => {
  const message = { role: 'assistant', content: 'Hi' }
  const { notices } = crossAnswer('chat', to, {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message, finish_reason: '' }],
  })
  expect(notices.map(({ path }) => path)).toContain('/choices/0/finish_reason')
})
