import { GoogleGenAI, type CachedContent } from '@google/genai'
import { beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'

const handbook = 'Every paragraph of the handbook says something that nobody reads twice. '.repeat(200)

let gateway: RunningGateway
let owner: string
let other: string
beforeAll(async () => {
  gateway = await startGateway({ dataDir: tempFolder('caches') })
  owner = await gateway.issue()
  other = await gateway.issue()
})

function clientOf(apiKey: string, apiVersion: string): GoogleGenAI {
  return new GoogleGenAI({ apiKey, apiVersion, httpOptions: { baseUrl: gateway.url } })
}

async function allOf(client: GoogleGenAI, pageSize: number): Promise<readonly CachedContent[]> {
  const all: CachedContent[] = []
  for await (const content of await client.caches.list({ config: { pageSize } })) all.push(content)
  return all
}

const models = ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents']
const cases = models.flatMap((model) => ['v1', 'v1beta'].map((version) => ({ model, version })))

describe.each(cases)('@google/genai caches of $model under /$version', ({ model, version }) => {
  test('are made, listed, read, changed, used, counted and deleted', async () => {
    const client = clientOf(owner, version)
    const made = await client.caches.create({
      model,
      config: { contents: handbook, systemInstruction: 'Answer from the handbook.', displayName: 'handbook', ttl: '300.5s' },
    })
    const { name = '' } = made
    expect(made).toMatchObject({
      model: `models/${model}`,
      displayName: 'handbook',
      name: expect.stringMatching(/^cachedContents\/\w+$/) as unknown,
    })
    expect(made.usageMetadata?.totalTokenCount).toBeGreaterThan(1024)
    expect(Math.abs(Date.parse(made.expireTime ?? '') - Date.now() - 300_500)).toBeLessThan(10_000)
    expect(await client.caches.get({ name })).toEqual(made)

    const second = await client.caches.create({ model, config: { contents: handbook } })
    const listed = await allOf(client, 1)
    expect(listed).toEqual(expect.arrayContaining([made, second]))

    const changed = await client.caches.update({ name, config: { ttl: '600s' } })
    expect(Date.parse(changed.expireTime ?? '')).toBeGreaterThan(Date.parse(made.expireTime ?? ''))
    expect({ ...changed, expireTime: '', updateTime: '' }).toEqual({ ...made, expireTime: '', updateTime: '' })

    const asked = { model, contents: 'What does it say?', config: { cachedContent: name } }
    const plain = await client.models.generateContent({ model, contents: 'What does it say?' })
    const answer = await client.models.generateContent(asked)
    expect(answer.text).toBeTruthy()
    const held = made.usageMetadata?.totalTokenCount ?? Infinity
    expect(answer.usageMetadata?.promptTokenCount).toBeGreaterThan((plain.usageMetadata?.promptTokenCount ?? 0) + held * 0.7)
    // At the second request the upstream has the prefix in its cache.
    const again = await client.models.generateContent(asked)
    expect(again.usageMetadata?.cachedContentTokenCount).toBeGreaterThan(1024)

    let streamed = ''
    for await (const chunk of await client.models.generateContentStream(asked)) streamed += chunk.text ?? ''
    expect(streamed).toBeTruthy()

    await client.caches.delete({ name })
    await expect(client.caches.get({ name })).rejects.toMatchObject({ status: 403 })
    await expect(client.models.generateContent(asked)).rejects.toMatchObject({ status: 403 })
    await client.caches.delete({ name: second.name ?? '' })
    expect(await allOf(client, 100)).toEqual([])
  })

  test("belong to the key that made them: another's, and one that never was, look the same", async () => {
    const made = await clientOf(owner, version).caches.create({ model, config: { contents: handbook } })
    const stranger = clientOf(other, version)
    const { name = '' } = made
    const refused = async (step: Promise<unknown>): Promise<unknown> =>
      step.then(
        () => 'done',
        (error: Error) => error.message,
      )
    for (const step of [
      (id: string) => stranger.caches.get({ name: id }),
      (id: string) => stranger.caches.update({ name: id, config: { ttl: '1s' } }),
      (id: string) => stranger.caches.delete({ name: id }),
      (id: string) => stranger.models.generateContent({ model, contents: 'hi', config: { cachedContent: id } }),
    ]) {
      const message = await refused(step(name))
      expect(message).toContain('PERMISSION_DENIED')
      expect(await refused(step('cachedContents/never'))).toBe(message)
    }
    expect(await allOf(stranger, 10)).toEqual([])
    expect(await clientOf(owner, version).caches.get({ name })).toEqual(made)
    await clientOf(owner, version).caches.delete({ name })
  })
})

describe('a cached content', () => {
  const post = async (
    path: string,
    body: unknown,
    method = 'POST',
  ): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> => {
    const headers = { 'x-goog-api-key': owner, 'content-type': 'application/json' }
    const response = await fetch(gateway.url + path, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> } // an object in this dialect
  }
  const contents = [{ role: 'user', parts: [{ text: handbook }] }]

  test.each([
    [{ contents }, 'model'],
    [{ model: 'models/demo-chat' }, 'contents'],
    [{ model: 'models/demo-chat', contents: [] }, 'contents'],
    [{ model: 'models/demo-chat', contents: [], tools: [], toolConfig: {} }, 'contents'],
    [{ model: 'models/demo-chat', contents: 'hi', systemInstruction: 'Be brief.' }, 'contents'],
    [{ model: 'models/demo-chat', contents, ttl: '5 minutes' }, 'ttl'],
    [{ model: 'models/demo-chat', contents, ttl: '-5s' }, 'ttl'],
    [{ model: 'models/demo-chat', contents, ttl: '5s', expireTime: '2100-01-01T00:00:00Z' }, 'ttl'],
    [{ model: 'models/demo-chat', contents, expireTime: 'tomorrow' }, 'expireTime'],
    [{ model: 'models/demo-chat', contents, expireTime: '2020-01-01T00:00:00Z' }, 'expireTime'],
    [{ model: 'models/demo-chat', contents, displayName: 7 }, 'displayName'],
    [{ model: 'models/demo-chat', contents: [{ parts: [{ text: 7 }] }] }, 'contents[0].parts[0].text'],
  ])('of %j is refused by the name of the field', async (body, field) => {
    const { status, body: answer } = await post('/v1beta/cachedContents', body)
    expect({ status, answer }).toMatchObject({
      status: 400,
      answer: { error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringContaining(field) as unknown } },
    })
  })

  test('keeps the digits of its end, takes snake case, and says that it is emulated where it is', async () => {
    const made = await post('/v1beta/cachedContents', {
      model: 'models/demo-chat',
      contents,
      display_name: 'snake',
      system_instruction: { parts: [{ text: 'Be brief.' }] },
      expire_time: '2100-01-01T00:00:00.123456789Z',
    })
    expect(made.body).toMatchObject({ displayName: 'snake', expireTime: '2100-01-01T00:00:00.123456789Z' })
    expect(made.headers.get('interlingua-notices')).toContain('gateway/cache-emulated')
    const { name } = made.body
    const used = await post('/v1beta/models/demo-chat:generateContent', { contents: [{ parts: [{ text: 'hi' }] }], cached_content: name })
    expect([used.status, used.headers.get('interlingua-notices')]).toEqual([200, expect.stringContaining('gateway/cache-emulated')])
    const counted = await post('/v1beta/models/demo-chat:countTokens', {
      generateContentRequest: { model: 'models/demo-chat', contents: [{ parts: [{ text: 'hi' }] }], cachedContent: name },
    })
    expect(counted.body['totalTokens']).toBeGreaterThan(1024)
    const strict = await fetch(`${gateway.url}/v1beta/models/demo-chat:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': owner, 'interlingua-policy': 'reject-any' },
      body: JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }], cachedContent: name }),
    })
    expect(strict.status).toBe(400)
  })

  test('cannot be used by another model, nor beside what belongs into it, nor changed but in its end', async () => {
    const made = await post('/v1beta/cachedContents', { model: 'demo-chat', contents })
    const name = String(made.body['name'])
    const use = { contents: [{ parts: [{ text: 'hi' }] }], cachedContent: name }
    const refused = async (path: string, body: object, method?: string): Promise<string> => {
      const { status, body: answer } = await post(path, body, method)
      expect(status).toBe(400)
      return JSON.stringify(answer)
    }
    expect(await refused('/v1beta/models/demo-messages:generateContent', use)).toContain('must be the same')
    for (const field of ['systemInstruction', 'tools', 'toolConfig'])
      expect(await refused('/v1beta/models/demo-chat:generateContent', { ...use, [field]: field === 'tools' ? [] : {} })).toContain(field)
    expect(await refused(`/v1beta/${name}`, { displayName: 'new' }, 'PATCH')).toContain('displayName')
    expect(await refused(`/v1beta/${name}`, {}, 'PATCH')).toContain('ttl')
    const listed = await fetch(`${gateway.url}/v1beta/cachedContents?pageSize=none`, { headers: { 'x-goog-api-key': owner } })
    expect([listed.status, await listed.text()]).toEqual([400, expect.stringContaining('pageSize')])
  })

  test('is gone after its time', async () => {
    const made = await post('/v1beta/cachedContents', { model: 'models/demo-chat', contents, ttl: '0.2s' })
    const name = String(made.body['name'])
    await new Promise((done) => setTimeout(done, 300))
    const use = await post('/v1beta/models/demo-chat:generateContent', { contents: [{ parts: [{ text: 'hi' }] }], cachedContent: name })
    expect(use).toMatchObject({ status: 403, body: { error: { status: 'PERMISSION_DENIED' } } })
  })

  test("with tools in it gives them to the model, on any upstream's side", async () => {
    for (const model of models) {
      const made = await post('/v1beta/cachedContents', {
        model,
        contents,
        tools: [
          {
            functionDeclarations: [
              { name: 'get_weather', description: 'Weather', parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } } } },
            ],
          },
        ],
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      })
      expect([model, made.status]).toEqual([model, 200])
      const used = await post(`/v1beta/models/${model}:generateContent`, {
        contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
        cachedContent: made.body['name'],
      })
      expect(JSON.stringify(used.body)).toContain('"functionCall"')
    }
  })
})
