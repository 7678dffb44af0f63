import { unfoldResponse, type GenerateResponse, type Part, type StreamEvent } from '@interlingua/core'
import { createTestContext, runMachine } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { converse } from '../src/index.ts'

const seal = { format: 'contents', vendor: 'google', data: 'c2VhbA==' }
const parts: readonly Part[] = [
  { type: 'text', text: 'Hello', seal },
  { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', arguments: '{"a":1}', seal },
]

test.each(parts)('a seal of another format that a $type begins with is carried in a thought, and not told as lost', (part) => {
  const { context, notices } = createTestContext()
  const response: GenerateResponse = {
    id: 'r',
    model: 'm',
    status: 'completed',
    candidates: [{ index: 0, parts: [part], finish: { unified: 'stop' } }],
  }
  const events = unfoldResponse(response) as readonly StreamEvent[]
  const whole = events
    .filter((event) => event.type !== 'part-delta' || event.delta.type !== 'seal')
    .map((event): StreamEvent => (event.type === 'part-start' ? { ...event, value: { ...event.value, seal } } : event))
  const wire = JSON.stringify(runMachine(converse.createStreamEncoder(context), whole))
  expect(notices.map(({ code }) => code).filter((code) => code.endsWith('seal'))).toEqual([])
  expect(wire.match(/"reasoningContent"/g)).toHaveLength(1)
})
