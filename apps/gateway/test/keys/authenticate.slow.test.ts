import Anthropic from '@anthropic-ai/sdk'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { startPostgres } from '../services/start-postgres.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { runProgram } from './run-program.ts'

const postgres = await startPostgres()

type Place = { readonly dataDir?: string; readonly databaseUrl?: string }
const stores: Readonly<Record<string, () => Promise<Place>>> = {
  SQLite: async () => ({ dataDir: tempFolder('keys') }),
  ...(postgres && { PostgreSQL: async () => ({ databaseUrl: await postgres.createDatabase() }) }),
}

async function statusOf({ url }: RunningGateway, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
  await response.arrayBuffer()
  return response.status
}

async function messageOf({ url }: RunningGateway, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
  return ((await response.json()) as { error: { message: string } }).error.message // the shape is tested elsewhere
}

describe.each(Object.entries(stores))('on %s', (_name, place) => {
  test('a key that another process makes works at once, and is refused as soon as another process revokes it', async () => {
    const where = await place()
    const gateway = await startGateway(where)
    const folder = tempFolder('keys')
    const environment = where.databaseUrl === undefined ? { INTERLINGUA_DATA: where.dataDir ?? '' } : { DATABASE_URL: where.databaseUrl }
    const create = runProgram(['key', 'create', 'beside'], folder, environment)
    expect(await create.ended).toBe(0)
    const key = create.out().trim()
    for (let count = 0; count < 5; count++) expect(await statusOf(gateway, key)).toBe(200)
    expect(await runProgram(['key', 'revoke', 'beside'], folder, environment).ended).toBe(0)
    // SQLite is asked with each request; PostgreSQL tells, and no longer than its word takes is a key good.
    if (where.databaseUrl === undefined) expect(await statusOf(gateway, key)).toBe(401)
    await waitFor(async () => (await statusOf(gateway, key)) === 401)
    expect(await messageOf(gateway, key)).toContain('revoked')
    expect(await statusOf(gateway, 'any')).toBe(200)
  })

  test('two gateways on one store know the same keys', async () => {
    const where = await place()
    const one = await startGateway({ ...where, apiKey: 'key-of-one' })
    const two = await startGateway({ ...where, apiKey: 'key-of-two' })
    for (const gateway of [one, two])
      for (const key of ['key-of-one', 'key-of-two']) await waitFor(async () => (await statusOf(gateway, key)) === 200)
    const key = await one.issue()
    expect([await statusOf(one, key), await statusOf(two, key)]).toEqual([200, 200])
  })

  test('a stream runs to its end although its key is revoked meanwhile; the next request is refused', async () => {
    const gateway = await startGateway(await place())
    const key = await gateway.issue({ name: 'streaming' })
    const client = new Anthropic({ baseURL: gateway.url, apiKey: key, maxRetries: 0 })
    const ask = { model: 'demo-chat', max_tokens: 100, messages: [{ role: 'user' as const, content: 'A story [demo:slow 30ms]' }] }
    const stream = client.messages.stream(ask)
    await new Promise<void>((done) => stream.on('text', () => done()))
    await gateway.revoke('streaming')
    expect((await stream.finalMessage()).stop_reason).toBe('end_turn')
    await expect(client.messages.create(ask)).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
  })

  test('a key that expires is refused from that moment on, also where it is remembered', async () => {
    const gateway = await startGateway(await place())
    const key = await gateway.issue({ expiresAt: Date.now() + 5_000 })
    expect(await statusOf(gateway, key)).toBe(200)
    await waitFor(async () => (await statusOf(gateway, key)) === 401)
    expect(await messageOf(gateway, key)).toContain('expired')
  })
})

test('the first of two different keys counts: gemini-cli with a bearer token sends its environment beside it', async () => {
  const gateway = await startGateway()
  const ask = async (headers: Readonly<Record<string, string>>, query = ''): Promise<number> => {
    const response = await fetch(`${gateway.url}/v1/models${query}`, { headers })
    await response.arrayBuffer()
    return response.status
  }
  expect(await ask({ authorization: 'Bearer any', 'x-goog-api-key': 'from-the-environment' })).toBe(200)
  expect(await ask({ authorization: 'Bearer wrong', 'x-goog-api-key': 'any' })).toBe(401)
  expect(await ask({ 'x-api-key': 'any', 'x-goog-api-key': 'wrong' }, '?key=wrong')).toBe(200)
  expect(await ask({ 'x-goog-api-key': 'wrong' }, '?key=any')).toBe(401)
})

test('no key of a caller, good or bad, is in a log line, an error or a header of an answer', async () => {
  const gateway = await startGateway({ apiKey: 'a-key-that-works' })
  const told: string[] = []
  for (const key of ['a-key-that-works', 'a-key-that-does-not']) {
    for (const [path, headers] of [
      ['/v1/messages', { 'x-api-key': key }],
      ['/v1/responses', { authorization: `Bearer ${key}` }],
      ['/v1/chat/completions', { 'x-openai-api-key': key }],
      [`/v1beta/models/demo-chat:generateContent?key=${key}`, {}],
      [`/nowhere?key=${key}`, {}],
      [`/v1/messages?key=${key}`, {}],
    ] as const) {
      const body = JSON.stringify({ model: 'no-such', messages: [], input: 'x', contents: [] })
      const answer = await fetch(gateway.url + path, { method: 'POST', headers, body })
      told.push((await answer.text()) + JSON.stringify([...answer.headers]))
    }
  }
  await waitFor(() => gateway.log().filter(({ method }) => method === 'POST').length >= 12)
  const all = told.join('\n') + JSON.stringify(gateway.log())
  expect(gateway.log().filter(({ method }) => method === 'POST')).toHaveLength(12)
  expect(all).not.toContain('a-key-that')
})

test('the key in the address of a request goes to no upstream, in any format', async () => {
  const seen: string[] = []
  const upstream = createServer((request, response) => {
    seen.push(`${request.url} ${JSON.stringify(request.headers)}`)
    response.writeHead(418).end()
  })
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done))
  const { port } = upstream.address() as AddressInfo // a TCP server that listens has one
  const formats = ['messages', 'responses', 'chat', 'contents'] as const
  const gateway = await startGateway({
    apiKey: 'in-the-address',
    channels: formats.map((format) => ({ name: format, format, baseUrl: `http://127.0.0.1:${port}`, models: [`m-${format}`] })),
  })
  for (const format of formats) {
    for (const [path, body] of [
      ['/v1/messages', { max_tokens: 5, messages: [{ role: 'user', content: 'x' }] }],
      ['/v1/responses', { input: 'x' }],
      ['/v1/chat/completions', { messages: [{ role: 'user', content: 'x' }] }],
      [`/v1beta/models/m-${format}:generateContent`, { contents: [{ parts: [{ text: 'x' }] }] }],
    ] as const) {
      await fetch(`${gateway.url}${path}?a=1&key=in-the-address&b=2`, {
        method: 'POST',
        headers: { 'anthropic-version': '2023-06-01' },
        body: JSON.stringify(path.includes('models') ? body : { ...body, model: `m-${format}` }),
      })
    }
  }
  upstream.close()
  expect(seen).toHaveLength(16)
  expect(seen.join('\n')).not.toContain('in-the-address')
})

test('a key for some models sees and uses those alone; a model with slashes is no way around it', async () => {
  const gateway = await startGateway({
    dataDir: tempFolder('keys'),
    demo: true,
    channels: [{ name: 'c', format: 'chat', baseUrl: 'http://127.0.0.1:9', models: ['org/demo-chat', 'other'] }],
  })
  const key = await gateway.issue({ models: ['demo-*', 'org/*'] })
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 })
  const ids = (await client.models.list()).data.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['demo-chat', 'demo-contents', 'demo-messages', 'demo-responses', 'org/demo-chat']))
  expect(ids.filter((id) => !/^(?:demo-|org\/)/.test(id))).toEqual([])
  const ask = (model: string): Promise<unknown> => client.chat.completions.create({ model, messages: [{ role: 'user', content: 'hi' }] })
  await expect(ask('demo-chat')).resolves.toMatchObject({ object: 'chat.completion' })
  // The model is allowed, but no server listens at its upstream.
  await expect(ask('org/demo-chat')).rejects.toMatchObject({ status: 502 })
  for (const model of ['other', 'c/other', 'c/org/demo-chat', 'x/demo-chat', 'no-such-model', 'demo/../other'])
    await expect(ask(model)).rejects.toMatchObject({ status: 403, message: expect.stringContaining(model) as unknown })
  await expect(client.models.retrieve('other')).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError)
  expect((await client.models.retrieve('org/demo-chat')).id).toBe('org/demo-chat')
})

test('what becomes of a request is shown for permitted models alone: the names at the upstream are nobody else’s affair', async () => {
  const gateway = await startGateway({
    dataDir: tempFolder('keys'),
    channels: [{ name: 'c', format: 'chat', baseUrl: 'http://127.0.0.1:9', models: [{ name: 'house', upstream: 'secret-name' }, 'open'] }],
  })
  const key = await gateway.issue({ models: ['open'] })
  const translate = async (model: string, secret: string): Promise<readonly [number, string]> => {
    const answer = await fetch(`${gateway.url}/v1/translate?from=messages`, {
      method: 'POST',
      headers: { 'x-api-key': secret },
      body: JSON.stringify({ model, max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] }),
    })
    return [answer.status, await answer.text()]
  }
  expect(await translate('house', 'any')).toEqual([200, expect.stringContaining('secret-name')])
  expect(await translate('house', key)).toEqual([403, expect.not.stringContaining('secret-name')])
  expect(await translate('open', key)).toEqual([200, expect.any(String)])
})

test('the key of an administrator is asked for where only one may, and no other will do', async () => {
  const gateway = await startGateway({ dataDir: tempFolder('keys') })
  const admin = await gateway.issue({ admin: true })
  const ask = async (key: string): Promise<number> => (await fetch(`${gateway.url}/admin/usage`, { headers: { 'x-api-key': key } })).status
  expect([await ask(admin), await ask('any'), await ask('nobody')]).toEqual([200, 403, 401])
})
