import { lawStablePrefix } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../tools/runs.ts'
import { formatIds } from '../src/formats.ts'
import { longSessions } from '../src/growing-session.ts'
import { prefixUpstreams, sentBy } from '../src/sent-by.ts'

describe.each(prefixUpstreams)('long sessions at an upstream of %s', (_, target, targetContext) => {
  test.each(formatIds)('a client of %s: each of up to 60 requests begins with the one before', { timeout: 240_000 }, (client) => {
    let longest = 0
    fc.assert(
      fc.property(longSessions, (session) => {
        const requests = sentBy(client, target, session, { targetContext })
        longest = Math.max(longest, requests.length)
        expect(lawStablePrefix(target, requests)).toEqual([])
      }),
      runs(10),
    )
    expect(longest).toBeGreaterThanOrEqual(40)
  })
})
