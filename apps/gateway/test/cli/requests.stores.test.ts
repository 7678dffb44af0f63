import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { issueKey } from '@interlingua/access'
import { openStore, type UsageRecord } from '@interlingua/store'
import { runRequests } from '../../src/cli/requests/run-requests.ts'
import { waitForRequest } from '../../src/cli/setup/wait-for-request.ts'
import { openStores } from '../store/stores.ts'

const { kinds } = await openStores()

function recordOf(id: string, key: string, more: Partial<UsageRecord> = {}): UsageRecord {
  return {
    id,
    at: Date.now(),
    key,
    operation: 'generate',
    model: 'sonnet',
    format: 'messages',
    channel: 'openai',
    upstreamModel: 'gpt-5',
    stream: true,
    status: 200,
    outcome: 'ok',
    attempts: 2,
    tokens: { input: 12, output: 5 },
    estimated: false,
    costMicros: 1500,
    millis: 1900,
    firstByteMillis: 300,
    notices: ['chat/top-k'],
    ...more,
  }
}

const details = {
  attempts: [
    { channel: 'azure', model: 'gpt-5', from: 2, to: 900, status: 503, outcome: 'overloaded' },
    { channel: 'openai', model: 'gpt-5', from: 901, to: 1900, status: 200, outcome: 'ok' },
  ],
  notices: [{ code: 'chat/top-k', kind: 'dropped', path: '/top_k' }],
}

describe.each(kinds)('on $name', ({ create }) => {
  test('requests are shown one a line, by key, one with all that is known, and live', async () => {
    const options = await create()
    // The gateway's store, and that of the command: two processes on one place.
    const [gateway, store] = [await openStore(options), await openStore(options)]
    const { key } = issueKey({ name: 'laptop' }, Date.now())
    await gateway.keys.insert(key)
    await gateway.usage.add([
      recordOf('r1', key.id, { at: Date.now() - 60_000, client: 'claude-code 2.1.330', details }),
      recordOf('r2', 'key_other', { at: Date.now() - 50_000, outcome: 'rate-limit', status: 429 }),
    ])
    let out = ''
    let err = ''
    const terminal = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
    const run = (id: string | undefined, more: object = {}, interrupted?: (stop: () => void) => void): Promise<number> =>
      runRequests(id, { limit: 20, ...more }, store, 'here', terminal, interrupted)
    expect(await run(undefined)).toBe(0)
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^\S+Z  laptop  sonnet → openai gpt-5  200  streamed  12 in, 5 out  0\.001500  1\.9 s  r1$/),
      expect.stringMatching(/  key_other  .*  429 rate-limit  .*r2$/),
      '',
    ])
    out = ''
    await run(undefined, { key: 'laptop' })
    expect(out).toMatch(/r1\n$/)
    expect(out).not.toContain('r2')
    out = ''
    expect(await run('r1')).toBe(0)
    expect(out).toContain('attempts   2\n')
    expect(out).toContain('attempt 1  azure gpt-5: 503 overloaded, 0.002 to 0.900 s\n')
    expect(out).toContain('notice     dropped chat/top-k at /top_k\n')
    expect(out).toContain('client     claude-code 2.1.330\n')
    expect(out).toContain('key        laptop (key_')
    expect(out).toContain('0.001500 USD')
    expect(await run('r9')).toBe(1)
    expect(err).toBe('error: there is no record of a request r9 in here: interlingua requests lists the newest\n')
    out = ''
    let stop = (): void => {}
    const following = run(undefined, { follow: true, json: true }, (end) => void (stop = end))
    await expect.poll(() => out).toContain('"r2"')
    await gateway.usage.add([recordOf('r3', key.id)])
    await expect.poll(() => out, { timeout: 5_000 }).toContain('"r3"')
    stop()
    expect(await following).toBe(130)
    expect(out.match(/"r1"/g)).toHaveLength(1)
    expect(out.match(/"r3"/g)).toHaveLength(1)
    await gateway.close()
    await store.close()
  })

  test('the wait for the first request judges it, and only that of its key', async () => {
    const options = await create()
    const [gateway, store] = [await openStore(options), await openStore(options)]
    const since = Date.now()
    const wait = (key: string): ReturnType<typeof waitForRequest> => waitForRequest(store, key, since, () => false, 10_000)
    const [good, bad] = [wait('key_good'), wait('key_bad')]
    await pause(50)
    await gateway.usage.add([
      recordOf('x', 'key_else'),
      recordOf('g', 'key_good'),
      recordOf('b', 'key_bad', { status: 401, outcome: 'authentication' }),
    ])
    expect(await good).toEqual({ good: true, text: 'messages → openai gpt-5, 200, streamed, 1.9 s, with notices: chat/top-k' })
    expect(await bad).toEqual({
      good: false,
      text: 'messages → openai gpt-5, 401 authentication after 1.9 s; interlingua requests b says more',
    })
    expect(await waitForRequest(store, 'key_none', since, () => false, 10)).toBeUndefined()
    await gateway.close()
    await store.close()
  })
})
