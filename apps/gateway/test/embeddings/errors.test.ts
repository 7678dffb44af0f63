import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, type Called } from '../interface/call.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'

const folder = tempFolder('embeddings')
const gateway = await startGateway({ dataDir: folder, limits: { bodyBytes: 100_000 } })
const { url } = gateway
const narrow = await gateway.issue({ models: ['demo-chat', 'demo-embeddings'] })
const expired = await gateway.issue({ expiresAt: Date.now() - 1 })
const bearer = (key = 'any'): Record<string, string> => ({ authorization: `Bearer ${key}` })
const text = expect.any(String) as unknown

/** Issues a key whose row in the store is damaged, so that reading it fails with an unforeseen error. */
async function damaged(): Promise<string> {
  const name = `damaged-${performance.now()}`
  const key = await gateway.issue({ name, models: ['*'] })
  const database = new DatabaseSync(join(folder, 'interlingua.db'))
  database.prepare("UPDATE keys SET models = '[' WHERE name = ?").run(name)
  database.close()
  return key
}

interface Style {
  readonly title: string
  readonly ask: (headers: Readonly<Record<string, string>>, model?: string, body?: object | string) => Promise<Called>
  /** Body of an error with this status, in the endpoint's style. */
  readonly error: (status: number) => object
}

const types: Readonly<Record<number, object>> = {
  400: { type: 'invalid_request_error' },
  401: { code: 'invalid_api_key' },
  403: { message: text },
  404: { type: 'invalid_request_error', code: 'model_not_found', param: 'model' },
  413: { message: text },
  429: { code: 'rate_limit_exceeded' },
  500: { type: 'server_error' },
}
const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
}

const content = { parts: [{ text: 'Hello' }] }
const nativeBodies = { embedContent: { content }, batchEmbedContents: { requests: [{ content }] } }

const styles: readonly Style[] = [
  {
    title: 'POST /v1/embeddings',
    ask: (headers, model = 'demo-embeddings', body = { model, input: 'Hello', dimensions: 4 }) =>
      call(`${url}/v1/embeddings`, headers, body),
    error: (status) => ({ error: { message: text, type: text, ...types[status] } }),
  },
  ...['/v1', '/v1beta'].flatMap((version) =>
    (['embedContent', 'batchEmbedContents'] as const).map((method): Style => ({
      title: `POST ${version}/models/{model}:${method}`,
      ask: (headers, model = 'demo-embeddings', body = nativeBodies[method]) =>
        call(`${url}${version}/models/${model}:${method}`, headers, body),
      error: (status) => ({ error: { code: status, message: text, ...(statuses[status] !== undefined && { status: statuses[status] }) } }),
    })),
  ),
]

describe.each(styles)('$title', ({ ask, error }) => {
  const told = (status: number): object => ({ status, body: error(status) })

  test('success | 200', async () => {
    for (const headers of [bearer(), { 'x-api-key': 'any' }, { 'x-goog-api-key': 'any' }])
      expect(await ask(headers)).toMatchObject({ status: 200 })
    expect(await ask(bearer(narrow))).toMatchObject({ status: 200 })
  })

  test('missing or invalid key | 401', async () => {
    for (const headers of [{}, bearer('wrong'), bearer(expired), { 'x-goog-api-key': 'wrong' }])
      expect(await ask(headers)).toMatchObject(told(401))
  })

  test('no access to the model | 403', async () => {
    for (const model of ['demo-embed-content', 'no-such-model']) expect(await ask(bearer(narrow), model)).toMatchObject(told(403))
  })

  test('model does not exist | 404', async () => {
    expect(await ask(bearer(), 'no-such-model')).toMatchObject(told(404))
  })

  test('a model for something else | 400', async () => {
    for (const model of ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents']) {
      const answer = await ask(bearer(), model)
      expect(answer).toMatchObject(told(400))
      expect(JSON.stringify(answer.body)).toContain('for text, not for embeddings')
    }
  })

  test('invalid argument | 400', async () => {
    for (const body of [{ model: 'demo-embeddings' }, '{"model":', '[]', '7', ''])
      expect(await ask(bearer(), undefined, body)).toMatchObject(told(400))
  })

  test('a body that is too large | 413', async () => {
    expect(await ask(bearer(), undefined, { model: 'demo-embeddings', input: 'x'.repeat(100_001) })).toMatchObject(told(413))
  })

  test('rate limit exceeded | 429', async () => {
    const key = await gateway.issue({ limits: { requestsPerMinute: 1 } })
    expect((await ask(bearer(key))).status).toBe(200)
    const answer = await ask(bearer(key))
    expect(answer).toMatchObject(told(429))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('internal error | 500', async () => {
    expect(await ask(bearer(await damaged()))).toMatchObject(told(500))
  })

  test('what a dialect cannot carry is told, and refused where the caller wants that', async () => {
    const task = { content, taskType: 'CLUSTERING' }
    const wanted = (policy: string): Promise<Called> => {
      const headers = { ...bearer(), ...(policy !== '' && { 'interlingua-policy': policy }) }
      return call(`${url}/v1beta/models/demo-embeddings:embedContent`, headers, task)
    }
    const answer = await wanted('')
    expect([answer.status, answer.headers.get('interlingua-notices')]).toEqual([200, expect.stringContaining('embeddings/task')])
    const refused = await wanted('reject-dropped')
    expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('taskType') as unknown } } })
    expect((await wanted('nonsense')).status).toBe(400)
  })
})

test('what only an upstream of another dialect refuses is told by the field of the caller', async () => {
  const body = { model: 'demo-embed-content', input: 'Hello', dimensions: 99_999 }
  const { status, body: told } = await call(`${url}/v1/embeddings`, bearer(), body)
  expect([status, told]).toMatchObject([
    400,
    { error: { param: 'dimensions', message: expect.stringMatching(/^dimensions: must be at most/) as unknown } },
  ])
})

test('other methods of HTTP are refused with the one that is taken', async () => {
  for (const path of ['/v1/embeddings', '/v1/models/demo-embeddings:embedContent', '/v1beta/models/demo-embeddings:batchEmbedContents']) {
    const answer = await call(url + path, bearer())
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'POST'])
  }
})
