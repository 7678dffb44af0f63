import { chat } from '@interlingua/chat'
import type { JsonObject } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { createTestContext, lawStablePrefix } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../tools/runs.ts'
import { formatIds } from '../src/formats.ts'
import { growingSessions, requestsOf } from '../src/growing-session.ts'
import type { Session } from '../src/growing-session.ts'
import { prefixUpstreams, sentBy } from '../src/sent-by.ts'

describe.each(prefixUpstreams)('sessions at an upstream of %s', (_, target, targetContext) => {
  test.each(formatIds)('a client of %s: each request begins with the one before', (client) => {
    fc.assert(
      fc.property(growingSessions, (session) => {
        expect(lawStablePrefix(target, sentBy(client, target, session, { targetContext }))).toEqual([])
      }),
      runs(40),
    )
  })
})

test('the law catches texts that are lists while a mark stands on them, results that change with later turns, and settings that flip', () => {
  const turns = (...messages: JsonObject[]): JsonObject => ({ messages })
  const listed = { role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] }
  const plain = { role: 'user', content: 'a' }
  const answer = { role: 'assistant', content: 'b' }
  expect(lawStablePrefix('chat', [turns(listed), turns(plain, answer)])).toHaveLength(1)
  expect(lawStablePrefix('chat', [turns(plain), turns({ role: 'user', content: 'ab' })])).toHaveLength(1)
  expect(lawStablePrefix('chat', [{ ...turns(plain), reasoning_effort: 'low' }, turns(plain, answer)])).toHaveLength(1)
  expect(lawStablePrefix('chat', [turns(listed), turns({ role: 'user', content: [{ type: 'text', text: 'a' }] }, answer)])).toEqual([])
})

test('the law catches an adapter whose shape of a text depends on its mark', () => {
  const session: Session = {
    rounds: [
      { note: false, image: false, steps: [] },
      { note: false, image: false, steps: [] },
    ],
    marks: 1,
    ids: 'unique',
  }
  const broken = requestsOf('messages', session, false).map((body) => {
    const { context } = createTestContext({ dialect: { cacheMarks: 'cache_control' } })
    const request = messages.decodeRequest(messages.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
    const { request: lowered } = chat.lowerRequest(request, context)
    const unlisted = lowered.turns.map(({ extensions: _, ...turn }) => turn)
    return chat.encodeRequest({ ...lowered, turns: unlisted }, context).body
  })
  expect(lawStablePrefix('chat', broken)).not.toEqual([])
})
