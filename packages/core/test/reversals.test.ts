import { expect, test } from 'vitest'
import { createReversals, noteCallId, noteToolName, noteWrappedTool } from '@interlingua/core/adapter'

test('what is noted is there, and nowhere else', () => {
  const [one, other] = [createReversals(), createReversals()]
  noteToolName(one, 'a_b', { name: 'a.b' })
  noteToolName(one, 'c', { name: 'c', kind: 'builtin' })
  noteCallId(one, 'call_1', 'a call')
  noteCallId(one, 'call_2', 'another')
  noteWrappedTool(one, 'raw')
  noteWrappedTool(one, 'rawer')
  expect(one).toEqual({
    toolNames: new Map<string, object>([
      ['a_b', { name: 'a.b' }],
      ['c', { name: 'c', kind: 'builtin' }],
    ]),
    callIds: new Map([
      ['call_1', 'a call'],
      ['call_2', 'another'],
    ]),
    wrappedTools: new Set(['raw', 'rawer']),
  })
  expect(other).toEqual({ toolNames: new Map(), callIds: new Map(), wrappedTools: new Set() })
  expect(createReversals()).toEqual(other)
})
