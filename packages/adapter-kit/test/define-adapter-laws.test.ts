import { defineAdapter } from '@interlingua/adapter-kit'
import { describeAdapterLaws } from '@interlingua/testkit'
import { describe } from 'vitest'
import { memo, notice } from './memo.ts'

const request = {
  model: 'memo-1',
  texts: [
    { by: 'instruction', text: 'Be brief.' },
    { by: 'user', text: 'Good morning!' },
  ],
}
const events = ['{"id":"m2","model":"memo-1"}', '{"text":0,"more":"Good "}', '{"text":0,"more":"morning."}', '{"why":"length"}']
const exchange = { format: 'memo', path: '/memo', request, status: 200 }
const prints = { sse: (event: string) => `data: ${event}\n\n`, 'json-lines': (event: string) => `${event}\n` } as const

describe.each(['sse', 'json-lines'] as const)('a definition framed as %s', (framing) => {
  describeAdapterLaws(defineAdapter({ ...memo, framing }), {
    strict: true,
    declared: [notice],
    runs: 50,
    corpus: [
      {
        ...exchange,
        id: 'an answer',
        response: { why: 'stop', id: 'm1', model: 'memo-1', texts: ['Good', 'morning.'] },
      },
      { ...exchange, id: 'a stream', stream: events.map(prints[framing]).join('') },
      { ...exchange, id: 'an error', status: 503, response: { error: 'slow_down', message: 'later', hint: 'sleep' } },
      { ...exchange, id: 'an error with a word of its own', status: 529, response: { message: 'zzz', error: 'asleep' } },
      { ...exchange, id: 'an error with an unknown word', status: 404, response: { error: 'lost', message: 'no such thing' } },
    ],
  })
})
