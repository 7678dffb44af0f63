import { createConsole } from '@interlingua/console'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { openStore } from '@interlingua/store'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { consoleDescriptions } from '../../src/operation/openapi/console.ts'
import { descriptionKey } from '../../src/operation/openapi/describe.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> }
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>> }>
  >
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)

let url = ''
let admin = ''
let plain = ''
let described: Described

beforeAll(async () => {
  const provider = await startScriptedProvider()
  atEnd(() => provider.close())
  const dataDir = tempFolder('openapi-console')
  const file = join(dataDir, 'interlingua.yaml')
  const text = `channels: [{ name: local, format: chat, baseUrl: '${provider.url}', models: [demo-chat] }]\n`
  writeFileSync(file, text)
  const gateway = await startGateway(
    {
      dataDir,
      channels: [
        { name: 'local', format: 'chat', baseUrl: provider.url, apiKey: 'none', models: ['demo-chat'] },
        {
          name: 'broken',
          format: 'chat',
          baseUrl: 'http://127.0.0.1:9',
          apiKeyEnv: 'PATH',
          models: ['broken-*'],
          circuitBreaker: { failures: 1 },
        },
      ],
      console: { write: true },
    },
    { file: { path: file, reload: async () => ({ channels: 'local' }) } },
  )
  url = gateway.url
  admin = await gateway.issue({ name: 'ops', admin: true })
  plain = await gateway.issue({ name: 'laptop' })
  described = (await (await fetch(`${url}/openapi.json`)).json()) as Described // the tests check the shape
  ajv.addSchema({ $id: 'service', components: described.components })
  for (const model of ['demo-chat', 'no-such-model']) await ask(model)
})

async function ask(model: string): Promise<void> {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': plain,
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      'user-agent': 'claude-cli/2.1.330',
    },
    body: JSON.stringify({ model, max_tokens: 20, top_k: 5, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  await response.text()
}

/** Problems of a document by a schema of the description; empty if there are none. */
function problemsOf(schema: string, document: unknown): unknown {
  const validate = ajv.getSchema(`service${schema}`) ?? ajv.compile({ $ref: `service${schema}` })
  return validate(document) === true ? [] : validate.errors
}

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = { authorization: `Bearer ${admin}` }) {
  for (;;) {
    const response = await fetch(`${url}/admin/api${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.status !== 429) return response
    await pause(200)
  }
}

test('each route of the admin API is described, and each description has a route', async () => {
  const store = await openStore({})
  const served = createConsole({
    store,
    exposure: () => ({ open: false }),
    facts: { version: '1', demo: () => false },
    recipes: async () => ({ list: () => [], write: () => undefined }),
    settings: () => Promise.reject(new Error('the list of routes asks for none')),
  })
  const routes = served.endpoints.map(descriptionKey).toSorted()
  served.close()
  await store.close()
  expect(routes).toEqual(Object.keys(consoleDescriptions).toSorted())
  const shown = Object.entries(described.paths)
    .filter(([path]) => path.startsWith('/admin/api/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  expect(shown.toSorted()).toEqual(routes)
})

test('real answers have what is described, and nothing else', async () => {
  const asked = new Set<string>()

  /** Calls a route with a body that fits its description, checks the answer by it, and gives the answer. */
  async function check(route: string, path = route.split(' ')[1] ?? '', body?: unknown): Promise<Readonly<Record<string, unknown>>> {
    const [method = '', name = ''] = route.split(' ')
    const operation = described.paths[`/admin/api${name}`]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${route} is not described`)
    asked.add(`${method} /admin/api${name}`)
    const query = [...new URLSearchParams(path.split('?')[1] ?? '').keys()]
    expect(query.filter((parameter) => !operation.parameters.some((one) => one.in === 'query' && one.name === parameter))).toEqual([])
    const bodySchema = operation.requestBody?.content['application/json']?.schema.$ref
    if (bodySchema !== undefined) expect([route, problemsOf(bodySchema, body)]).toEqual([route, []])
    const response = await call(method, path, body)
    const text = await response.text()
    const [status = ''] = Object.keys(operation.responses)
    expect([route, response.status, text.slice(0, 200)]).toEqual([route, Number(status), text.slice(0, 200)])
    expect(response.headers.get('interlingua-api-version')).toBe('1')
    if (status === '204') return {}
    const answer: unknown = JSON.parse(text)
    expect([route, problemsOf(operation.responses['200']?.content?.['application/json']?.schema.$ref ?? '', answer)]).toEqual([route, []])
    return answer as Readonly<Record<string, unknown>> // each answer is an object
  }
  type Rows = readonly { readonly id: string }[]

  await check('POST /login', '/login', { key: plain })
  await check('GET /me')
  const logins = (await check('GET /logins'))['rows'] as Rows // checked by its schema
  expect(logins).toHaveLength(1)
  await check('DELETE /logins/{id}', `/logins/${logins[0]?.id}`)
  expect(await check('GET /overview')).toMatchObject({ last15: { requests: 2, errors: 1 } })
  const requests = (await check('GET /requests', '/requests?limit=1'))['rows'] as Rows // likewise
  await check('GET /requests/{id}', `/requests/${requests[0]?.id}`)
  const lossy = (await check('GET /requests', '/requests?notice=chat/top-k'))['rows'] as Rows // likewise
  expect(await check('GET /requests/{id}', `/requests/${lossy[0]?.id}`)).toMatchObject({ details: { notices: [{ path: '/top_k' }] } })
  await check('GET /usage', '/usage?by=key&from=2026-01-01T00:00:00Z')
  await check('GET /usage', '/usage?by=day&split=key&limit=1')
  await check('GET /usage', '/usage?by=pair')
  expect(await check('GET /usage/times', '/usage/times?by=pair')).toMatchObject({ rows: [{ group: 'messages → chat', requests: 1 }] })
  await check('GET /usage/caches', '/usage/caches?model=demo-chat')
  expect(await check('GET /usage/shares')).toMatchObject({ estimated: 0, failedMicros: 0 })
  expect(await check('GET /notices')).toMatchObject({ rows: [{ code: 'chat/top-k', kind: 'dropped' }] })
  const terms = {
    models: ['demo-*'],
    limits: { requestsPerMinute: 60, concurrentStreams: null },
    budget: { micros: 5_000_000, period: 'month' },
    expiresAt: '2099-01-31T00:00:00Z',
  }
  const made = await check('POST /keys', '/keys', { name: 'made', role: 'caller', ...terms })
  const { id } = made as { readonly id: string } // likewise
  await check('PATCH /keys/{id}', `/keys/${id}`, { limits: { tokensPerMinute: 100 }, models: null })
  await check('POST /keys/{id}/rotate', `/keys/${id}/rotate`, { graceSeconds: 3600 })
  await check('GET /keys', '/keys?search=made')
  await check('DELETE /keys/{id}/previous', `/keys/${id}/previous`)
  await check('DELETE /keys/{id}', `/keys/${id}`)
  await check('GET /keys', '/keys?search=made&state=all&limit=1')
  await check('GET /channels')
  await check('GET /models')
  await check('GET /resolve', '/resolve?model=demo-chat&format=messages')
  await check('GET /formats')
  await check('GET /recipes')
  await check('GET /recipes/{id}', '/recipes/claude-code?model=demo-chat')
  const body = { model: 'demo-chat', max_tokens: 20, top_k: 5, messages: [{ role: 'user', content: 'Hello' }] }
  await check('POST /translate', '/translate', { direction: 'request', from: 'messages', to: 'chat', body })
  expect(await check('POST /estimate', '/estimate', { channel: 'local', model: 'demo-chat', body })).toMatchObject({ maximum: 20 })
  const stream =
    'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n'
  await check('POST /translate', '/translate', { direction: 'stream', from: 'messages', to: 'chat', body: stream })
  await check('GET /config')
  await check('GET /config/file')
  await check('POST /config/check')
  await check('POST /config/reload')
  const edit = { prices: [{ model: 'demo-chat', input: 1, output: 2.5, cacheWrite: { '1h': 3 } }] }
  const { hash } = await check('POST /config/preview', '/config/preview', edit)
  expect(await check('POST /config/edit', '/config/edit', { edit, hash })).toMatchObject({ file: 'interlingua.yaml' })
  expect(await check('GET /prices')).toMatchObject({ rows: [{ channel: 'local', model: 'demo-chat' }] })
  await check('GET /about')
  expect(await check('GET /diagnosis')).toMatchObject({ findings: expect.arrayContaining([expect.objectContaining({ topic: 'version' })]) })
  await check('POST /recordings', '/recordings', { requests: 1, minutes: 1, key: 'laptop' })
  await ask('demo-chat')
  await expect.poll(async () => ((await check('GET /recordings'))['rows'] as Rows).length).toBe(1)
  const recorded = ((await check('GET /recordings'))['rows'] as Rows)[0]?.id // likewise
  expect(await check('GET /requests/{id}/recording', `/requests/${recorded}/recording`)).toMatchObject({ calls: [{ channel: 'local' }] })
  await check('DELETE /requests/{id}/recording', `/requests/${recorded}/recording`)
  await check('DELETE /recordings')
  await check('DELETE /recordings/kept')
  await ask('broken-model')
  expect(await check('GET /channels/{name}', '/channels/broken')).toMatchObject({
    state: 'open',
    lastFailure: { message: expect.stringContaining('could not be reached') },
    definition: { file: 'interlingua.yaml', key: { name: 'PATH', isSet: true } },
  })
  await check('POST /channels/{name}/retry', '/channels/broken/retry')
  expect(await check('POST /channels/{name}/pause', '/channels/local/pause', { seconds: 60 })).toMatchObject({ cause: 'pause' })
  expect(await check('GET /channels/{name}', '/channels/local')).toMatchObject({ definition: { line: 1 } })
  await check('DELETE /channels/{name}/pause', '/channels/local/pause')
  await check('POST /channels/{name}/test', '/channels/local/test')
  await check('GET /audit', '/audit?limit=2')
  await check('POST /logout')
  // Events have a test of their own.
  const all = Object.keys(consoleDescriptions).filter((key) => !key.endsWith('/events'))
  expect([...asked].toSorted()).toEqual(all.toSorted())
})

test('failures have the form that is described', async () => {
  const failures = [
    await call('GET', '/usage?by=moon'),
    await call('GET', '/me', undefined, {}),
    await call('GET', '/audit', undefined, { authorization: `Bearer ${plain}` }),
    await call('GET', '/requests/none'),
    await call('POST', '/keys', { name: 'ops' }),
    await call('POST', '/keys', { name: 'x', more: 1 }),
  ]
  expect(failures.map(({ status }) => status)).toEqual([400, 401, 403, 404, 409, 400])
  for (const response of failures) expect(problemsOf('#/components/schemas/ConsoleError', await response.json())).toEqual([])
})

test('events have the form that is described', async () => {
  const controller = new AbortController()
  const response = await fetch(`${url}/admin/api/events?topics=request,key`, {
    headers: { authorization: `Bearer ${admin}` },
    signal: controller.signal,
  })
  expect(response.headers.get('interlingua-api-version')).toBe('1')
  await ask('demo-chat')
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true }) // `fetch` gives bytes
    if (text.split('\n\n').filter((block) => block.includes('event: ')).length > 2 || text.includes('"phase":"end"')) break
  }
  controller.abort()
  const events = text.split('\n\n').flatMap((block) => {
    const [, topic] = /^event: (.*)$/m.exec(block) ?? []
    const [, data] = /^data: (.*)$/m.exec(block) ?? []
    return topic === undefined || data === undefined || topic === 'reset' ? [] : [{ topic, data: JSON.parse(data) as unknown }]
  })
  expect(events.length).toBeGreaterThan(1)
  for (const event of events) expect(problemsOf('#/components/schemas/ConsoleEvent', event)).toEqual([])
})
