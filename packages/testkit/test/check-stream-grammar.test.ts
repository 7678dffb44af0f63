import type { StreamEvent } from '@interlingua/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryEvents, checkStreamGrammar } from '../src/index.ts'

const start: StreamEvent = { type: 'response-start', id: 'msg_1', model: 'demo' }
const end: StreamEvent = { type: 'response-end', status: 'completed' }
const failure: StreamEvent = { type: 'failure', failure: { code: 'server', message: 'down', retryable: true } }
const failed: StreamEvent = { type: 'response-end', status: 'failed' }
const open: StreamEvent = { type: 'part-start', candidate: 0, part: 0, value: { type: 'text', text: '' } }
const delta: StreamEvent = { type: 'part-delta', candidate: 0, part: 0, delta: { type: 'text', text: 'a' } }
const close: StreamEvent = { type: 'part-end', candidate: 0, part: 0 }
const done: StreamEvent = { type: 'candidate-end', candidate: 0, finish: { unified: 'stop' } }

describe('a legal stream', () => {
  test.each([
    ['one part', [start, open, delta, close, done, end]],
    ['a keep-alive first and in between', [{ type: 'keep-alive' }, start, { type: 'keep-alive' }, open, close, end]],
    ['failure before the start', [failure, failed]],
    ['failure with an open part', [start, open, delta, failure, failed]],
  ] satisfies [string, StreamEvent[]][])('%s', (_, events) => expect(checkStreamGrammar(events)).toEqual([]))

  test('is whatever the arbitrary makes', () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        expect(checkStreamGrammar(events)).toEqual([])
      }),
    )
  })
})

describe('an illegal stream', () => {
  test.each([
    ['no end', [start, open, close], 'the stream has no response-end'],
    ['a part before the start', [open], 'event 0 (part-start): comes before response-start'],
    ['an end with an open part', [start, open, end], 'event 2 (response-end): part 0 is still open'],
    ['a second start', [start, start, end], 'event 1 (response-start): the second response-start'],
    ['a delta after the end of its part', [start, open, close, delta, end], 'event 3 (part-delta): part 0 has ended'],
    ['a delta for no part', [start, delta, end], 'event 1 (part-delta): part 0 never started'],
    [
      'a part number out of order',
      [start, { ...open, part: 3 }, { ...close, part: 3 }, end],
      'event 1 (part-start): part 3 where 0 is the next number',
    ],
    ['an event after a failure', [start, failure, open, failed], 'event 2 (part-start): only response-end may follow a failure'],
    ['a clean end after a failure', [start, failure, end], 'event 2 (response-end): completed after a failure'],
    ['failed without a failure', [start, failed], 'event 1 (response-end): failed without a failure'],
    ['an event after the end', [start, end, { type: 'keep-alive' }], 'event 2 (keep-alive): nothing may follow response-end'],
    ['a candidate that ends with an open part', [start, open, done, close, end], 'event 2 (candidate-end): part 0 is still open'],
    ['a part of an ended candidate', [start, done, open, close, end], 'event 2 (part-start): candidate 0 has ended'],
    [
      'a delta that does not fit',
      [start, open, { ...delta, delta: { type: 'arguments', text: '{' } }, close, end],
      'event 2 (part-delta): a arguments delta does not fit a text part',
    ],
  ] satisfies [string, StreamEvent[], string][])('%s', (_, events, breach) => expect(checkStreamGrammar(events)).toContain(breach))
})
