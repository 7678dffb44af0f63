import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { asks, formats } from './asks.ts'
import { askUsage } from './ask-usage.ts'

const prices = { models: [{ model: 'demo-*', input: 1_000, output: 1_000 }] }

test('an operator may want no usage records: only keys with a budget leave some, and their budget holds', async () => {
  const data = tempFolder('metering')
  const gateway = await startGateway({ dataDir: data, prices, usage: { enabled: false } })
  const admin = await gateway.issue({ name: 'admin', admin: true })
  const plain = await gateway.issue({ name: 'plain', limits: { tokensPerMinute: 100_000 } })
  const poor = await gateway.issue({ name: 'poor', budget: { micros: 1_000, period: 'total' } })
  const ask = (key: string, format: (typeof formats)[number], stream: boolean): ReturnType<typeof post> =>
    post(
      `${gateway.url}${asks[format].path('demo-chat', stream)}`,
      { model: 'demo-chat', ...asks[format].body('demo-chat', 'Hello', stream) },
      { authorization: `Bearer ${key}`, 'x-api-key': '', 'anthropic-version': '2023-06-01' },
    )

  let remaining = 100_000
  for (const format of formats)
    for (const stream of [false, true]) {
      const answer = await ask(plain, format, stream)
      expect(answer.status).toBe(200)
      // Usage that the store cannot keep is counted all the same.
      const told = answer.headers.get('x-ratelimit-remaining-tokens')
      if (told === null) continue
      expect(Number(told)).toBeLessThanOrEqual(remaining)
      remaining = Number(told)
    }
  expect(remaining).toBeLessThan(100_000)
  expect(readdirSync(data).filter((name) => name.endsWith('.journal'))).toEqual([])
  expect((await askUsage(gateway.url, admin, '?limit=100')).data).toEqual([])
  const metrics = await (await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${admin}` } })).text()
  expect(metrics).toMatch(/^interlingua_tokens_total\{[^\n]*\} [1-9]/m)

  expect((await ask(poor, 'chat', false)).status).toBe(200)
  const { data: records } = await askUsage(gateway.url, admin, '?limit=100')
  expect(records).toMatchObject([{ operation: 'generate', model: 'demo-chat', status: 200 }])
  expect((await ask(poor, 'chat', false)).status).toBe(429)
  expect((await ask(plain, 'chat', false)).status).toBe(200)
})
