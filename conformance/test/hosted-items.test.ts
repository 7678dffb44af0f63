import { isJsonObject, parseJson } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { translateStreamText } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { chatText, crossAnswer, crossStream } from '../src/cross.ts'
import { othersOf } from '../src/format-pairs.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'

/** Items that were added while another one was open, or done while none was. */
function overlaps(text: string): readonly string[] {
  const found: string[] = []
  let open: unknown
  for (const [, data = ''] of text.matchAll(/^data: (\{.*)$/gm)) {
    const event = parseJson(data)
    if (!isJsonObject(event)) continue
    const { type, output_index: index } = event
    if (type === 'response.output_item.added') {
      if (open !== undefined) found.push(`${String(index)} is added while ${String(open)} is open`)
      open = index
    } else if (type === 'response.output_item.done') {
      if (open !== index) found.push(`${String(index)} is done while ${String(open)} is open`)
      open = undefined
    }
  }
  return found
}

describe('F4: the items of a Responses stream come one after the other', () => {
  test.each(othersOf('responses'))('from every stream of %s', (source) => {
    const streams = ownCorpus(source).filter(({ stream }) => stream !== undefined)
    expect(streams.length).toBeGreaterThan(5)
    const found = streams.flatMap(({ id, stream = '' }) =>
      overlaps(translateStreamText(pairOf(source, 'responses'), [stream]).text).map((line) => `${id}: ${line}`),
    )
    expect(found).toEqual([])
  })

  test('reasoning ends when text or a call begins, and a call when the next begins', () => {
    const call = (index: number, name: string): JsonObject => ({
      tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '{}' } }],
    })
    const text = chatText([{ reasoning_content: 'Hm.' }, { content: 'Let me.' }, call(0, 'a'), call(1, 'b'), 'tool_calls'])
    const written = crossStream('chat', 'responses', text)
    expect(overlaps(written)).toEqual([])
    expect(written.match(/"type":"response.output_item.done"/g)).toHaveLength(4)
  })
})

test('T11: a search that failed is a failed call for Responses', () => {
  const content = [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
    },
    { type: 'text', text: 'No.' },
  ]
  const answer = { id: 'm', type: 'message', role: 'assistant', model: 'c', content, stop_reason: 'end_turn', stop_sequence: null }
  const { body } = crossAnswer('messages', 'responses', { ...answer, usage: { input_tokens: 1, output_tokens: 1 } })
  expect((body['output'] as readonly JsonObject[])[0]).toMatchObject({ type: 'web_search_call', status: 'failed' })
})

test('T11: what code printed is shown to native and Responses clients', () => {
  const output = { type: 'code_execution_result', stdout: 'MARK\n', stderr: '', return_code: 0, content: [] }
  const content = [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: { code: 'print("MARK")' } },
    { type: 'code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: output },
    { type: 'text', text: 'Done.' },
  ]
  const answer = { id: 'm', type: 'message', role: 'assistant', model: 'c', content, stop_reason: 'end_turn', stop_sequence: null }
  const whole = { ...answer, usage: { input_tokens: 1, output_tokens: 1 } }
  const responses = crossAnswer('messages', 'responses', whole)
  expect((responses.body['output'] as readonly JsonObject[])[0]).toMatchObject({
    type: 'code_interpreter_call',
    outputs: [{ type: 'logs', logs: 'MARK\n' }],
  })
  const native = crossAnswer('messages', 'contents', whole)
  expect(JSON.stringify(native.body)).toContain('"codeExecutionResult":{"id":"srvtoolu_1","outcome":"OUTCOME_OK","output":"MARK\\n"}')
  expect([...responses.notices, ...native.notices].map(({ code }) => code)).not.toContain('responses/hosted-result')
})
