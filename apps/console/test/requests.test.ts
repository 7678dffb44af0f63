import type { RequestRow } from '@interlingua/console/api'
import { expect, test } from 'vitest'
import { formatCsv } from '../src/pages/requests/csv.ts'
import { fitsFilter, formatFilter, mayFit, parseFilter } from '../src/pages/requests/filter-words.ts'

const row: RequestRow = {
  id: 'req_1',
  at: '2026-11-27T12:00:00.000Z',
  key: { id: 'key_1', name: 'laptop' },
  client: 'claude-code 2.1.330',
  operation: 'generate',
  model: 'gpt-5',
  format: 'messages',
  channel: 'openai',
  stream: true,
  status: 200,
  outcome: 'ok',
  attempts: 1,
  tokens: { input: 10, output: 2 },
  estimated: false,
  costMicros: 100_000,
  millis: 5000,
  notices: ['chat/top-k'],
}

test.each([
  ['', {}],
  ['status:error channel:openai', { status: 'error', channel: 'openai' }],
  ['model:"my model" key:laptop', { model: 'my model', key: 'laptop' }],
  ['slow:>5s', { slow: '5' }],
  ['slow:500ms', { slow: '0.5' }],
  ['slow:2min cost:>0.1', { slow: '120', cost: '0.1' }],
  ['  status:4xx   notice:chat/top-k ', { status: '4xx', notice: 'chat/top-k' }],
  ['model:a:b', { model: 'a:b' }],
])('the filter %j is read', (text, parameters) => {
  const read = parseFilter(text)
  expect(read).toEqual({ parameters })
  expect(parseFilter(formatFilter(parameters))).toEqual({ parameters })
})

test.each([
  ['gpt-5', 'Write a word and a value, such as model:gpt-5'],
  ['colour:red', 'There is no filter “colour:”'],
  ['constructor:x', 'There is no filter “constructor:”'],
  ['status:bad', 'status: expected error, ok, 4xx or 429'],
  ['slow:soon', 'slow: expected >5s'],
  ['model:', 'model: expected gpt-5'],
])('the filter %j says what is wrong', (text, problem) => {
  expect(parseFilter(text).problem).toContain(problem)
})

test.each([
  ['model:gpt-5 channel:openai format:messages operation:generate id:req_1', true],
  ['key:laptop', true],
  ['key:key_1', true],
  ['key:other', false],
  ['client:claude-code', true],
  ['client:claude', false],
  ['status:ok', true],
  ['status:2xx', true],
  ['status:error', false],
  ['notice:chat/top-k', true],
  ['notice:chat/top', false],
  ['slow:5s', true],
  ['slow:5001ms', false],
  ['cost:0.1', true],
  ['cost:0.2', false],
])('a new row is held to %s as the gateway would', (text, fits) => {
  const read = parseFilter(text)
  expect(read.problem).toBeUndefined()
  expect(fitsFilter(row, read.problem === undefined ? read.parameters : {})).toBe(fits)
})

test('a client that left is no error, as in the list of the gateway', () => {
  expect(fitsFilter({ ...row, outcome: 'cancelled', status: 499 }, { status: 'error' })).toBe(false)
})

test('a file of CSV has one line for each request, and no formulas of callers', () => {
  const [head, first, ...rest] = formatCsv([{ ...row, model: '=HYPERLINK("http://x")', client: 'a,b\n"c"' }]).split('\r\n')
  expect(head).toContain('id,at,key_id,key_name,client')
  expect(first).toContain(`"a,b\n""c"""`)
  expect(first).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(rest).toEqual([''])
})

test('a request that runs fits words about its beginning, and no others', () => {
  const running = { id: 'req_2', at: row.at, key: row.key, model: 'gpt-5', format: 'messages', channel: 'openai' }
  expect(mayFit(running, {})).toBe(true)
  expect(mayFit(running, { model: 'gpt-5', key: 'laptop' })).toBe(true)
  expect(mayFit(running, { model: 'gpt-6' })).toBe(false)
  expect(mayFit(running, { status: 'ok' })).toBe(false)
  expect(mayFit({ id: 'req_3' }, { key: 'laptop' })).toBe(false)
})
