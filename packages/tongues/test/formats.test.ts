import { describe, expect, test } from 'vitest'
import { foldPieces } from '../src/formats/fold-pieces.ts'
import { formats } from '../src/formats/formats.ts'
import { draftIds, formatIds, type Answer, type Ask } from '../src/formats/gist.ts'
import { piecesOf } from '../src/formats/pieces-of.ts'
import { parseJson } from '../src/json/parse-json.ts'
import { judge } from '../src/judges/judge.ts'
import { readStream } from '../src/run/read-received.ts'
import { pairCalls } from '../src/run/match-gist.ts'

const ask: Ask = {
  items: [
    { kind: 'system', text: 'S' },
    { kind: 'user', text: 'go' },
    { kind: 'assistant', text: 'words' },
    { kind: 'call', id: 'c1', name: 'f', args: '{"n":1234567890123456789}' },
    { kind: 'call', id: 'c2', name: 'g', args: '{}' },
    { kind: 'result', of: 'c2', name: 'g', text: 'two' },
    { kind: 'result', of: 'c1', name: 'f', text: 'one' },
    { kind: 'user', text: 'more' },
  ],
  tools: [{ name: 'f', schema: '{"type":"object"}' }],
  choice: { name: 'f' },
  format: { name: 'n', schema: '{"type":"object"}' },
  options: { maxTokens: 9, temperature: 0.5, topP: 0.9 },
}

const answer: Answer = {
  items: [
    { kind: 'think', text: 'idea', seal: 'U0VBTA==' },
    { kind: 'assistant', text: 'Hé 😀' },
    { kind: 'call', id: 'c1', name: 'f', args: '{"n":1234567890123456789}' },
    { kind: 'call', id: 'c2', name: 'g', args: '{}' },
  ],
  finish: 'calls',
  usage: { input: 100, output: 50, cacheRead: 30 },
}

describe.each([...formatIds, ...draftIds])('%s', (id) => {
  const format = formats[id]

  test('a written request reads back: turns, calls with their results, tools, choice, format, options', () => {
    const read = format.readRequest(parseJson(format.writeRequest(ask, { model: 'm', stream: true }).body))
    expect(pairCalls(read.items)).toEqual({
      calls: [
        { id: 'c1', name: 'f', args: '{"n":1234567890123456789}', result: 'one' },
        { id: 'c2', name: 'g', args: '{}', result: 'two' },
      ],
      orphans: [],
    })
    expect(read.items.flatMap((item) => ('text' in item && item.kind !== 'result' ? [`${item.kind} ${item.text}`] : []))).toEqual([
      'system S',
      'user go',
      'assistant words',
      'user more',
    ])
    expect(read).toMatchObject({ choice: ask.choice, options: ask.options, format: { schema: '{"type":"object"}' } })
    expect(read.tools.map(({ name }) => name)).toEqual(['f'])
  })

  test('a written request breaks no rule of the vendor', () => {
    expect(
      format.refuses(parseJson(format.writeRequest({ ...ask, options: { maxTokens: 9 } }, { model: 'm', stream: false }).body)),
    ).toEqual([])
  })

  test('an answer means the same by document and by stream, and the vendor’s SDK folds both', async () => {
    const text = format.writeAnswer(answer, 'm')
    const writer = format.createWriter('m')
    const pieces = piecesOf(answer)
    const ordered = [...pieces.filter(({ kind }) => kind === 'usage'), ...pieces.filter(({ kind }) => kind !== 'usage')]
    const stream = ordered.flatMap((piece) => writer.push(piece)).join('')
    const read = format.readAnswer(parseJson(text))
    const { folded } = readStream(stream, id)
    expect(folded.finish).toBe('calls')
    expect(folded.terminal).toBe(true)
    const plain = (list: Answer['items']): unknown =>
      list.filter(({ kind }) => kind !== 'think').map((item) => (item.kind === 'call' ? { name: item.name, args: item.args } : item))
    expect(plain(folded.items)).toEqual(plain(read.items))
    expect(plain(read.items)).toEqual(plain(answer.items))
    expect(folded.usage).toMatchObject({ input: 100, output: 50, cacheRead: 30 })
    expect(read.usage).toMatchObject({ input: 100, output: 50, cacheRead: 30 })
    for (const [body, isStream] of [
      [text, false],
      [stream, true],
    ] as const)
      expect(await judge(id, body, isStream)).toMatchObject({ folded: true })
  })

  test('a written failure reads back, as a document and in a stream', () => {
    for (const kind of ['invalid', 'rate', 'server', 'overloaded', 'auth'] as const) {
      const { status, body } = format.writeFailure({ class: kind, message: 'why' })
      expect(format.readFailure(parseJson(body), status)?.message).toBe('why')
    }
    const stream = format
      .createWriter('m')
      .push({ kind: 'failure', failure: { class: 'server', message: 'why' } })
      .join('')
    expect(readStream(stream, id).folded.failure).toMatchObject({ message: 'why' })
  })
})

test('pieces fold to the answer that they were made of', () => {
  expect(foldPieces(piecesOf(answer))).toMatchObject({ items: answer.items, finish: 'calls', usage: answer.usage })
})

test.each([
  [
    'M',
    '{"model":"claude-sonnet-4-5","max_tokens":9,"temperature":1,"top_p":1,"messages":[{"role":"user","content":"x"}]}',
    'temperature and top_p',
  ],
  ['M', '{"max_tokens":9,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}]}', 'no tool_use'],
  [
    'M',
    '{"max_tokens":9,"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"text","text":""}]}]}',
    'non-empty',
  ],
  ['R', '{"input":[{"type":"function_call_output","call_id":"a","output":"x"}]}', 'no tool call found'],
  ['R', '{"input":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}]}', 'no tool output found'],
  ['C', '{"messages":[{"role":"tool","tool_call_id":"a","content":"x"}]}', 'follows no such'],
  ['C', '{"messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"a b"}}]}', 'the name of a tool'],
  ['G', '{"contents":[{"role":"user","parts":[{"text":"x"}]},{"role":"model","parts":[{"functionCall":{"name":"f"}}]}]}', 'not answered'],
] as const)('%s refuses what the vendor refuses: %s', (id, body, rule) => {
  expect(formats[id].refuses(parseJson(body)).join('\n')).toContain(rule)
})
