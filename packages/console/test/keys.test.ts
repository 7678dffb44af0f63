import { hashSecret, issueKey } from '@interlingua/access'
import type { KeyPage } from '@interlingua/console/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry, KeyRow, KeyWithSecret, Page } from '@interlingua/console/api'
import { callApi, send, signIn, startConsole, type StartedConsole } from './support/start-console.ts'

let started: StartedConsole
beforeAll(async () => {
  started = await startConsole()
})
afterAll(() => started.close())

const call = (method: string, path: string, body?: unknown) => callApi(started, method, path, body)
const ask = (secret: string) =>
  send(
    `${started.url}/v1/chat/completions`,
    'POST',
    { authorization: `Bearer ${secret}` },
    { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }] },
  )

test('a key is made, used, changed, given another secret and revoked; each change is written down, and no secret is', async () => {
  const made = await call('POST', '/keys', {
    name: 'ci',
    models: ['gpt-*'],
    limits: { requestsPerMinute: 60 },
    budget: { micros: 5_000_000, period: 'month' },
  })
  expect(made.status).toBe(200)
  const { id, secret, ...row } = made.json as KeyWithSecret
  expect(row).toMatchObject({
    name: 'ci',
    state: 'valid',
    role: 'caller',
    models: ['gpt-*'],
    limits: { requestsPerMinute: 60 },
    budget: { spentMicros: 0 },
  })
  expect((await ask(secret)).status).toBe(200)

  const changed = (
    await call('PATCH', `/keys/${id}`, {
      budget: null,
      limits: { requestsPerMinute: null, tokensPerMinute: 1000 },
      expiresAt: '2030-01-01T00:00:00Z',
    })
  ).json as KeyRow
  expect(changed).toMatchObject({
    limits: { tokensPerMinute: 1000 },
    expiresAt: '2030-01-01T00:00:00.000Z',
    models: ['gpt-*'],
    lastUsedAt: expect.any(String) as unknown,
  })
  expect([changed.budget, changed.limits.requestsPerMinute]).toEqual([undefined, undefined])

  const rotated = (await call('POST', `/keys/${id}/rotate`)).json as KeyWithSecret
  expect(rotated.secret).not.toBe(secret)
  // Processes read keys anew after some milliseconds.
  await expect.poll(async () => (await ask(secret)).status).toBe(401)
  expect((await ask(rotated.secret)).status).toBe(200)

  expect((await call('DELETE', `/keys/${id}`)).status).toBe(204)
  await expect.poll(async () => (await ask(rotated.secret)).status).toBe(401)
  expect((await call('PATCH', `/keys/${id}`, { role: 'admin' })).status).toBe(409)

  const { rows } = (await call('GET', '/keys')).json as Page<KeyRow>
  expect(rows.find((key) => key.id === id)).toMatchObject({ name: 'ci', state: 'revoked' })
  const audit = await call('GET', '/audit')
  const entries = (audit.json as Page<AuditEntry>).rows.filter(({ subject }) => subject === id)
  expect(entries.map(({ action }) => action)).toEqual(['key.update', 'key.revoke', 'key.rotate', 'key.update', 'key.create'])
  expect(entries[3]).toMatchObject({ who: 'ops', before: { budget: { micros: 5_000_000 } }, after: { limits: { tokensPerMinute: 1000 } } })
  const lists = audit.text + (await call('GET', '/keys')).text
  for (const word of [secret, rotated.secret]) expect(lists).not.toContain(word)
})

test('both secrets of a rotated key work until the old one is ended, and count as one key', async () => {
  const { id, secret } = (await call('POST', '/keys', { name: 'turning', limits: { requestsPerMinute: 100 } })).json as KeyWithSecret
  const before = Date.now()
  const rotated = (await call('POST', `/keys/${id}/rotate`, { graceSeconds: 3600 })).json as KeyWithSecret
  expect(rotated.previous?.hint).toBe(`${secret.slice(0, 6)}…${secret.slice(-4)}`)
  const until = Date.parse(rotated.previous?.until ?? '')
  expect(until - before).toBeGreaterThanOrEqual(3_600_000)
  expect(until - before).toBeLessThan(3_700_000)
  // Processes read keys anew after some milliseconds.
  await expect.poll(async () => (await ask(rotated.secret)).status).toBe(200)
  expect((await ask(secret)).status).toBe(200)
  expect(await started.store.usage.sum({ key: id })).toMatchObject([{ requests: 2 }])
  const rowOf = async (): Promise<KeyRow | undefined> => ((await call('GET', '/keys')).json as KeyPage).rows.find((row) => row.id === id)
  expect((await rowOf())?.previous).toEqual(rotated.previous)
  expect((await call('PATCH', `/keys/${id}`, { models: ['gpt-5'] })).json).toMatchObject({ previous: rotated.previous })

  expect((await call('DELETE', `/keys/${id}/previous`)).status).toBe(204)
  await expect.poll(async () => (await ask(secret)).status).toBe(401)
  expect((await ask(rotated.secret)).status).toBe(200)
  expect(await rowOf()).not.toHaveProperty('previous')
  expect((await call('DELETE', `/keys/${id}/previous`)).status).toBe(409)
  expect((await call('DELETE', '/keys/turning/previous')).status).toBe(404)

  const third = (await call('POST', `/keys/${id}/rotate`, { graceSeconds: 2_592_000 })).json as KeyWithSecret
  const fourth = (await call('POST', `/keys/${id}/rotate`, { graceSeconds: 60 })).json as KeyWithSecret
  await expect.poll(async () => (await ask(rotated.secret)).status).toBe(401)
  for (const { secret: living } of [third, fourth]) expect((await ask(living)).status).toBe(200)
  expect((await call('DELETE', `/keys/${id}`)).status).toBe(204)
  for (const { secret: ended } of [third, fourth]) await expect.poll(async () => (await ask(ended)).status).toBe(401)
  expect(await rowOf()).not.toHaveProperty('previous')

  const entries = ((await call('GET', '/audit')).json as Page<AuditEntry>).rows.filter(({ subject }) => subject === id)
  expect(entries.map(({ action }) => action)).toEqual([
    'key.revoke',
    'key.rotate',
    'key.rotate',
    'key.end-previous',
    'key.update',
    'key.rotate',
    'key.create',
  ])
  expect(entries[5]?.after).toEqual({ oldSecretUntil: rotated.previous?.until })
})

test.each([
  [{ graceSeconds: -1 }],
  [{ graceSeconds: 2_592_001 }],
  [{ graceSeconds: 1.5 }],
  [{ graceSeconds: '24h' }],
  [{ grace: 1 }],
  [[]],
])('a rotation with %j is refused, and the secret stays', async (body) => {
  const key = await started.store.keys.find('laptop')
  const answered = await call('POST', `/keys/${key?.id}/rotate`, body)
  expect([answered.status, (answered.json as { error: { code: string } }).error.code]).toEqual([400, 'invalid-request'])
  expect(answered.text).not.toMatch(/expected|received|Too (?:small|big)/i)
  expect((await started.store.keys.find('laptop'))?.hash).toBe(key?.hash)
})

test.each([
  [{}, '/name'],
  [{ name: '' }, '/name'],
  [{ name: 'key_x' }, '/name'],
  [{ name: ' x' }, '/name'],
  [{ name: '<script>' }, '/name'],
  [{ name: 'laptop' }, '/name'],
  [{ name: 'x', models: [] }, '/models'],
  [{ name: 'x', models: [''] }, '/models/0'],
  [{ name: 'x', limits: { requestsPerMinute: 0 } }, '/limits/requestsPerMinute'],
  [{ name: 'x', limits: { requestsPerMinute: 1.5 } }, '/limits/requestsPerMinute'],
  [{ name: 'x', limits: { other: 1 } }, '/limits'],
  [{ name: 'x', budget: { micros: 1, period: 'year' } }, '/budget/period'],
  [{ name: 'x', expiresAt: 'tomorrow' }, '/expiresAt'],
  [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
  [{ name: 'x', role: 'root' }, '/role'],
])('a key of %j is refused at %s, in words', async (body, field) => {
  const { status, json } = await call('POST', '/keys', body)
  const { error } = json as { error: { field: string; message: string } }
  expect([status >= 400 && status < 500, error.field]).toEqual([true, field])
  expect(error.message).not.toMatch(/expected|received|Invalid|Too (?:small|big)|regex/i)
})

test('a key is named by its id alone, and one that there is not is not found', async () => {
  for (const id of ['laptop', 'key_none', '%00']) expect((await call('PATCH', `/keys/${id}`, { role: 'admin' })).status).toBe(404)
})

test('a person with a plain key may neither see nor make keys', async () => {
  const plain = await signIn(started.url, { key: started.secrets.plain })
  for (const [method, path] of [
    ['GET', '/keys'],
    ['POST', '/keys'],
    ['DELETE', '/keys/x'],
  ] as const)
    expect((await send(`${started.url}/admin/api${path}`, method, plain, method === 'POST' ? { name: 'y' } : undefined)).status).toBe(403)
})

test('a viewer sees numbers, changes nothing, and calls no models', async () => {
  const { id, secret } = (await call('POST', '/keys', { name: 'screen', role: 'viewer' })).json as KeyWithSecret
  expect((await ask(secret)).status).toBe(403)
  const viewer = await signIn(started.url, { key: secret })
  for (const headers of [viewer, { authorization: `Bearer ${secret}` }]) {
    for (const path of ['/overview', '/requests', '/usage', '/notices', '/keys', '/channels', '/audit', '/me'])
      expect([path, (await callApi(started, 'GET', path, undefined, headers)).status]).toEqual([path, 200])
    expect((await callApi(started, 'POST', '/keys', { name: 'more' }, headers)).status).toBe(403)
    expect((await callApi(started, 'DELETE', `/keys/${id}`, undefined, headers)).status).toBe(403)
  }
  expect((await call('PATCH', `/keys/${id}`, { role: 'caller' })).json).toMatchObject({ role: 'caller' })
  await expect.poll(async () => (await ask(secret)).status).toBe(200)
})

test('the list of keys has pages, the newest first, and is searched and narrowed by the store', async () => {
  const console = await startConsole()
  try {
    const now = Date.now()
    for (let count = 0; count < 250; count++) {
      const { key } = issueKey({ name: `key ${count}%`, ...(count % 50 === 0 && { budget: { micros: 1_000_000, period: 'day' } }) }, now)
      await console.store.keys.insert({ ...key, createdAt: now + count, ...(count % 10 === 0 && { revokedAt: now }) })
    }
    const read = async (query: string): Promise<KeyPage> => (await callApi(console, 'GET', `/keys?${query}`)).json as KeyPage // the API's own answer
    const seen: string[] = []
    let next: string | undefined
    do {
      const page: KeyPage = await read(`limit=100${next === undefined ? '' : `&before=${next}`}`)
      expect([page.all, page.ended]).toEqual([252, 25])
      seen.push(...page.rows.map(({ name }) => name))
      next = page.next
    } while (next !== undefined)
    expect(seen.slice(0, 250)).toEqual(Array.from({ length: 250 }, (_, count) => `key ${249 - count}%`))
    expect(seen.slice(250).toSorted()).toEqual(['laptop', 'ops'])
    expect((await read('search=KEY%2024%25')).rows.map(({ name }) => name)).toEqual(['key 224%', 'key 124%', 'key 24%'])
    expect((await read('search=0%25')).rows).toHaveLength(25)
    expect((await read('search=0%25&state=valid')).rows).toEqual([])
    expect((await read('budget=some')).rows.map(({ name }) => name)).toEqual(['key 200%', 'key 150%', 'key 100%', 'key 50%', 'key 0%'])
    for (const [query, field] of [
      ['state=old', 'state'],
      ['budget=1', 'budget'],
      ['before=x', 'before'],
      ['limit=0', 'limit'],
      ['name=x', 'name'],
    ])
      expect((await callApi(console, 'GET', `/keys?${query}`)).json).toMatchObject({ error: { code: 'invalid-request', field } })
  } finally {
    await console.close()
  }
})

test('rotations at the same moment do not overwrite each other', async () => {
  const { id } = (await call('POST', '/keys', { name: 'crowded' })).json as KeyWithSecret
  const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', `/keys/${id}/rotate`)))
  const told = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  const present = await started.store.keys.find(id)
  expect(told.map(({ json }) => hashSecret((json as KeyWithSecret).secret))).toContain(present?.hash)
})
