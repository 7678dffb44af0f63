import type { JsonObject } from '@interlingua/core'
import { translateStreamText } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { crossAnswer, crossStream } from '../src/cross.ts'
import { othersOf } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { streamOf } from '../src/stream-of.ts'

test('P9h: a search that came well is told as begun, searching and completed, in this order', () => {
  const found = othersOf('responses').flatMap((source) =>
    ownCorpus(source).flatMap(({ stream }) => {
      const text = stream === undefined ? '' : translateStreamText(pairOf(source, 'responses'), [stream]).text
      return [...text.matchAll(/^data: \{"type":"response\.web_search_call\.(\w+)".*"item_id":"([^"]+)"/gm)].map(
        ([, state = '', id = '']) => [`${source} ${id}`, state] as const,
      )
    }),
  )
  const states = Map.groupBy(found, ([id]) => id)
  expect(states.size).toBeGreaterThan(0)
  for (const told of states.values())
    if (told.some(([, state]) => state === 'completed'))
      expect(told.map(([, state]) => state)).toEqual(['in_progress', 'searching', 'completed'])
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

const ran = (type: string, input: JsonObject, content: JsonObject): JsonObject => ({
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'c',
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
  content: [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: type, input },
    { type: `${type}_tool_result`, tool_use_id: 'srvtoolu_1', content },
    { type: 'text', text: 'Done.' },
  ],
})
const printed = (type: string, more: JsonObject): JsonObject => ({
  type: `${type}_result`,
  stdout: 'MARK\n',
  stderr: '',
  return_code: 0,
  content: [],
  ...more,
})

describe('T11: what code printed is shown, however it ended and whatever else it made', () => {
  const file = { type: 'code_execution_output', file_id: 'file_1' }
  const cases = [
    ['code_execution', { code: 'print("MARK")' }, { stderr: 'oops', return_code: 1 }, 'OUTCOME_FAILED', ['PYTHON', 'print("MARK")']],
    ['code_execution', { code: 'print("MARK")' }, { content: [file] }, 'OUTCOME_OK', ['PYTHON', 'print("MARK")']],
    ['bash_code_execution', { command: 'echo MARK' }, {}, 'OUTCOME_OK', ['LANGUAGE_UNSPECIFIED', 'echo MARK']],
    ['bash_code_execution', { command: 'echo MARK' }, { return_code: 2 }, 'OUTCOME_FAILED', ['LANGUAGE_UNSPECIFIED', 'echo MARK']],
  ] as const
  test.each(cases)('%s %j with %j', (type, input, more, outcome, [language, code]) => {
    const answer = ran(type, input, printed(type, more))
    const ways: readonly (readonly [JsonObject, JsonObject])[] = [
      [crossAnswer('messages', 'responses', answer).body, crossAnswer('messages', 'contents', answer).body],
      [
        formats.responses.documentOf(crossStream('messages', 'responses', streamOf('messages', answer))) as JsonObject, // a whole stream stands for a document
        formats.contents.documentOf(crossStream('messages', 'contents', streamOf('messages', answer))) as JsonObject,
      ],
    ]
    for (const [heard, native] of ways) {
      const [item] = heard['output'] as readonly JsonObject[] // an answer has items
      expect(item).toMatchObject({
        type: 'code_interpreter_call',
        code,
        outputs: [{ type: 'logs', logs: 'MARK\n' }, ...('stderr' in more ? [{}] : [])],
      })
      expect(item?.['status']).toBe(outcome === 'OUTCOME_OK' ? 'completed' : 'failed')
      const text = JSON.stringify(native)
      expect(text).toContain(`{"executableCode":{"id":"srvtoolu_1","language":"${language}","code":${JSON.stringify(code)}}}`)
      expect(text).toContain(`"codeExecutionResult":{"id":"srvtoolu_1","outcome":"${outcome}","output":"MARK\\n`)
    }
    // The hosted call's output is reported as lost at its own place, and nothing is lost within the format.
    const lost = crossAnswer('messages', 'contents', answer).notices.map(({ path }) => path)
    expect(lost.filter((path) => path.startsWith('/content/1'))).toEqual('content' in more ? ['/content/1/content/content/0'] : [])
    expect(crossAnswer('messages', 'messages', answer).body).toEqual(answer)
  })

  test('code that could not be run has failed, in the words of the target', () => {
    const answer = ran('code_execution', { code: 'x' }, { type: 'code_execution_tool_result_error', error_code: 'unavailable' })
    expect(JSON.stringify(crossAnswer('messages', 'contents', answer).body)).toContain(
      '"codeExecutionResult":{"id":"srvtoolu_1","outcome":"OUTCOME_FAILED","output":"unavailable"}',
    )
  })
})
