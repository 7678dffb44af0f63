import { issueKey } from '@interlingua/access'
import type { ApiKey, Store, UsageRecord } from '@interlingua/store'
import type { OpenedConsole } from './open-console.ts'

/** Texts that try to be something else than text, or to break the page that shows them. */
export const hostile = {
  script: '<script>alert(1)</script><img src=x onerror=alert(2)>',
  link: 'javascript:alert(3)//"\'><svg onload=alert(4)>',
  direction: 'abc\u202Egnp.exe\u2066\u200F',
  control: 'a\u0000b\u0007c\u001B[31md\u007F\u0085',
  long: 'x'.repeat(1_000_000),
  wide: '\u{1F9D1}\u200D\u{1F4BB}'.repeat(2000) + '\uD800',
} as const

/** Record of a request that went well a minute ago. */
export function recordOf(id: string, more: Partial<UsageRecord> = {}): UsageRecord {
  return {
    id,
    at: Date.now() - 60_000,
    key: 'key_gone',
    operation: 'generate',
    model: 'claude-sonnet-4-5',
    format: 'messages',
    channel: 'openai',
    upstreamModel: 'gpt-5',
    stream: true,
    status: 200,
    outcome: 'ok',
    attempts: 1,
    tokens: { input: 18_204, fresh: 1640, cacheRead: 16_564, output: 412, reasoning: 128 },
    estimated: false,
    costMicros: 21_000,
    millis: 3100,
    firstByteMillis: 410,
    notices: [],
    client: 'claude-code 2.1.330',
    ...more,
  }
}

/** Puts keys of many kinds into the store. Names such as the last can come by the command of an earlier version alone. */
async function seedKeys(store: Store): Promise<void> {
  const hour = 3_600_000
  const now = Date.now()
  const kinds: readonly Partial<ApiKey>[] = [
    { name: 'team', models: ['gpt-*', 'claude-*'], limits: { requestsPerMinute: 60, tokensPerMinute: 200_000, concurrentStreams: 10 } },
    { name: 'ci', budget: { micros: 25_000_000, period: 'month' }, expiresAt: now + 90 * 24 * hour },
    { name: 'old', expiresAt: now - hour },
    { name: 'gone', revokedAt: now - hour },
    { name: hostile.script + hostile.direction, models: [hostile.control, hostile.long] },
  ]
  for (const kind of kinds) await store.keys.insert({ ...issueKey({ name: 'key' }, now).key, ...kind })
}

/** Puts requests of many kinds into the store. Gives the ids of one with attempts and losses, and of a hostile one. */
export async function seedRequests({ store }: OpenedConsole): Promise<{ readonly failed: string; readonly hostile: string }> {
  const key = (await store.keys.find('laptop'))?.id ?? 'key_gone'
  const minute = 60_000
  const now = Date.now()
  const plain = Array.from({ length: 130 }, (_, index) =>
    recordOf(`req_plain${String(index).padStart(3, '0')}`, {
      key,
      at: now - (index + 20) * minute,
      millis: 500 + index * 10,
      ...(index % 5 === 0 && { client: 'codex 0.169.0', format: 'responses', model: 'gpt-5', notices: ['chat/top-k'] }),
    }),
  )
  const failed = recordOf('req_failed', {
    key,
    at: now - 2 * minute,
    status: 502,
    outcome: 'server',
    attempts: 2,
    tokens: {},
    millis: 9000,
    notices: ['chat/top-k', 'chat/stop'],
    details: {
      attempts: [
        { channel: 'anthropic', model: 'claude-sonnet-4-5', from: 2, head: 700, to: 720, status: 429, outcome: 'rate-limit' },
        { channel: 'openai', model: 'gpt-5', from: 730, to: 8990, outcome: 'server' },
      ],
      notices: [
        { code: 'chat/top-k', kind: 'dropped', path: '/top_k' },
        { code: 'chat/stop', kind: 'approximated', path: '/stop_sequences/0' },
      ],
      upstreamId: 'chatcmpl-123',
    },
  })
  const strange = recordOf('req_hostile', {
    key: `key_${hostile.script}`,
    at: now - minute,
    model: hostile.script,
    upstreamModel: hostile.direction,
    channel: hostile.control,
    client: hostile.link,
    outcome: hostile.direction,
    status: 500,
    notices: [`x/${hostile.script.replaceAll(' ', '_')}`],
    details: { upstreamId: hostile.script, notices: [{ code: hostile.control, kind: hostile.script, path: `/${hostile.direction}` }] },
  })
  const long = recordOf('req_long', { model: hostile.long, client: hostile.wide, at: now - 3 * minute })
  await seedKeys(store)
  await store.usage.add([...plain, failed, strange, long])
  return { failed: 'req_failed', hostile: 'req_hostile' }
}
