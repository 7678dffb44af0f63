import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey, rotateKey } from '@interlingua/access'
import { createLoginLink } from '@interlingua/console'
import type { KeyWithSecret } from '@interlingua/console/api'
import { createSignIns } from '../src/access/sign-ins.ts'
import { send, signIn, startConsole, type StartedConsole } from './support/start-console.ts'

let started: StartedConsole
let clock = Date.parse('2026-11-27T10:00:00Z')
const api = (path: string): string => `${started.url}/admin/api${path}`
const errorOf = (json: unknown): string => (json as { error: { code: string } }).error.code

beforeAll(async () => {
  started = await startConsole({ now: () => clock })
})
afterAll(() => started.close())

describe('sign-in by a key', () => {
  test('an administrator sees the overview, by both halves of the sign-in alone', async () => {
    const both = await signIn(started.url, { key: started.secrets.admin })
    expect((await send(api('/me'), 'GET', both)).json).toMatchObject({ role: 'operator', name: 'ops' })
    const { cookie = '', 'x-interlingua-console': token = '' } = both
    for (const half of [{ cookie }, { 'x-interlingua-console': token }, { cookie, 'x-interlingua-console': 'another' }, {}]) {
      const answered = await send(api('/overview'), 'GET', half as Record<string, string>)
      expect([answered.status, errorOf(answered.json)]).toEqual([401, 'not-signed-in'])
    }
    expect((await send(api('/overview'), 'GET', both)).json).toMatchObject({
      ready: true,
      store: 'sqlite',
      steps: [{ id: 'running', done: true }, {}, {}, {}],
    })
  })

  test('the cookie stays with the admin API, out of reach of scripts and other sites', async () => {
    const answered = await send(api('/login'), 'POST', {}, { key: started.secrets.admin })
    expect(answered.headers['set-cookie']).toEqual([
      expect.stringMatching(/^interlingua_console=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/admin\/api$/),
    ])
    expect(answered.headers).toMatchObject({ 'cache-control': 'no-cache, private', 'x-content-type-options': 'nosniff' })
  })

  test('a plain key signs in, and may not see the overview', async () => {
    const both = await signIn(started.url, { key: started.secrets.plain })
    expect((await send(api('/me'), 'GET', both)).json).toMatchObject({ role: 'user', name: 'laptop' })
    const answered = await send(api('/overview'), 'GET', both)
    expect([answered.status, errorOf(answered.json)]).toEqual([403, 'not-allowed'])
  })

  test('an administrator’s key as a bearer token needs no sign-in, and a plain one is refused', async () => {
    const withKey = (secret: string) => send(api('/overview'), 'GET', { authorization: `Bearer ${secret}` })
    expect((await withKey(started.secrets.admin)).status).toBe(200)
    expect((await withKey(started.secrets.plain)).status).toBe(403)
    expect((await withKey('il-wrong')).status).toBe(401)
  })

  test('a sign-in ends when it is ended, when its key is revoked, and when its time is over', async () => {
    const left = await signIn(started.url, { key: started.secrets.admin })
    expect((await send(api('/logout'), 'POST', left)).status).toBe(204)
    expect((await send(api('/me'), 'GET', left)).status).toBe(401)

    const idle = await signIn(started.url, { key: started.secrets.admin })
    clock += 11 * 3_600_000
    expect((await send(api('/me'), 'GET', idle)).status).toBe(200)
    clock += 13 * 3_600_000
    expect((await send(api('/me'), 'GET', idle)).status).toBe(401)

    const plain = await signIn(started.url, { key: started.secrets.plain })
    const key = await started.store.keys.find('laptop')
    await started.store.keys.revoke(key?.id ?? '', clock)
    expect((await send(api('/me'), 'GET', plain)).status).toBe(401)
  })

  test('a sign-in by the old secret of a rotated key ends with the grace; that of whoever rotated it goes on', async () => {
    const { store } = started
    const issued = issueKey({ name: 'turning', admin: true }, clock)
    await store.keys.insert(issued.key)
    const path = (rest: string): string => api(`/keys/${issued.key.id}${rest}`)
    const [own, other] = [await signIn(started.url, { key: issued.secret }), await signIn(started.url, { key: issued.secret })]
    const statusOf = async (headers: Record<string, string>): Promise<number> => (await send(api('/me'), 'GET', headers)).status
    const rotated = (await send(path('/rotate'), 'POST', own, { graceSeconds: 3600 })).json as KeyWithSecret
    const end = clock + 3_600_000
    // A sign-in that begins with the old secret now ends with it, too.
    const late = await signIn(started.url, { key: issued.secret })
    expect((await send(api('/me'), 'GET', late)).json).toMatchObject({ until: new Date(end).toISOString() })
    const next = await signIn(started.url, { key: rotated.secret })
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
    const all = [own, other, late, next, bearer(issued.secret), bearer(rotated.secret)]
    clock = end - 1
    expect(await Promise.all(all.map(statusOf))).toEqual([200, 200, 200, 200, 200, 200])
    clock = end
    expect(await Promise.all(all.map(statusOf))).toEqual([200, 401, 401, 200, 401, 200])
    expect((await send(api('/login'), 'POST', {}, { key: issued.secret })).status).toBe(401)

    const again = (await send(path('/rotate'), 'POST', own)).json as KeyWithSecret
    const message = 'The key of this sign-in got another secret: sign in with that.'
    expect((await send(api('/me'), 'GET', next)).json).toMatchObject({ error: { message } })
    expect([await statusOf(own), await statusOf(next), await statusOf(bearer(again.secret))]).toEqual([200, 401, 200])
    expect(JSON.stringify((await send(api('/logins'), 'GET', own)).json)).not.toContain('eyHash')
  })

  test('a sign-in from before hashes of secrets were kept lasts as long as its key', async () => {
    const signIns = createSignIns(started.store.documents)
    const issued = issueKey({ name: 'before', admin: true }, clock)
    await started.store.keys.insert(issued.key)
    const made = await signIns.create({ role: 'operator', name: 'before', keyId: issued.key.id, from: '127.0.0.1' }, clock)
    const both = { cookie: `interlingua_console=${made.cookie}`, 'x-interlingua-console': made.token }
    await started.store.keys.replace(rotateKey(issued.key).key)
    expect((await send(api('/me'), 'GET', both)).status).toBe(200)
  })

  test('ten wrong tries block an address for a while, and a right key does not help then', async () => {
    const other = await startConsole()
    const login = (key: string) => send(`${other.url}/admin/api/login`, 'POST', {}, { key })
    for (let count = 0; count < 10; count++) expect((await login('il-wrong')).status).toBe(401)
    const blocked = await login(other.secrets.admin)
    expect([blocked.status, errorOf(blocked.json)]).toEqual([429, 'rate-limit'])
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
    await other.close()
  })
})

describe('sign-in by a link', () => {
  test('a link works once, and for ten minutes', async () => {
    const link = await createLoginLink(started.store.documents, clock)
    expect(link).toMatch(/^[\w-]{32}$/)
    const both = await signIn(started.url, { link })
    expect((await send(api('/me'), 'GET', both)).json).toMatchObject({ role: 'operator', name: 'link' })
    expect((await send(api('/login'), 'POST', {}, { link })).status).toBe(401)
    const late = await createLoginLink(started.store.documents, clock)
    clock += 10 * 60_000 + 1
    expect((await send(api('/login'), 'POST', {}, { link: late })).status).toBe(401)
  })

  test('two at once with one link: one is signed in', async () => {
    const link = await createLoginLink(started.store.documents, clock)
    const answers = await Promise.all([1, 2].map(() => send(api('/login'), 'POST', {}, { link })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('a link is refused where a proxy brought it', async () => {
    const open = await startConsole({ exposure: { open: true, publicUrl: 'https://gateway.example' } })
    const link = await createLoginLink(open.store.documents, Date.now())
    const headers = { host: 'gateway.example', 'x-forwarded-for': '203.0.113.7' }
    expect((await send(`${open.url}/admin/api/login`, 'POST', headers, { link })).status).toBe(401)
    await open.close()
  })
})

describe('who may call at all', () => {
  test.each([
    ['another host name', { host: 'rebound.example' }, 421, 'wrong-host'],
    ['another port', { host: '127.0.0.1:1' }, 421, 'wrong-host'],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403, 'not-allowed'],
    ['a page of another port', { 'sec-fetch-site': 'same-site' }, 403, 'not-allowed'],
    ['a proxy', { 'x-forwarded-for': '203.0.113.7' }, 404, 'not-found'],
  ])('%s is refused', async (_, headers, status, code) => {
    for (const [path, method] of [
      ['/login', 'POST'],
      ['/overview', 'GET'],
      ['/events', 'GET'],
    ] as const) {
      const answered = await send(
        api(path),
        method,
        headers as Record<string, string>,
        method === 'POST' ? { key: started.secrets.admin } : undefined,
      )
      expect([answered.status, errorOf(answered.json)]).toEqual([status, code])
      expect(answered.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('an open console answers under its public name, with a cookie for https alone', async () => {
    const open = await startConsole({ exposure: { open: true, publicUrl: 'https://gateway.example' } })
    const headers = { host: 'gateway.example', 'x-forwarded-for': '203.0.113.7', 'sec-fetch-site': 'same-origin' }
    const answered = await send(`${open.url}/admin/api/login`, 'POST', headers, { key: open.secrets.admin })
    expect(answered.status).toBe(200)
    expect(String(answered.headers['set-cookie'])).toContain('; Secure')
    await open.close()
  })
})

describe('bad input', () => {
  test.each([
    ['no body', undefined, 400, 'invalid-request'],
    ['no JSON', '{"key":', 400, 'invalid-request'],
    ['a list', [], 400, 'invalid-request'],
    ['both', { key: 'a', link: 'b' }, 400, 'invalid-request'],
    ['another member', { key: 'a', more: 1 }, 400, 'invalid-request'],
    ['a number', { key: 5 }, 400, 'invalid-request'],
    ['a long key', { key: 'x'.repeat(2000) }, 400, 'invalid-request'],
    ['a long body', { key: 'x'.repeat(70_000) }, 413, 'too-large'],
    ['a body that is still being sent', { key: 'x'.repeat(30_000_000) }, 413, 'too-large'],
  ])('a login with %s is refused in words', async (_, body, status, code) => {
    const answered = await send(api('/login'), 'POST', { 'content-type': 'application/json' }, body)
    expect([answered.status, errorOf(answered.json)]).toEqual([status, code])
  })

  test('wrong parameters of a list are named', async () => {
    const headers = { authorization: `Bearer ${started.secrets.admin}` }
    for (const query of ['?limit=0', '?limit=x', '?before=x', '?other=1']) {
      const answered = await send(api(`/audit${query}`), 'GET', headers)
      expect([query, answered.status]).toEqual([query, 400])
    }
  })
})

test('each sign-in is written down, page by page, and an answer that did not change is not sent again', async () => {
  const headers = { authorization: `Bearer ${started.secrets.admin}` }
  const first = await send(api('/audit?limit=2'), 'GET', headers)
  const { rows, next } = first.json as { rows: { id: string; action: string; who: string; at: string }[]; next: string }
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ action: 'login' })
  const second = await send(api(`/audit?limit=2&before=${next}`), 'GET', headers)
  const ids = (second.json as { rows: { id: string }[] }).rows.map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(rows.map(({ id }) => id)).not.toContain(ids[0])
  const again = await send(api('/audit?limit=2'), 'GET', { ...headers, 'if-none-match': String(first.headers['etag']) })
  expect([again.status, again.text]).toEqual([304, ''])
})
