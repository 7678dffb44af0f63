import { describeAdapterLaws } from '@interlingua/testkit'
import { edge, note, notice } from './note.ts'

const request = {
  model: 'note-1',
  rule: 'Be brief.',
  notes: [
    { by: 'user', pieces: [{ text: 'Weather in Oslo?', mood: 'bright' }], colour: 'red' },
    { by: 'model', pieces: [{ text: 'I ask.' }, { call: 'c1', name: 'weather', input: '{"city":"Oslo"}' }] },
    { by: 'user', pieces: [{ result: 'c1', text: 'Clear.', failed: false }] },
  ],
  tools: [{ name: 'weather', about: 'The weather.', schema: { type: 'object' }, cached: true }],
  most: 40,
  stream: true,
  colour: { of: 'night' },
}
const exchange = { format: 'note', path: '/note', request, status: 200 }
const events = [
  { id: 'n1', model: 'note-1', colour: 'red' },
  { at: 0, piece: { text: 'I ' } },
  { at: 0, piece: { text: 'ask.' } },
  { at: 0, piece: {} },
  { at: 1, piece: { call: 'c1', name: 'weather' } },
  { at: 1, piece: { input: '{"city":' } },
  { at: 1, piece: { input: '"Oslo"}' } },
  { usage: { in: 9, out: 5 }, why: 'asks' },
]
const streamOf = (said: readonly object[]): string => said.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const call = { call: 'c1', name: 'weather', input: '{"city":"Oslo"}' }

describeAdapterLaws(note, {
  strict: true,
  edge,
  declared: [notice],
  runs: 100,
  corpus: [
    {
      ...exchange,
      id: 'an answer',
      response: { id: 'n1', model: 'note-1', pieces: [{ text: 'I ask.' }, call], why: 'asks', usage: { in: 9, out: 5 }, colour: 'red' },
    },
    { ...exchange, id: 'a stream', stream: `${streamOf(events)}data: [DONE]\n\n` },
    { ...exchange, id: 'a stream without a last mark', stream: streamOf(events) },
    {
      ...exchange,
      id: 'a stream that fails',
      stream: streamOf([...events.slice(0, 3), { error: 'server_is_overloaded', message: 'later' }]),
    },
    { ...exchange, id: 'a failure', status: 503, response: { error: 'slow_down', message: 'later', hint: 'sleep' } },
  ],
})
