import type { RequestRow } from '@interlingua/console/api'
import { expect, test } from 'vitest'
import { type FirstRequestFacts, stagesOf } from '../src/pages/setup/first-request.ts'

const row: RequestRow = {
  id: 'req_1',
  at: '2026-11-01T00:00:00Z',
  key: { id: 'key_1' },
  operation: 'generate',
  model: 'demo-chat',
  format: 'messages',
  channel: 'local',
  stream: true,
  status: 200,
  outcome: 'ok',
  attempts: 1,
  tokens: {},
  estimated: false,
  millis: 5,
  firstByteMillis: 2,
  notices: [],
}

function lights(seen: FirstRequestFacts): string {
  return stagesOf(seen)
    .map(({ state }) => ({ good: '+', bad: '!', waiting: '.' })[state])
    .join('')
}

const { channel: _, firstByteMillis: __, ...early } = row

test.each<[string, FirstRequestFacts, string]>([
  ['nothing', {}, '.....'],
  ['a request that runs', { running: { id: 'req_1', at: row.at } }, '+++..'],
  ['a good one', { ended: row }, '+++++'],
  ['a refused key', { refused: { id: 'req_1', at: row.at, status: 401 } }, '+!...'],
  ['a model that nobody serves', { ended: { ...early, status: 404, outcome: 'not-found' } }, '++!..'],
  ['an upstream that fails', { ended: { ...row, status: 502, outcome: 'server' } }, '+++!.'],
  ['a client that left before the answer', { ended: { ...early, channel: 'local', outcome: 'cancelled' } }, '+++!.'],
  ['an answer that broke off', { ended: { ...row, outcome: 'truncated-stream' } }, '++++!'],
])('%s passes the stages that it passed', (_what, seen, expected) => {
  expect(lights(seen)).toBe(expected)
})

test('a stage that failed says what failed and what to do', () => {
  const [, , stage] = stagesOf({ ended: { ...early, status: 404, outcome: 'not-found' } })
  expect(stage?.problem).toEqual({
    what: 'There is no such model or object.',
    remedy: 'See which channels serve the model: interlingua resolve <model>',
  })
})
