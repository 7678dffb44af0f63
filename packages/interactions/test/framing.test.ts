import { chain, foldEvents } from '@interlingua/core'
import { createTestContext, readStream } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { createStreamDecoder, createStreamParser, interactions } from '../src/index.ts'
import { changed, completed, created, done, started, stopped, streamOf } from './samples.ts'

const bare = '{"error": {"code": "prohibited_content", "message": "No."}}'

test.each(['\n', '\r\n', ''])('an error on a line without a field is a failure, cut anywhere; line end %j', (end) => {
  const text = streamOf(created(), `${bare}${end}`)
  for (let cut = 0; cut <= text.length; cut++) {
    const { context } = createTestContext()
    const answer = foldEvents(readStream(interactions, [text.slice(0, cut), text.slice(cut)], context))
    expect(answer.failure).toMatchObject({ code: 'policy', message: 'No.' })
    expect(answer.status).toBe('failed')
  }
})

test('a line of bare JSON between two events leaves both whole', () => {
  const { context } = createTestContext()
  const parser = createStreamParser(context)
  const text = streamOf(created(), '{"note": 1}\n', changed(0, { type: 'text', text: 'a\nb' }))
  const frames = [...text].flatMap((letter) => parser.push(letter))
  expect(frames).toEqual([
    { type: 'event', wire: created() },
    { type: 'event', wire: { note: 1 } },
    { type: 'event', wire: changed(0, { type: 'text', text: 'a\nb' }) },
  ])
})

test('a line that never ends is refused, not kept', () => {
  const { context } = createTestContext({ limits: { ...createTestContext().context.limits, eventBytes: 1000 } })
  const machine = chain(createStreamParser(context), createStreamDecoder(context))
  const events = [...machine.push(`{"a": "${'x'.repeat(5000)}`), ...machine.push('x'), ...machine.end()]
  expect(events[0]).toMatchObject({ type: 'failure' })
})

test.each([
  ['the end of the text', ''],
  ['[DONE]', done],
])('a stream without its last event is no whole answer: %s', (_, end) => {
  const { context } = createTestContext()
  const text = streamOf(created(), started(0, { type: 'model_output' }), changed(0, { type: 'text', text: 'a' }), stopped(0), end)
  expect(foldEvents(readStream(interactions, [text], context)).failure).toMatchObject({ code: 'truncated-stream' })
})

test('neither names of events nor the end mark are needed', () => {
  const events = [
    created(),
    started(0, { type: 'model_output' }),
    changed(0, { type: 'text', text: 'a' }),
    stopped(0),
    completed('completed'),
  ]
  const plain = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const read = (text: string): unknown => foldEvents(readStream(interactions, [text], createTestContext().context))
  expect(read(plain)).toEqual(read(streamOf(...events, done)))
})
