import type { StreamEvent } from '@interlingua/core'
import { createTestContext, runMachine } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { converse } from '../src/index.ts'

const start: StreamEvent = { type: 'response-start', id: 'r', model: 'm' }
const end: StreamEvent = { type: 'response-end', status: 'completed' }

function toldOf(...events: readonly StreamEvent[]): readonly string[] {
  const { context, notices } = createTestContext()
  runMachine(converse.createStreamEncoder(context), [start, ...events, end])
  return notices.map(({ code, path }) => `${code} ${path}`)
}

test('unknown keys beside the end of a candidate are named, as in documents', () => {
  const finish = { unified: 'stop', at: '/choices/0/finish_reason' } as const
  expect(toldOf({ type: 'candidate-end', candidate: 0, finish, extensions: { chat: { rest: { later: 1 } } } })).toContainEqual(
    expect.stringMatching(/^converse\/foreign-field .*later$/),
  )
})

test('unknown keys of an event of another format are named one by one, and the event itself where they are not known', () => {
  const event = { type: 'opaque', format: 'responses', wire: { type: 'response.new', more: 1 } } as const
  expect(toldOf(event)).toContain('converse/stream-event ')
  expect(toldOf({ ...event, keys: ['/more'] })).toContain('converse/foreign-field /more')
})

test('a part that only another format understands is named, in a stream and in a document', () => {
  const value = { type: 'opaque', format: 'messages', wire: { type: 'hologram' }, at: '/content/0' } as const
  expect(toldOf({ type: 'part-start', candidate: 0, part: 0, value }, { type: 'part-end', candidate: 0, part: 0 })).toContain(
    'converse/opaque /content/0',
  )
})
