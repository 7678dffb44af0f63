import { describe, expect, test } from 'vitest'
import { accumulateResponsesStream } from '../src/accumulate-responses-stream.ts'
import { checkResponsesRequest } from '../src/check-responses-request.ts'
import { checkResponsesResponse } from '../src/check-responses-response.ts'
import { checkResponsesStream } from '../src/check-responses-stream.ts'

const hello = { role: 'user', content: 'Hello' }
const call = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' }
const output = { type: 'function_call_output', call_id: 'call_1', output: 'Done.' }
const tool = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false }
const message = {
  id: 'msg_1',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Hi.', annotations: [] }],
}
const answer = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'demo',
  output: [message],
  usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  top_p: 1,
  tool_choice: 'auto',
  tools: [],
}

describe('a Responses request', () => {
  test('that is legal has no breach', () => {
    expect(checkResponsesRequest({ model: 'demo', input: 'Hello' })).toEqual([])
    expect(checkResponsesRequest({ model: 'demo', input: [hello, call, output], tools: [tool] })).toEqual([])
  })

  test.each([
    ['no input', {}, 'input is empty'],
    ['a call without its output', { input: [hello, call] }, 'a call has no output'],
    ['an output without its call', { input: [hello, output] }, 'answers no call'],
    ['an output before its call', { input: [hello, output, call] }, 'answers no call'],
    ['two outputs of one call', { input: [hello, call, output, output] }, 'a call is answered twice'],
    ['two calls of one id', { input: [hello, call, call, output] }, 'two calls have the same call_id'],
    ['reasoning at the end', { input: [hello, { type: 'reasoning', summary: [] }] }, 'without the item that followed it'],
    ['reasoning without a summary', { input: [{ type: 'reasoning' }, message] }, 'reasoning without a summary'],
    ['a foreign id', { input: [hello, { ...call, id: 'toolu_1' }, output] }, 'an id of a function_call that is none'],
    ['input text of the assistant', { input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'a' }] }] }, 'on the wrong side'],
    ['output text of the user', { input: [{ role: 'user', content: [{ type: 'output_text', text: 'a' }] }] }, 'on the wrong side'],
    ['an image without a source', { input: [{ role: 'user', content: [{ type: 'input_image' }] }] }, 'without exactly one source'],
    ['a cap under 16', { input: 'a', max_output_tokens: 15 }, 'max_output_tokens'],
    ['two tools of one name', { input: 'a', tools: [tool, tool] }, 'two tools have the same name'],
    ['a choice of no tool', { input: 'a', tools: [tool], tool_choice: { type: 'function', name: 'g' } }, 'not declared'],
    ['a trigger in the middle', { input: [{ type: 'compaction_trigger' }, hello] }, 'not the last item'],
    ['a reference to nothing', { input: [{ type: 'item_reference', id: 'msg_0' }], store: false }, 'not stored'],
    ['two chains', { input: 'a', previous_response_id: 'resp_0', conversation: 'conv_1' }, 'previous_response_id and conversation'],
  ])('with %s is refused', (_, body, breach) => expect(checkResponsesRequest({ model: 'demo', ...body }).join('\n')).toContain(breach))
})

describe('a Responses answer', () => {
  test('that is legal has no breach', () => expect(checkResponsesResponse(answer)).toEqual([]))

  test.each([
    ['no echo', { tools: undefined }, undefined],
    ['an item without an id', { output: [{ ...message, id: '' }] }, 'without an id'],
    ['two items of one id', { output: [message, message] }, 'the same id'],
    ['a sum that is none', { usage: { input_tokens: 1, output_tokens: 2, total_tokens: 4 } }, 'not the sum'],
    ['an end without a reason', { status: 'incomplete' }, 'incomplete_details'],
    ['a reason without that end', { incomplete_details: { reason: 'max_output_tokens' } }, 'incomplete_details'],
    ['a failure without an error', { status: 'failed' }, 'failed without an error'],
    ['reasoning without a summary', { output: [{ id: 'rs_1', type: 'reasoning' }] }, 'reasoning without a summary'],
  ])('with %s is refused', (_, change, breach) => {
    const { tools, ...rest } = { ...answer, ...change }
    expect(checkResponsesResponse(tools === undefined ? rest : { tools, ...rest }).join('\n')).toContain(breach ?? 'tools is not echoed')
  })
})

describe('a Responses stream', () => {
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const events: readonly (Readonly<Record<string, unknown>> & { readonly type: string })[] = [
    { type: 'response.created', response: { ...answer, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...message, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } },
    { type: 'response.output_text.delta', ...place, delta: 'Hi.' },
    { type: 'response.output_text.done', ...place, text: 'Hi.' },
    { type: 'response.content_part.done', ...place, part: message.content[0] },
    { type: 'response.output_item.done', output_index: 0, item: message },
    { type: 'response.completed', response: answer },
  ]
  const textOf = (list: typeof events): string =>
    list.map((event, number) => `event: ${event.type}\ndata: ${JSON.stringify({ sequence_number: number, ...event })}\n\n`).join('')
  const without = (type: string) => events.filter((event) => event.type !== type)
  const changed = (type: string, change: Readonly<Record<string, unknown>>) =>
    events.map((event) => (event.type === type ? { ...event, ...change } : event))

  test('that is legal has no breach, and stands for its answer', () => {
    expect(checkResponsesStream(textOf(events))).toEqual([])
    expect(accumulateResponsesStream(textOf(events))).toEqual(answer)
  })

  test.each([
    ['no beginning', without('response.created'), 'comes before response.created'],
    ['no end', without('response.completed'), 'the stream has no end'],
    ['an item that was not added', without('response.output_item.added'), 'never added'],
    ['an item that is not done', without('response.output_item.done'), 'item 0 is not done'],
    ['a part that was not added', without('response.content_part.added'), 'content part 0 was never added'],
    ['a text that its deltas did not say', changed('response.output_text.done', { text: 'Ho.' }), 'does not say what its deltas said'],
    ['an item id of another item', changed('response.output_text.delta', { item_id: 'msg_2' }), 'item_id is not that of item 0'],
    ['numbers that do not grow', changed('response.output_text.delta', { sequence_number: 0 }), 'sequence_number 0 after'],
    ['an index out of turn', changed('response.output_item.added', { output_index: 1 }), 'output_index 1 where 0 is the next'],
    ['something after the end', [...events, { type: 'response.in_progress', response: answer }], 'comes after the end'],
  ])('with %s is refused', (_, list, breach) => expect(checkResponsesStream(textOf(list)).join('\n')).toContain(breach))

  test('without event lines is refused, since the SDK takes an error for data then', () => {
    expect(checkResponsesStream(textOf(events).replaceAll(/^event: .*\n/gm, '')).join('\n')).toContain('no event line')
  })

  test('that fails, or is cut, stands for nothing', () => {
    expect(accumulateResponsesStream(textOf(without('response.completed')))).toBeUndefined()
    expect(accumulateResponsesStream(textOf([...without('response.completed'), { type: 'error', message: 'no' }]))).toBeUndefined()
  })

  test('says an item by its own end, and what no event ended by the snapshot', () => {
    const sealed = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'one' }
    const list = [
      { type: 'response.created', response: answer },
      { type: 'response.output_item.done', output_index: 0, item: sealed },
      { type: 'response.completed', response: { ...answer, output: [{ ...sealed, encrypted_content: 'another' }, message] } },
    ]
    expect(accumulateResponsesStream(textOf(list))).toMatchObject({ output: [sealed, message] })
  })
})
